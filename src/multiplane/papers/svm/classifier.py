"""Support vector machines with a polynomial kernel over rows of templates, and their decision function.

One multi-class machine for each part of the decisions, by the row of the first template. Every two
classes of a machine have a decision value, Σ c·(γ·m + r)^d + b over the support vectors, where m counts the templates
on which a vector and the configuration agree. The sign votes for one of the two (Chang & Lin 2001).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float64, Int32, Int64
from multiplane.kernels.jit import kernel

DEGREE, GAMMA, COEFFICIENT = 2, 0.2, 0.0
ABSENT = -1.0
CONFIDENCE_SHARE = 3.0


class Classifier(NamedTuple):
    """The machine of one part of the decisions. ``vectors[v]`` has a row for each template; vectors lie in the order of
    their classes, ``counts`` of them for each; ``coefficients[v]`` has one for each other class.
    """

    key: int
    classes: Int32
    counts: Int64
    vectors: Int32
    coefficients: Float64
    intercepts: Float64


class PackedClassifiers(NamedTuple):
    """All classifiers end to end, vectors column by column; ``keys`` are the rows that have a classifier of their own,
    all others take ``other``; ``powers[m]`` is the kernel of m agreements.
    """

    keys: Int32
    other: int
    classes: Int32
    class_starts: Int64
    vectors: Int32
    vector_starts: Int64
    coefficients: Float64
    coefficient_starts: Int64
    intercepts: Float64
    intercept_starts: Int64
    powers: Float64


class VoteWorkspace(NamedTuple):
    """One decision: agreements by vector, sums by pair of classes, decision values, scores by class."""

    agreements: Int32
    sums: Float64
    decisions: Float64
    confidences: Float64
    scores: Float64


def kernel_powers(templates: int) -> Float64:
    """The polynomial kernel for 0 .. templates agreements.

    >>> kernel_powers(5).round(2).tolist()
    [0.0, 0.04, 0.16, 0.36, 0.64, 1.0]
    """
    return np.array((GAMMA * np.arange(templates + 1) + COEFFICIENT) ** DEGREE, np.float64)


def pack_classifiers(parts: list[Classifier], templates: int) -> PackedClassifiers:
    """Classifiers for the kernels; one with a negative key is for all rows that have none of their own."""
    keyed = sorted((part for part in parts if part.key >= 0), key=lambda part: part.key)
    rest = [part for part in parts if part.key < 0]
    largest = max(range(len(keyed)), key=lambda i: len(keyed[i].vectors), default=0)
    ordered = [*keyed, *rest]
    vectors = np.concatenate([part.vectors for part in ordered])
    return PackedClassifiers(
        np.array([part.key for part in keyed], np.int32),
        len(keyed) if rest else largest,
        np.concatenate([part.classes for part in ordered]).astype(np.int32),
        _starts([len(part.classes) for part in ordered]),
        np.ascontiguousarray(vectors.reshape(-1, templates).T, np.int32),
        _starts(np.concatenate([part.counts for part in ordered]).tolist()),
        np.concatenate([part.coefficients.ravel() for part in ordered]),
        _starts([part.coefficients.size for part in ordered]),
        np.concatenate([part.intercepts for part in ordered]),
        _starts([len(part.intercepts) for part in ordered]),
        kernel_powers(templates),
    )


def _starts(lengths: list[int]) -> Int64:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def new_vote_workspace(classifiers: PackedClassifiers, classes: int) -> VoteWorkspace:
    """A workspace for these classifiers."""
    at = classifiers.vector_starts[classifiers.class_starts]
    most, widest = int(np.diff(at).max(initial=0)), int(np.diff(classifiers.class_starts).max(initial=1))
    return VoteWorkspace(
        np.zeros(most, np.int32),
        np.zeros((widest, widest)),
        np.zeros(widest * (widest - 1) // 2),
        np.zeros(widest),
        np.zeros(classes),
    )


@kernel
def classifier_of(packed: PackedClassifiers, row: int) -> int:
    """The classifier for a row of the first template."""
    place = np.searchsorted(packed.keys, row)
    found = place < len(packed.keys) and packed.keys[place] == row
    return int(place) if found else packed.other


@kernel
def count_agreements(vectors: Int32, first: int, last: int, rows: Int64, agreements: Int32) -> None:
    """The number of templates on which each vector first .. last−1 agrees with the rows."""
    for vector in range(last - first):
        agreements[vector] = 0
    for template in range(len(rows)):
        row = np.int32(rows[template])
        column = vectors[template, first:last]
        for vector in range(last - first):
            agreements[vector] += np.int32(column[vector] == row)


@kernel
def decide(packed: PackedClassifiers, number: int, rows: Int64, workspace: VoteWorkspace) -> None:
    """The decision value of every two classes: positive for the first, negative for the second."""
    first, classes = packed.class_starts[number], packed.class_starts[number + 1] - packed.class_starts[number]
    start, end = packed.vector_starts[first], packed.vector_starts[first + classes]
    count_agreements(packed.vectors, start, end, rows, workspace.agreements)
    others = classes - 1
    for one in range(classes):
        for other in range(others):
            workspace.sums[one, other] = 0.0
        for vector in range(packed.vector_starts[first + one], packed.vector_starts[first + one + 1]):
            power = packed.powers[workspace.agreements[vector - start]]
            place = packed.coefficient_starts[number] + (vector - start) * others
            for other in range(others):
                workspace.sums[one, other] += packed.coefficients[place + other] * power
    pair = 0
    for one in range(classes):
        for other in range(one + 1, classes):
            intercept = packed.intercepts[packed.intercept_starts[number] + pair]
            workspace.decisions[pair] = workspace.sums[one, other - 1] + workspace.sums[other, one] + intercept
            pair += 1


@kernel
def score_classes(packed: PackedClassifiers, rows: Int64, allowed: Int32, workspace: VoteWorkspace) -> None:
    """The score of every class: its votes against the other allowed ones, and up to a third of one for confidence.

    Classes that the classifier has never seen score −1.
    """
    number = classifier_of(packed, rows[0])
    decide(packed, number, rows, workspace)
    first, classes = packed.class_starts[number], packed.class_starts[number + 1] - packed.class_starts[number]
    names = packed.classes[first : first + classes]
    workspace.scores[:] = ABSENT
    for one in range(classes):
        workspace.scores[names[one]] = 0.0
        workspace.confidences[one] = 0.0
    pair = 0
    for one in range(classes):
        for other in range(one + 1, classes):
            if allowed[names[one]] and allowed[names[other]]:
                value = workspace.decisions[pair]
                workspace.scores[names[other] if value < 0 else names[one]] += 1.0
                workspace.confidences[one] += value
                workspace.confidences[other] -= value
            pair += 1
    for one in range(classes):
        sure = workspace.confidences[one]
        workspace.scores[names[one]] += sure / (CONFIDENCE_SHARE * (abs(sure) + 1.0))


@kernel
def count_mistakes(
    packed: PackedClassifiers, rows: Int32, chosen: Int32, allowed: Int32, workspace: VoteWorkspace
) -> int:
    """The number of decisions that the classifiers get wrong."""
    mistakes = 0
    for index in range(len(chosen)):
        score_classes(packed, rows[index].astype(np.int64), allowed, workspace)
        mistakes += np.argmax(workspace.scores) != chosen[index]
    return mistakes
