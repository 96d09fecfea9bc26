"""When buffer arcs, switches and swaps are used: whenever the policy says, and not more often than need be."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from tests.enumeration import Heads, all_trees, trees_up_to
from tests.transition.oracles.judge import as_treebank

import multiplane
from multiplane.structure import crossings, is_planar, is_projective
from multiplane.transition import get
from multiplane.transition.oracles import coverage, derive_all
from multiplane.transition.oracles.sequence import sequence_of_tree


def children(heads: Heads, word: int) -> list[int]:
    return [child for child, head in enumerate(heads, 1) if head == word]


@pytest.mark.parametrize("base", ["arc-eager", "arc-standard", "arc-hybrid", "planar"])
def test_projective_buffer_arcs_build_the_arcs_of_length_one(base: str) -> None:
    """BUF §3.1: all of them, where the dependent waits for no children, and no others."""
    system = get(f"{base}+lba+rba")
    for heads in filter(is_projective, trees_up_to(5)):
        sequence = system.derive(heads)
        leftward = [word for word, head in enumerate(heads, 1) if head == word + 1]
        rightward = [
            word for word, head in enumerate(heads, 1) if head and head == word - 1 and not children(heads, word)
        ]
        assert sequence.count("rba") == len(rightward)
        assert sequence.count("lba") == len(leftward)


def test_a_long_arc_is_left_to_the_base_system() -> None:
    """RBA could build 1 → 3 once 2 is gone; by the policy it does not."""
    assert get("arc-eager+rba").derive([0, 1, 1]) == ["rba", "shift", "right"]


def test_non_projective_buffer_arcs_are_used_whenever_possible() -> None:
    """BUF §4.1: whatever the length of the arc, even where the tree is projective."""
    assert get("arc-eager+lnba").derive([3, 3, 0]) == ["shift", "lnba", "shift", "left", "shift"]
    assert get("arc-eager+rnba").derive([0, 1, 1]) == ["shift", "rnba", "right"]


def test_longer_buffer_arcs_where_nothing_else_helps() -> None:
    """1 → 5 is within reach of RNBA only after RBA has built 2 → 3 and 2 → 4, the latter of length two."""
    heads = [0, 6, 2, 2, 1, 1]
    sequence = get("arc-eager+rba+rnba").derive(heads)
    assert sequence.count("rba") == 2
    assert get("arc-eager+rba+rnba").run(6, sequence) == heads


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


def test_lazy_swaps_are_never_more_than_eager_ones() -> None:
    heads, offsets = as_treebank([*trees_up_to(5)])
    swaps = {}
    for lazy in (False, True):
        found = derive_all(get("swap"), heads, offsets, lazy=lazy, workers=1)
        assert not found.lost.any()
        number = found.names.index("swap")
        swaps[lazy] = [
            int((found.transitions[begin:end] == number).sum())
            for begin, end in zip(found.offsets[:-1], found.offsets[1:], strict=True)
        ]
    assert all(lazy <= eager for lazy, eager in zip(swaps[True], swaps[False], strict=True))
    assert sum(swaps[True]) < sum(swaps[False])


def test_projective_trees_need_no_swap() -> None:
    for heads in filter(is_projective, all_trees(5)):
        for lazy in (False, True):
            assert "swap" not in (sequence_of_tree(get("swap"), heads, lazy=lazy) or ["swap"])


def test_lazy_saves_on_real_treebanks(treebanks: Path) -> None:
    for path in sorted(treebanks.glob("*/dev.conllu")):
        treebank = multiplane.read(path)
        eager, lazy = (coverage(treebank, ["swap"], lazy=lazy)[0] for lazy in (False, True))
        assert eager.derived_sentences == lazy.derived_sentences == len(treebank)
        assert lazy.transitions["swap"] < 0.8 * eager.transitions["swap"]
