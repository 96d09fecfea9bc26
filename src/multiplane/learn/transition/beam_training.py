"""Global training of the averaged perceptron with beam search: max-violation updates (Huang, Fayong & Guo 2012).

The static oracle's sequence is scored beside the beam. Where the best sequence of the beam leads it by most, weights
move towards the oracle's prefix and away from the other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.transition.actions import NO_LABEL, dependent_of, head_of
from multiplane.learn.transition.beam import Beam, advance, begin_beam, borrowed_beam, find_candidates
from multiplane.learn.transition.choosing import Machine, Options, borrowed_machine
from multiplane.learn.transition.context import clear_context, follow
from multiplane.learn.transition.extraction import Rows
from multiplane.learn.transition.greedy import NO_TRANSITION
from multiplane.learn.transition.perceptron import Examples, Sums, right_label
from multiplane.learn.transition.scoring import (
    Scorer,
    Weights,
    Workspace,
    best_label,
    borrowed_scorer,
    borrowed_workspace,
    score_labels,
    score_transitions,
)
from multiplane.learn.transition.weights import nudge
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import Ints, begin


class Paths(NamedTuple):
    """The steps of all states of a beam, by step and place: parent, transition, label; and the oracle's labels."""

    parents: Ints
    transitions: Ints
    labels: Ints
    right_labels: Ints


def new_paths(steps: int, width: int) -> Paths:
    """Room for so many steps of a beam of this width."""
    parts = [np.zeros((steps, width), np.int32) for _ in range(3)]
    return Paths(parts[0], parts[1], parts[2], np.zeros(steps, np.int32))


@kernel
def shift_weights(weights: Weights, sums: Weights, rows: Rows, column: int, by: int, moment: np.float32) -> None:
    """Move one column in all rows."""
    for index in range(len(rows)):
        nudge(weights, sums, rows[index], column, by, moment)


@kernel
def replay(
    machine: Machine,
    scorer: Scorer,
    sums: Sums,
    workspace: Workspace,
    memory: Ints,
    context: Ints,
    examples: Examples,
    sentence: int,
    transitions: Ints,
    labels: Ints,
    changed: int,
    by: int,
    moment: np.float32,
) -> None:
    """Follow a sequence once more and move the weights of its steps from ``changed`` on."""
    first, count = examples.offsets[sentence], examples.offsets[sentence + 1] - examples.offsets[sentence]
    words = borrowed(examples.words)
    begin(memory, count, machine.root)
    clear_context(context, count)
    for step in range(len(transitions)):
        transition, label = as_number(transitions[step]), as_number(labels[step])
        if transition == NO_TRANSITION:
            return
        if step >= changed:
            score_transitions(scorer, workspace, memory, context, words, first)
            shift_weights(scorer.weights, sums.weights, workspace.rows, transition, by, moment)
            if label != NO_LABEL:
                head, dependent = (
                    head_of(memory, machine.places, transition),
                    dependent_of(memory, machine.places, transition),
                )
                score_labels(scorer, workspace, memory, context, words, first, head, dependent)
                shift_weights(scorer.label_weights, sums.label_weights, workspace.label_rows, label, by, moment)
        apply(memory, machine.program, transition, label)
        follow(memory, context, transition, label)


@inlined
def score_right(
    machine: Machine,
    scorer: Scorer,
    workspace: Workspace,
    memory: Ints,
    context: Ints,
    examples: Examples,
    sentence: int,
    transition: int,
) -> tuple[float, int]:
    """The score of the oracle's transition with its label, and that label; then carry it out."""
    first, last = examples.offsets[sentence], examples.offsets[sentence + 1]
    words = borrowed(examples.words)
    score_transitions(scorer, workspace, memory, context, words, first)
    score, label = np.float64(workspace.scores[transition]), as_number(NO_LABEL)
    if machine.places[transition, 0] >= 0:
        head, dependent = head_of(memory, machine.places, transition), dependent_of(memory, machine.places, transition)
        score_labels(scorer, workspace, memory, context, words, first, head, dependent)
        heads, labels = examples.heads[first:last], examples.labels[first:last]
        label = as_number(right_label(heads, labels, head, dependent, machine.undirected))
        if label < 0:
            label = as_number(best_label(workspace, machine.labels))
        score += np.float64(workspace.label_scores[label])
    apply(memory, machine.program, as_number(transition), label)
    follow(memory, context, transition, label)
    return score, label


@inlined
def path_to(paths: Paths, place: int, length: int) -> tuple[Ints, Ints]:
    """The transitions and labels that led to a place of the beam after so many steps."""
    transitions, labels = np.empty(length, np.int32), np.empty(length, np.int32)
    for step in range(length - 1, -1, -1):
        transitions[step] = paths.transitions[step, place]
        labels[step] = paths.labels[step, place]
        place = paths.parents[step, place]
    return transitions, labels


@kernel
def learn_with_beam(
    machine: Machine,
    scorer: Scorer,
    sums: Sums,
    workspace: Workspace,
    options: Options,
    beam: Beam,
    paths: Paths,
    memory: Ints,
    context: Ints,
    examples: Examples,
    order: Int64,
    moment: int,
) -> tuple[int, int]:
    """Learn from sentences in this order; how many led to a change, and how many there were."""
    model, room, states, system = (
        borrowed_scorer(scorer),
        borrowed_workspace(workspace),
        borrowed_beam(beam),
        borrowed_machine(machine),
    )
    borrowed_options = Options(borrowed(options.allowed), borrowed(options.labels))
    here, beside, words = borrowed(memory), borrowed(context), borrowed(examples.words)
    mistakes = 0
    for index in range(len(order)):
        sentence = order[index]
        first, count = examples.offsets[sentence], examples.offsets[sentence + 1] - examples.offsets[sentence]
        right = examples.transitions[examples.starts[sentence] : examples.starts[sentence + 1]]
        begin_beam(states, system, count)
        begin(here, count, system.root)
        clear_context(beside, count)
        total, worst, worst_length, survivor = 0.0, 0.0, 0, 0
        transitions, labels = np.empty(0, np.int32), np.empty(0, np.int32)
        for step in range(len(right)):
            score, label = score_right(system, model, room, here, beside, examples, sentence, as_number(right[step]))
            total += score
            paths.right_labels[step] = label
            filled, _ = find_candidates(system, model, room, borrowed_options, states, words, first)
            advance(system, model, room, states, filled, words, first)
            next_survivor = -1
            for place in range(filled):
                paths.parents[step, place] = states.parents[place]
                paths.transitions[step, place] = states.transitions[place]
                paths.labels[step, place] = states.labels[place]
                same = states.transitions[place] == right[step] and states.labels[place] == label
                if survivor >= 0 and states.parents[place] == survivor and same:
                    next_survivor = place
            survivor = next_survivor
            violation = states.gains[0] - total
            if survivor != 0 and (violation > worst or worst_length == 0):
                worst, worst_length = violation, step + 1
                transitions, labels = path_to(paths, 0, step + 1)
        if worst_length > 0 and survivor != 0:
            mistakes += 1
            changed = 0
            while transitions[changed] == right[changed] and labels[changed] == paths.right_labels[changed]:
                changed += 1
            now = np.float32(moment + index)
            moved = (system, model, sums, room, here, beside, examples, sentence)
            replay(*moved, right[:worst_length], paths.right_labels[:worst_length], changed, 1, now)
            replay(*moved, transitions, labels, changed, -1, now)
    return mistakes, len(order)
