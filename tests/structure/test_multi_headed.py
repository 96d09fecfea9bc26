"""MH_k: the least k is that of the schema, and the largest item is as large."""

from __future__ import annotations

from hypothesis import given
from tests.enumeration import all_trees, trees_up_to
from tests.structure import definitions
from tests.structure.trees import trees

from multiplane.structure import is_multi_headed, is_projective, largest_item, multi_headed_degree
from multiplane.structure.blocks import blocks_of, node_heads, preorder
from multiplane.structure.multi_headed import contracted, heads_needed


def test_the_degree_is_that_of_the_schema() -> None:
    for heads in trees_up_to(4):
        k = multi_headed_degree(heads)
        assert definitions.multi_headed(heads, k)
        assert k == 3 or not definitions.multi_headed(heads, k - 1)
        assert is_multi_headed(heads, k) and (k == 3 or not is_multi_headed(heads, k - 1))


def test_counts_of_trees() -> None:
    for k, counts in ((3, [1, 3, 12, 55, 273, 1428]), (4, [1, 3, 16, 118, 1019, 9496])):
        assert [sum(multi_headed_degree(heads) <= k for heads in all_trees(n)) for n in range(1, 7)] == counts


def test_the_largest_item_has_as_many_heads_as_the_degree_says() -> None:
    for heads in trees_up_to(5):
        item = largest_item(heads)
        assert len(item) == multi_headed_degree(heads)
        assert sorted(set(item)) == list(item)


def test_the_largest_item_is_an_item_of_the_schema() -> None:
    for heads in trees_up_to(4):
        assert largest_item(heads) in definitions.deduce(heads, lambda item: True, len(heads))


@given(trees(12))
def test_words_beside_their_heads_need_no_more_heads(heads: list[int]) -> None:
    head = node_heads(heads)
    whole = heads_needed(head, *blocks_of(head, *preorder(head)))[1][0, len(head)]
    assert multi_headed_degree(heads) == max(3, whole)
    assert (len(contracted(head)) == 1) == is_projective(heads)
