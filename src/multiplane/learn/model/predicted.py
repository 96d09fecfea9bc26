"""What every model predicts: a head and a label for each word, and how sure the model is of them."""

from __future__ import annotations

from typing import NamedTuple

from multiplane.kernels.arrays import Float32, Int32


class Predicted(NamedTuple):
    """One row a word, sentences back to back: ``labels`` are numbers of the model's labels.

    ``scores[w]`` is the model's score of the head of word w, ``margins[w]`` by how much it is above the best other one,
    ``transitions[w]`` the number of the transition that built its arc, −1 where there was none. Of a transition model
    they are those of the transition; a beam may take one that was not the best at its step: then the margin is below 0.

    >>> import numpy as np
    >>> one, none = np.zeros(1, np.float32), np.full(1, -1, np.int32)
    >>> Predicted(np.array([0], np.int32), np.array([3], np.int32), one, one, none).heads.tolist()
    [0]
    """

    heads: Int32
    labels: Int32
    scores: Float32
    margins: Float32
    transitions: Int32

    def __repr__(self) -> str:
        return f"<Predicted: heads and labels of {len(self.heads):,} words>"
