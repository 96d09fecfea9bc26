"""Blocks and gaps: together they fill the span of a yield."""

from __future__ import annotations

from hypothesis import given
from tests.enumeration import Heads, trees_up_to
from tests.structure import definitions
from tests.structure.trees import trees

from multiplane.structure import blocks, gap_degree, gaps, is_projective


@given(trees(1, 14))
def test_blocks_and_gaps_partition_the_span_of_a_yield(heads: Heads) -> None:
    for v, spans in blocks(heads).items():
        inside = {p for low, high in spans for p in range(low, high + 1)}
        assert inside == definitions.subtree(heads, v)
        holes = gaps(heads).get(v, [])
        assert len(holes) == len(spans) - 1
        outside = {p for low, high in holes for p in range(low, high + 1)}
        assert sorted(inside | outside) == list(range(spans[0][0], spans[-1][1] + 1))
        assert not inside & outside


def test_the_gap_degree_of_all_small_trees() -> None:
    for heads in trees_up_to(5):
        assert gap_degree(heads) == definitions.gap_degree(heads)
        assert is_projective(heads) == definitions.projective(heads)
