"""The decoders by the names that commands use, for code that takes the class of trees as an argument."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import partial

from numpy.typing import ArrayLike

from multiplane.decode.endpoint.decoder import endpoint_crossing_search
from multiplane.decode.gapped.bounded_gaps import bounded_gaps_heads
from multiplane.decode.gapped.gap_minding import gap_minding_search
from multiplane.decode.multi_headed import multi_headed_search
from multiplane.decode.projective.eisner import projective_heads
from multiplane.decode.relaxation import Search
from multiplane.decode.scores import Decoded, decoded, labelled_arc_scores
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads
from multiplane.errors import MultiplaneError

NAMES = (
    "projective",
    "spanning-tree",
    "one-endpoint-crossing",
    "gap-minding",
    "well-nested",
    "mildly-ill-nested",
    "multi-headed-4",
)


def search_of(trees: str) -> Search:
    """The search for a named class of trees; ``well-nested-2`` and the like name the gap degree, 1 if none is named.

    >>> search_of("spaning-tree")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found decoder 'spaning-tree'; expected spanning-tree or another class of trees
    """
    name = trees.strip().lower().replace("_", "-").replace(" ", "-")
    fixed: dict[str, Search] = {
        "projective": projective_heads,
        "spanning-tree": spanning_heads,
        "one-endpoint-crossing": endpoint_crossing_search,
        "gap-minding": gap_minding_search,
    }
    if name in fixed:
        return fixed[name]
    if match := re.fullmatch(r"(well|mildly-ill)-nested(?:-(?:gap-)?(\d+))?", name):
        return partial(bounded_gaps_heads, gaps=int(match[2] or 1), interleaving=match[1] == "mildly-ill")
    if match := re.fullmatch(r"multi-headed-(\d+)", name):
        return partial(multi_headed_search, k=int(match[1]))
    nearest = get_close_matches(name, NAMES, 1, 0.0)[0]
    raise MultiplaneError(f"found decoder {trees!r}; expected {nearest} or another class of trees")


def decode(
    scores: ArrayLike, trees: str = "spanning-tree", single_root: bool = True, labels: ArrayLike | None = None
) -> Decoded:
    """The best tree of a named class: one of `NAMES`, ``well-nested-2``, ``mildly-ill-nested-2``, ``multi-headed-5`` ….

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> decode(scores, "projective").score, decode(scores, "well-nested").score
    (28.0, 36.0)
    """
    search = search_of(trees)
    arcs, which = labelled_arc_scores(scores, labels)
    return decoded(arcs, search(arcs, single_root), which, f"{trees} tree", single_root)
