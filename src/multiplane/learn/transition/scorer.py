"""The seam between search and scores: what a transition scorer is, and one step of a parse with it.

Greedy search, beam search and training are written once, for every scorer: averaged perceptron, support vector
machines, a network, or one of your own. A scorer is a record of arrays with two methods, ``inlined`` kernels that are
compiled into the search (see `multiplane.kernels.dispatch`). Whatever it knows of the words of a batch, it keeps in
arrays with a row for each word: `ParserState.first` is the row of a sentence's first word.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Int32
from multiplane.kernels.dispatch import kernel_methods
from multiplane.kernels.jit import inlined
from multiplane.kernels.views import as_number
from multiplane.learn.transition.actions import NO_LABEL, CompiledSystem, builds_arc, new_dependent, new_head
from multiplane.learn.transition.context import ParserState, clear_context, update_context
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import begin

STEPS_PER_WORD = 250


@kernel_methods
class TransitionScorer(Protocol):
    """Scores the applicable transitions of a configuration, and the labels of an arc; higher is better.

    ``scores`` has a place for each transition, ``label_scores`` one for each label, in any type of number. They may be
    longer. Threads parse side by side, each with a scorer of its own.
    """

    @property
    def scores(self) -> NDArray[Any]: ...
    @property
    def label_scores(self) -> NDArray[Any]: ...

    def score_transitions(self, state: ParserState, applicable: Int32) -> None:
        """Write the score of every transition t for which ``applicable[t]`` is 1 into ``scores``."""

    def score_labels(self, state: ParserState, head: int, dependent: int) -> None:
        """Write the scores of all labels of the arc that is about to be built into ``label_scores``."""


class Choices(NamedTuple):
    """By transition: whether it is applicable, and the best label of its arc (−1: none, or not yet chosen)."""

    applicable: Int32
    labels: Int32


def new_choices(transitions: int) -> Choices:
    """Choices among this number of transitions."""
    return Choices(np.zeros(transitions, np.int32), np.zeros(transitions, np.int32))


def steps_of_parsing(*arguments: Any) -> int:
    """Estimate the work of a parse, for the choice between interpreter and compiler."""
    _, _, _, _, _, offsets, first, last, *_ = arguments
    return STEPS_PER_WORD * int(offsets[last] - offsets[first])


@inlined
def begin_parse(system: CompiledSystem, state: ParserState, words: int) -> None:
    """The initial configuration of a sentence."""
    begin(state.memory, words, system.root)
    clear_context(state.context, words)


@inlined
def score_arc_labels(system: CompiledSystem, scorer: TransitionScorer, state: ParserState, transition: int) -> None:
    """Score the labels of the arc that an applicable transition would build."""
    head = new_head(state.memory, system.places, transition)
    scorer.score_labels(state, head, new_dependent(state.memory, system.places, transition))


@inlined
def best_label(scorer: TransitionScorer, labels: int) -> int:
    """The label with the highest score; the first among equals."""
    best = 0
    for label in range(1, labels):
        if scorer.label_scores[label] > scorer.label_scores[best]:
            best = label
    return best


@inlined
def choose_label(system: CompiledSystem, scorer: TransitionScorer, state: ParserState, transition: int) -> int:
    """The best label of the arc that an applicable transition would build, or −1 if it builds none."""
    if not builds_arc(system.places, transition):
        return NO_LABEL
    score_arc_labels(system, scorer, state, transition)
    return best_label(scorer, system.label_count)


@inlined
def score_choices(system: CompiledSystem, scorer: TransitionScorer, choices: Choices, state: ParserState) -> None:
    """The scores of all applicable transitions; with joint labels, each with the best label of its arc."""
    scorer.score_transitions(state, choices.applicable)
    for transition in range(len(choices.applicable)):
        choices.labels[transition] = NO_LABEL
        if system.joint_labels and choices.applicable[transition] and builds_arc(system.places, transition):
            label = choose_label(system, scorer, state, transition)
            choices.labels[transition] = label
            scorer.scores[transition] += scorer.label_scores[label]


@inlined
def best_transition(scorer: TransitionScorer, choices: Choices, but: int) -> int:
    """The applicable transition with the highest score, except ``but``; the first among equals, −1 if none."""
    best = -1
    for transition in range(len(choices.applicable)):
        applicable = choices.applicable[transition] and transition != but
        if applicable and (best < 0 or scorer.scores[transition] > scorer.scores[best]):
            best = transition
    return best


@inlined
def take_transition(system: CompiledSystem, state: ParserState, transition: int, label: int) -> None:
    """Apply a transition, and update what features know of the arcs."""
    apply(state.memory, system.program, as_number(transition), as_number(label))
    update_context(state.memory, state.context, system.directions, transition, label)
