"""LIBLINEAR through scikit-learn: a linear machine for all classes at once (Crammer & Singer), as in MaltParser.

Its weights go into the tables of an ordinary transition model, rounded to bytes.
"""

from __future__ import annotations

import warnings

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.learn.svm.decisions import Decisions
from multiplane.learn.svm.matrix import matrix_of
from multiplane.learn.weights import LARGEST, Bytes, bytes_on_lines, row_width

COST, TOLERANCE = 0.1, 0.1
MOST_VALUES = 1 << 28


def fit_table(decisions: Decisions, classes: int, bits: int, seed: int) -> tuple[Bytes, float, int]:
    """A table of weights for decisions among so many classes, its scale, and how many decisions it makes otherwise."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.svm import LinearSVC

    table = bytes_on_lines(1 << bits, row_width(classes))
    present = np.unique(decisions.chosen)
    if len(present) < 2:
        return table, 1.0, 0
    matrix, rows = matrix_of(decisions.rows, shared=True)
    check_size(len(rows), len(present))
    machine = LinearSVC(multi_class="crammer_singer", C=COST, tol=TOLERANCE, fit_intercept=False, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(matrix, decisions.chosen)
    mistakes = int((machine.predict(matrix) != decisions.chosen).sum())
    weights = machine.coef_ if len(present) > 2 else np.vstack([-machine.coef_, machine.coef_]) / 2
    scale = LARGEST / float(abs(weights).max())
    table[rows[:, None], present] = np.rint(weights.T * scale)
    return table, scale, mistakes


def check_size(columns: int, classes: int) -> None:
    """An error if the weights would not fit into two gigabytes.

    >>> check_size(500_000, 40)
    >>> check_size(20_000_000, 40)
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found 800,000,000 weights to learn with LIBLINEAR; expected 268,435,456 at ...
    """
    if columns * classes > MOST_VALUES:
        raise MultiplaneError(
            f"found {columns * classes:,} weights to learn with LIBLINEAR; expected {MOST_VALUES:,} at most: "
            "fewer sentences or fewer templates"
        )
