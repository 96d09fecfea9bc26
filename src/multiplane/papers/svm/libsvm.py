"""LIBSVM through scikit-learn: classifiers with a polynomial kernel, one for each part of the decisions.

The decisions are split by the row of their first template, as MaltParser splits them, for training takes time that
grows with the square of a part. Small parts are put together.
"""

from __future__ import annotations

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int64
from multiplane.papers.svm.classifier import (
    COEFFICIENT,
    DEGREE,
    GAMMA,
    Classifier,
    count_mistakes,
    new_vote_workspace,
    pack_classifiers,
)
from multiplane.papers.svm.decisions import Decisions, design_matrix

COST, TOLERANCE = 0.5, 1.0
CACHE_MEGABYTES = 500
MIN_PART = 1000
MAX_PAIRS = 3 * 10**10
REST = -1


def split_decisions(decisions: Decisions) -> dict[int, Int64]:
    """The indices of the decisions by the row of their first template; those of small parts under −1.

    >>> rows = np.repeat([[7, 1], [5, 2], [8, 3]], [1000, 1200, 10], axis=0).astype(np.int32)
    >>> {key: len(numbers) for key, numbers in split_decisions(Decisions(rows, rows[:, 1])).items()}
    {5: 1200, 7: 1000, -1: 10}
    """
    keys, where, sizes = np.unique(decisions.rows[:, 0], return_inverse=True, return_counts=True)
    large = sizes >= MIN_PART
    parts = {int(keys[i]): np.flatnonzero(where == i) for i in np.flatnonzero(large)}
    rest = np.flatnonzero(~large[where])
    return {**parts, REST: rest} if len(rest) else parts


def check_size(parts: list[Int64]) -> None:
    """An error if training would take hours.

    >>> check_size([np.arange(10)])
    >>> check_size([np.empty(200_000, np.int64)])
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found 200,000 decisions, parts of up to 200,000 of them alike; LIBSVM would ...
    """
    sizes = [len(part) for part in parts]
    if sum(size * size for size in sizes) > MAX_PAIRS:
        raise MultiplaneError(
            f"found {sum(sizes):,} decisions, parts of up to {max(sizes):,} of them alike; LIBSVM would take hours: "
            "expected fewer sentences, or a liblinear model"
        )


def fit_classifier(decisions: Decisions, key: int, numbers: Int64) -> Classifier:
    """Fit the classifier of one part of the decisions."""
    from sklearn.svm import SVC

    rows, chosen = decisions.rows[numbers], decisions.chosen[numbers]
    classes = np.unique(chosen).astype(np.int32)
    if len(classes) == 1:
        none = np.empty((0, rows.shape[1]), np.int32)
        return Classifier(key, classes, np.zeros(1, np.int64), none, np.empty((0, 0)), np.empty(0))
    machine = SVC(
        kernel="poly",
        degree=DEGREE,
        gamma=GAMMA,
        coef0=COEFFICIENT,
        C=COST,
        tol=TOLERANCE,
        cache_size=CACHE_MEGABYTES,
    ).fit(design_matrix(rows).matrix, chosen)
    direction = -1.0 if len(classes) == 2 else 1.0
    return Classifier(
        key,
        classes,
        machine.n_support_.astype(np.int64),
        rows[machine.support_],
        np.ascontiguousarray(direction * np.asarray(machine.dual_coef_.todense()).T),
        direction * machine.intercept_,
    )


def mistakes_of(part: Classifier, decisions: Decisions, numbers: Int64, classes: int) -> int:
    """The number of its training decisions that a classifier gets wrong."""
    rows, chosen = decisions.rows[numbers], decisions.chosen[numbers]
    classifiers = pack_classifiers([part], rows.shape[1])
    return int(
        count_mistakes(classifiers, rows, chosen, np.ones(classes, np.int32), new_vote_workspace(classifiers, classes))
    )
