from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.deduce.link.brute_force import fits

from multiplane.deduce.link.dictionary import parse_dictionary
from multiplane.deduce.link.disjuncts import Disjunct, disjuncts, one_multiple
from multiplane.errors import MultiplaneError


def of(expression: str) -> tuple[Disjunct, ...]:
    return disjuncts(parse_dictionary(f"word: {expression};").expressions["word"])


def test_connectors_come_nearest_first_on_either_side() -> None:
    assert of("A- & B+ & C- & D+") == (Disjunct(("A-", "C-"), ("B+", "D+")),)


def test_alternatives_come_in_their_order() -> None:
    assert [str(each) for each in of("{A-} & (B+ or C+)")] == ["A- & B+", "A- & C+", "B+", "C+"]
    assert [str(each) for each in of("A+ or ()")] == ["A+", "()"]


@pytest.mark.parametrize(
    ("expression", "costs"),
    [
        ("[A+]", [1.0]),
        ("[[A+]]", [2.0]),
        ("[A+]0.25 & [B+].5", [0.75]),
        ("{[A+]} & B+", [1.0, 0.0]),
        ("[{A+}] & B+", [1.0, 1.0]),
        ("A+ or []", [0.0, 1.0]),
        ("[A+]-1.5", [-1.5]),
    ],
)
def test_costs_add_up(expression: str, costs: list[float]) -> None:
    assert [each.cost for each in of(expression)] == costs


def test_equal_disjuncts_are_one_at_the_lowest_cost() -> None:
    assert of("[A+] or A+ or [[A+]]") == (Disjunct((), ("A+",), 0.0),)


def test_both_directions_and_both_orders() -> None:
    assert [str(each) for each in of("A$")] == ["A+", "A-"]
    assert [str(each) for each in of("A+ sym B+")] == ["A+ & B+", "B+ & A+"]
    assert {each.right for each in of("A+ ^ B+ ^ C+")} == {
        ("A+", "B+", "C+"),
        ("B+", "A+", "C+"),
        ("C+", "A+", "B+"),
        ("C+", "B+", "A+"),
    }


@given(st.lists(st.sampled_from(["A+", "@A+", "B+", "@B+"]), max_size=5).map(tuple), st.integers(0, 6))
def test_one_multi_connector_in_a_row_asks_for_the_same_links_in_one_way(
    connectors: tuple[str, ...], count: int
) -> None:
    def types(side: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [tuple(name.lstrip("@") for name in fit) for fit in fits(side, count)]

    rewritten = types(one_multiple(connectors))
    assert set(rewritten) == set(types(connectors))
    assert len(rewritten) == len(set(rewritten))


def test_an_expression_with_too_many_disjuncts_is_refused() -> None:
    with pytest.raises(MultiplaneError, match="more than 200000 disjuncts"):
        of(" & ".join(f"{{A{letter}+}}" for letter in "abcdefghijklmnopqr"))
