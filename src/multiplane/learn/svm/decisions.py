"""What support vector machines learn from: every decision of the static oracle, with the rows of its features.

A decision is a choice among several permitted transitions, or the choice of a label. Each template gives one row.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.learn.features.templates import Features
from multiplane.learn.transition.actions import NO_LABEL, dependent_of, find_permitted, head_of
from multiplane.learn.transition.choosing import Machine
from multiplane.learn.transition.context import clear_context, follow, new_context
from multiplane.learn.transition.extraction import Hashes, Rows, find_nodes, find_values, hash_templates
from multiplane.learn.transition.perceptron import Examples, right_label
from multiplane.transition import TransitionSystem
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import Ints, begin

Choices = NDArray[np.int32]
TRANSITIONS_SEED, LEFT_SEED, RIGHT_SEED = 1, 1, 2


class Room(NamedTuple):
    """Room for the features of one configuration, and the mask of their rows."""

    nodes: Ints
    values: Hashes
    hashes: Hashes
    rows: Rows
    mask: int


class Decisions(NamedTuple):
    """One decision a line: the row of each template, and what was chosen."""

    rows: NDArray[np.int32]
    chosen: Choices


def new_room(features: Features, bits: int) -> Room:
    """Room for these templates, with rows of so many bits."""
    templates = features.templates.shape[1]
    return Room(
        np.empty(len(features.addresses), np.int32),
        np.empty(len(features.items), np.uint64),
        np.empty(templates, np.uint64),
        np.empty(templates, np.int64),
        (1 << bits) - 1,
    )


@kernel
def transition_rows(features: Features, room: Room, memory: Ints, context: Ints, words: Ints, first: int) -> None:
    """The rows of a configuration, as `learn.scoring` finds them for transitions."""
    find_nodes(memory, context, features.addresses, -1, -1, room.nodes)
    find_values(memory, context, features.items, room.nodes, words, first, room.values)
    hash_templates(
        features.templates, features.starts, room.values, TRANSITIONS_SEED, room.mask, room.hashes, room.rows
    )


@kernel
def label_rows(
    features: Features, room: Room, memory: Ints, context: Ints, words: Ints, first: int, head: int, dependent: int
) -> None:
    """The rows of an arc that is about to be built, as `learn.scoring` finds them for labels."""
    find_nodes(memory, context, features.addresses, head, dependent, room.nodes)
    find_values(memory, context, features.items, room.nodes, words, first, room.values)
    side = LEFT_SEED if dependent < head else RIGHT_SEED
    hash_templates(features.templates, features.starts, room.values, side, room.mask, room.hashes, room.rows)


@kernel
def write_decisions(
    machine: Machine,
    transition: Features,
    label: Features,
    room: Room,
    label_room: Room,
    memory: Ints,
    context: Ints,
    examples: Examples,
    transitions: Decisions,
    labels: Decisions,
) -> tuple[int, int]:
    """Follow the oracle through all sentences and write its decisions down; how many there are of each kind."""
    allowed = np.zeros(len(machine.places), np.int32)
    found, found_labels = 0, 0
    for sentence in range(len(examples.offsets) - 1):
        first, count = examples.offsets[sentence], examples.offsets[sentence + 1] - examples.offsets[sentence]
        heads, given = examples.heads[first : first + count], examples.labels[first : first + count]
        begin(memory, count, machine.root)
        clear_context(context, count)
        for step in range(examples.starts[sentence], examples.starts[sentence + 1]):
            permitted = find_permitted(memory, machine.program, machine.places, allowed)
            if permitted == 0:
                break
            right = as_number(examples.transitions[step])
            if permitted > 1:
                transition_rows(transition, room, memory, context, examples.words, first)
                transitions.rows[found] = room.rows
                transitions.chosen[found] = right
                found += 1
            wanted = as_number(NO_LABEL)
            if machine.places[right, 0] >= 0:
                head, dependent = head_of(memory, machine.places, right), dependent_of(memory, machine.places, right)
                wanted = as_number(right_label(heads, given, head, dependent, machine.undirected))
                if wanted >= 0:
                    label_rows(label, label_room, memory, context, examples.words, first, head, dependent)
                    labels.rows[found_labels] = label_room.rows
                    labels.chosen[found_labels] = wanted
                    found_labels += 1
            apply(memory, machine.program, right, wanted)
            follow(memory, context, right, wanted)
    return found, found_labels


def decisions_of(
    system: TransitionSystem,
    machine: Machine,
    features: tuple[Features, Features],
    examples: Examples,
    bits: tuple[int, int],
) -> tuple[Decisions, Decisions]:
    """All choices of transitions and all choices of labels, in the order of the sentences."""
    longest = int(np.diff(examples.offsets).max(initial=1))
    room, label_room = new_room(features[0], bits[0]), new_room(features[1], bits[1])
    transitions = _new_decisions(len(examples.transitions), room)
    labels = _new_decisions(len(examples.heads), label_room)
    memory, context = system.memory(longest), new_context(longest)
    found, found_labels = write_decisions(
        machine, features[0], features[1], room, label_room, memory, context, examples, transitions, labels
    )
    return _first(transitions, found), _first(labels, found_labels)


def _new_decisions(count: int, room: Room) -> Decisions:
    return Decisions(np.empty((count, len(room.rows)), np.int32), np.empty(count, np.int32))


def _first(decisions: Decisions, count: int) -> Decisions:
    return Decisions(decisions.rows[:count], decisions.chosen[:count])


class DesignMatrix(NamedTuple):
    """A 1 for each template in the column of its row; ``rows`` tells the row of each column."""

    matrix: Any
    rows: NDArray[np.int64]


def design_matrix(rows: Ints, shared: bool = False) -> DesignMatrix:
    """The matrix of decisions; templates whose rows are equal share a column, with the sum, only if asked."""
    from scipy.sparse import csr_matrix

    decisions, templates = rows.shape
    keys = rows.astype(np.int64)
    if not shared:
        keys += np.arange(templates, dtype=np.int64) << 32
    used, columns = np.unique(keys, return_inverse=True)
    ends = np.arange(decisions + 1, dtype=np.int32) * np.int32(templates)
    values = np.ones(decisions * templates)
    matrix = csr_matrix((values, columns.ravel().astype(np.int32), ends), (decisions, len(used)))
    matrix.sum_duplicates()
    return DesignMatrix(matrix, used & 0xFFFFFFFF)
