"""LIBLINEAR through scikit-learn: a linear machine for all classes at once (Crammer & Singer).

Its weights go into the tables of a linear model, rounded to int8.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.alignment import aligned
from multiplane.kernels.arrays import Float64, Int8
from multiplane.learn.transition.linear.weights import LARGEST, row_width
from multiplane.papers.svm.decisions import Decisions, design_matrix

COST, TOLERANCE = 0.1, 0.1
MAX_VALUES = 1 << 28


def fit_table(decisions: Decisions, classes: int, bits: int, seed: int) -> tuple[Int8, float, int]:
    """A table of weights for decisions among ``classes`` classes, its scale, and the number of decisions it gets wrong.

    A class that was never chosen scores less than any other.
    """
    present = np.unique(decisions.chosen)
    matrix, rows = design_matrix(decisions.rows, shared=True)
    check_size(len(rows), len(present))
    weights, mistakes = _fitted(matrix, decisions, len(present), seed)
    scale = LARGEST / float(abs(weights).max())
    rounded = np.rint(weights.T * scale)
    table = aligned((1 << bits, row_width(classes)), np.int8)
    table[rows[:, None], present] = rounded
    absent = np.setdiff1d(np.arange(classes), present)
    table[rows[:, None], absent] = np.maximum(rounded.min(axis=1, keepdims=True) - 1, -LARGEST)
    return table, scale, mistakes


def _fitted(matrix: Any, decisions: Decisions, classes: int, seed: int) -> tuple[Float64, int]:
    """A weight for each class and column, and the number of mistakes."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.svm import LinearSVC

    if classes == 1:
        return np.ones((1, matrix.shape[1])), 0
    machine = LinearSVC(multi_class="crammer_singer", C=COST, tol=TOLERANCE, fit_intercept=False, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(matrix, decisions.chosen)
    mistakes = int((machine.predict(matrix) != decisions.chosen).sum())
    weights = machine.coef_ if classes > 2 else np.vstack([-machine.coef_, machine.coef_]) / 2
    return weights, mistakes


def check_size(columns: int, classes: int) -> None:
    """An error if the weights would not fit into two gigabytes.

    >>> check_size(500_000, 40)
    >>> check_size(20_000_000, 40)
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found 800,000,000 weights to learn with LIBLINEAR; expected 268,435,456 at ...
    """
    if columns * classes > MAX_VALUES:
        raise MultiplaneError(
            f"found {columns * classes:,} weights to learn with LIBLINEAR; expected {MAX_VALUES:,} at most: "
            "fewer sentences or fewer templates"
        )
