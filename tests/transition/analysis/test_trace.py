"""Traces: what each step shows is what the machine did."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.enumeration import trees_up_to

from multiplane.transition import get
from multiplane.transition.analysis.trace import replayed

SYSTEMS = ["arc-eager", "arc-standard", "2-planar", "swap", "covington", "undirected-2-planar"]


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_arcs_of_all_steps_are_the_tree(name: str) -> None:
    system = get(name)
    for heads in [(0,), (2, 0, 2), (2, 0, 2, 3), (0, 1, 1, 3)]:
        steps = system.trace(heads)
        built = {frozenset(arc[:2]) for step in steps.steps for arc in step.arcs}
        assert built == {frozenset((d, h)) for d, h in enumerate(heads, 1) if h}
        assert steps.steps[-1].buffer == ()
        assert system.run(len(heads), [step.transition for step in steps.steps[1:]]) == list(heads)


def test_stacks_keep_their_places_when_the_machine_switches() -> None:
    """Heads 3 4 0 3: the second arc crosses the first and needs the other stack."""
    for heads in trees_up_to(4):
        steps = get("2-planar").trace(heads).steps
        for before, after in pairwise(steps):
            if after.transition == "switch":
                assert before.stacks == after.stacks and before.active != after.active
            elif after.transition == "reduce":
                changed = [i for i in (0, 1) if before.stacks[i] != after.stacks[i]]
                assert changed == [after.active]


def test_a_table_can_be_cut_to_the_ends_that_matter() -> None:
    forms = ["a", "b", "c", "d", "e", "f"]
    steps = replayed(get("arc-eager").start(6), forms, ["shift"] * 6)
    rows = steps.table(shown=2)
    assert rows[1][2] == "a b …" and rows[-1][1] == "… e f"
    assert steps.table()[-1][1] == "a b c d e f"
