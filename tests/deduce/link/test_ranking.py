from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from tests.deduce.link.brute_force import linkages as all_linkages
from tests.deduce.link.dictionaries import sentences

from multiplane.deduce.link.dictionary import Dictionary, parse_dictionary
from multiplane.deduce.link.linkage import count_of, link_chart, linkages, linkages_of
from multiplane.deduce.link.ranking import ranked
from multiplane.deduce.link.schemata import LINK_SCHEMATA
from multiplane.deduce.link.sentence import link_problem
from multiplane.deduce.semirings import MAX_SCORE, k_best


@given(sentences())
def test_all_schemata_give_the_linkages_of_brute_force_in_one_order(sentence: tuple[list[str], Dictionary]) -> None:
    problem = link_problem(*sentence)
    words = problem.uses[1:-1]

    def key(built: frozenset) -> tuple:
        cost = sum(words[each[0] - 1][each[1]].disjunct.cost for each in built if len(each) == 3)
        length = sum(each[1] - each[0] - 1 for each in built if len(each) == 4)
        return round(cost, 6), length, (*sorted(built), (99,))

    expected = [tuple(sorted(built)) for built in sorted(all_linkages(words), key=key)]
    for name in LINK_SCHEMATA:
        assert [found.built for found in ranked(link_chart(*sentence, name))] == expected


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_the_cheapest_are_those_of_the_semirings(name: str) -> None:
    dictionary = parse_dictionary("a: ({[@A-]} & {@A+}) or [[B-]]; b: {A-} & {B+} & {[@A+]0.3};")
    chart = link_chart("a b a b a b", dictionary, name)
    costs = [linkage.cost for linkage in linkages_of(chart)]
    assert costs == sorted(costs)
    assert len(costs) == count_of(chart) > 20
    assert -chart.value(MAX_SCORE) == pytest.approx(costs[0])
    assert [-score for score, _ in chart.value(k_best(10))] == pytest.approx(costs[:10])


def test_the_first_of_very_many_are_found_without_listing_all() -> None:
    dictionary = parse_dictionary("w: {@A-} & {@A+};")
    chart = link_chart(["w"] * 12, dictionary)
    assert count_of(chart) == 448_771_622
    assert [linkage.length for linkage in islice(linkages_of(chart), 3)] == [0, 1, 1]


def test_of_equal_cost_short_links_come_first() -> None:
    dictionary = parse_dictionary("v: {@M+}; n: M- & {@M+};")
    assert [linkage.length for linkage in linkages("v n n", dictionary)] == [0, 1]
