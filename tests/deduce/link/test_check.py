from __future__ import annotations

from itertools import combinations

import pytest
from tests.deduce.link.brute_force import planar_connected_graphs

from multiplane.deduce.link.check import check_linkages, is_connected, planar_graphs
from multiplane.deduce.link.schemata import LINK_SCHEMATA, link_schema
from multiplane.errors import MultiplaneError


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_all_four_are_correct_and_unambiguous(name: str) -> None:
    for n in range(1, 6):
        found = check_linkages(link_schema(name), n)
        assert found.verdict == "correct" and found.unambiguous


@pytest.mark.long
@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_all_four_are_correct_for_longer_sentences(name: str) -> None:
    found = check_linkages(link_schema(name), 7)
    assert (found.verdict, found.derived, found.derivations) == ("correct", 9192, 9192)


def test_without_cycles_a_schema_is_seen_to_miss_graphs() -> None:
    found = check_linkages(link_schema("link-eisner-1996", cycles=False), 3)
    assert (found.verdict, found.missing) == ("sound, not complete", (1, 2, 1, 3, 2, 3))


def test_the_graphs_are_those_of_the_judge() -> None:
    for n in range(1, 6):
        every = planar_graphs(tuple(combinations(range(1, n + 1), 2)))
        assert {graph for graph in every if is_connected(graph, n)} == set(planar_connected_graphs(n))


def test_no_words() -> None:
    with pytest.raises(MultiplaneError, match="found 0 words"):
        check_linkages(link_schema("link-eisner-1996"), 0)
