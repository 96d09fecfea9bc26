"""Decisions: the right ones lead to the gold trees, the parser's own do not; without PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.neural.heads.transitions.tiny import tiny_model

import multiplane
from multiplane.learn.neural.heads.transitions.recording import (
    RecordedDecisions,
    explored_sentences,
    new_decisions,
    new_recorder,
    recorded,
)
from multiplane.learn.transition.actions import compile_system
from multiplane.learn.transition.context import new_context
from multiplane.learn.transition.examples import training_data, tree_gold
from multiplane.learn.transition.learning import learn_greedily
from multiplane.learn.transition.scorer import new_choices
from multiplane.transition import get
from multiplane.transition.oracles import derive_all, training_oracle

pytestmark = pytest.mark.usefixtures("mode")
DUTCH = multiplane.read("sample:dutch")
OFFSETS = np.array(DUTCH.offsets)


def decisions_of(
    name: str, explore: bool | NDArray[np.bool_], space: int = 5000, dynamic: bool = True
) -> tuple[RecordedDecisions, int, int]:
    model, system = tiny_model(DUTCH, name), get(name)
    ((_, _, scorer),) = model.scorers(DUTCH.layout, np.empty((DUTCH.word_count, 0), np.int32), 0, len(DUTCH))
    longest = int(np.diff(OFFSETS).max())
    oracle = training_oracle(system, longest) if dynamic else None
    examples = training_data(DUTCH, system, oracle).examples
    count = model.head.sizes.transitions
    out = new_decisions(space, len(model.head.addresses), len(model.features.transition), count)
    recorder = new_recorder(scorer, out, len(model.arc_labels))
    learn_greedily(
        compile_system(system, model.arc_labels),
        recorder,
        new_choices(count),
        system.memory(longest),
        new_context(longest),
        tree_gold(examples, system, oracle),
        np.arange(len(DUTCH)),
        np.broadcast_to(explore, len(DUTCH)).copy(),
        0,
    )
    found, mistakes = recorded(recorder)
    return found, len(found.rows), mistakes


@pytest.mark.parametrize("name", ["arc-eager", "arc-standard", "2-planar", "swap", "covington", "arc-eager+lnba"])
@pytest.mark.parametrize("explore", [False, True])
def test_every_decision_has_a_choice_and_something_right(name: str, explore: bool) -> None:
    decisions, count, mistakes = decisions_of(name, explore)
    assert count > 0.8 * DUTCH.word_count and 0 < mistakes < count
    assert (decisions.applicable.sum(1) > 1).all()
    assert decisions.right.any(1).all() and (decisions.applicable | ~decisions.right).all()
    nodes = DUTCH.word_count + len(DUTCH)
    assert decisions.rows.min() >= 0 and decisions.rows.max() == nodes
    assert decisions.features.min() >= 0 and decisions.features.max() < 64


def test_without_a_dynamic_oracle_the_sequence_is_that_of_the_static_one() -> None:
    decisions, _, _ = decisions_of("2-planar", explore=True, dynamic=False)
    assert (decisions.right.sum(1) == 1).all()
    derived = derive_all(get("2-planar"), np.array(DUTCH.heads), OFFSETS).transitions
    chosen = np.bincount(decisions.right.argmax(1), minlength=5)
    taken = np.bincount(derived, minlength=5)
    assert (chosen <= taken).all()
    switch = get("2-planar").names(1).index("switch")
    assert chosen[switch] > 0


def test_sentences_that_need_two_planes_follow_the_oracle() -> None:
    switch = get("2-planar").names(1).index("switch")
    explored = explored_sentences(get("2-planar"), np.array(DUTCH.heads), OFFSETS)
    assert 0 < explored.sum() < len(DUTCH)
    switches = [int(decisions_of("2-planar", explore)[0].right[:, switch].sum()) for explore in (False, explored, True)]
    assert switches[1] >= switches[0] > switches[2]


def test_space_is_never_exceeded() -> None:
    decisions, count, _ = decisions_of("arc-eager", explore=True, space=17)
    assert count == 17 == len(decisions.rows)
