"""More than the best tree of a class: the k best, the probability of every arc, trees drawn at random.

A tree's score is the logarithm of its weight. Sums and samples need a program that derives every tree once.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from multiplane.decode.best_first import trees_best_first
from multiplane.decode.by_schema import schema_arc_probabilities, schema_draws
from multiplane.decode.decoders import kind_of_tree, search_of
from multiplane.decode.registry import DECODERS, ArcProbabilities, Draw, decoder_of
from multiplane.decode.scores import FORBIDDEN, Decoded, arc_scores, decoded, labelled_arc_scores, whole_number
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64
from multiplane.structure.classes import TreeClass, listed, tree_class


def k_best(
    scores: ArrayLike,
    trees: str | TreeClass = "all",
    k: int = 10,
    single_root: bool = True,
    labels: ArrayLike | None = None,
) -> list[Decoded]:
    """The k best trees of a class, best first, each once; fewer where there are fewer.

    ``scores`` and ``labels`` are as in `spanning_tree`, ``trees`` as in `decode`. Trees of equal score come in a fixed
    order.

    >>> [(tree.heads.tolist(), tree.score) for tree in k_best([[0, 2, 1], [0, 0, 4], [0, 4, 0]], k=2)]
    [([0, 1], 6.0), ([2, 0], 5.0)]
    """
    k = whole_number(k, "k", 1)
    arcs, which = labelled_arc_scores(scores, labels)
    ordered = trees_best_first(arcs, single_root, search_of(trees))
    return [decoded(arcs, heads, which, "tree", single_root) for heads in islice(ordered, k)]


CERTAIN = 1e-3
"""How far from 1 the probabilities of a word's heads may add up to; of large scores too few digits are left."""


class Marginals(NamedTuple):
    """``probability[h, d]`` of the arc h → d, and the log of the sum of exp(score) over all trees."""

    probability: Float64
    log_partition: float

    def __repr__(self) -> str:
        return f"<Marginals over {len(self.probability) - 1} words, log partition {self.log_partition:.4f}>"


def marginals(scores: ArrayLike, trees: str | TreeClass = "all", single_root: bool = True) -> Marginals:
    """How likely every arc is if a tree's probability is proportional to exp(score), over a class of trees.

    ``scores`` is as in `spanning_tree`; ``trees`` is ``all`` or ``projective``, O(n³), ``gap-minding``, O(n⁶),
    or ``well-nested-gap-1``, O(n⁷). The dynamic programs for other classes derive some trees in several ways, so that
    their sums are not sums over trees.

    >>> both = marginals([[0, 0, 0], [0, 0, 0], [0, 0, 0]])
    >>> both.probability.tolist(), round(float(np.exp(both.log_partition)))
    ([[0.0, 0.5, 0.5], [0.0, 0.0, 0.5], [0.0, 0.5, 0.0]], 2)
    """
    wanted = tree_class(trees)
    sums = sums_of(wanted)
    if sums is None:
        known = listed([family for family in DECODERS if sums_of(TreeClass(family, family.example or 0))])
        raise MultiplaneError(f"found class {wanted.name!r}, which has no marginals; expected one of {known}")
    arcs = arc_scores(scores)
    if len(arcs) == 1:
        return Marginals(np.zeros((1, 1)), 0.0)
    log_partition, probability = sums(arcs, single_root)
    if log_partition == FORBIDDEN:
        raise MultiplaneError(
            f"found no {kind_of_tree(trees)} of finite score{' with a single root' if single_root else ''}; "
            "expected fewer -inf"
        )
    if not (np.abs(probability[:, 1:].sum(axis=0) - 1) < CERTAIN).all():
        largest = float(np.abs(arcs[arcs > FORBIDDEN]).max())
        raise MultiplaneError(f"found scores of up to {largest:g}, too large for probabilities; expected smaller ones")
    return Marginals(probability, float(log_partition))


def samples(
    scores: ArrayLike, trees: str | TreeClass = "all", size: int = 10, single_root: bool = True, seed: int = 0
) -> list[Decoded]:
    """So many trees, drawn independently; the same seed gives the same trees.

    A tree is drawn with the probability that `marginals` gives it. ``scores`` is as in `spanning_tree`; ``trees`` is
    ``all``, O(n⁴) for each tree, ``projective``, ``gap-minding`` or ``well-nested-gap-1``.

    >>> [tree.heads.tolist() for tree in samples([[0, 9, 0], [0, 0, 9], [0, 0, 0]], size=2)]
    [[0, 1], [0, 1]]
    """
    wanted = tree_class(trees)
    draw = draw_of(wanted)
    if draw is None:
        known = listed([family for family in DECODERS if draw_of(TreeClass(family, family.example or 0))])
        raise MultiplaneError(f"found class {wanted.name!r}, from which no trees are drawn; expected one of {known}")
    size = whole_number(size, "size", 0)
    arcs = arc_scores(scores)
    if len(arcs) == 1:
        return [Decoded(np.empty(0, np.int32), 0.0)] * size
    drawn = draw(arcs, single_root, size, seed)
    return [decoded(arcs, heads, None, kind_of_tree(wanted), single_root) for heads in drawn]


def sums_of(wanted: TreeClass) -> ArcProbabilities | None:
    """What sums over the trees of a class, None where that is not known how."""
    decoder = decoder_of(wanted.family)
    if decoder is None:
        return None
    once = decoder.once(wanted.number)
    return decoder.sums(wanted.number) or (partial(schema_arc_probabilities, once) if once else None)


def draw_of(wanted: TreeClass) -> Draw | None:
    """What draws trees of a class, None where that is not known how."""
    decoder = decoder_of(wanted.family)
    if decoder is None:
        return None
    once = decoder.once(wanted.number)
    return decoder.draw(wanted.number) or (partial(schema_draws, once) if once else None)
