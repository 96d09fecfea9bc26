"""Tables of bytes decide as the machines of LIBLINEAR that they are rounded from."""

from __future__ import annotations

import numpy as np
import pytest

from multiplane.papers.svm.decisions import Decisions, design_matrix
from multiplane.papers.svm.liblinear import fit_table

BITS, TEMPLATES, SIZE = 8, 6, 500


def decisions_among(present: list[int]) -> Decisions:
    random = np.random.default_rng(len(present))
    values = random.integers(0, 4, (SIZE, TEMPLATES))
    rows = (values + 7 * np.arange(TEMPLATES)).astype(np.int32)
    kinds = (values[:, 0] + (values[:, 1:4].sum(axis=1) == 2)) % len(present)
    return Decisions(rows, np.array(present, np.int32)[kinds])


@pytest.mark.parametrize("present", [[3], [1, 4], [0, 1, 2], [0, 2, 3, 5]])
def test_a_table_decides_as_its_machine(present: list[int]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed: the extra svm")
    decisions = decisions_among(present)
    table, scale, mistakes = fit_table(decisions, 6, BITS, seed=0)
    scores = table.astype(int)[decisions.rows].sum(axis=1)[:, :6]
    assert set(scores.argmax(axis=1).tolist()) <= set(present)
    assert (scores[:, present].min(axis=1, keepdims=True) > np.delete(scores, present, axis=1)).all()
    assert abs(int((scores.argmax(axis=1) != decisions.chosen).sum()) - mistakes) <= SIZE // 50
    assert mistakes < SIZE // 4 and scale > 0


def test_templates_share_a_column_only_where_their_rows_are_shared() -> None:
    pytest.importorskip("scipy", reason="scipy is not installed: the extra svm")
    rows = np.array([[3, 3], [3, 5]], np.int32)
    together, apart = design_matrix(rows, shared=True), design_matrix(rows)
    assert together.matrix.toarray().tolist() == [[2, 0], [1, 1]] and together.rows.tolist() == [3, 5]
    assert apart.matrix.toarray().tolist() == [[1, 1, 0], [1, 0, 1]] and apart.rows.tolist() == [3, 3, 5]
