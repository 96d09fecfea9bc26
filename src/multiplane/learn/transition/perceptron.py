"""The averaged perceptron with a margin, trained on single decisions.

Where there is a guide, every transition of least cost is right, and after the first pass the parser goes where its own
choices lead it (Goldberg & Nivre 2012). Otherwise it follows the static oracle's sequence. The right
transition must lead the wrong ones by the margin, the right label likewise; if not, the weights move by one. Averages
count the sentences for which a weight was in force.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.transition.actions import NO_LABEL, dependent_of, find_permitted, head_of
from multiplane.learn.transition.choosing import Machine, Options, best_option
from multiplane.learn.transition.context import clear_links, follow
from multiplane.learn.transition.extraction import Rows
from multiplane.learn.transition.greedy import NO_TRANSITION
from multiplane.learn.transition.scoring import (
    Scorer,
    Space,
    Weights,
    best_label,
    borrowed_scorer,
    borrowed_space,
    score_labels,
    score_transitions,
)
from multiplane.learn.transition.weights import Floats, nudge
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import Ints, begin, fit
from multiplane.transition.oracles import is_certainly_optimal, training_costs


class Sums(NamedTuple):
    """Beside every weight, the sum of its changes, each times the moment it was made."""

    weights: Floats
    label_weights: Floats


class Lesson(NamedTuple):
    """A treebank to learn from: attributes of words, sentences, heads and labels by word, for which sentences the guide
    is asked, and for the others the static oracle's transitions, with their own offsets.
    """

    words: Int32
    offsets: Int64
    heads: Ints
    labels: Ints
    guided: NDArray[np.bool_]
    transitions: Ints
    starts: Int64


@kernel
def move(weights: Weights, sums: Floats, rows: Rows, right: int, wrong: int, moment: np.float32) -> None:
    """One step towards the right column and away from the wrong one, in all rows."""
    for index in range(len(rows)):
        nudge(weights, sums, rows[index], right, 1, moment)
        nudge(weights, sums, rows[index], wrong, -1, moment)


@inlined
def best_other_label(space: Space, labels: int, but: int) -> int:
    """The best label but one; −1 if there is no other."""
    best = -1
    for label in range(labels):
        if label != but and (best < 0 or space.label_scores[label] > space.label_scores[best]):
            best = label
    return best


@inlined
def learn_label(
    machine: Machine, scorer: Scorer, sums: Sums, space: Space, right: int, margin: np.float32, moment: np.float32
) -> int:
    """Move the weights of labels if the right one does not lead by the margin; 1 if they moved."""
    other = best_other_label(space, machine.labels, right)
    if other < 0 or space.label_scores[right] - space.label_scores[other] > margin:
        return 0
    move(scorer.label_weights, sums.label_weights, space.label_rows, right, other, moment)
    return 1


@inlined
def learn_transition(
    scorer: Scorer,
    sums: Sums,
    space: Space,
    options: Options,
    right: int,
    cost: Ints,
    margin: np.float32,
    moment: np.float32,
) -> int:
    """Move the weights if the right transition does not lead those that cost more by the margin; 1 if they moved."""
    wrong = -1
    for transition in range(len(cost)):
        costly = options.allowed[transition] and cost[transition] > cost[right]
        if costly and (wrong < 0 or space.scores[transition] > space.scores[wrong]):
            wrong = transition
    if wrong < 0 or space.scores[right] - space.scores[wrong] > margin:
        return 0
    move(scorer.weights, sums.weights, space.rows, right, wrong, moment)
    return 1


@inlined
def leads(space: Space, options: Options, best: int, margin: np.float32) -> bool:
    """Whether the best option leads all others by more than the margin."""
    return bool(space.scores[best] - space.scores[best_option(space, options, best)] > margin)


@inlined
def cheapest(space: Space, options: Options, cost: Ints) -> int:
    """Of the permitted transitions of least cost, the one with the highest score."""
    best = -1
    for transition in range(len(cost)):
        if options.allowed[transition] and (
            best < 0
            or cost[transition] < cost[best]
            or (cost[transition] == cost[best] and space.scores[transition] > space.scores[best])
        ):
            best = transition
    return best


@kernel
def right_label(heads: Ints, labels: Ints, head: int, dependent: int, undirected: bool) -> int:
    """The label of the gold arc, or of the gold edge whichever way it points; −1 if there is none."""
    if dependent > 0 and heads[dependent - 1] == head:
        return int(labels[dependent - 1])
    if undirected and head > 0 and heads[head - 1] == dependent:
        return int(labels[head - 1])
    return -1


@kernel
def learn_greedily(
    machine: Machine,
    scorer: Scorer,
    sums: Sums,
    space: Space,
    options: Options,
    guide: Ints,
    golds: Ints,
    gold_starts: Int64,
    spare: Ints,
    memory: Ints,
    links: Ints,
    lesson: Lesson,
    order: Int64,
    explore: bool,
    margin: float,
    label_margin: float,
    moment: int,
) -> tuple[int, int]:
    """Learn from sentences in this order; how often weights moved, and how many decisions there were."""
    model, room = borrowed_scorer(scorer), borrowed_space(space)
    spare_memory, beside, words = borrowed(spare), borrowed(links), borrowed(lesson.words)
    program, places = borrowed(machine.program), borrowed(machine.places)
    cost = np.zeros(len(places), np.int32)
    mistakes, decisions = 0, 0
    lead, label_lead = np.float32(margin), np.float32(label_margin)
    for index in range(len(order)):
        sentence = order[index]
        first, count = lesson.offsets[sentence], lesson.offsets[sentence + 1] - lesson.offsets[sentence]
        heads, labels = lesson.heads[first : first + count], lesson.labels[first : first + count]
        now = np.float32(moment + index)
        guided = lesson.guided[sentence]
        here = borrowed(memory[: fit(memory, as_number(count), as_number(count))])
        begin(here, count, machine.root)
        clear_links(beside, count)
        gold = borrowed(golds[gold_starts[sentence] : gold_starts[sentence + 1]])
        step = np.int64(0) if guided else lesson.starts[sentence]
        while True:
            permitted = find_permitted(here, program, places, options.allowed)
            if permitted == 0 or (not guided and step == lesson.starts[sentence + 1]):
                break
            if permitted > 1:
                score_transitions(model, room, here, beside, words, first)
                decisions += 1
            if guided:
                right = best_option(room, options, NO_TRANSITION)
                clear = permitted == 1 or (
                    leads(room, options, right, lead)
                    and is_certainly_optimal(guide, program, here, gold, spare_memory, right)
                )
                if not clear:
                    training_costs(guide, program, here, gold, spare_memory, cost)
                    right = cheapest(room, options, cost)
            else:
                right = as_number(lesson.transitions[step])
                cost[:] = 1
                cost[right] = 0
                step += 1
                clear = permitted == 1
            transition = right
            if not clear:
                mistakes += learn_transition(model, sums, room, options, right, cost, lead, now)
                if guided and explore:
                    transition = best_option(room, options, NO_TRANSITION)
            label = as_number(NO_LABEL)
            if places[transition, 0] >= 0:
                head, dependent = head_of(here, places, transition), dependent_of(here, places, transition)
                score_labels(model, room, here, beside, words, first, head, dependent)
                label = as_number(best_label(room, machine.labels))
                decisions += 1
                wanted = right_label(heads, labels, head, dependent, machine.undirected)
                if wanted >= 0:
                    mistakes += learn_label(machine, model, sums, room, wanted, label_lead, now)
                    if not explore:
                        label = as_number(wanted)
            apply(here, program, as_number(transition), as_number(label))
            follow(here, beside, transition, label)
    return mistakes, decisions
