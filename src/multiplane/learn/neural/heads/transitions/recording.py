"""Decisions to learn from, found by parsing: at every configuration on the way, which transitions are right.

`multiplane.learn.transition.learning` finds them, with the weights of the moment: a recorder writes them down.

With several planes, sentences that need more than one are an exception: there the parser goes on to follow the oracle.
On its own way it hardly learns to use the other planes. It misses the first SWITCHes, after which it sees neither what
is to be done on the other plane nor the SWITCH back; and a wrong head found earlier makes the SWITCH itself wrong.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.jit import inlined
from multiplane.learn.neural.heads.transitions.network import SCALE
from multiplane.learn.neural.heads.transitions.scorer import NeuralScorer
from multiplane.learn.transition.actions import NO_TRANSITION
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.scorer import Choices, best_label, best_transition
from multiplane.structure import classify_all
from multiplane.transition import System

MAX_DECISIONS = 40_000
MISTAKES, DECISIONS = range(2)
CLEAR_LEAD = np.float32(5) * SCALE
"""A transition that leads by so much, and costs nothing for sure, is taken to be the only right one."""


class RecordedDecisions(NamedTuple):
    """Configurations with a choice: the rows of words and of features that were added, those of the ends of the arcs
    that transitions build, and which transitions are applicable and which right.
    """

    rows: Int64
    arcs: Int64
    features: Int64
    applicable: Bool
    right: Bool


def new_decisions(count: int, addresses: int, templates: int, transitions: int) -> RecordedDecisions:
    """Space for ``count`` decisions."""
    return RecordedDecisions(
        np.empty((count, addresses), np.int64),
        np.empty((count, transitions, 2), np.int64),
        np.empty((count, templates), np.int64),
        np.empty((count, transitions), np.bool_),
        np.empty((count, transitions), np.bool_),
    )


def max_decisions(lengths: Int64) -> int:
    """The maximum number of decisions for sentences of these lengths, within `MAX_DECISIONS`.

    >>> max_decisions(np.array([3, 10]))
    161
    """
    return int(min((lengths * lengths + 4 * lengths).sum(), MAX_DECISIONS))


def explored_sentences(system: System, heads: Int32, offsets: Int64) -> Bool:
    """The sentences in which a parser follows its own choices after the first pass.

    >>> from multiplane.transition import get
    >>> heads, offsets = np.array([2, 0, 3, 4, 0, 3], np.int32), np.array([0, 2, 6])
    >>> [explored_sentences(get(name), heads, offsets).tolist() for name in ("arc-eager", "2-planar")]
    [[True, True], [True, False]]
    """
    if system.stacks == 1:
        return np.ones(len(offsets) - 1, np.bool_)
    return classify_all(heads, offsets).planar


class DecisionRecorder(NamedTuple):
    """The network that parses, where its decisions are written down, the number of labels, and how many decisions were
    wrong, of how many.
    """

    scorer: NeuralScorer
    decisions: RecordedDecisions
    labels: int
    counts: Int64

    @inlined
    def is_full(self) -> bool:
        """Whether there is no space for another decision."""
        return bool(self.counts[DECISIONS] == len(self.decisions.rows))

    @inlined
    def leads(self, choices: Choices, best: int) -> bool:
        """Whether the best transition leads clearly."""
        scores = self.scorer.scores
        return bool(scores[best] - scores[best_transition(self.scorer, choices, best)] > CLEAR_LEAD)

    @inlined
    def learn_transition(self, choices: Choices, cost: Int32, right: int, now: np.float32) -> None:
        """Write the decision down."""
        place, found = self.counts[DECISIONS], self.decisions
        found.rows[place] = self.scorer.rows
        found.arcs[place] = self.scorer.arc_rows
        found.features[place] = self.scorer.features.rows
        for transition in range(len(cost)):
            permitted = choices.applicable[transition] == 1
            found.applicable[place, transition] = permitted
            found.right[place, transition] = permitted and cost[transition] == cost[right]
        self.counts[MISTAKES] += not found.right[place, best_transition(self.scorer, choices, NO_TRANSITION)]
        self.counts[DECISIONS] += 1

    @inlined
    def learn_label(
        self, state: ParserState, head: int, dependent: int, wanted: int, explores: bool, now: np.float32
    ) -> int:
        """The gold label, or where there is none or the parser explores, its own choice."""
        if wanted >= 0 and not explores:
            return wanted
        self.scorer.score_labels(state, head, dependent)
        return best_label(self.scorer, self.labels)


def new_recorder(scorer: NeuralScorer, decisions: RecordedDecisions, labels: int) -> DecisionRecorder:
    """A recorder for `learn_greedily` with space for these decisions."""
    return DecisionRecorder(scorer, decisions, labels, np.zeros(2, np.int64))


def recorded(recorder: DecisionRecorder) -> tuple[RecordedDecisions, int]:
    """The decisions written down so far, and the number of wrong ones."""
    mistakes, count = recorder.counts.tolist()
    return RecordedDecisions._make(array[:count] for array in recorder.decisions), mistakes
