"""The search for the best tree of a class, kept to sentences for which its chart is fast and small enough.

Every search takes the best of all trees if that is in the class, and fills a chart only if it is not. Beyond the
``longest`` sentence of a decoder, a parser fills none, but takes the best tree of a smaller class, its ``fallback``.
Training, whose weights are poor at first, fills none beyond `MAX_LENGTH_IN_TRAINING` words, but continues with the best
of all trees: it learns to make the gold tree win, and that tree is its strongest rival.
"""

from __future__ import annotations

from multiplane.decode.decoders import decodable_class, limits_of, search_of
from multiplane.decode.pruning import spanning_tree_first
from multiplane.decode.registry import Search
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads
from multiplane.kernels.arrays import Float64, Int32

MAX_LENGTH_IN_TRAINING = 20


def tree_search(decoder: str) -> Search:
    """The search that a parser uses, by the decoder's name: always a tree of the class.

    >>> import numpy as np
    >>> scores = np.array([[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0.0]])
    >>> tree_search("projective")(scores, True).tolist(), tree_search("gap-minding")(scores, True).tolist()
    ([3, 3, 0, 3], [3, 4, 0, 3])
    """
    wanted, search = decodable_class(decoder), search_of(decoder)
    longest, fallback = limits_of(decoder)
    if longest is None or fallback is None:
        return search
    within = tree_search(fallback)

    def bounded(arcs: Float64, single_root: bool) -> Int32:
        if len(arcs) - 1 <= longest:
            return search(arcs, single_root)
        return spanning_tree_first(arcs, single_root, wanted.is_member, within)

    return bounded


def training_search(decoder: str) -> Search:
    """The search that training uses: as `tree_search`, but without charts of long sentences.

    >>> training_search("all") is spanning_heads
    True
    """
    search = search_of(decoder)
    longest = limits_of(decoder)[0]
    if longest is None:
        return search
    within = min(longest, MAX_LENGTH_IN_TRAINING)

    def bounded(arcs: Float64, single_root: bool) -> Int32:
        if len(arcs) - 1 <= within:
            return search(arcs, single_root)
        return spanning_heads(arcs, single_root)

    return bounded
