"""Interleaving subtrees interleave, and a split child reaches into two blocks."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from tests.enumeration import Heads, trees_up_to
from tests.structure import definitions
from tests.structure.trees import trees

from multiplane.structure import (
    blocks,
    classify,
    explain,
    gap_inheritance_degree,
    heirs,
    interleaving,
    is_gap_minding,
    is_one_inherit,
    is_well_nested,
    split_child,
    tree_class,
)


@given(trees(4, 14))
def test_interleaving_subtrees_interleave(heads: Heads) -> None:
    found = interleaving(heads)
    assert (found is None) == definitions.well_nested(heads)
    if found is not None:
        one, other = definitions.subtree(heads, found.one), definitions.subtree(heads, found.other)
        l1, l2, r1, r2 = found.positions
        assert l1 < l2 < r1 < r2 and {l1, r1} <= one and {l2, r2} <= other and not one & other


@given(trees(4, 12))
def test_a_split_child_reaches_into_two_blocks(heads: Heads) -> None:
    found = split_child(heads)
    if found is not None:
        below = definitions.subtree(heads, found.child)
        assert heads[found.child - 1] == found.parent
        near, far = found.in_blocks
        assert near != far and {near, far} <= set(blocks(heads)[found.parent])
        assert all(any(low <= p <= high for p in below) for low, high in (near, far))


@given(trees(6, 12))
@example((3, 3, 4, 0, 2, 1))
def test_heirs_have_words_in_both_blocks_of_their_parent(heads: Heads) -> None:
    found = heirs(heads)
    assert gap_inheritance_degree(heads) == max(map(len, found.values()), default=0)
    assert is_one_inherit(heads) == definitions.one_inherit(heads)
    for parent, children in found.items():
        for one in children:
            below, (near, far) = definitions.subtree(heads, one.child), one.in_blocks
            assert heads[one.child - 1] == parent == one.parent and near != far
            assert all(any(low <= p <= high for p in below) for low, high in (near, far))


def test_the_certificate_of_a_tree_with_two_heirs() -> None:
    """Words 1 and 2 depend on 3, each with a word behind the gap, which is word 4."""
    heads = [3, 3, 4, 0, 2, 1]
    assert is_well_nested(heads) and not is_one_inherit(heads) and [one.child for one in heirs(heads)[3]] == [1, 2]
    assert not tree_class("1-inherit").is_member(np.array(heads, np.int32)) and classify(heads) not in tree_class(
        "1-inherit"
    )
    why = explain(heads, "1-inherit")
    assert why is not None and set(why.words) >= {1, 2, 5, 6}
    assert why.text == "1 and 2, children of 3, have descendants in two of its blocks: 1…3 and 5…6"
    assert why.repair is not None


def test_the_predicates() -> None:
    for heads in trees_up_to(5):
        assert is_well_nested(heads) == definitions.well_nested(heads)
        assert is_gap_minding(heads) == definitions.gap_minding(heads)
        assert is_one_inherit(heads) == definitions.one_inherit(heads)
