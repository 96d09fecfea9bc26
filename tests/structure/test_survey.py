"""A survey against counts one by one; surveys of parts add up to that of the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.enumeration import Heads, all_trees
from tests.structure import definitions
from tests.transition.oracles.graph_judge import graphs_on_planes

import multiplane
from multiplane.structure import CLASSES, classify, multi_headed_degree, tree_class
from multiplane.structure.graphs import covered_roots, directed_cycle, graph_crossings, graph_planes, several_heads
from multiplane.structure.survey import GraphSurvey, Survey, survey
from multiplane.treebank import Treebank
from multiplane.treebank.graph import Graph

SAMPLE = multiplane.read("sample:")


def treebank_of(trees: Sequence[Heads]) -> Treebank:
    """Trees without words of their own."""
    sentences = [
        "\n".join(f"{d}\tw\t_\t_\t_\t_\t{head}\tdep\t_\t_" for d, head in enumerate(tree, 1)) for tree in trees
    ]
    return Treebank.from_text("\n\n".join(sentences) + "\n\n", "conllu")


@pytest.mark.parametrize("root_arcs", [True, False])
def test_the_counts(root_arcs: bool) -> None:
    found = survey(SAMPLE, root_arcs)
    trees = [classify(sentence.tree.heads, root_arcs) for sentence in SAMPLE]
    assert (found.sentences, found.words, found.longest) == (len(SAMPLE), SAMPLE.word_count, max(map(len, SAMPLE)))
    assert found.classes == {name: sum(tree in wanted for tree in trees) for name, wanted in CLASSES.items()}
    assert found.planes == Counter(tree.planes for tree in trees)
    assert found.gap_degrees == Counter(tree.gap_degree for tree in trees)
    assert found.edge_degrees == Counter(tree.edge_degree for tree in trees)
    assert found.crossings == sum(tree.crossings for tree in trees)
    assert found.multi_headed_degrees == Counter(tree.multi_headed_degree for tree in trees)
    assert found.strongly_ill_nested == sum(tree.mildly_ill_nested_gap_at_least > tree.gap_degree for tree in trees) > 0
    assert found.bounded == 0


def test_nesting_and_heads_by_the_definitions() -> None:
    """All trees of four words, and two of ten that need a gap more than they have."""
    trees = [*all_trees(4), (4, 4, 0, 3, 4, 1, 4, 2, 5, 7), (2, 0, 2, 3, 4, 5, 6, 7, 8, 9)]
    found = survey(treebank_of(trees))
    assert found.strongly_ill_nested == 1
    assert [definitions.mildly_ill_nested_gap(tree) > definitions.gap_degree(tree) for tree in trees].count(True) == 1
    least = Counter(next(k for k in range(3, 9) if definitions.multi_headed(tree, k)) for tree in all_trees(4))
    of_ten = Counter(multi_headed_degree(tree) for tree in trees[-2:])
    assert found.multi_headed_degrees == least + of_ten


def test_classes_of_ones_choice() -> None:
    trees = all_trees(4)
    wanted = {name: tree_class(name) for name in ("multi-headed-4", "edge-degree-1", "attardi-2")}
    found = survey(treebank_of(trees), classes=wanted)
    assert found.classes == {
        "multi-headed-4": sum(definitions.multi_headed(tree, 4) for tree in trees),
        "edge-degree-1": sum(max(definitions.edge_degree(tree, d) for d in range(1, 5)) <= 1 for tree in trees),
        "attardi-2": sum(definitions.attardi(tree, 2) for tree in trees),
    }


def test_arcs_by_direction_and_label() -> None:
    found = survey(SAMPLE)
    arcs = [
        (int(head) - word, sentence.words[word - 1].deprel, tuple(map(int, sentence.tree.heads)), word)
        for sentence in SAMPLE
        for word, head in enumerate(sentence.tree.heads, 1)
    ]
    assert found.arcs == {
        "left": sum(reach > 0 for reach, *_ in arcs),
        "right": sum(reach < 0 for reach, *_ in arcs),
        "left_adjacent": sum(reach == 1 for reach, *_ in arcs),
        "right_adjacent": sum(reach == -1 for reach, *_ in arcs),
    }
    crossing = Counter(label for _, label, heads, word in arcs if definitions.non_projective(heads, word))
    assert found.non_projective_labels == crossing
    assert found.non_projective_arcs == crossing.total()
    assert found.labels == Counter(label for _, label, _, _ in arcs)


def test_every_figure_of_two_parts_adds_up() -> None:
    """The root arcs and the longest sentence are those of the larger; all else is a number or a counter."""
    numbers = [field.name for field in fields(Survey) if field.type == "int"]
    counters = [field.name for field in fields(Survey) if str(field.type).startswith("Counter")]
    assert len(numbers) + len(counters) == len(fields(Survey)) - 1
    one, two = (
        Survey(
            False,
            **{name: factor * place for place, name in enumerate(numbers, 1)},
            **{name: Counter({"some": factor * place, str(factor): 1}) for place, name in enumerate(counters, 1)},
        )
        for factor in (1, 100)
    )
    for whole in (one + two, two + one):
        assert not whole.root_arcs and whole.longest == two.longest
        assert [getattr(whole, name) for name in numbers if name != "longest"] == [
            101 * place for place, name in enumerate(numbers, 1) if name != "longest"
        ]
        for place, name in enumerate(counters, 1):
            assert getattr(whole, name) == {"some": 101 * place, "1": 1, "100": 1}


def test_parts_add_up() -> None:
    parts = [survey(SAMPLE[first : first + 30]) for first in range(0, len(SAMPLE), 30)]
    assert sum(parts, Survey(root_arcs=True)) == survey(SAMPLE)


@given(graphs=st.lists(graphs_on_planes(3, most=8, first=0), max_size=4), root_arcs=st.booleans())
def test_counts_of_graphs_are_sums(graphs: list[Graph], root_arcs: bool) -> None:
    found = survey(graphs, root_arcs, workers=1)
    crossing = [graph_crossings(graph, root_arcs) for graph in graphs]
    assert found.graphs == len(graphs) and found.arcs == sum(len(graph.arcs) for graph in graphs)
    assert found.crossings == sum(map(len, crossing))
    assert found.crossing_arcs == sum(len({arc for pair in pairs for arc in pair}) for pairs in crossing)
    assert found.several_heads == sum(len(several_heads(graph)) for graph in graphs)
    assert found.covered_roots == sum(len(covered_roots(graph)) for graph in graphs)
    assert found.cyclic_graphs == sum(directed_cycle(graph) != () for graph in graphs)
    for k in (1, 2, 3):
        assert found.in_planes(k) == sum(graph_planes(graph, root_arcs).count <= k for graph in graphs)


def test_surveys_of_graphs_add_up() -> None:
    one = Graph.from_arcs(4, [(1, 3), (4, 2)])
    two = Graph.from_deps(["0:root", "1:a", "1.1:b"], ["1", "1.1", "2"])
    together = survey([one, two])
    assert survey([one]) + survey([two]) == together
    assert (together.words, together.empty_nodes) == (6, 1)
    assert survey([]) == GraphSurvey(True)


def test_graphs_are_counted_alike_on_any_number_of_cores() -> None:
    graphs = [Graph.from_arcs(6, [(1, 4), (2, 5), (3, 6), (6, 1)])] * 9
    assert survey(graphs, workers=1) == survey(graphs, workers=3)
    assert survey(graphs).planes == {3: 9}
