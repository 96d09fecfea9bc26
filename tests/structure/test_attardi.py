"""Attardi degree: the least d is that of the schema, and words too far from their heads block the list."""

from __future__ import annotations

from tests.enumeration import all_trees, trees_up_to
from tests.structure import definitions

from multiplane.structure import attardi_degree, is_attardi, words_too_far


def test_the_degree_is_that_of_the_schema() -> None:
    for heads in trees_up_to(4):
        d = attardi_degree(heads)
        assert definitions.attardi(heads, d)
        assert d == 1 or not definitions.attardi(heads, d - 1)
        assert is_attardi(heads, d) and (d == 1 or not is_attardi(heads, d - 1))


def test_counts_of_trees() -> None:
    for d, counts in ((1, [1, 3, 12, 55, 273, 1428]), (2, [1, 3, 16, 119, 1086, 11288])):
        assert [sum(attardi_degree(heads) <= d for heads in all_trees(n)) for n in range(1, 7)] == counts


def test_words_too_far_are_the_certificate() -> None:
    for heads in trees_up_to(5):
        degree = attardi_degree(heads)
        assert not words_too_far(heads, degree)
        for d in range(1, degree):
            found = words_too_far(heads, d)
            assert found and all(distance > d for distance in found.values())
