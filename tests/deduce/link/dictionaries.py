"""Small dictionaries for Hypothesis: few types of connectors, so that many sentences have linkages."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.deduce.link.brute_force import planar_connected_graphs

from multiplane.deduce.link.dictionary import Dictionary
from multiplane.deduce.link.expressions import EMPTY, AllOf, Connector, Costly, Expression, OneOf, optional

TYPES = st.sampled_from(["A", "A", "B", "Ax", "Ay", "A*x"])

CONNECTORS = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["", "", "@"]),
        st.sampled_from(["", "", "", "h", "d"]),
        st.sampled_from("AAB"),
        st.sampled_from(["", "", "x", "y", "*x"]),
        st.sampled_from("+-"),
    ),
)
EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(
    st.builds(Connector, CONNECTORS) | st.just(EMPTY),
    lambda inner: (
        st.builds(AllOf, st.lists(inner, min_size=2, max_size=3).map(tuple))
        | st.builds(OneOf, st.lists(inner, min_size=2, max_size=3).map(tuple))
        | st.builds(Costly, inner, st.sampled_from([0.5, 1.0, 2.0]))
    ),
    max_leaves=6,
)


@st.composite
def sentences(draw: st.DrawFn, most_words: int = 6) -> tuple[list[str], Dictionary]:
    """A dictionary made from a linkage and then enriched, and the words of that linkage: there is one to find."""
    n = draw(st.integers(1, most_words))
    graph = draw(st.sampled_from(planar_connected_graphs(n)))
    types = {pair: draw(TYPES) for pair in graph}
    expressions: dict[str, Expression] = {}
    for word in range(1, n + 1):
        left = [Connector(types[i, j] + "-") for i, j in sorted(graph, reverse=True) if j == word]
        right = [Connector(types[i, j] + "+") for i, j in sorted(graph) if i == word]
        needed: Expression = AllOf(tuple(_rows(draw, left) + _rows(draw, right)))
        if draw(st.booleans()):
            needed = OneOf((needed, draw(EXPRESSIONS)))
        expressions[f"w{word}"] = needed
    words = list(expressions)
    if draw(st.booleans()):
        repeated = draw(st.integers(0, n - 1))
        words[draw(st.integers(0, n - 1))] = words[repeated]
    return words, Dictionary("generated", expressions, {word: [word] for word in expressions})


def _rows(draw: st.DrawFn, connectors: list[Connector]) -> list[Expression]:
    """Equal connectors in a row as one multi-connector, some of them optional."""
    rows: list[Connector] = []
    for connector in connectors:
        if rows and rows[-1].name.lstrip("@") == connector.name and draw(st.booleans()):
            rows[-1] = Connector("@" + connector.name)
        else:
            rows.append(connector)
    return [optional(row) if draw(st.integers(0, 3)) == 0 else row for row in rows]
