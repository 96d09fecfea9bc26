from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.deduce.link.dictionaries import CONNECTORS, EXPRESSIONS

from multiplane.deduce.link.dictionary import parse_dictionary
from multiplane.deduce.link.disjuncts import disjuncts
from multiplane.deduce.link.expressions import Expression, connectors_of, restrict


@given(EXPRESSIONS, st.sets(CONNECTORS, max_size=5))
def test_restricting_keeps_exactly_the_disjuncts_with_allowed_connectors(
    expression: Expression, forbidden: set[str]
) -> None:
    restricted = restrict(expression, lambda name: name not in forbidden)
    expected = [each for each in _plain(expression) if not {*each.left, *each.right} & forbidden]
    assert ([] if restricted is None else _plain(restricted)) == expected


def _plain(expression: Expression) -> list:
    """Disjuncts of an expression without multi-connectors, which may be rewritten."""
    return [each for each in disjuncts(expression) if not any("@" in name for name in (*each.left, *each.right))]


@given(EXPRESSIONS)
def test_expressions_print_as_they_are_written(expression: Expression) -> None:
    printed = parse_dictionary(f"word: {expression};").expressions["word"]
    assert disjuncts(printed) == disjuncts(expression)
    assert connectors_of(printed) == connectors_of(expression)
