"""What a schema is run on: the length of the sentence, and D-rules as arc scores or as a dependency grammar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isnan

import numpy as np
from numpy.typing import ArrayLike

from multiplane.deduce.grammar import Grammar
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, as_array


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence of n words; ``scores[h][d]`` of the arc to d from h, minus infinity where it is forbidden."""

    n: int
    scores: tuple[tuple[float, ...], ...] | None = None
    grammar: Grammar | None = None
    words: tuple[str, ...] = ()

    def licensed(self, dependent: int, head: int) -> bool:
        """Whether there is a D-rule dependent → head. Node 0 has no head, n+1 neither a head nor dependents."""
        if not (1 <= dependent <= self.n and 0 <= head <= self.n and dependent != head):
            return False
        return self.scores is None or self.scores[head][dependent] > -inf

    def score(self, dependent: int, head: int) -> float:
        return 0.0 if self.scores is None else self.scores[head][dependent]

    def categories(self, word: int) -> tuple[str, ...]:
        """The categories of a word, by the grammar."""
        if self.grammar is None or not 1 <= word <= self.n:
            return ()
        return self.grammar.words.get(self.words[word - 1], ())


def problem(
    n: int | None = None,
    scores: ArrayLike | None = None,
    heads: Sequence[int] | None = None,
    grammar: Grammar | None = None,
    sentence: str | Sequence[str] = "",
) -> Problem:
    """A problem of n words with all arcs, with arc scores, with the arcs of one tree alone, or with a grammar.

    >>> problem(heads=[2, 0]).licensed(1, 2), problem(heads=[2, 0]).licensed(2, 1), problem(2).licensed(2, 1)
    (True, False, True)
    >>> problem(scores=[[0, 1, 2]])
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found scores of shape (1, 3); expected a square, a row for each head
    """
    words = tuple(sentence.split()) if isinstance(sentence, str) else tuple(sentence)
    if grammar is not None:
        unknown = next((word for word in words if word not in grammar.words), None)
        if unknown is not None:
            raise MultiplaneError(f"found the word {unknown!r}; expected a word of the grammar {grammar.name}")
        return Problem(len(words), None, grammar, words)
    if heads is not None:
        return Problem(len(heads), _rows(arcs_of(heads)), words=words)
    if scores is not None:
        matrix = as_array(scores)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not len(matrix):
            raise MultiplaneError(f"found scores of shape {matrix.shape}; expected a square, a row for each head")
        return Problem(len(matrix) - 1, _rows(matrix), words=words)
    return Problem(len(words) if n is None else n, words=words)


def arcs_of(heads: Sequence[int]) -> Float64:
    """Scores that license the arcs of one tree alone."""
    matrix = np.full((len(heads) + 1, len(heads) + 1), -inf)
    for dependent, head in enumerate(heads, 1):
        matrix[head, dependent] = 0.0
    return matrix


def _rows(matrix: Float64) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(-inf if isnan(score) else float(score) for score in row) for row in matrix)
