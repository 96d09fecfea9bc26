"""Scores of graphs, against counting arc by arc."""

from __future__ import annotations

from math import isnan
from random import Random

import numpy as np
import pytest
from tests.treebank.graph_texts import random_text

from multiplane.errors import MultiplaneError
from multiplane.evaluate import Group, Overlap, evaluate_graphs
from multiplane.evaluate.graphs import crossing_arcs, main_path
from multiplane.treebank import Treebank
from multiplane.treebank.deps import read_deps

Arc = tuple[int, int, int, str]


def arcs_of(treebank: Treebank) -> list[Arc]:
    """Sentence, head, dependent and label of every arc."""
    found = read_deps(treebank)
    return [(number, *arc) for number in range(len(treebank)) for arc in found.sentence(number)]


def cross(one: Arc, other: Arc) -> bool:
    (a, b), (c, d) = sorted(one[1:3]), sorted(other[1:3])
    return one[0] == other[0] and min(a, c) > 0 and (a < c < b < d or c < a < d < b)


def pairs(gold: list[Arc], predicted: list[Arc], main: bool) -> Overlap:
    """The count of the official script: every gold arc against every predicted one."""
    right = 0
    for one in gold:
        for other in predicted:
            labels = [main_path(arc[3]) if main else arc[3] for arc in (one, other)]
            right += one[:3] == other[:3] and labels[0] == labels[1]
    return Overlap(len(gold), len(predicted), right)


def counted(gold: list[Arc], predicted: list[Arc], only_crossing: bool) -> Group:
    def kept(arcs: list[Arc]) -> list[Arc]:
        return [arc for arc in arcs if not only_crossing or any(cross(arc, other) for other in arcs)]

    def among(arcs: list[Arc], others: list[Arc]) -> tuple[int, int]:
        places = [other[:3] for other in others]
        return sum(arc[:3] in places for arc in arcs), sum(arc in others for arc in arcs)

    there, here = kept(gold), kept(predicted)
    return Group(len(there), len(here), *among(there, predicted), *among(here, gold))


@pytest.mark.parametrize("seed", range(30))
def test_scores_are_counts_arc_by_arc(seed: int) -> None:
    rng = Random(seed)
    text = "1\tw1\t_\t_\t_\t_\t0\tdep\t0:root\t_\n\n" + random_text(rng)
    lines = text.splitlines()
    for number, line in enumerate(lines):
        columns = line.split("\t")
        if line and rng.random() < 0.4:
            columns[8] = "|".join(part for part in columns[8].split("|") if rng.random() < 0.5) or "_"
        if line and rng.random() < 0.3:
            columns[8] = columns[8].replace(":pass", "").replace(":in", ":on").replace("obl", "nsubj")
        lines[number] = "\t".join(columns)
    gold = Treebank.from_text(text, "conllu")
    predicted = Treebank.from_text("1\tw1\t_\t_\t_\t_\t0\tdep\t0:root\t_\n\n" + "\n".join(lines[2:]) + "\n", "conllu")
    scores = evaluate_graphs(gold, predicted)
    there, here = arcs_of(gold), arcs_of(predicted)
    assert scores.enhanced == pairs(there, here, main=False)
    assert scores.enhanced_main == pairs(there, here, main=True)
    assert scores.arcs == counted(there, here, only_crossing=False)
    assert scores.crossing == counted(there, here, only_crossing=True)


def test_crossing_arcs_of_one_sentence() -> None:
    heads, dependents = np.array([3, 4, 0, 3, 1], np.int32), np.array([1, 2, 3, 4, 3], np.int32)
    found = crossing_arcs(np.array([0, 5]), heads, dependents)
    assert found.tolist() == [True, True, False, False, True]


def test_f1_of_a_group() -> None:
    group = Group(gold=4, predicted=2, found_heads=2, found=1, right_heads=2, right=1)
    assert (group.f1, group.unlabelled_f1) == (pytest.approx(100 / 3), pytest.approx(200 / 3))
    assert Group(1, 1, 0, 0, 0, 0).f1 == 0 and isnan(Group(0, 1, 0, 0, 0, 0).f1)


def test_other_words() -> None:
    one, other = (Treebank.from_text(f"1\t{form}\t_\t_\t_\t_\t0\tdep\t0:root\t_\n") for form in "ab")
    with pytest.raises(MultiplaneError, match="expected the same"):
        evaluate_graphs(one, other)


def test_a_two_thousand_word_sentence_is_quick() -> None:
    rows = [f"{i}\tw\t_\t_\t_\t_\t{i - 1}\tdep\t{max(0, i - 2)}:a|{i - 1}:b\t_" for i in range(2, 2001)]
    text = "1\tw\t_\t_\t_\t_\t0\tdep\t0:root\t_\n" + "\n".join(rows) + "\n"
    treebank = Treebank.from_text(text, "conllu")
    assert evaluate_graphs(treebank, treebank).elas == 100
