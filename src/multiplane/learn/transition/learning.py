"""Learning from single decisions, for any learner and any gold: on the way through each sentence, what is right?

A record of *gold* knows what each transition costs. The right one is that of least cost with the highest score. A
*learner* makes of every decision what it needs: the perceptron updates its weights, others write down what they learn
from later. After the first pass the parser follows its own choices where costs are known in every configuration
(Goldberg & Nivre 2012); elsewhere it follows the static oracle's sequence. `examples.TreeGold` is the gold of trees,
`multiplane.learn.graphs.oracle.GraphGold` that of graphs.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.dispatch import kernel_methods
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.transition.actions import (
    NO_LABEL,
    NO_TRANSITION,
    CompiledSystem,
    builds_arc,
    find_applicable,
    new_dependent,
    new_head,
)
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.examples import AT_END
from multiplane.learn.transition.scorer import (
    Choices,
    TransitionScorer,
    begin_parse,
    best_transition,
    take_transition,
)
from multiplane.transition.machine.memory import fit

STEPS_PER_WORD = 1_000


@kernel_methods
class Gold(Protocol):
    """What is right in every sentence; ``examples.offsets`` are the places of their words."""

    @property
    def examples(self) -> Any: ...

    def begin(self, sentence: int, words: int) -> None:
        """Prepare for a sentence."""

    def arc_capacity(self, words: int) -> int:
        """How many arcs a sentence of so many words can get."""

    def next_transition(self, sentence: int, step: int) -> int:
        """The static oracle's transition, or `AT_END` after the last; −1 in sentences whose costs are known."""

    def is_certain(self, system: CompiledSystem, memory: Int32, sentence: int, transition: int) -> bool:
        """Whether a transition is known to cost least without a look at the others."""

    def costs(self, system: CompiledSystem, memory: Int32, sentence: int, cost: Int32) -> None:
        """Write the cost of every applicable transition."""

    def arc_label(self, sentence: int, head: int, dependent: int) -> int:
        """The label of the gold arc; −1 if there is none."""

    def follow(self, memory: Int32, sentence: int, transition: int, head: int, dependent: int) -> None:
        """Update the gold for a transition about to be taken; head and dependent are those of its arc, or −1."""


@kernel_methods
class Learner(Protocol):
    """What to do with each decision, and the scorer that makes them."""

    @property
    def scorer(self) -> TransitionScorer: ...

    def is_full(self) -> bool:
        """Whether there is no space for another decision."""

    def leads(self, choices: Choices, best: int) -> bool:
        """Whether the best transition leads so clearly that no other one matters, as long as it is right."""

    def learn_transition(self, choices: Choices, cost: Int32, right: int, now: np.float32) -> None:
        """Learn that this was the right one of several transitions; those of equal cost were, too."""

    def learn_label(
        self, state: ParserState, head: int, dependent: int, wanted: int, explores: bool, now: np.float32
    ) -> int:
        """Learn the label ``wanted`` for an arc, if there is one (−1: no gold arc); the label that the arc gets."""


def steps_of_learning(*arguments: Any) -> int:
    """The steps of a kernel that takes gold and, next to it, the order in which it learns from the sentences.

    >>> from types import SimpleNamespace
    >>> gold = SimpleNamespace(examples=SimpleNamespace(offsets=np.array([0, 3, 5])))
    >>> steps_of_learning(np.empty(0), gold, np.array([1, 1]))
    4000
    """
    place = next(place for place, argument in enumerate(arguments) if hasattr(argument, "examples"))
    return STEPS_PER_WORD * int(np.diff(arguments[place].examples.offsets)[arguments[place + 1]].sum())


@inlined
def cheapest(scorer: TransitionScorer, choices: Choices, cost: Int32) -> int:
    """Of the applicable transitions of least cost, the one with the highest score."""
    best = -1
    for transition in range(len(cost)):
        if choices.applicable[transition] and (
            best < 0
            or cost[transition] < cost[best]
            or (cost[transition] == cost[best] and scorer.scores[transition] > scorer.scores[best])
        ):
            best = transition
    return best


@kernel(steps=steps_of_learning)
def learn_greedily(
    system: CompiledSystem,
    learner: Learner,
    choices: Choices,
    memory: Int32,
    context: Int32,
    gold: Gold,
    order: Int64,
    explored: Bool,
    time: int,
) -> None:
    """Learn from sentences in this order, following the parser's own choices in those that are ``explored``."""
    compiled, student, truth = borrowed(system), borrowed(learner), borrowed(gold)
    places, offsets = compiled.places, truth.examples.offsets
    cost = np.zeros(len(places), np.int32)
    for index in range(len(order)):
        sentence, now = as_number(order[index]), np.float32(time + index)
        first, words = offsets[sentence], offsets[sentence + 1] - offsets[sentence]
        size = fit(memory, as_number(words), as_number(truth.arc_capacity(words)))
        state = ParserState(borrowed(memory[:size]), borrowed(context), first)
        begin_parse(compiled, state, words)
        truth.begin(sentence, words)
        step = 0
        while not student.is_full():
            given = as_number(truth.next_transition(sentence, step))
            count = find_applicable(state.memory, compiled.program, places, choices.applicable)
            if count == 0 or given == AT_END:
                break
            if count > 1:
                student.scorer.score_transitions(state, choices.applicable)
            transition = best_transition(student.scorer, choices, NO_TRANSITION)
            if count > 1:
                right = given
                if given == NO_TRANSITION and student.leads(choices, transition):
                    right = transition if truth.is_certain(compiled, state.memory, sentence, transition) else given
                if right == NO_TRANSITION:
                    truth.costs(compiled, state.memory, sentence, cost)
                    right = cheapest(student.scorer, choices, cost)
                else:
                    cost[:] = 1
                    cost[right] = 0
                student.learn_transition(choices, cost, right, now)
                if given != NO_TRANSITION or not explored[sentence]:
                    transition = right
            label, head, dependent = as_number(NO_LABEL), as_number(-1), as_number(-1)
            if builds_arc(places, transition):
                head = new_head(state.memory, places, transition)
                dependent = new_dependent(state.memory, places, transition)
                wanted = as_number(truth.arc_label(sentence, head, dependent))
                label = as_number(student.learn_label(state, head, dependent, wanted, explored[sentence], now))
            truth.follow(state.memory, sentence, transition, head, dependent)
            take_transition(compiled, state, transition, label)
            step += 1
