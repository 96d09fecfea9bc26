"""Words without heads get one: always a tree, in the system's class, by the best rival that fits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import multiplane
from multiplane.learn import TransitionTrainer
from multiplane.learn.transition.attach import ANY_TREE, PLANAR, PROJECTIVE, TWO_PLANAR, attach_tops
from multiplane.learn.transition.context import RIVAL, RIVAL_GAP, new_context
from multiplane.structure import is_k_planar, is_planar, is_projective
from multiplane.treebank import Tree, check_heads

HOLDS = {
    ANY_TREE: lambda heads: True,
    TWO_PLANAR: lambda heads: is_k_planar(heads, 2, root_arcs=False),
    PLANAR: lambda heads: is_planar(heads, root_arcs=False),
    PROJECTIVE: is_projective,
}


def attached(
    heads: Sequence[int], rivals: dict[int, tuple[int, int]], kind: int = ANY_TREE, single: bool = True
) -> list[int]:
    """Heads with every word attached; ``rivals`` has the head and the gap of words."""
    context = new_context(len(heads))
    context[RIVAL] = -1
    for word, (head, gap) in rivals.items():
        context[RIVAL, word], context[RIVAL_GAP, word] = head, gap
    found = np.array([-1, *heads], np.int32)
    attach_tops(found, context, kind, single)
    return found[1:].tolist()


def test_the_top_of_the_largest_fragment_is_the_root() -> None:
    assert attached([-1, -1, 2, 2], {}) == [2, 0, 2, 2]
    assert attached([-1, -1, 2, 2], {1: (3, -5)}) == [3, 0, 2, 2]


def test_a_word_with_an_arc_from_0_is_the_root() -> None:
    assert attached([0, -1, 2, 2], {}) == [0, 1, 2, 2]


def test_rivals_that_close_cycles_or_leave_the_class_are_not_taken() -> None:
    assert attached([-1, 1, -1, 3, 3], {1: (2, 0)}) == [3, 1, 0, 3, 3]
    assert attached([3, -1, -1, 3], {2: (4, 0)}) == [3, 4, 0, 3]
    assert attached([3, -1, -1, 3], {2: (4, 0)}, PLANAR) == [3, 3, 0, 3]


def test_closest_rivals_come_first() -> None:
    rivals = {1: (2, -3), 2: (1, -9)}
    assert attached([-1, -1, -1, 3], rivals) == [2, 3, 0, 3]
    assert attached([-1, -1, -1, 3], {1: (2, -9), 2: (1, -3)}) == [3, 1, 0, 3]


def test_where_several_roots_are_usual_words_without_rivals_are_roots() -> None:
    assert attached([-1, -1, 2, -1], {4: (3, -1)}, single=False) == [0, 0, 2, 3]
    assert attached([-1, -1, 2, -1], {4: (0, -1)}, single=False) == [0, 0, 2, 0]


@st.composite
def fragments(draw: st.DrawFn) -> tuple[list[int], dict[int, tuple[int, int]], int]:
    """Part of a tree of some class, and rivals for its words."""
    words = draw(st.integers(1, 7))
    kind = draw(st.sampled_from(list(HOLDS)))
    heads = draw(st.lists(st.integers(0, words), min_size=words, max_size=words).filter(is_tree(kind)))
    kept = [head if head > 0 and draw(st.booleans()) else -1 for head in heads]
    rivals = {
        word: (draw(st.sampled_from([head for head in range(words + 1) if head != word])), draw(st.integers(-9, 0)))
        for word in range(1, words + 1)
        if draw(st.booleans())
    }
    return kept, rivals, kind


def is_tree(kind: int):  # type: ignore[no-untyped-def]
    def holds(heads: list[int]) -> bool:
        try:
            check_heads(heads)
        except multiplane.TreeError:
            return False
        return bool(HOLDS[kind](heads))

    return holds


@given(fragments(), st.booleans())
def test_the_result_is_a_tree_that_keeps_what_was_built(
    case: tuple[list[int], dict[int, tuple[int, int]], int], single: bool
) -> None:
    kept, rivals, kind = case
    found = attached(kept, rivals, kind, single)
    Tree(found)
    assert all(new == old for new, old in zip(found, kept, strict=True) if old > 0)
    assert not single or found.count(0) == 1


@pytest.mark.parametrize("beam", [1, 3])
@pytest.mark.parametrize("system", ["planar", "2-planar", "arc-eager", "arc-eager+root", "undirected-planar"])
def test_parsers_leave_one_root_and_keep_their_class(system: str, beam: int) -> None:
    treebank = multiplane.read("sample:german")
    trainer = TransitionTrainer(treebank[:8], system=system)
    trainer.step(np.arange(8))
    parsed = multiplane.Parser(trainer.model().with_beam(beam)).parse(multiplane.read("sample:"))
    for sentence in parsed:
        heads = sentence.tree.heads
        assert int((heads == 0).sum()) == 1
        if system == "arc-eager":
            assert is_projective(heads)
