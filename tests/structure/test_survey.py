"""A survey against counts one by one; surveys of parts add up to that of the whole."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.structure import definitions

import multiplane
from multiplane.structure import CLASSES, classify
from multiplane.structure.survey import Survey, survey

SAMPLE = multiplane.read("sample:")


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
    assert found.bounded == 0


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


def test_parts_add_up() -> None:
    parts = [survey(SAMPLE[first : first + 30]) for first in range(0, len(SAMPLE), 30)]
    assert sum(parts, Survey(root_arcs=True)) == survey(SAMPLE)
