"""The loss of 2-planar against the truth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.transition.oracles.dynamic.judge import check_costs, check_exact, least_loss, trees_in
from tests.transition.oracles.tree_classes import two_planar

from multiplane.transition import get
from multiplane.transition.machine.configuration import Configuration
from multiplane.transition.oracles import gold_tree, loss, profile_of


def test_the_loss_is_the_least_over_all_continuations() -> None:
    """Of the trees of four words, every eighth."""
    for words in (2, 3, 4):
        check_exact("2-planar", words, two_planar, every=8 if words == 4 else 1)


@pytest.mark.long
def test_the_loss_with_five_words() -> None:
    check_exact("2-planar", 5, two_planar, every=40)


@given(data=st.data())
def test_transitions_of_cost_0_lead_to_the_loss_foretold(data: st.DataObject) -> None:
    check_costs("2-planar", data.draw(trees_in(two_planar)), data)


CYCLE_AND_CUT = pytest.mark.parametrize(
    ("heads", "steps", "expected"),
    [
        ([2, 0, 1, 2, 3, 2], "switch shift shift left switch reduce left shift left reduce", 4),
        ([4, 6, 4, 0, 3, 3], "switch shift shift right reduce reduce switch shift reduce right", 3),
        ([4, 4, 4, 0, 1, 2], "shift right shift switch reduce reduce switch shift right", 4),
    ],
)


@CYCLE_AND_CUT
def test_a_cycle_and_a_cut_together(heads: list[int], steps: str, expected: int) -> None:
    """A cycle and arcs that need one plane: one lost arc may settle both, or not (the last tree)."""
    here = after(steps)
    system = get("2-planar")
    profile = profile_of(system, 6)
    gold = gold_tree(profile, np.array(heads, np.int32))
    assert loss(profile, system.program(6), here.memory, gold, here.memory.copy()) == expected


@pytest.mark.long
@CYCLE_AND_CUT
def test_no_sequence_loses_less(heads: list[int], steps: str, expected: int) -> None:
    assert least_loss(after(steps), heads, {}) == expected


def after(steps: str) -> Configuration:
    here = get("2-planar").start(6)
    for step in steps.split():
        here.apply(step)
    return here
