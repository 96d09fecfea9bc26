"""Training: parsers use the transitions that they are named after; oracles by name."""

from __future__ import annotations

import numpy as np
import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import TransitionTrainer
from multiplane.transition import get
from multiplane.transition.oracles import derive_all

SAMPLE = multiplane.read("sample:")


def uses(name: str, oracle: str, buffer_arcs: str = "short") -> tuple[int, int]:
    """How often the static oracle and a parser trained on the sample use the last transition of a system there."""
    system = get(name)
    number = len(system.names(1)) - 1
    longest = 1 if buffer_arcs == "short" else 100
    derived = derive_all(system, np.array(SAMPLE.heads), np.array(SAMPLE.offsets), longest_buffer_arc=longest)
    trainer = TransitionTrainer(SAMPLE, system=name, oracle=oracle, buffer_arcs=buffer_arcs)
    for _ in range(8):
        trainer.step(np.arange(len(SAMPLE)))
    predicted = trainer.model().parse(SAMPLE.layout)
    return int((derived.transitions == number).sum()), int((predicted.transitions == number).sum())


@pytest.mark.parametrize("oracle", ["dynamic", "static"])
@pytest.mark.parametrize("name", ["arc-eager+lba", "arc-eager+rba", "arc-eager+lnba", "arc-eager+rnba"])
def test_parsers_use_their_buffer_arcs_as_often_as_the_static_oracle(name: str, oracle: str) -> None:
    expected, found = uses(name, oracle)
    assert expected > 0 and 0.75 * expected <= found <= 1.25 * expected


def test_buffer_arcs_of_any_length_are_more() -> None:
    (short, found_short), (longer, found_longer) = (uses("arc-eager+rba", "dynamic", each) for each in ("short", "any"))
    assert longer > 1.05 * short and found_longer > 1.05 * found_short


def test_unknown_oracles_and_policies_are_named() -> None:
    with pytest.raises(MultiplaneError, match="found oracle 'best'; expected dynamic or static"):
        TransitionTrainer(SAMPLE, oracle="best")
    with pytest.raises(MultiplaneError, match="found buffer arcs 'long'; expected short or any"):
        TransitionTrainer(SAMPLE, buffer_arcs="long")
