"""The search for the best tree of a class, kept to sentences for which its chart is fast and small enough.

Every search takes the best of all trees where that is in the class; only otherwise is there a chart. A parser makes
none beyond `LONGEST` words, but gives the best tree of a class within it: gap-minding within well-nested and mildly
ill-nested, projective within all. Training, whose weights know little at first, makes none beyond `LONGEST_IN_TRAINING`
words, but goes on with the best of all trees: what it learns is to have the gold tree win, and that tree has the best
chance against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from multiplane.decode.membership import (
    is_gap_minding,
    is_mildly_nested,
    is_multi_headed,
    is_one_endpoint_crossing,
    is_well_nested,
)
from multiplane.decode.named import search_of
from multiplane.decode.relaxation import Search, spanning_tree_first
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads
from multiplane.kernels.arrays import Float64, Int32

LONGEST = {
    "one-endpoint-crossing": 120,
    "gap-minding": 80,
    "multi-headed": 60,
    "well-nested": 40,
    "mildly-ill-nested": 40,
}
LONGEST_IN_TRAINING = 20


def tree_search(decoder: str) -> Search:
    """The search that a parser uses, by the decoder's name: always a tree of the class.

    >>> import numpy as np
    >>> scores = np.array([[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0.0]])
    >>> tree_search("projective")(scores, True).tolist(), tree_search("well-nested")(scores, True).tolist()
    ([3, 3, 0, 3], [3, 4, 0, 3])
    """
    search = search_of(decoder)
    name, number = _family(decoder)
    if name not in LONGEST:
        return search
    holds: dict[str, Callable[[Int32], bool]] = {
        "one-endpoint-crossing": is_one_endpoint_crossing,
        "gap-minding": is_gap_minding,
        "multi-headed": partial(is_multi_headed, k=number),
        "well-nested": partial(is_well_nested, gaps=number),
        "mildly-ill-nested": partial(is_mildly_nested, gaps=number),
    }

    within = tree_search("gap-minding" if name.endswith("nested") else "projective")

    def bounded(arcs: Float64, single_root: bool) -> Int32:
        if len(arcs) - 1 <= LONGEST[name]:
            return search(arcs, single_root)
        return spanning_tree_first(arcs, single_root, holds[name], within)

    return bounded


def training_search(decoder: str) -> Search:
    """The search that training uses: as `tree_search`, but without charts of long sentences.

    >>> training_search("spanning-tree") is spanning_heads
    True
    """
    search = search_of(decoder)
    if _family(decoder)[0] not in LONGEST:
        return search

    def bounded(arcs: Float64, single_root: bool) -> Int32:
        if len(arcs) - 1 <= LONGEST_IN_TRAINING:
            return search(arcs, single_root)
        return spanning_heads(arcs, single_root)

    return bounded


def _family(decoder: str) -> tuple[str, int]:
    """The name of a class without its number, and the number, 1 if there is none."""
    match = re.fullmatch(r"(.*?)(?:-(?:gap-)?(\d+))?", decoder.strip().lower().replace("_", "-").replace(" ", "-"))
    assert match
    return match[1], int(match[2] or 1)
