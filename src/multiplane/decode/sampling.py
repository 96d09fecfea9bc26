"""Trees of a class drawn with probabilities in proportion to exp(score), by schemata that derive every tree once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from multiplane.decode.by_schema import UNAMBIGUOUS, unambiguous_program
from multiplane.decode.scores import Decoded, arc_scores, decoded, whole_number
from multiplane.errors import MultiplaneError
from multiplane.structure.classes import WELL_NESTED_GAP, listed, tree_class


def samples(
    scores: ArrayLike, size: int, class_name: str = "projective", single_root: bool = True, seed: int = 0
) -> list[Decoded]:
    """So many trees, drawn independently; the same seed gives the same trees.

    ``scores`` is as in `spanning_tree`; ``class_name`` is ``projective``, ``gap-minding`` or ``well-nested-gap-1``.

    >>> [tree.heads.tolist() for tree in samples([[0, 9, 0], [0, 0, 9], [0, 0, 0]], 2)]
    [[0, 1], [0, 1]]
    """
    wanted = tree_class(class_name)
    if wanted.family not in UNAMBIGUOUS or (wanted.family is WELL_NESTED_GAP and wanted.number != 1):
        raise MultiplaneError(
            f"found class {wanted.name!r}, from which no trees are drawn; expected one of {listed(tuple(UNAMBIGUOUS))}"
        )
    size = whole_number(size, "size", 0)
    arcs = arc_scores(scores)
    if len(arcs) == 1:
        return [Decoded(np.empty(0, np.int32), 0.0)] * size
    drawn = unambiguous_program(wanted.family, single_root).drawn_heads(arcs, size, seed)
    return [decoded(arcs, heads, None, f"{wanted.name} tree", single_root) for heads in drawn]
