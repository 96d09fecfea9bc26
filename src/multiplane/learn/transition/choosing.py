"""One decision of a parser: the scores of everything that is permitted in a configuration, and the best of it.

Locally trained models choose the transition first, then the label of its arc. In globally trained ones labels count: a
transition that builds an arc is worth its own score and that of its best label.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import inlined
from multiplane.kernels.views import borrowed
from multiplane.learn.transition.actions import NO_LABEL, dependent_of, head_of
from multiplane.learn.transition.scoring import Scorer, Workspace, best_label, score_labels, score_transitions
from multiplane.transition.machine.memory import Ints


class Machine(NamedTuple):
    """A system as the kernels take it: program and arc places, whether the root 0 is on the stacks from the start,
    whether its edges have no direction, how many labels there are, whether they count in the choice of a transition.
    """

    program: Ints
    places: Ints
    root: bool
    undirected: bool
    labels: int
    labels_count: bool


class Options(NamedTuple):
    """By transition: whether it is permitted, and the best label of its arc (−1: none, or not looked for)."""

    allowed: Ints
    labels: Ints


@inlined
def borrowed_machine(machine: Machine) -> Machine:
    """The machine with arrays that are not counted (see `multiplane.kernels.views`); keep the old one alive."""
    return Machine(
        borrowed(machine.program),
        borrowed(machine.places),
        machine.root,
        machine.undirected,
        machine.labels,
        machine.labels_count,
    )


def new_options(transitions: int) -> Options:
    """Room for the options among so many transitions."""
    return Options(np.zeros(transitions, np.int32), np.zeros(transitions, np.int32))


@inlined
def label_of(
    machine: Machine,
    scorer: Scorer,
    workspace: Workspace,
    memory: Ints,
    context: Ints,
    words: Int32,
    first: int,
    transition: int,
) -> int:
    """The best label of the arc that a permitted transition would build, or −1 if it builds none."""
    if machine.places[transition, 0] < 0:
        return NO_LABEL
    head = head_of(memory, machine.places, transition)
    dependent = dependent_of(memory, machine.places, transition)
    score_labels(scorer, workspace, memory, context, words, first, head, dependent)
    return best_label(workspace, machine.labels)


@inlined
def score_options(
    machine: Machine,
    scorer: Scorer,
    workspace: Workspace,
    options: Options,
    memory: Ints,
    context: Ints,
    words: Int32,
    first: int,
) -> None:
    """The scores of all transitions; where labels count, those permitted with the best label that each can have."""
    score_transitions(scorer, workspace, memory, context, words, first)
    for transition in range(len(options.allowed)):
        options.labels[transition] = NO_LABEL
        if machine.labels_count and options.allowed[transition] and machine.places[transition, 0] >= 0:
            label = label_of(machine, scorer, workspace, memory, context, words, first, transition)
            options.labels[transition] = label
            workspace.scores[transition] += workspace.label_scores[label]


@inlined
def best_option(workspace: Workspace, options: Options, but: int) -> int:
    """The permitted transition with the highest score, another than ``but``, the first of equals; −1: there is none."""
    best = -1
    for transition in range(len(options.allowed)):
        allowed = options.allowed[transition] and transition != but
        if allowed and (best < 0 or workspace.scores[transition] > workspace.scores[best]):
            best = transition
    return best
