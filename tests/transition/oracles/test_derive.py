"""One tree or graph into a sequence of transitions, or the reason why there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from tests.enumeration import all_trees
from tests.transition.oracles.graph_judge import all_graphs_of, derivable_graphs
from tests.transition.oracles.tree_classes import labelled_trees

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.structure import is_projective, planes
from multiplane.transition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, STACK_HAS_HEAD, Graph, System, get
from multiplane.transition.analysis.verify import verify
from multiplane.transition.oracles.derive import is_complete, refusal_of_graph
from multiplane.treebank.tree import Tree


@pytest.mark.parametrize("name", ["arc-eager", "planar", "2-planar", "attardi-3", "arc-hybrid+lnba+rnba"])
@given(tree=labelled_trees(most=18))
def test_the_sequence_of_any_tree_runs(name: str, tree: Tree) -> None:
    """A tree is derived and comes back, or it is refused, and the best effort loses as many arcs as it said."""
    system, heads = get(name), tree.heads.tolist()
    try:
        assert system.run(len(tree), system.derive(tree)) == heads
    except MultiplaneError as error:
        built = system.run(len(tree), system.derive(tree, best_effort=True))
        wrong = sum(one != two for one, two in zip(built, heads, strict=True))
        assert f"loses {wrong} arc" in str(error)


@pytest.mark.parametrize(
    ("name", "heads", "reason"),
    [
        ("arc-eager", [3, 4, 0, 3], "the tree: 3 → 1 and 4 → 2 cross; the best effort loses 1 arc"),
        ("arc-standard", [2, 0, 1], "the tree: 0 → 2 and 1 → 3 cross; the best effort loses 1 arc"),
        ("planar", [3, 4, 0, 3], "the tree: 3 → 1 and 4 → 2 cross; the best effort loses 1 arc"),
        ("2-planar", [4, 5, 6, 0, 4, 4], "the tree: 4 → 1, 5 → 2 and 6 → 3 all cross one another; the"),
        ("attardi-2", [0, 0, 0, 0, 1], "builds the tree; the best effort loses 1 arc"),
    ],
)
def test_reasons(name: str, heads: list[int], reason: str) -> None:
    with pytest.raises(MultiplaneError, match=f"system {name}: no sequence of transitions builds.*") as caught:
        get(name).derive(heads)
    assert reason in str(caught.value)


def test_an_odd_cycle_of_crossings_is_the_reason() -> None:
    """Five arcs, each crossing the next and no three all crossing: two planes are too few."""
    heads = [4, 9, 6, 0, 8, 0, 10, 0, 0, 0]
    assert len(planes(heads, root_arcs=False).clique) == 2
    with pytest.raises(MultiplaneError, match="each crosses the next, an odd number of them"):
        get("2-planar").derive(heads)


@pytest.mark.parametrize("name", ["dag-arc-eager", "planar-graph", "dag-arc-standard"])
def test_graphs_of_three_words(name: str) -> None:
    """Every graph that the system derives, where words may have several heads."""
    system = get(name)
    for graph in verify(system, 3).graphs:
        arcs = [(head, word) for word, heads in enumerate(graph, 1) for head in range(1, 4) if heads >> head & 1]
        goal = Graph.from_arcs(3, arcs)
        assert system.run_graph(3, system.derive_graph(goal)) == goal


def test_a_system_of_ones_own_has_an_oracle() -> None:
    """Read off its compositions, whatever its transitions are called; where it fails, the search goes on."""
    own = System(
        "own", push=SHIFT, pop=REDUCE.where(STACK_HAS_HEAD), back=LEFT_ARC.where(~STACK_HAS_HEAD), on=RIGHT_ARC >> SHIFT
    )
    assert not is_complete(own)
    for heads in filter(is_projective, all_trees(4)):
        assert own.run(4, own.derive(heads)) == list(heads)
    with pytest.raises(MultiplaneError, match="no sequence"):
        own.derive([3, 4, 0, 3])


@pytest.mark.parametrize("name", ["undirected-covington", "undirected-covington+naive", "undirected-covington+label-a"])
def test_gold_edges_give_real_trees_back(treebanks: Path, name: str) -> None:
    for path in sorted(treebanks.glob("*/dev.conllu")):
        for sentence in multiplane.read(path)[:15]:
            tree = sentence.tree
            built = get(name).run_tree(len(tree), get(name).derive(tree, tree.labels))
            assert built.heads.tolist() == tree.heads.tolist()


COMPLETE = ["planar-graph", "dag-arc-eager", "planar-graph+directed-acyclic", "planar-graph+acyclic", "planar"]


@pytest.mark.parametrize("name", [*COMPLETE, "dag-arc-standard", "2-planar+no-covered-roots", "arc-eager"])
def test_refused_graphs_are_not_derivable(name: str) -> None:
    system, derivable = get(name), {graph.arcs for graph in derivable_graphs(name, 3)}
    for graph in all_graphs_of(3, 1):
        refused = refusal_of_graph(system, graph) != ""
        assert not (refused and graph.arcs in derivable)
        if name in COMPLETE:
            assert refused == (graph.arcs not in derivable)
