"""The engine: what it derives, in which order, with which trace."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.decode.judge import members, tree_scores

from multiplane.deduce import deduce, problem, schema
from multiplane.deduce.chart import GOAL_NODE, Node
from multiplane.deduce.engine import written_forms
from multiplane.deduce.parse import best, best_first
from multiplane.deduce.semirings import BOOLEAN, COUNTING
from multiplane.errors import MultiplaneError

CUBIC = ("eisner-1996", "eisner-satta-1999", "yamada-matsumoto-2003", "mh-3")


@pytest.mark.parametrize("name", CUBIC)
def test_inferences_grow_with_the_cube_of_the_length(name: str) -> None:
    shorter, longer = (len(deduce(schema(name), problem(words), trace=True).trace) for words in (10, 15))
    assert shorter > 2 * 10**2
    assert longer <= shorter * (15 / 10) ** 3


def test_the_trace_holds_every_inference_after_those_of_its_antecedents() -> None:
    chart = deduce(schema("eisner-1996"), problem(5), trace=True)
    known: set[Node] = set()
    for inference, given_items in chart.trace:
        assert {*inference.antecedents, *given_items} <= known
        known.add(inference.gives)
    assert known == set(chart.inferences)
    assert len(chart.trace) == sum(map(len, chart.inferences.values()))


def test_predicted_items_are_no_part_of_derivations() -> None:
    from multiplane.deduce import parse_grammar

    grammar = parse_grammar("start: A\nA: A * | *\nA = a")
    chart = deduce(schema("lombardo-lesmo-1996"), problem(grammar=grammar, sentence="a a a"), trace=True)
    assert chart.value(COUNTING) == 1
    assert any(given_items for _, given_items in chart.trace)


@given(st.integers(1, 5), st.integers(0, 2**31), st.sampled_from(CUBIC))
def test_best_first_finds_the_best_tree_and_derives_no_more_items(n: int, seed: int, name: str) -> None:
    scores = np.random.default_rng(seed).integers(-9, 9, (n + 1, n + 1)).astype(float)
    expected = tree_scores(scores, members("projective", n, False)).max()
    assert best_first(schema(name), scores).score == pytest.approx(expected)
    assert best(schema(name), scores).score == pytest.approx(expected)


def test_forbidden_arcs_are_not_built() -> None:
    scores = np.zeros((4, 4))
    scores[0, 1:3] = -np.inf
    assert best(schema("eisner-1996"), scores).heads[2] == 0
    scores[:, 1] = -np.inf
    with pytest.raises(MultiplaneError, match="no tree is licensed"):
        best(schema("eisner-1996"), scores)
    with pytest.raises(MultiplaneError, match="no tree is licensed"):
        best_first(schema("eisner-1996"), scores)


def test_one_word_and_no_words() -> None:
    for name in ("eisner-1996", "collins-1996", "wg-1", "mg-1", "one-endpoint-crossing-2013"):
        assert best(schema(name), [[0, 7], [0, 0]]) == ((0,), 7.0)
    assert not deduce(schema("eisner-1996"), problem(0)).accepted


def test_a_schema_with_rules_needs_a_grammar() -> None:
    with pytest.raises(MultiplaneError, match="lombardo-lesmo-1996: found no grammar"):
        deduce(schema("lombardo-lesmo-1996"), problem(3))


def test_derivations_in_circles_are_an_error_unless_the_semiring_is_idempotent() -> None:
    from multiplane.deduce import Schema, Step, final
    from multiplane.deduce.items import POSITION, Item
    from multiplane.deduce.terms import N, positions

    (i,) = positions("i")
    One, Two = Item("One", i=POSITION), Item("Two", i=POSITION)
    circle = Schema(
        "circle",
        steps=[
            Step("INITTER", gives=One[0]),
            Step("THERE", One[i], gives=Two[i]),
            Step("BACK", Two[i], gives=One[i]),
            Step("ON", Two[i], gives=One[i + 1], where=i < N),
        ],
        final=[final(Two[N])],
    )
    chart = deduce(circle, problem(2))
    assert chart.value(BOOLEAN)
    with pytest.raises(MultiplaneError, match="in a derivation of itself"):
        chart.value(COUNTING)


def test_items_of_the_goal_come_after_their_parts() -> None:
    chart = deduce(schema("collins-1996"), problem(4))
    order = chart.ordered()
    assert order[-1] == GOAL_NODE
    place = {node: at for at, node in enumerate(order)}
    for node in order:
        assert all(place[part] < place[node] for each in chart.inferences[node] for part in each.antecedents)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((2, 4, 2, ()), (3, 4, 2, ())),
        ((3, 4, 8, ()), (3, 8, 8, ((5, 7),))),
        ((3, 7, 5, ()), (3, 7, 5, ((5, 5),))),
        ((3, 7, 5, ((5, 6),)), (3, 7, 5, ((6, 6),))),
        ((2, 7, 5, ((3, 6),)), (2, 7, 5, ((3, 4), (6, 6)))),
    ],
)
def test_an_item_is_written_with_its_head_or_without(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    tree = next(type_ for type_ in schema("wg-2").items if type_.equations)
    assert written_forms(tree, one, problem(8)) == written_forms(tree, other, problem(8)) == (one, other)
