"""Decisions to learn from, found by parsing: at every configuration on the way, which transitions are right.

Where there is a training oracle, all transitions of least cost are right, and after the first pass the parser follows
its own choices (Goldberg & Nivre 2012), made with the weights of the moment. Elsewhere it follows the static oracle's
sequence.

With several planes, sentences that need more than one are an exception: there the parser goes on to follow the oracle.
On its own way it hardly learns to use the other planes. It misses the first SWITCHes, after which it sees neither what
is to be done on the other plane nor the SWITCH back; and a wrong head found earlier makes the SWITCH itself wrong.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.neural.heads.transitions.network import SCALE
from multiplane.learn.neural.heads.transitions.scorer import NeuralScorer
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
from multiplane.learn.transition.examples import TrainingExamples, gold_label
from multiplane.learn.transition.scorer import Choices, begin_parse, best_label, best_transition, take_transition
from multiplane.structure import classify_all
from multiplane.transition import System
from multiplane.transition.machine.memory import fit
from multiplane.transition.oracles import is_certainly_optimal, training_costs

MAX_DECISIONS = 40_000
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
    """Space for so many decisions."""
    return RecordedDecisions(
        np.empty((count, addresses), np.int64),
        np.empty((count, transitions, 2), np.int64),
        np.empty((count, templates), np.int64),
        np.empty((count, transitions), np.bool_),
        np.empty((count, transitions), np.bool_),
    )


def max_decisions(lengths: Int64) -> int:
    """As many decisions as sentences of these lengths can take, or as there is space for.

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


@inlined
def follow_oracle(scorer: NeuralScorer, choices: Choices, cost: Int32) -> int:
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


@kernel
def record_decisions(
    system: CompiledSystem,
    scorer: NeuralScorer,
    choices: Choices,
    oracle: Int32,
    golds: Int32,
    gold_starts: Int64,
    spare: Int32,
    memory: Int32,
    context: Int32,
    examples: TrainingExamples,
    sentences: Int64,
    explored: Bool,
    out: RecordedDecisions,
) -> tuple[int, int]:
    """Parse these sentences and write down every decision; their number, and that of wrong ones.

    In those that are ``explored`` the parser follows its own choices, where there is a training oracle.
    """
    compiled, model, found = borrowed(system), borrowed(scorer), borrowed(out)
    spare_memory, beside = borrowed(spare), borrowed(context)
    program, places = compiled.program, compiled.places
    cost = np.zeros(len(places), np.int32)
    decisions, mistakes = 0, 0
    for index in range(len(sentences)):
        sentence = sentences[index]
        first, count = examples.offsets[sentence], examples.offsets[sentence + 1] - examples.offsets[sentence]
        heads, labels = examples.heads[first : first + count], examples.labels[first : first + count]
        dynamic, explore = examples.dynamic[sentence], explored[sentence]
        here = borrowed(memory[: fit(memory, as_number(count), as_number(count))])
        state = ParserState(here, beside, first)
        begin_parse(compiled, state, count)
        gold = borrowed(golds[gold_starts[sentence] : gold_starts[sentence + 1]])
        step = np.int64(0) if dynamic else examples.starts[sentence]
        while decisions < len(found.rows):
            applicable = find_applicable(here, program, places, choices.applicable)
            if applicable == 0 or (not dynamic and step == examples.starts[sentence + 1]):
                break
            if applicable > 1:
                model.score_transitions(state, choices.applicable)
            best = best_transition(model, choices, NO_TRANSITION)
            right = best
            if dynamic and applicable > 1:
                lead = model.scores[best] - model.scores[best_transition(model, choices, best)]
                if lead > CLEAR_LEAD and is_certainly_optimal(oracle, program, here, gold, spare_memory, best):
                    cost[:] = 1
                    cost[best] = 0
                else:
                    training_costs(oracle, program, here, gold, spare_memory, cost)
                    right = follow_oracle(model, choices, cost)
            elif not dynamic:
                right = as_number(examples.transitions[step])
                cost[:] = 1
                cost[right] = 0
                step += 1
            if applicable > 1:
                found.rows[decisions] = model.rows
                found.arcs[decisions] = model.arc_rows
                found.features[decisions] = model.features.rows
                for transition in range(len(places)):
                    permitted = choices.applicable[transition] == 1
                    found.applicable[decisions, transition] = permitted
                    found.right[decisions, transition] = permitted and cost[transition] == cost[right]
                mistakes += not found.right[decisions, best]
                decisions += 1
            transition = best if dynamic and explore else right
            label = as_number(NO_LABEL)
            if builds_arc(places, transition):
                head, dependent = new_head(here, places, transition), new_dependent(here, places, transition)
                model.score_labels(state, head, dependent)
                label = as_number(best_label(model, compiled.label_count))
                wanted = gold_label(heads, labels, head, dependent, compiled.undirected)
                if wanted >= 0 and not explore:
                    label = as_number(wanted)
            take_transition(compiled, state, transition, label)
    return decisions, mistakes
