"""Precision by transition, from names, numbers and MISC."""

from __future__ import annotations

import numpy as np
import pytest
from tests.evaluate.by_hand import BY_HAND, both
from tests.evaluate.judge import (
    treebank_of,
)

from multiplane.errors import MultiplaneError
from multiplane.evaluate import evaluate, precision_by_transition
from multiplane.treebank import Treebank


def test_transitions_as_names_and_as_numbers() -> None:
    gold, predicted = treebank_of(BY_HAND, "gold"), treebank_of(BY_HAND, "predicted")
    names = [word.transition for word in BY_HAND[0]]
    by_name = precision_by_transition(gold, predicted, names)
    numbers = np.array([1, 0, 2, 2, 2], np.int32)
    assert by_name == precision_by_transition(gold, predicted, numbers, ("", "left", "right"))
    assert by_name == evaluate(gold, predicted, transitions=names).by_transition == both(BY_HAND).by_transition
    assert evaluate(gold, predicted).by_transition == {}
    without = precision_by_transition(gold, predicted, names, punctuation=False)
    assert without["right"].predicted == 2
    with pytest.raises(MultiplaneError, match="found 2 transitions for 5 words; expected as many"):
        precision_by_transition(gold, predicted, ["left", "right"])
    with pytest.raises(MultiplaneError, match="found transitions 0 to 2; expected 0 to 1"):
        precision_by_transition(gold, predicted, numbers, ("", "left"))


def test_misc_may_hold_more_than_the_transition() -> None:
    row = "1\tGo\t_\t_\t_\t_\t0\troot\t_\t{}\n\n"
    fields = ["SpaceAfter=No|Transition=left", "Transition=right|X=1", "NoTransition=left", "X=Transition=left"]
    predicted = Treebank.from_text("".join(row.format(field) for field in fields), "conllu")
    assert {name: group.predicted for name, group in evaluate(predicted, predicted).by_transition.items()} == {
        "left": 1,
        "right": 1,
    }
    conllx = Treebank.from_text(row.format("Transition=left"), "conllx")
    assert list(evaluate(conllx, conllx).by_transition) == ["left"], "in PDEPREL"
