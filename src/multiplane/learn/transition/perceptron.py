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
from multiplane.learn.transition.context import clear_context, follow
from multiplane.learn.transition.extraction import Rows
from multiplane.learn.transition.greedy import NO_TRANSITION
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
from multiplane.learn.transition.weights import Floats, nudge
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import Ints, begin, fit
from multiplane.transition.oracles import guide_costs, surely_costs_least


class Sums(NamedTuple):
    """Beside every weight, the sum of its changes, each times the moment it was made."""

    weights: Floats
    label_weights: Floats


class Examples(NamedTuple):
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
def best_other_label(workspace: Workspace, labels: int, but: int) -> int:
    """The best label but one; −1 if there is no other."""
    best = -1
    for label in range(labels):
        if label != but and (best < 0 or workspace.label_scores[label] > workspace.label_scores[best]):
            best = label
    return best


@inlined
def learn_label(
    machine: Machine,
    scorer: Scorer,
    sums: Sums,
    workspace: Workspace,
    right: int,
    margin: np.float32,
    moment: np.float32,
) -> int:
    """Move the weights of labels if the right one does not lead by the margin; 1 if they moved."""
    other = best_other_label(workspace, machine.labels, right)
    if other < 0 or workspace.label_scores[right] - workspace.label_scores[other] > margin:
        return 0
    move(scorer.label_weights, sums.label_weights, workspace.label_rows, right, other, moment)
    return 1


@inlined
def learn_transition(
    scorer: Scorer,
    sums: Sums,
    workspace: Workspace,
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
        if costly and (wrong < 0 or workspace.scores[transition] > workspace.scores[wrong]):
            wrong = transition
    if wrong < 0 or workspace.scores[right] - workspace.scores[wrong] > margin:
        return 0
    move(scorer.weights, sums.weights, workspace.rows, right, wrong, moment)
    return 1


@inlined
def leads(workspace: Workspace, options: Options, best: int, margin: np.float32) -> bool:
    """Whether the best option leads all others by more than the margin."""
    return bool(workspace.scores[best] - workspace.scores[best_option(workspace, options, best)] > margin)


@inlined
def cheapest(workspace: Workspace, options: Options, cost: Ints) -> int:
    """Of the permitted transitions of least cost, the one with the highest score."""
    best = -1
    for transition in range(len(cost)):
        if options.allowed[transition] and (
            best < 0
            or cost[transition] < cost[best]
            or (cost[transition] == cost[best] and workspace.scores[transition] > workspace.scores[best])
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
    workspace: Workspace,
    options: Options,
    guide: Ints,
    golds: Ints,
    gold_starts: Int64,
    spare: Ints,
    memory: Ints,
    context: Ints,
    examples: Examples,
    order: Int64,
    explore: bool,
    margin: float,
    label_margin: float,
    moment: int,
) -> tuple[int, int]:
    """Learn from sentences in this order; how often weights moved, and how many decisions there were."""
    model, room = borrowed_scorer(scorer), borrowed_workspace(workspace)
    spare_memory, beside, words = borrowed(spare), borrowed(context), borrowed(examples.words)
    program, places = borrowed(machine.program), borrowed(machine.places)
    cost = np.zeros(len(places), np.int32)
    mistakes, decisions = 0, 0
    lead, label_lead = np.float32(margin), np.float32(label_margin)
    for index in range(len(order)):
        sentence = order[index]
        first, count = examples.offsets[sentence], examples.offsets[sentence + 1] - examples.offsets[sentence]
        heads, labels = examples.heads[first : first + count], examples.labels[first : first + count]
        now = np.float32(moment + index)
        guided = examples.guided[sentence]
        here = borrowed(memory[: fit(memory, as_number(count), as_number(count))])
        begin(here, count, machine.root)
        clear_context(beside, count)
        gold = borrowed(golds[gold_starts[sentence] : gold_starts[sentence + 1]])
        step = np.int64(0) if guided else examples.starts[sentence]
        while True:
            permitted = find_permitted(here, program, places, options.allowed)
            if permitted == 0 or (not guided and step == examples.starts[sentence + 1]):
                break
            if permitted > 1:
                score_transitions(model, room, here, beside, words, first)
                decisions += 1
            if guided:
                right = best_option(room, options, NO_TRANSITION)
                clear = permitted == 1 or (
                    leads(room, options, right, lead)
                    and surely_costs_least(guide, program, here, gold, spare_memory, right)
                )
                if not clear:
                    guide_costs(guide, program, here, gold, spare_memory, cost)
                    right = cheapest(room, options, cost)
            else:
                right = as_number(examples.transitions[step])
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
