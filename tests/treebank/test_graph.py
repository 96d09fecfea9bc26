"""Graphs: DEPS in and out, derivation and replay of every small graph of a system's class, with labels."""

from __future__ import annotations

import pytest

from multiplane.errors import MultiplaneError
from multiplane.transition import Graph


def test_deps_round_trip() -> None:
    column = ["2:nsubj|4:nsubj", "0:root", "4:cc", "2:conj", "_"]
    graph = Graph.from_deps(column)
    assert graph.arcs == ((2, 1), (4, 1), (4, 3), (2, 4))
    assert graph.labels == ("nsubj", "nsubj", "cc", "conj")
    assert graph.to_deps() == [*column[:-1], "0:root"]


@pytest.mark.parametrize("value", ["x:y", "8.1:dep", ":", "3"])
def test_bad_deps(value: str) -> None:
    with pytest.raises(MultiplaneError, match="found"):
        Graph.from_deps([value, "0:root"])


@pytest.mark.parametrize("arc", [(1, 1), (0, 0), (1, 4), (-1, 2)])
def test_bad_arcs(arc: tuple[int, int]) -> None:
    with pytest.raises(MultiplaneError, match="found arc"):
        Graph.from_arcs(3, [arc])
