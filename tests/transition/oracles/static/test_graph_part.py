"""The part of a graph that is kept is planar, without covered roots, and acyclic if that is wanted; and it is large."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from tests.transition.oracles.graph_judge import all_graphs_of, graphs_on_planes

from multiplane.structure.graphs import covered_roots, directed_cycle, graph_crossings
from multiplane.transition.oracles.static.graph_part import keep_buildable_part
from multiplane.treebank.graph import Graph


@pytest.mark.parametrize("acyclic", [False, True])
def test_what_is_kept_can_be_built(acyclic: bool) -> None:
    for graph in all_graphs_of(4, 2)[::5]:
        heads, dependents = np.array(graph.arcs, np.int32).reshape(-1, 2).T.copy()
        wanted = np.ones(len(heads), np.int32)
        keep_buildable_part(4, heads, dependents, wanted, acyclic)
        kept = Graph.from_arcs(4, [arc for arc, keep in zip(graph.arcs, wanted.tolist(), strict=True) if keep])
        assert not graph_crossings(kept) and not covered_roots(kept)
        if acyclic:
            assert not directed_cycle(kept)
        whole = not graph_crossings(graph) and not covered_roots(graph) and not (acyclic and directed_cycle(graph))
        assert not whole or kept == graph


@given(graph=graphs_on_planes(2, most=10))
def test_no_root_is_covered_in_what_is_kept_of_larger_graphs(graph: Graph) -> None:
    heads, dependents = np.array(graph.arcs, np.int32).reshape(-1, 2).T.copy()
    wanted = np.ones(len(heads), np.int32)
    keep_buildable_part(graph.words, heads, dependents, wanted, False)
    kept = Graph.from_arcs(graph.words, [arc for arc, keep in zip(graph.arcs, wanted, strict=True) if keep])
    assert not graph_crossings(kept) and not covered_roots(kept)


def test_of_two_equal_arcs_the_acyclic_part_has_one() -> None:
    wanted = np.ones(3, np.int32)
    keep_buildable_part(2, np.array([2, 2, 1], np.int32), np.array([1, 1, 2], np.int32), wanted, True)
    assert wanted.sum() == 1
