"""The k best trees of any class, exactly: best-first search over the class's own search."""

from __future__ import annotations

from itertools import islice

from numpy.typing import ArrayLike

from multiplane.decode.best_first import trees_best_first
from multiplane.decode.decoders import search_of
from multiplane.decode.scores import Decoded, decoded, labelled_arc_scores, whole_number


def k_best(
    scores: ArrayLike,
    k: int,
    class_name: str = "all",
    single_root: bool = True,
    labels: ArrayLike | None = None,
) -> list[Decoded]:
    """The k best trees of a class, best first, each once; fewer where there are fewer.

    ``scores`` and ``labels`` are as in `spanning_tree`, ``class_name`` as in `decode`. Trees of equal score come in a
    fixed order.

    >>> [(tree.heads.tolist(), tree.score) for tree in k_best([[0, 2, 1], [0, 0, 4], [0, 4, 0]], 3, single_root=False)]
    [([0, 1], 6.0), ([2, 0], 5.0), ([0, 0], 3.0)]
    """
    k = whole_number(k, "k", 1)
    arcs, which = labelled_arc_scores(scores, labels)
    ordered = trees_best_first(arcs, single_root, search_of(class_name))
    return [decoded(arcs, heads, which, "tree", single_root) for heads in islice(ordered, k)]
