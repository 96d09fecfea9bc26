"""Scores of transitions and labels: the rows of all features in the weight table, added up.

A row of the table of transitions has a weight for each of them, four of which are added at once; a row of the table of
labels has one for each label. Weights are int16 in training, bytes in a finished model: their sums are exact and the
same everywhere.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import borrowed, prefetch
from multiplane.learn.features.templates import Features
from multiplane.learn.transition.extraction import Hashes, Rows, find_nodes, find_values, hash_templates
from multiplane.learn.transition.weights import LANES
from multiplane.transition.machine.memory import Ints

Weights = NDArray[Any]


class Scorer(NamedTuple):
    """What it takes to score: templates for transitions and labels, and their weights."""

    addresses: Ints
    items: Ints
    templates: Ints
    starts: Ints
    label_addresses: Ints
    label_items: Ints
    label_templates: Ints
    label_starts: Ints
    weights: Weights
    label_weights: Weights


class Workspace(NamedTuple):
    """Room to score one configuration: the nodes and values that features look at, their rows, and the sums."""

    nodes: Ints
    values: Hashes
    hashes: Hashes
    rows: Rows
    scores: Weights
    label_rows: Rows
    label_scores: Weights


def new_scorer(transition: Features, label: Features, weights: Weights, label_weights: Weights) -> Scorer:
    """A scorer from compiled features and weights."""
    return Scorer(*transition, *label, weights, label_weights)


def new_workspace(scorer: Scorer) -> Workspace:
    """Room for this scorer: sums are int32, of the many labels int16 if weights are bytes.

    No sum of bytes over `MOST_TEMPLATES` templates is too large for int16.
    """
    learning = scorer.weights.dtype == np.int16
    templates, label_templates = scorer.templates.shape[1], scorer.label_templates.shape[1]
    return Workspace(
        np.empty(max(len(scorer.addresses), len(scorer.label_addresses)), np.int32),
        np.empty(max(len(scorer.items), len(scorer.label_items)), np.uint64),
        np.empty(max(templates, label_templates), np.uint64),
        np.empty(templates, np.int64),
        np.zeros(scorer.weights.shape[1], np.int32),
        np.empty(label_templates, np.int64),
        np.zeros(scorer.label_weights.shape[1], np.int32 if learning else np.int16),
    )


@inlined
def borrowed_scorer(scorer: Scorer) -> Scorer:
    """The scorer with arrays that are not counted (see `multiplane.kernels.views`); keep the old one alive."""
    return Scorer(
        borrowed(scorer.addresses),
        borrowed(scorer.items),
        borrowed(scorer.templates),
        borrowed(scorer.starts),
        borrowed(scorer.label_addresses),
        borrowed(scorer.label_items),
        borrowed(scorer.label_templates),
        borrowed(scorer.label_starts),
        borrowed(scorer.weights),
        borrowed(scorer.label_weights),
    )


@inlined
def borrowed_workspace(workspace: Workspace) -> Workspace:
    """The workspace with arrays that are not counted; keep the old one alive."""
    return Workspace(
        borrowed(workspace.nodes),
        borrowed(workspace.values),
        borrowed(workspace.hashes),
        borrowed(workspace.rows),
        borrowed(workspace.scores),
        borrowed(workspace.label_rows),
        borrowed(workspace.label_scores),
    )


@kernel
def fetch(weights: Weights, rows: Rows) -> None:
    """Have all rows on their way before the first is added."""
    for index in range(len(rows)):
        prefetch(weights, rows[index])


@kernel
def add_four(weights: Weights, rows: Rows, scores: Weights) -> None:
    """Sums over rows, four columns at a time."""
    for lane in range(0, weights.shape[1], LANES):
        scores[lane] = 0
        one = two = three = four = scores[lane]
        for index in range(len(rows)):
            row = rows[index]
            one += weights[row, lane]
            two += weights[row, lane + 1]
            three += weights[row, lane + 2]
            four += weights[row, lane + 3]
        scores[lane], scores[lane + 1], scores[lane + 2], scores[lane + 3] = one, two, three, four


@kernel
def add_all(weights: Weights, rows: Rows, scores: Weights) -> None:
    """Sums over rows, all columns of a row at once."""
    for column in range(len(scores)):
        scores[column] = 0
    for index in range(len(rows)):
        row = rows[index]
        for column in range(weights.shape[1]):
            scores[column] += weights[row, column]


@inlined
def score_transitions(
    scorer: Scorer, workspace: Workspace, memory: Ints, context: Ints, words: Int32, first: int
) -> None:
    """The scores of all transitions, and the rows that gave them."""
    find_nodes(memory, context, scorer.addresses, -1, -1, workspace.nodes)
    find_values(memory, context, scorer.items, workspace.nodes, words, first, workspace.values)
    last = len(scorer.weights) - 1
    hash_templates(scorer.templates, scorer.starts, workspace.values, 1, last, workspace.hashes, workspace.rows)
    fetch(scorer.weights, workspace.rows)
    add_four(scorer.weights, workspace.rows, workspace.scores)


@inlined
def score_labels(
    scorer: Scorer,
    workspace: Workspace,
    memory: Ints,
    context: Ints,
    words: Int32,
    first: int,
    head: int,
    dependent: int,
) -> None:
    """The scores of all labels for an arc that is about to be built; left and right arcs have features apart."""
    find_nodes(memory, context, scorer.label_addresses, head, dependent, workspace.nodes)
    find_values(memory, context, scorer.label_items, workspace.nodes, words, first, workspace.values)
    side = 1 if dependent < head else 2
    last = len(scorer.label_weights) - 1
    hash_templates(
        scorer.label_templates,
        scorer.label_starts,
        workspace.values,
        side,
        last,
        workspace.hashes,
        workspace.label_rows,
    )
    fetch(scorer.label_weights, workspace.label_rows)
    add_all(scorer.label_weights, workspace.label_rows, workspace.label_scores)


@inlined
def best_label(workspace: Workspace, labels: int) -> int:
    """The label with the highest score, the first of equals."""
    best = 0
    for label in range(1, labels):
        if workspace.label_scores[label] > workspace.label_scores[best]:
            best = label
    return best
