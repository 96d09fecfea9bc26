"""Words of one kind: the same rows of embeddings in every column."""

from __future__ import annotations

import numpy as np
import pytest

from multiplane.learn.neural.encoders.embeddings import kinds_of


@pytest.mark.parametrize(("words", "columns", "values"), [(0, 3, 2), (1, 1, 1), (500, 1, 40), (500, 4, 3), (300, 9, 9)])
def test_kinds_are_those_of_numpy(words: int, columns: int, values: int) -> None:
    rows = np.random.default_rng(words + columns).integers(-1, values, (words, columns)).astype(np.int32)
    examples, kinds = kinds_of(rows)
    assert (rows[examples][kinds] == rows).all()
    assert len(examples) == len(np.unique(rows, axis=0))
    assert examples.tolist() == sorted(examples.tolist())
