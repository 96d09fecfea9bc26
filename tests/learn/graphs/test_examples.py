"""Examples stand for the graphs that they were made of."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.learn.graphs.made_graphs import made_graphs
from tests.treebank.graph_texts import random_text

from multiplane.learn.graphs.examples import LOST, graph_training_data, label_parts
from multiplane.transition import get
from multiplane.treebank import Treebank
from multiplane.treebank.deps import read_deps

SYSTEMS = ("planar-graph", "2-planar-graph", "3-planar-graph", "dag-arc-eager", "dag-arc-standard")


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_arcs_of_examples_are_those_of_the_graph(system: str, seed: int) -> None:
    text = "1\ta\t_\t_\t_\t_\t0\tdep\t0:root\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t1:x\t_\n\n" + random_text(Random(seed))
    treebank = Treebank.from_text(text, "conllu")
    data = graph_training_data(treebank, get(system))
    examples, arcs = data.examples, read_deps(treebank)
    for number in range(len(treebank)):
        gold = {(head, word) for head, word, _ in arcs.sentence(number) if head not in (0, word)}
        part = slice(examples.starts[number], examples.starts[number + 1])
        pairs = list(zip(examples.heads[part].tolist(), examples.dependents[part].tolist(), strict=True))
        assert sorted(pairs) == sorted(gold)
        base = int(examples.offsets[number]) + number
        for node in range(len(treebank[number]) + 1):
            into = range(examples.into[base + node], examples.into[base + node + 1])
            assert all(examples.dependents[arc] == node for arc in into)
            lefts = examples.by_left[examples.left_starts[base + node] : examples.left_starts[base + node + 1]]
            assert {pairs[arc - part.start] for arc in lefts} == {pair for pair in gold if min(pair) == node}
            rights = examples.by_right[examples.right_starts[base + node] : examples.right_starts[base + node + 1]]
            assert {pairs[arc - part.start] for arc in rights} == {pair for pair in gold if max(pair) == node}


def test_root_arcs_and_parallel_arcs_are_in_labels() -> None:
    rows = ["1\ta\t_\t_\t_\t_\t0\troot\t0:root\t_", "2\tb\t_\t_\t_\t_\t1\tx\t0:root|1:x|1:y\t_"]
    treebank = Treebank.from_text("\n".join([*rows, "", *rows]) + "\n", "conllu")
    data = graph_training_data(treebank, get("planar-graph"))
    assert data.arc_labels == ("x|y|0:root",)
    assert label_parts("x|y|0:root") == [(False, "x"), (False, "y"), (True, "root")]
    assert data.roots.single and data.roots.attached and data.roots.label == "root"


def test_words_without_any_head() -> None:
    text = "1\ta\t_\t_\t_\t_\t0\tx\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t1:x\t_\n3\tc\t_\t_\t_\t_\t1\tx\t_\t_\n"
    roots = graph_training_data(Treebank.from_text(text, "conllu"), get("planar-graph")).roots
    assert not roots.attached and not roots.single


def test_planes_of_crossing_arcs_differ() -> None:
    rows = [f"{i}\tw\t_\t_\t_\t_\t{i - 1}\tx\t{deps}\t_" for i, deps in enumerate(("0:root", "4:x", "1:x", "_"), 1)]
    treebank = Treebank.from_text("\n".join(rows) + "\n", "conllu")
    both = graph_training_data(treebank, get("2-planar-graph")).examples.planes
    assert sorted(both.tolist()) == [0, 1]
    one = graph_training_data(treebank, get("planar-graph"))
    assert sorted(one.examples.planes.tolist()) == [LOST, 0] and one.coverage == 0.5


def test_made_graphs_are_covered() -> None:
    treebank = Treebank.from_text(made_graphs(30, 1), "conllu")
    data = graph_training_data(treebank, get("planar-graph"))
    assert data.coverage == 1 and "obl:<case>" in data.arc_labels and "conj:<cc>|0:root" in data.arc_labels
    assert np.diff(data.examples.sequences).min() > 0
