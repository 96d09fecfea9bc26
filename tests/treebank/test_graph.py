"""Graphs: DEPS in and out, derivation and replay of every small graph of a system's class, with labels."""

from __future__ import annotations

import pytest

from multiplane.errors import MultiplaneError
from multiplane.transition import Graph


def test_deps_round_trip() -> None:
    column = ["2:nsubj|4:nsubj", "0:root", "4:cc", "0:root|2:conj", "_"]
    graph = Graph.from_deps(column)
    assert graph.arcs == ((2, 1), (4, 1), (0, 2), (4, 3), (0, 4), (2, 4))
    assert graph.labels == ("nsubj", "nsubj", "root", "cc", "root", "conj")
    assert graph.to_deps() == column
    assert graph.with_roots().to_deps() == [*column[:-1], "0:root"]


def test_empty_nodes_are_nodes_at_their_places() -> None:
    column = ["0:root", "1:conj", "1.1:obj|1:obj:left", "2:punct"]
    graph = Graph.from_deps(column, ["1", "1.1", "2", "3"])
    assert graph.arcs == ((0, 1), (1, 2), (1, 3), (2, 3), (3, 4))
    assert graph.to_deps() == ["0:root", "1:conj", "1:obj:left|1.1:obj", "2:punct"]


def test_an_arc_twice_with_one_label() -> None:
    with pytest.raises(MultiplaneError, match="found arc 2 → 1 with label 'a' twice"):
        Graph.from_arcs(2, [(2, 1), (2, 1)], ["a", "a"])


@pytest.mark.parametrize("value", ["x:y", "8.1:dep", "1.1:dep", ":", "3", "3:dep", "2"])
def test_bad_deps(value: str) -> None:
    with pytest.raises(MultiplaneError, match="found"):
        Graph.from_deps([value, "0:root"])


@pytest.mark.parametrize("arc", [(1, 1), (0, 0), (1, 4), (-1, 2)])
def test_bad_arcs(arc: tuple[int, int]) -> None:
    with pytest.raises(MultiplaneError, match="found arc"):
        Graph.from_arcs(3, [arc])
