"""Decisions as the sparse matrix that scikit-learn wants: one column for each row of a template that occurs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.transition.machine.memory import Ints


class Matrix(NamedTuple):
    """A 1 for each template in the column of its row; ``rows`` tells the row of each column."""

    matrix: Any
    rows: NDArray[np.int64]


def matrix_of(rows: Ints, shared: bool = False) -> Matrix:
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
    return Matrix(matrix, used & 0xFFFFFFFF)
