"""A learner of one's own, in a few lines, learns from trees and from graphs; the judge is the static oracle."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

import multiplane
from multiplane.kernels.arrays import Float64, Int32, Int64
from multiplane.kernels.jit import inlined
from multiplane.learn.graphs.examples import graph_training_data
from multiplane.learn.graphs.oracle import GraphGold, new_gold_state
from multiplane.learn.graphs.system import arcs_per_word, without_parallel_arcs
from multiplane.learn.graphs.trainer import transition_kinds
from multiplane.learn.transition.actions import compile_system
from multiplane.learn.transition.context import ParserState, new_context
from multiplane.learn.transition.examples import TreeGold, training_data, tree_gold
from multiplane.learn.transition.learning import learn_greedily
from multiplane.learn.transition.scorer import Choices, new_choices
from multiplane.transition import get
from multiplane.transition.oracles import training_oracle
from multiplane.treebank.treebank import Treebank

pytestmark = pytest.mark.usefixtures("mode")
DUTCH = multiplane.read("sample:dutch")
LONGEST = int(np.diff(DUTCH.offsets).max())


class NoScorer(NamedTuple):
    """All transitions and labels are worth the same, or what the tables say."""

    scores: Float64
    label_scores: Float64

    @inlined
    def score_transitions(self, state: ParserState, applicable: Int32) -> None:
        """Scores do not change."""

    @inlined
    def score_labels(self, state: ParserState, head: int, dependent: int) -> None:
        """Scores do not change."""


class Listener(NamedTuple):
    """Writes down the right transitions where there is a choice, and the labels of gold arcs with their number."""

    scorer: NoScorer
    transitions: Int32
    labels: Int32
    counts: Int64

    @inlined
    def is_full(self) -> bool:
        """Whether there is no space for another transition."""
        return bool(self.counts[0] == len(self.transitions))

    @inlined
    def leads(self, choices: Choices, best: int) -> bool:
        """Nothing is certain."""
        return False

    @inlined
    def learn_transition(self, choices: Choices, cost: Int32, right: int, now: np.float32) -> None:
        """Write the right transition down."""
        self.transitions[self.counts[0]] = right
        self.counts[0] += 1

    @inlined
    def learn_label(
        self, state: ParserState, head: int, dependent: int, wanted: int, explores: bool, now: np.float32
    ) -> int:
        """Count gold arcs by label."""
        if wanted >= 0:
            self.labels[wanted] += 1
        self.counts[1] += wanted < 0
        return wanted


def new_listener(transitions: int, labels: int, space: int) -> Listener:
    scores = np.random.default_rng(1).normal(size=transitions)
    return Listener(
        NoScorer(scores, np.zeros(labels)), np.zeros(space, np.int32), np.zeros(labels, np.int32), np.zeros(2, np.int64)
    )


def listened(name: str, dynamic: bool, explores: bool = False, space: int = 5000) -> tuple[Listener, TreeGold]:
    system = get(name)
    oracle = training_oracle(system, LONGEST) if dynamic else None
    data = training_data(DUTCH, system, oracle)
    gold = tree_gold(data.examples, system, oracle)
    count = len(system.names(1))
    listener = new_listener(count, len(data.arc_labels), space)
    state = (new_choices(count), system.memory(LONGEST), new_context(LONGEST))
    order, explored = np.arange(len(DUTCH)), np.full(len(DUTCH), explores)
    learn_greedily(compile_system(system, data.arc_labels), listener, *state, gold, order, explored, 0)
    return listener, gold


def test_the_static_oracle_is_followed_to_the_gold_tree() -> None:
    listener, gold = listened("swap", dynamic=False, explores=True)
    right = iter(gold.examples.transitions.tolist())
    assert all(transition in right for transition in listener.transitions[: listener.counts[0]].tolist())
    assert listener.labels.sum() == DUTCH.word_count if get("swap").root else int((DUTCH.heads > 0).sum())
    assert listener.counts[1] == 0


def test_who_explores_leaves_the_gold_tree() -> None:
    on_the_way, _ = listened("2-planar", dynamic=True)
    explored, _ = listened("2-planar", dynamic=True, explores=True)
    assert explored.labels.sum() < on_the_way.labels.sum()


def test_a_full_learner_gets_no_more() -> None:
    listener, _ = listened("arc-eager", dynamic=True, space=17)
    assert listener.counts[0] == 17


def test_graphs_are_learned_by_the_same_loop() -> None:
    rows = ["1 a _ _ _ _ 0 root 0:root _", "2 b _ _ _ _ 1 x 1:x|3:y _", "3 c _ _ _ _ 1 x 1:x _"]
    treebank = Treebank.from_text("\n".join(rows).replace(" ", "\t") + "\n\n")
    plain = get("planar-graph")
    data, system = graph_training_data(treebank, plain), without_parallel_arcs(plain)
    for dynamic in (True, False):
        gold = GraphGold(
            data.examples, transition_kinds(plain), new_gold_state(9, 3, plain.stacks), arcs_per_word(system), dynamic
        )
        listener = new_listener(len(system.names(1)), len(data.arc_labels), 100)
        state = (new_choices(len(system.names(1))), system.memory(11, 2), new_context(3))
        compiled = compile_system(system, data.arc_labels)
        learn_greedily(compiled, listener, *state, gold, np.arange(1), np.zeros(1, np.bool_), 0)
        assert listener.labels.sum() == 3 and listener.counts[1] == 0
