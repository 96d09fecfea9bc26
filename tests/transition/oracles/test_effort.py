"""What is lost of a tree that a system cannot derive: as few arcs as the oracles' page promises."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.enumeration import Heads, all_trees, trees_up_to
from tests.transition.oracles.judge import as_treebank, derivable

from multiplane.structure import crossings, is_planar, is_projective
from multiplane.transition import get
from multiplane.transition.oracles import derive_all
from multiplane.transition.oracles.static.fewest_lost import LOST, first_fit, several_planes
from multiplane.transition.oracles.static.nearest_projective import nearest_projective


def losses(name: str, trees: tuple[Heads, ...]) -> list[int]:
    found: list[int] = derive_all(get(name), *as_treebank(trees), workers=1).lost.tolist()
    return found


def fewest(trees: tuple[Heads, ...], targets: frozenset[Heads]) -> list[int]:
    """For each tree, in how many heads the nearest of the targets differs."""
    known = np.array(sorted(targets))
    return [int((known != np.array(heads)).sum(axis=1).min()) for heads in trees]


@pytest.mark.parametrize(
    "name", ["arc-standard", "arc-eager", "arc-hybrid", "easy-first", "covington-projective", "planar"]
)
def test_the_fewest_arcs_are_lost(name: str) -> None:
    for words in (3, 4, 5):
        assert losses(name, all_trees(words)) == fewest(all_trees(words), derivable(name, words))


@pytest.mark.parametrize(
    ("name", "share"),
    [("attardi-2", 0.08), ("attardi-3", 0.08), ("arc-eager+lnba+rnba", 0.12), ("planar+lnba+rnba", 0.05)],
)
def test_beyond_their_base_class_few_more_than_the_fewest(name: str, share: float) -> None:
    """Not always the fewest: of the trees that must lose arcs, one in ten loses one more."""
    trees, targets = all_trees(5), derivable(name, 5)
    found, best = losses(name, trees), fewest(trees, targets)
    outside = sum(least > 0 for least in best)
    assert all(one >= two for one, two in zip(found, best, strict=True))
    assert 0 < sum(one > two for one, two in zip(found, best, strict=True)) <= share * outside


def test_the_sequence_of_the_best_effort_builds_what_is_not_lost() -> None:
    for name in ("arc-eager", "planar", "attardi-2", "arc-hybrid+rnba"):
        system = get(name)
        for heads, lost in zip(all_trees(4), losses(name, all_trees(4)), strict=True):
            built = system.run(4, system.derive(heads, best_effort=True))
            assert sum(one != two for one, two in zip(built, heads, strict=True)) == lost


def test_nearest_projective_trees_attach_lost_words_to_ancestors() -> None:
    """As pseudo-projective lifting would, where that costs no arc."""
    assert nearest_projective(np.array([-1, 3, 4, 0, 3], np.int32))[1:].tolist() == [3, 3, 0, 3]
    for heads in trees_up_to(5):
        nearest = nearest_projective(np.array([-1, *heads], np.int32))[1:].tolist()
        assert is_projective(nearest)
        assert (tuple(nearest) == heads) == is_projective(heads)


def test_nearest_projective_tree_of_a_long_sentence() -> None:
    """Two crossing arcs in the midst of two hundred projective words: all but one of the arcs stay."""
    heads = [0, *range(1, 200)]
    heads[100], heads[101] = 99, 100
    nearest = nearest_projective(np.array([-1, *heads], np.int32))[1:]
    assert int((nearest != heads).sum()) == 1


def fewest_to_remove(crossing: list[tuple[int, int]], planes: int) -> int:
    """The fewest arcs whose removal leaves a crossings graph of so many colours, by trying all colourings."""
    arcs = sorted({arc for pair in crossing for arc in pair})
    best = len(arcs)

    def colour(index: int, chosen: dict[int, int], lost: int) -> None:
        nonlocal best
        if lost >= best:
            return
        if index == len(arcs):
            best = lost
            return
        taken = {chosen.get(two if one == arcs[index] else one) for one, two in crossing if arcs[index] in (one, two)}
        for plane in range(planes):
            if plane not in taken:
                colour(index + 1, {**chosen, arcs[index]: plane}, lost)
        colour(index + 1, chosen, lost + 1)

    colour(0, {}, 0)
    return best


@st.composite
def tangled_trees(draw: st.DrawFn) -> Heads:
    words = draw(st.integers(6, 9))
    order = draw(st.permutations(range(1, words + 1)))
    heads = [0] * words
    for place, word in enumerate(order[1:], 1):
        heads[word - 1] = draw(st.sampled_from(order[:place]))
    return tuple(heads)


@pytest.mark.parametrize("planes", [1, 2, 3])
@settings(max_examples=60, deadline=None)
@given(heads=tangled_trees())
def test_planes_lose_the_fewest_arcs(planes: int, heads: Heads) -> None:
    name = "planar" if planes == 1 else f"{planes}-planar"
    assert losses(name, (heads,)) == [fewest_to_remove(crossings(heads, root_arcs=False), planes)]


def test_every_tree_of_six_words_that_two_planes_cannot_hold() -> None:
    trees = tuple(heads for heads in all_trees(6) if len(crossings(heads, root_arcs=False)) >= 3)
    found = losses("2-planar", trees)
    assert max(found) == 1
    assert sum(found) == sum(fewest_to_remove(crossings(heads, root_arcs=False), 2) for heads in trees)


def test_when_the_budget_is_used_up_arcs_take_the_first_free_plane() -> None:
    """Sixty arcs, all crossing one another, exhaust it: still two of them are kept."""
    size = 60
    start = np.arange(0, size * (size - 1) + 1, size - 1, dtype=np.int32)
    crossing = np.array([other for arc in range(size) for other in range(size) if other != arc], np.int32)
    plane = np.zeros(size, np.int32)
    several_planes(start, crossing, np.zeros(size, np.int32), 2, plane)
    assert sorted(plane[plane != LOST].tolist()) == [0, 1]
    lost = np.full(size, LOST, np.int32)
    first_fit(start, crossing, lost, np.arange(size, dtype=np.int32), 2)
    assert lost[:3].tolist() == [0, 1, LOST]


def test_planar_systems_keep_planar_trees_whole() -> None:
    for heads in all_trees(5):
        if is_planar(heads, root_arcs=False):
            assert losses("planar", (heads,)) == [0]
