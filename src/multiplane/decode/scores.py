"""Arc scores in, a tree out: what every decoder takes and gives, and the checks that they share.

``scores[h, d]`` is the score of head h for dependent d, (n+1)×(n+1) with row 0 the root; -inf forbids an arc;
column 0 and the diagonal are ignored. All searches run in float64, whatever came in; numbers so large that sums of them
could leave its range are refused.
"""

from __future__ import annotations

from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, Int32, as_array
from multiplane.kernels.jit import kernel

FORBIDDEN = -np.inf
MAX_SCORE = 1e300


class Decoded(NamedTuple):
    """The best tree: ``heads[i]`` is the head of word i+1, ``score`` the sum of its arcs, added up from left to right.

    ``labels[i]`` is the best label of the arc into word i+1 where labels were scored, otherwise None.
    """

    heads: Int32
    score: float
    labels: Int32 | None = None


@kernel
def is_score(score: float) -> bool:
    """Whether a value is a score: a number of moderate size, or -inf."""
    return abs(score) <= MAX_SCORE or score == FORBIDDEN


@kernel
def copy_arcs(scores: Float64, arcs: Float64) -> bool:
    """Copy the scores, forbid what does not count; whether all that count are numbers or -inf."""
    nodes = len(scores)
    wrong = 0
    for h in range(nodes):
        for d in range(nodes):
            arcs[h, d] = scores[h, d]
            wrong += 0 if is_score(scores[h, d]) else 1
        wrong -= 0 if is_score(scores[h, 0]) else 1
        if h > 0:
            wrong -= 0 if is_score(scores[h, h]) else 1
        arcs[h, 0] = FORBIDDEN
        arcs[h, h] = FORBIDDEN
    return wrong == 0


@kernel
def sum_of_arcs(arcs: Float64, heads: Int32) -> float:
    """The score of a tree; -inf where there is none."""
    if len(heads) > 0 and heads[0] < 0:
        return FORBIDDEN
    total = 0.0
    for d in range(1, len(arcs)):
        total += arcs[heads[d - 1], d]
    return total


def arc_scores(scores: ArrayLike) -> Float64:
    """The scores as a checked float64 matrix of their own, ignored entries at -inf.

    >>> arc_scores([[9, 2], [9, 9]])
    array([[-inf,   2.],
           [-inf, -inf]])
    >>> arc_scores([[0, float("nan")], [0, 0]])
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found nan in scores[0, 1]; expected a number from -1e300 to 1e300, or -inf to ...
    """
    given = as_array(scores)
    shape = given.shape
    if len(shape) != 2 or shape[0] != shape[1] or shape[0] == 0:
        raise MultiplaneError(f"found scores of shape {shape}; expected (n+1, n+1) for n words, row 0 the root")
    arcs = np.empty(shape)
    if not copy_arcs(given, arcs):
        h, d = np.argwhere(~((np.abs(arcs) <= MAX_SCORE) | (arcs == FORBIDDEN)))[0]
        expected = "a number from -1e300 to 1e300, or -inf to forbid the arc"
        raise MultiplaneError(f"found {given[h, d]} in scores[{h}, {d}]; expected {expected}")
    return arcs


def whole_number(value: Any, name: str, least: int) -> int:
    """A parameter that must be a whole number, at least ``least``.

    >>> whole_number(1.5, "gap degree", 0)
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found gap degree 1.5; expected a whole number, 0 or more
    """
    try:
        found = index(value)
    except TypeError:
        found = least - 1
    if found < least or isinstance(value, bool):
        raise MultiplaneError(f"found {name} {value!r}; expected a whole number, {least} or more")
    return found


def best_labels(labels: ArrayLike, nodes: int) -> tuple[Float64, Int32]:
    """The score and the index of the best label of every arc, ties to the lowest index.

    >>> best, which = best_labels([[[0, 0], [1, 4]], [[0, 0], [0, 0]]], 2)
    >>> float(best[0, 1]), int(which[0, 1])
    (4.0, 1)
    """
    given = as_array(labels, "label scores")
    if given.ndim != 3 or given.shape[:2] != (nodes, nodes) or given.shape[2] == 0:
        raise MultiplaneError(
            f"found label scores of shape {given.shape}; expected ({nodes}, {nodes}, number of labels)"
        )
    which = np.argmax(given, axis=2)
    return np.take_along_axis(given, which[:, :, None], axis=2)[:, :, 0], which.astype(np.int32)


def labelled_arc_scores(scores: ArrayLike, labels: ArrayLike | None) -> tuple[Float64, Int32 | None]:
    """Checked scores with the best label's score added to each arc's, and which label that is."""
    if labels is None:
        return arc_scores(scores), None
    given = as_array(scores)
    best, which = best_labels(labels, len(given))
    with np.errstate(over="ignore"):
        total = given + best
    return arc_scores(total), which


def decoded(arcs: Float64, heads: Int32, which: Int32 | None, kind: str, single_root: bool) -> Decoded:
    """What a search found, with its score and labels; an error where it found nothing."""
    score = sum_of_arcs(arcs, heads)
    if score == FORBIDDEN:
        raise MultiplaneError(
            f"found no {kind} of finite score{' with a single root' if single_root else ''}; expected fewer -inf"
        )
    if which is None:
        return Decoded(heads, score)
    return Decoded(heads, score, which[heads, np.arange(1, len(heads) + 1)])
