"""The gold tree keeps up with the configuration: what nodes still need, counted anew after every transition."""

from __future__ import annotations

import numpy as np
import pytest
from tests.enumeration import Heads, all_trees

from multiplane.transition import get
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import view
from multiplane.transition.oracles import gold_tree, next_transition, profile_of
from multiplane.transition.oracles.gold import (
    arc_between,
    first_leftward,
    has_all_arcs,
    left_end,
    leftward_arc,
    needs_arc_left_of,
    needs_other_arcs,
    pending_arcs,
    right_end,
)
from multiplane.transition.oracles.prepare import gold_graph


@pytest.mark.parametrize("name", ["arc-eager", "arc-eager+root", "2-planar", "swap", "undirected-planar+naive"])
def test_what_nodes_need(name: str) -> None:
    system = get(name)
    profile, program = profile_of(system, 4), system.program(4)
    for heads in all_trees(4)[::3]:
        memory, gold = system.memory(4), gold_tree(profile, np.array(heads, np.int32))
        while (transition := next_transition(profile, program, memory, gold, 1)) >= 0:
            check_needs(heads, name, memory, gold)
            apply(memory, program, transition, -1)


def check_needs(heads: Heads, name: str, memory: np.ndarray, gold: np.ndarray) -> None:
    """Compare with the arcs of the tree that are not in the configuration."""
    system = get(name)
    built = {(head, word) for one, two in view(memory).arcs for head, word in ((one, two), (two, one))}
    if not system.is_undirected:
        built = set(view(memory).arcs)
    missing = [
        (head, word) for word, head in enumerate(heads, 1) if (head, word) not in built and (head or system.root)
    ]
    counted = [arc for arc in missing if arc[0] or name.endswith("naive")]
    for node in range(1, len(heads) + 1):
        needed = [arc for arc in counted if node in arc]
        assert pending_arcs(gold, node) == len(needed)
        for limit in range(len(heads) + 2):
            expected = any(max(arc) == node and min(arc) < limit for arc in missing)
            assert needs_arc_left_of(gold, node, limit) == expected
    for head, word in missing:
        arc = arc_between(gold, head, word)
        assert arc == word
        assert needs_other_arcs(gold, word, arc) == any(word in other for other in counted if other != (head, word))
    assert has_all_arcs(gold) == (not counted)


def test_leftward_arcs_lie_nearest_first() -> None:
    profile = profile_of(get("arc-eager+root"), 5)
    for heads in all_trees(5)[::7]:
        gold = gold_tree(profile, np.array(heads, np.int32))
        for node in range(6):
            places = range(first_leftward(gold, node), first_leftward(gold, node + 1))
            arcs = [leftward_arc(gold, place) for place in places]
            ends = [int(left_end(gold, arc)) for arc in arcs]
            assert all(right_end(gold, arc) == node for arc in arcs)
            expected = {min(head, word) for word, head in enumerate(heads, 1) if max(head, word) == node}
            assert ends == sorted(expected, reverse=True)


def test_arcs_of_a_graph() -> None:
    """Word 3 has two heads; the arcs are numbered in the order in which they are given."""
    profile = profile_of(get("dag-arc-eager"), 3)
    gold = gold_graph(profile, 3, np.array([2, 1, 2], np.int32), np.array([1, 3, 3], np.int32), np.ones(3, np.int32))
    assert [int(arc_between(gold, head, word)) for head, word in ((2, 1), (1, 3), (2, 3), (3, 2))] == [0, 1, 2, -1]
    assert [int(pending_arcs(gold, node)) for node in (1, 2, 3)] == [2, 2, 2]
    assert not has_all_arcs(gold)
