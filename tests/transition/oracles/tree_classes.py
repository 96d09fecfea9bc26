"""Classes of trees as systems without the root see them, where arcs from 0 do not count; and trees drawn by chance."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.enumeration import Heads

from multiplane.structure import is_planar, planes
from multiplane.treebank.tree import Tree


def planar(heads: Heads) -> bool:
    return is_planar(heads, root_arcs=False)


def two_planar(heads: Heads) -> bool:
    return planes(heads, root_arcs=False).count <= 2


def any_tree(heads: Heads) -> bool:
    return True


@st.composite
def labelled_trees(draw: st.DrawFn, most: int = 25) -> Tree:
    """Any tree: words in some order, each under the root or one before it; labels of four kinds."""
    words = draw(st.integers(1, most))
    order = draw(st.permutations(range(1, words + 1)))
    heads = [0] * words
    for place, word in enumerate(order):
        heads[word - 1] = draw(st.sampled_from([0, *order[:place]]))
    return Tree(heads, [draw(st.sampled_from("abcd")) for _ in range(words)])


@st.composite
def tangled_trees(draw: st.DrawFn) -> Heads:
    """A tree of six to nine words with one root, most of which cross."""
    words = draw(st.integers(6, 9))
    order = draw(st.permutations(range(1, words + 1)))
    heads = [0] * words
    for place, word in enumerate(order[1:], 1):
        heads[word - 1] = draw(st.sampled_from(order[:place]))
    return tuple(heads)
