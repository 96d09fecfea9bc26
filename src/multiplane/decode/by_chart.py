"""The best tree of a class by its chart alone: what exact search takes where no shortcut helps."""

from __future__ import annotations

from functools import partial

from numpy.typing import ArrayLike

from multiplane.decode.endpoint.decoder import endpoint_crossing_chart
from multiplane.decode.gapped.backtrace import gapped_heads
from multiplane.decode.gapped.gap_minding import gap_minding_heads
from multiplane.decode.multi_headed import multi_headed_heads
from multiplane.decode.projective.eisner import projective_heads
from multiplane.decode.pruning import Search
from multiplane.decode.scores import Decoded, arc_scores, decoded
from multiplane.errors import MultiplaneError

CHARTS: dict[str, Search] = {
    "projective": projective_heads,
    "one-endpoint-crossing": endpoint_crossing_chart,
    "gap-minding": gap_minding_heads,
    "well-nested-gap-1": partial(gapped_heads, interleaving=False),
    "mildly-ill-nested-1": partial(gapped_heads, interleaving=True),
    "multi-headed-4": partial(multi_headed_heads, k=4),
    "multi-headed-5": partial(multi_headed_heads, k=5),
}


def decode_by_chart(scores: ArrayLike, trees: str, single_root: bool = True) -> Decoded:
    """The best tree of a class, without a look at the best of all trees, which often is in the class.

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> decode_by_chart(scores, "projective").score, decode_by_chart(scores, "gap-minding").score
    (28.0, 36.0)
    """
    if trees not in CHARTS:
        raise MultiplaneError(f"found no chart for {trees!r}; expected one of {', '.join(CHARTS)}")
    arcs = arc_scores(scores)
    return decoded(arcs, CHARTS[trees](arcs, single_root), None, f"{trees} tree", single_root)
