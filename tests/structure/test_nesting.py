"""Interleaving subtrees interleave, and a split child reaches into two blocks."""

from __future__ import annotations

from hypothesis import given
from tests.enumeration import Heads, trees_up_to
from tests.structure import definitions
from tests.structure.trees import trees

from multiplane.structure import blocks, interleaving, is_gap_minding, is_well_nested, split_child


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


def test_the_predicates() -> None:
    for heads in trees_up_to(5):
        assert is_well_nested(heads) == definitions.well_nested(heads)
        assert is_gap_minding(heads) == definitions.gap_minding(heads)
