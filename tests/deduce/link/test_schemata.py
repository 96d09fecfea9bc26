from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from tests.deduce.link.brute_force import linkages, planar_connected_graphs
from tests.deduce.link.dictionaries import sentences

from multiplane.deduce import Derivation, deduce, problem, schema
from multiplane.deduce.link.dictionary import Dictionary, parse_dictionary
from multiplane.deduce.link.linkage import count_linkages
from multiplane.deduce.link.schemata import LINK_SCHEMATA, link_schema
from multiplane.deduce.link.sentence import link_problem
from multiplane.deduce.semirings import COUNTING, TREES
from multiplane.errors import MultiplaneError

ANY_LINKS = parse_dictionary("w: {@A-} & {@A+};")
REPORT_OF_1991 = parse_dictionary(
    "a the: D+; snake cat: D- & (O- or S+); Mary: O- or S+; ran: S-; chased: S- & O+;", "the example of the report"
)


def built(derivation: Derivation) -> frozenset[tuple[int | str, ...]]:
    return frozenset(each for inference in derivation.inferences() for each in inference.arcs)


def test_planar_connected_graphs_are_all_there() -> None:
    assert [len(planar_connected_graphs(n)) for n in range(1, 7)] == [1, 1, 4, 23, 156, 1162]


@pytest.mark.parametrize("name", LINK_SCHEMATA)
@given(sentence=sentences(), cycles=st.booleans(), prune=st.booleans())
def test_each_linkage_is_derived_once(
    name: str, sentence: tuple[list[str], Dictionary], cycles: bool, prune: bool
) -> None:
    given_problem = link_problem(*sentence, prune)
    chart = deduce(link_schema(name, cycles), given_problem)
    expected = linkages(given_problem.uses[1:-1], cycles)
    event(f"{min(len(expected), 10)} linkages")
    assert chart.value(COUNTING) == len(expected)
    assert Counter(map(built, chart.derivations())) == Counter(expected)
    assert {tree.arcs for tree in chart.value(TREES)} == set(expected)


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_where_any_links_are_allowed_linkages_are_planar_connected_graphs_or_trees(name: str) -> None:
    counts = [count_linkages(["w"] * n, ANY_LINKS, name) for n in range(1, 8)]
    assert counts == [1, 1, 4, 23, 156, 1162, 9192]
    trees = [count_linkages(["w"] * n, ANY_LINKS, name, cycles=False) for n in range(1, 8)]
    assert trees == [1, 1, 3, 12, 55, 273, 1428]


@pytest.mark.parametrize("name", LINK_SCHEMATA)
@pytest.mark.parametrize(
    ("sentence", "count"),
    [
        ("the cat chased a snake", 1),
        ("Mary chased the cat", 1),
        ("the cat ran", 1),
        ("the Mary chased cat", 0),
        ("the cat chased", 0),
        ("ran", 0),
    ],
)
def test_the_example_of_the_1991_report(name: str, sentence: str, count: int) -> None:
    assert count_linkages(sentence, REPORT_OF_1991, name) == count


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_two_words_are_linked_at_most_once(name: str) -> None:
    assert count_linkages("a b", parse_dictionary("a: A+ & B+; b: B- & A-;"), name) == 0
    assert count_linkages("a b", parse_dictionary("a: @A+; b: @A-;"), name) == 1


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_words_must_hang_together(name: str) -> None:
    dictionary = parse_dictionary("a: A+; b: A-;")
    assert count_linkages("a b", dictionary, name) == 1
    assert count_linkages("a b a b", dictionary, name) == 0


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_a_single_word(name: str) -> None:
    assert count_linkages("a", parse_dictionary("a: () or A+ or [()];"), name) == 1
    assert count_linkages("a", parse_dictionary("a: A+;"), name) == 0


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_order_of_connectors_is_order_of_distance(name: str) -> None:
    text = "b: X-; c: Y-; a: "
    assert count_linkages("a b c", parse_dictionary(text + "X+ & Y+;"), name) == 1
    assert count_linkages("a b c", parse_dictionary(text + "Y+ & X+;"), name) == 0


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_time_is_cubic_and_space_quadratic(name: str) -> None:
    found = schema(name).complexity()
    assert (found.time, found.space) == (3, 2)


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_a_schema_of_links_needs_a_dictionary(name: str) -> None:
    with pytest.raises(MultiplaneError, match="found no dictionary"):
        deduce(schema(name), problem(3))


def test_an_unknown_name_is_answered_with_a_near_one() -> None:
    with pytest.raises(MultiplaneError, match="expected sleator-temperley-1991"):
        link_schema("sleator")
