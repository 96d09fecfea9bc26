"""The oracle of planes switches no more often than necessary."""

from __future__ import annotations

from itertools import product

from tests.enumeration import Heads, all_trees, trees_up_to

from multiplane.structure import crossings, is_planar
from multiplane.transition import get


def switches_with_fixed_planes(heads: Heads, plane: tuple[int, ...]) -> int:
    """The oracle of 2P §5.1, literally: the switches it makes when the planes are given."""
    missing = [
        {frozenset((head, word)) for word, head in enumerate(heads, 1) if head and plane[word - 1] == p} for p in (0, 1)
    ]
    stacks: list[list[int]] = [[], []]
    active = switches = 0
    for word in range(1, len(heads) + 1):
        while any(word in arc and min(arc) < word for arc in missing[0] | missing[1] if max(arc) == word):
            if not any(max(arc) == word for arc in missing[active]):
                active, switches = 1 - active, switches + 1
            elif frozenset((stacks[active][-1], word)) in missing[active]:
                missing[active].remove(frozenset((stacks[active][-1], word)))
            else:
                stacks[active].pop()
        for stack in stacks:
            stack.append(word)
    assert missing == [set(), set()]
    return switches


def test_no_assignment_of_planes_needs_fewer_switches() -> None:
    """2P §5.2: planes assigned on the fly, against the best of all assignments in advance."""
    system = get("2-planar")
    for heads in trees_up_to(5):
        crossing = crossings(heads, root_arcs=False)
        choices = [(0, 1) if head else (0,) for head in heads]
        fewest = min(
            switches_with_fixed_planes(heads, plane)
            for plane in product(*choices)
            if all(plane[one - 1] != plane[two - 1] for one, two in crossing)
        )
        assert system.derive(heads).count("switch") == fewest


def test_planar_trees_are_built_without_switching() -> None:
    for name in ("2-planar", "3-planar", "undirected-2-planar"):
        for heads in all_trees(5):
            if is_planar(heads, root_arcs=False):
                assert "switch" not in get(name).derive(heads)
