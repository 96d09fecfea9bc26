"""Many sentences at once, on all cores: the searches run without the GIL, results in the order of the input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from multiplane.characters import plural
from multiplane.decode.decoders import decode, search_of
from multiplane.decode.scores import Decoded
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import as_array
from multiplane.parallel import cores, in_threads
from multiplane.structure.classes import TreeClass


def decode_batch(
    scores: Sequence[ArrayLike] | ArrayLike,
    trees: str | TreeClass = "all",
    lengths: Sequence[int] | None = None,
    single_root: bool = True,
    labels: Sequence[ArrayLike] | ArrayLike | None = None,
    workers: int | None = None,
) -> list[Decoded]:
    """The best tree of every sentence.

    ``scores`` is a list of matrices, or one padded array (sentences, m+1, m+1) with the numbers of words in
    ``lengths``. ``labels`` has the same form with one more axis. ``trees`` is as in `decode`, the rest as in
    `spanning_tree`.

    >>> import numpy as np
    >>> padded = np.zeros((2, 3, 3))
    >>> padded[:, 0, 1] = 5
    >>> [tree.heads.tolist() for tree in decode_batch(padded, "projective", lengths=[2, 1])]
    [[0, 1], [0]]
    """
    search_of(trees)
    matrices = _unpad(scores, lengths, "scores")
    label_matrices: Sequence[Any] = [None] * len(matrices) if labels is None else _unpad(labels, lengths, "labels")
    if len(label_matrices) != len(matrices):
        raise MultiplaneError(f"found labels for {plural(len(label_matrices), 'sentence')}; expected {len(matrices)}")

    def work(piece: range) -> list[Decoded]:
        return [_decode_one(index, matrices, label_matrices, trees, single_root) for index in piece]

    size = max(1, min(32, len(matrices) // (4 * (workers or cores()))))
    pieces = [range(first, min(first + size, len(matrices))) for first in range(0, len(matrices), size)]
    return [tree for piece in in_threads(work, pieces, workers) for tree in piece]


def _unpad(values: Any, lengths: Sequence[int] | None, name: str) -> Sequence[Any]:
    """One array a sentence, the padding cut off."""
    if lengths is None:
        return values if isinstance(values, list | tuple) else list(as_array(values, name))
    padded = as_array(values, name)
    if padded.ndim < 3 or len(padded) != len(lengths) or any(n < 0 or n >= padded.shape[1] for n in lengths):
        raise MultiplaneError(
            f"found {name} of shape {padded.shape} for {len(lengths)} sentences of up to {max(lengths, default=0)} "
            "words; expected (sentences, words + 1, words + 1)"
        )
    return [padded[index, : n + 1, : n + 1] for index, n in enumerate(lengths)]


def _decode_one(
    index: int, matrices: Sequence[Any], label_matrices: Sequence[Any], trees: str | TreeClass, single_root: bool
) -> Decoded:
    try:
        return decode(matrices[index], trees, single_root, label_matrices[index])
    except MultiplaneError as error:
        raise MultiplaneError(f"sentence {index}: {error}") from error
