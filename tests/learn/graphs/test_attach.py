"""Parsed graphs are in the class of their system, and the root reaches every word, whatever the weights."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tests.learn.graphs.classes import wrong_graphs
from tests.learn.graphs.made_graphs import random_graphs

from multiplane.learn import GraphsTrainer
from multiplane.learn.graphs.attach import GIVEN_UP, kept_class_of, plane_for, possible_heads
from multiplane.structure import directed_cycle, is_k_planar_graph
from multiplane.structure.graphs import undirected_cycle
from multiplane.transition import Graph, get
from multiplane.transition.machine.memory import begin, new_memory
from multiplane.transition.machine.operations import add_arc
from multiplane.treebank import Treebank

PLAIN = ("planar-graph", "2-planar-graph", "3-planar-graph", "dag-arc-eager", "dag-arc-standard")
CONSTRAINED = (
    *(f"planar-graph+{name}" for name in ("acyclic", "directed-acyclic", "no-covered-roots")),
    *("2-planar-graph+acyclic", "2-planar-graph+directed-acyclic", "2-planar-graph+no-covered-roots"),
    "planar-graph+directed-acyclic+no-covered-roots",
)
SYSTEMS = tuple(f"{name}{root}" for name, root in product((*PLAIN, *CONSTRAINED), ("", "+root")))


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return Treebank.from_text(random_graphs(120, 1), "conllu")


@pytest.mark.parametrize("system", SYSTEMS)
def test_graphs_stay_in_their_class(treebank: Treebank, system: str) -> None:
    trainer = GraphsTrainer(treebank, system=system)
    trainer.step(np.arange(len(treebank)))
    models = [trainer.model()]
    rng = np.random.default_rng(1)
    for scale in (1, 9, 30):
        model = GraphsTrainer(treebank, system=system).model()
        model.weights[:] = rng.integers(-scale, scale + 1, model.weights.shape)
        models.append(model)
    for model in models:
        assert wrong_graphs(system, treebank, model.parse_graphs(treebank)) == []


@pytest.mark.parametrize("system", ("planar-graph", "planar-graph+directed-acyclic+root", "dag-arc-eager"))
def test_sentences_with_several_roots(system: str) -> None:
    treebank = Treebank.from_text(random_graphs(60, 2, roots=3), "conllu")
    trainer = GraphsTrainer(treebank, system=system)
    assert not trainer.model().roots.single
    model = trainer.model()
    model.weights[:] = np.random.default_rng(2).integers(-9, 10, model.weights.shape)
    assert wrong_graphs(system, treebank, model.parse_graphs(treebank)) == []


@pytest.mark.parametrize("system", ("2-planar-graph", "planar-graph+directed-acyclic", "2-planar-graph+acyclic+root"))
def test_possible_heads_are_those_that_keep_the_class(system: str) -> None:
    rng, kind, words = np.random.default_rng(3), kept_class_of(get(system)), 6
    stacks = get(system).stacks
    for _ in range(40):
        memory, planes = new_memory(words, stacks, 60), np.zeros(60, np.int32)
        begin(memory, words, kind.root)
        arcs: list[tuple[int, int]] = []
        for head, word in rng.integers(1 - kind.root, words + 1, (8, 2)).tolist():
            if word and possible_heads(memory, planes, word, kind)[head]:
                planes[len(arcs)] = plane_for(memory, planes, head, word)
                arcs.append((head, word))
                add_arc(memory, head, word, True, 0)
        for word in range(1, words + 1):
            possible = possible_heads(memory, planes, word, kind)
            for head in range(words + 1):
                ends = head != word and (head > 0 or kind.root) and (head, word) not in arcs
                more = Graph.from_arcs(words, [*arcs, (head, word)]) if ends else None
                on_a_plane = plane_for(memory, planes, head, word) != GIVEN_UP
                in_class = more is not None and on_a_plane
                if more is not None and "directed" in system:
                    in_class = in_class and not directed_cycle(more)
                elif more is not None and "acyclic" in system:
                    in_class = in_class and not undirected_cycle(more)
                assert possible[head] == in_class
                assert more is None or not in_class or is_k_planar_graph(more, stacks)
