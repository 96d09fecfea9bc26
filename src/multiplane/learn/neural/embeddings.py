"""Embeddings of all columns in one array, and their sums, which are the network's input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.vocabulary import ROOT


class Places(NamedTuple):
    """Where embeddings are: row r of column c begins at ``starts[c] + r * widths[c]``, and is added at ``inputs[c]``.

    ``first_rows[c]`` is the number of rows of all columns before c.
    """

    starts: Int64
    widths: Int64
    inputs: Int64
    first_rows: Int64


def places_of(slots: Sequence[str], widths: dict[str, int], row_counts: Int64) -> Places:
    """The places of the embeddings of columns, each in one of the slots.

    >>> places = places_of(["form", "feats", "feats"], {"form": 8, "feats": 4}, np.array([10, 5, 5]))
    >>> places.starts.tolist(), places.inputs.tolist(), places.first_rows.tolist()
    ([0, 80, 100, 120], [0, 8, 8], [0, 10, 15, 20])
    """
    inputs: dict[str, int] = {}
    for slot in slots:
        inputs.setdefault(slot, sum(widths[other] for other in inputs))
    column_widths = np.array([widths[slot] for slot in slots], np.int64)
    starts, first_rows = (np.concatenate([[0], np.cumsum(n)]) for n in (row_counts * column_widths, row_counts))
    return Places(
        starts.astype(np.int64),
        column_widths,
        np.array([inputs[slot] for slot in slots], np.int64),
        first_rows.astype(np.int64),
    )


def with_roots(rows: Int32, offsets: Int64) -> tuple[Int32, Int64]:
    """The rows of the words of sentences with that of the root before each sentence, and where they begin and end.

    >>> with_roots(np.array([[5], [6], [7]], np.int32), np.array([0, 2, 3]))[0].T.tolist()
    [[1, 5, 6, 1, 7]]
    """
    starts = (offsets - offsets[0] + np.arange(len(offsets))).astype(np.int64)
    nodes = np.full((int(starts[-1]), rows.shape[1]), ROOT, np.int32)
    is_word = np.ones(len(nodes), np.bool_)
    is_word[starts[:-1]] = False
    nodes[is_word] = rows
    return nodes, starts


def _steps(rows: Int32, *_: object) -> int:
    return rows.size


@kernel(steps=_steps)
def add_up(rows: Int32, table: Float32, places: Places, out: Float32) -> None:
    """``out[i]`` is the sum of all embeddings of node i, each at the place of its slot."""
    out[:] = np.float32(0)
    for i in range(len(rows)):
        for c in range(rows.shape[1]):
            if rows[i, c] >= 0:
                width, place = places.widths[c], places.inputs[c]
                start = places.starts[c] + rows[i, c] * width
                out[i, place : place + width] += table[start : start + width]
