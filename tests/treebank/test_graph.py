"""Graphs: DEPS in and out, derivation and replay of every small graph of a system's class, with labels."""

from __future__ import annotations

from pathlib import Path

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.treebank import Treebank
from multiplane.treebank.graph import Graph


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


def test_a_sentence_with_ranges_and_empty_nodes_round_trips() -> None:
    """The graph has the empty nodes, at their places; only the DEPS column is written again."""
    rows = [
        "# text = a|b # 1",
        "1-2 can't _ _ _ _ _ _ _ _",
        "1 can _ _ _ _ 0 root 0:root|3.1:conj:x:y _",
        "2 not _ _ _ _ 1 dep 1:dep _",
        "3 so _ _ _ _ 1 dep _ _",
        "3.1 do _ _ _ _ _ _ 1:conj _",
    ]
    sentence = Treebank.from_text("\n".join(row.replace(" ", "\t") if row[0] != "#" else row for row in rows))[0]
    assert sentence.graph.ids == ("1", "2", "3", "3.1")
    assert sentence.graph.arcs == ((0, 1), (4, 1), (1, 2), (1, 4))
    assert sentence.with_graph(sentence.graph) == sentence
    fewer = Graph.from_arcs(4, [(1, 2)], ["x"], sentence.graph.ids)
    assert [row.deps for row in sentence.with_graph(fewer).nodes] == ["_", "1:x", "_", "_"]
    with pytest.raises(MultiplaneError, match="found a graph of 3 nodes"):
        sentence.with_graph(Graph.from_arcs(3, []))


def test_a_sentence_without_deps_has_no_graph() -> None:
    with pytest.raises(MultiplaneError, match="no DEPS"):
        _ = multiplane.read("sample:dutch-2")[0].graph


@pytest.mark.slow
def test_every_graph_of_real_treebanks_round_trips(treebanks: Path) -> None:
    """Byte for byte: what the files have is in canonical order."""
    seen, empty = 0, 0
    for path in sorted(treebanks.glob("*/*.conllu")):
        for sentence in multiplane.read(path)[::4]:
            if b"\t0:" in sentence.raw:
                assert sentence.with_graph(sentence.graph).raw == sentence.raw
                seen, empty = seen + 1, empty + bool(sentence.graph.ids)
    assert seen > 7_500 and empty > 4


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
