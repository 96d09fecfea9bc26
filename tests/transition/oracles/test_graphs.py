"""Oracles of graphs: every small graph of the class, random ones, and those in the DEPS columns of real treebanks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.transition.oracles.graph_judge import all_graphs_of, derivable_graphs, graphs_on_planes, sequence_of

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.structure.graphs import covered_roots, directed_cycle, graph_crossings, graph_planes
from multiplane.transition import LEFT_ARC, SHIFT, Graph, System, get
from multiplane.transition.oracles import derive_graphs, graph_arrays
from multiplane.transition.oracles.static.graph_part import keep_buildable_part

COMPLETE = [
    "planar-graph",
    "2-planar-graph",
    "dag-arc-eager",
    "planar-graph+single-head",
    "planar-graph+acyclic",
    "planar-graph+directed-acyclic",
    "planar-graph+no-covered-roots",
    "planar-graph+directed-acyclic+no-covered-roots",
    "planar-graph+single-head+acyclic+no-covered-roots",
]


@pytest.mark.parametrize("words", [1, 2, 3, 4])
@pytest.mark.parametrize("name", COMPLETE)
def test_every_graph_that_the_system_builds_is_derived(name: str, words: int) -> None:
    if (name, words) == ("2-planar-graph", 4):
        graphs = all_graphs_of(words, 2)[::5]
    else:
        graphs = derivable_graphs(name, words)
    found = derive_graphs(get(name), graph_arrays(graphs), workers=1)
    assert not found.lost.any()
    for number, graph in enumerate(graphs):
        assert get(name).run_graph(words, sequence_of(found, number)) == graph


@pytest.mark.long
@pytest.mark.parametrize("name", ["planar-graph", "dag-arc-eager", "dag-arc-standard"])
def test_every_acyclic_planar_graph_of_five_words(name: str) -> None:
    graphs = [g for g in all_graphs_of(5, 1) if not directed_cycle(g) and not covered_roots(g)]
    assert len(graphs) == 1281
    found = derive_graphs(get(name), graph_arrays(graphs))
    assert not found.lost.any()
    for number, graph in enumerate(graphs):
        assert get(name).run_graph(5, sequence_of(found, number)) == graph


@pytest.mark.parametrize(("words", "count"), [(3, 17), (4, 135)])
def test_dag_arc_standard_builds_every_acyclic_planar_graph_without_covered_roots(words: int, count: int) -> None:
    graphs = [g for g in all_graphs_of(words, 1) if not directed_cycle(g) and not covered_roots(g)]
    assert len(graphs) == count
    found = derive_graphs(get("dag-arc-standard"), graph_arrays(graphs), workers=1)
    assert not found.lost.any()
    for number, graph in enumerate(graphs):
        assert get("dag-arc-standard").run_graph(words, sequence_of(found, number)) == graph


@pytest.mark.parametrize("words", [2, 3])
@pytest.mark.parametrize("name", ["dag-arc-standard", "2-planar-graph+no-covered-roots", "undirected-planar"])
def test_where_the_oracle_is_not_complete_the_search_goes_on(name: str, words: int) -> None:
    system = get(name)
    for graph in derivable_graphs(name, words):
        assert system.run_graph(words, system.derive_graph(graph)) == graph


@pytest.mark.parametrize("planes", [1, 2, 3])
@given(data=st.data())
def test_random_graphs_on_planes(planes: int, data: st.DataObject) -> None:
    graph = data.draw(graphs_on_planes(planes))
    system = get("planar-graph" if planes == 1 else f"{planes}-planar-graph")
    assert not derive_graphs(system, graph_arrays([graph]), workers=1).lost.any()
    assert system.run_graph(graph.words, system.derive_graph(graph)) == graph


@given(graph=graphs_on_planes(2, first=0))
def test_arcs_from_the_root(graph: Graph) -> None:
    """With the root on the stack they are built like any others."""
    system = get("2-planar-graph+root")
    assert not derive_graphs(system, graph_arrays([graph]), workers=1).lost.any()
    assert system.run_graph(graph.words, system.derive_graph(graph)) == graph


@pytest.mark.parametrize("name", ["planar-graph", "2-planar-graph", "dag-arc-eager", "dag-arc-standard"])
@given(graph=graphs_on_planes(3))
def test_the_best_effort_builds_a_part_of_the_graph(name: str, graph: Graph) -> None:
    system = get(name)
    built = system.run_graph(graph.words, system.derive_graph(graph, best_effort=True))
    assert set(built.arcs) <= set(graph.arcs)
    lost = derive_graphs(system, graph_arrays([graph]), workers=1).lost[0]
    assert len(graph.arcs) - len(built.arcs) == lost
    if name in ("planar-graph", "2-planar-graph"):
        assert (lost == 0) == (graph_planes(graph).count <= int(name.startswith("2")) + 1)


def test_one_plane_loses_the_fewest_arcs_of_a_graph() -> None:
    for graph in all_graphs_of(4, 2)[::9]:
        lost = int(derive_graphs(get("planar-graph"), graph_arrays([graph]), workers=1).lost[0])
        crossing = {arc for pair in graph_crossings(graph) for arc in pair}
        inner = sum({*graph.arcs[arc]} == {1, 3} for arc in crossing)
        assert lost == min(inner, len(crossing) - inner)


@pytest.mark.parametrize("name", ["dag-arc-standard", "dag-arc-eager"])
def test_no_more_arcs_are_lost_than_by_keeping_the_acyclic_part(name: str) -> None:
    rng, graphs, given_up = Random(1), [], []
    for words in [5, 6, 7, 8] * 10:
        pairs = {(rng.randint(1, words), rng.randint(1, words)) for _ in range(2 * words)}
        graph = Graph.from_arcs(words, [(head, dependent) for head, dependent in pairs if head != dependent])
        heads, dependents = np.array(graph.arcs, np.int32).T.copy()
        wanted = np.ones(len(heads), np.int32)
        keep_buildable_part(words, heads, dependents, wanted, True)
        graphs.append(graph)
        given_up.append(int((wanted == 0).sum()))
    lost = derive_graphs(get(name), graph_arrays(graphs), workers=1).lost.tolist()
    assert all(here <= most for here, most in zip(lost, given_up, strict=True))


@pytest.mark.parametrize(
    ("name", "arcs", "reason"),
    [
        ("planar-graph", [(1, 3), (4, 2)], "the graph: 1 → 3 and 4 → 2 cross; the best effort loses 1 arc"),
        ("2-planar-graph", [(1, 4), (2, 5), (6, 3)], "1 → 4, 2 → 5 and 6 → 3 all cross one another"),
        (
            "2-planar-graph",
            [(0, 2), (1, 2)],
            "word 2 depends on the root and on 1; a system with the root on the stack",
        ),
        ("arc-eager", [(1, 2), (3, 2)], "2 has heads 1 and 3"),
        ("planar-graph+acyclic", [(1, 2), (2, 3), (1, 3)], "2 → 3 joins words that are connected already"),
        ("planar-graph+directed-acyclic", [(1, 2), (2, 3), (3, 1)], "1 → 2, 2 → 3 and 3 → 1 form a cycle"),
        ("dag-arc-standard", [(1, 2), (2, 1)], "2 → 1 and 1 → 2 join the same words"),
        ("dag-arc-eager", [(1, 3)], "1 → 3 covers 2, which has no head"),
    ],
)
def test_reasons(name: str, arcs: list[tuple[int, int]], reason: str) -> None:
    with pytest.raises(MultiplaneError) as caught:
        get(name).derive_graph(Graph.from_arcs(6, arcs))
    assert reason in str(caught.value)


def test_the_same_on_any_number_of_cores() -> None:
    graphs = graph_arrays(all_graphs_of(4, 1))
    one, two = (derive_graphs(get("planar-graph"), graphs, workers=workers) for workers in (1, 2))
    for part in ("transitions", "arcs", "offsets", "lost"):
        assert np.array_equal(getattr(one, part), getattr(two, part))


def test_no_graphs_and_no_oracle() -> None:
    assert derive_graphs(get("planar-graph"), graph_arrays([])).offsets.tolist() == [0]
    own = System("two-arcs", shift=SHIFT, both=LEFT_ARC >> SHIFT >> LEFT_ARC)
    with pytest.raises(MultiplaneError, match="it has no static oracle"):
        derive_graphs(own, graph_arrays([]))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["2-planar-graph+root", "3-planar-graph+root", "4-planar-graph+root"])
def test_real_graphs(treebanks: Path, name: str) -> None:
    """Every graph of the class in the DEPS columns is built again, arc for arc."""
    graphs = [sentence.graph for path in sorted(treebanks.glob("*/dev.conllu")) for sentence in _with_deps(path)]
    system, arrays = get(name), graph_arrays(graphs)
    found = derive_graphs(system, arrays)
    assert (found.lost > 0).mean() < 0.02
    for number in [*range(0, len(graphs), 40), *np.flatnonzero(found.lost).tolist()]:
        graph = graphs[number]
        assert (found.lost[number] == 0) == (graph_planes(graph).count <= system.stacks)
        if found.lost[number] == 0:
            assert system.run_graph(graph.words, system.derive_graph(graph)).arcs == graph.arcs


def _with_deps(path: Path) -> list[multiplane.Sentence]:
    return [sentence for sentence in multiplane.read(path) if any(word.deps != "_" for word in sentence)]
