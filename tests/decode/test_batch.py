"""Batches: the same trees as one by one, for lists and padded arrays, whatever the number of workers."""

from __future__ import annotations

import numpy as np
import pytest

from multiplane.decode import NAMES, decode, decode_batch
from multiplane.errors import MultiplaneError

LENGTHS = [3, 1, 7, 0, 5, 2, 6, 4] * 4


def sentences() -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    rng = np.random.default_rng(0)
    return [rng.normal(size=(n + 1, n + 1)) for n in LENGTHS]


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("name", NAMES)
def test_a_batch_is_its_sentences(name: str, workers: int) -> None:
    matrices = sentences()
    padded = np.full((len(matrices), 8, 8), np.nan)
    for index, matrix in enumerate(matrices):
        padded[index, : len(matrix), : len(matrix)] = matrix
    one_by_one = [decode(matrix, name).heads.tolist() for matrix in matrices]
    assert [tree.heads.tolist() for tree in decode_batch(matrices, name, workers=workers)] == one_by_one
    assert [tree.heads.tolist() for tree in decode_batch(padded, name, LENGTHS, workers=workers)] == one_by_one


def test_labels_in_a_batch() -> None:
    rng = np.random.default_rng(1)
    padded, labels = rng.normal(size=(3, 6, 6)), rng.normal(size=(3, 6, 6, 2))
    for index, tree in enumerate(decode_batch(padded, lengths=[5, 4, 2], labels=labels)):
        n = [5, 4, 2][index]
        alone = decode(padded[index, : n + 1, : n + 1], labels=labels[index, : n + 1, : n + 1])
        assert tree.labels is not None and alone.labels is not None
        assert tree.labels.tolist() == alone.labels.tolist()


def test_no_sentence() -> None:
    assert decode_batch([]) == []


def test_an_error_says_which_sentence() -> None:
    matrices = sentences()
    matrices[4] = np.full((3, 3), np.nan)
    with pytest.raises(MultiplaneError, match="sentence 4: found nan"):
        decode_batch(matrices)


@pytest.mark.parametrize("lengths", [[3, 3], [3, 6, 2], [-1, 2, 2]])
def test_lengths_that_do_not_fit_are_refused(lengths: list[int]) -> None:
    with pytest.raises(MultiplaneError, match="expected \\(sentences, words"):
        decode_batch(np.zeros((3, 5, 5)), lengths=lengths)


def test_labels_for_other_sentences_are_refused() -> None:
    with pytest.raises(MultiplaneError, match="found labels for 1 sentence; expected 2"):
        decode_batch([np.zeros((2, 2))] * 2, labels=[np.zeros((2, 2, 2))])
