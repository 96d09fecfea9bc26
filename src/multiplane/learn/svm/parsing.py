"""Greedy parsing with support vector machines: at every step the permitted transition that wins most votes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.learn.features.templates import Features
from multiplane.learn.svm.classifier import (
    PackedClassifiers,
    VoteWorkspace,
    best_class,
    new_vote_workspace,
    score_classes,
)
from multiplane.learn.svm.decisions import Room, label_rows, new_room, transition_rows
from multiplane.learn.transition.actions import NO_LABEL, dependent_of, find_permitted, head_of
from multiplane.learn.transition.choosing import Machine
from multiplane.learn.transition.context import clear_context, follow
from multiplane.learn.transition.greedy import Arcs, take_arc
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import ARCS, Ints, begin

ROW_BITS = 30
NONE = -1


class Judge(NamedTuple):
    """What it takes to decide: templates, classifiers, and room for the rows and the workspace."""

    features: Features
    classifiers: PackedClassifiers
    room: Room
    workspace: VoteWorkspace
    allowed: Ints


def new_judge(features: Features, classifiers: PackedClassifiers, classes: int) -> Judge:
    """A judge over so many classes, all of them allowed."""
    return Judge(
        features,
        classifiers,
        new_room(features, ROW_BITS),
        new_vote_workspace(classifiers, classes),
        np.ones(classes, np.int32),
    )


@kernel
def parse_with_machines(
    machine: Machine,
    transitions: Judge,
    labels: Judge,
    memory: Ints,
    context: Ints,
    words: Int32,
    offsets: Int64,
    first: int,
    last: int,
    arcs: Arcs,
) -> None:
    """Parse the sentences first .. last−1."""
    for sentence in range(first, last):
        start, count = offsets[sentence], offsets[sentence + 1] - offsets[sentence]
        begin(memory, count, machine.root)
        clear_context(context, count)
        permitted = find_permitted(memory, machine.program, machine.places, transitions.allowed)
        while permitted > 0:
            score, margin = 0.0, 0.0
            if permitted == 1:
                transition = best_class(transitions.workspace, transitions.allowed, NONE)
            else:
                transition_rows(transitions.features, transitions.room, memory, context, words, start)
                score_classes(
                    transitions.classifiers, transitions.room.rows, transitions.allowed, transitions.workspace
                )
                transition = best_class(transitions.workspace, transitions.allowed, NONE)
                score = transitions.workspace.scores[transition]
                second = best_class(transitions.workspace, transitions.allowed, transition)
                margin = score - transitions.workspace.scores[second]
            label = NO_LABEL
            if machine.places[transition, 0] >= 0:
                head = head_of(memory, machine.places, transition)
                dependent = dependent_of(memory, machine.places, transition)
                label_rows(labels.features, labels.room, memory, context, words, start, head, dependent)
                score_classes(labels.classifiers, labels.room.rows, labels.allowed, labels.workspace)
                label = best_class(labels.workspace, labels.allowed, NONE)
            before = memory[ARCS]
            apply(memory, machine.program, as_number(transition), as_number(label))
            follow(memory, context, as_number(transition), as_number(label))
            if memory[ARCS] > before:
                take_arc(memory, start + before, transition, np.float32(score), np.float32(margin), arcs)
            permitted = find_permitted(memory, machine.program, machine.places, transitions.allowed)
