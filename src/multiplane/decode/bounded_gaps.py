"""The best tree of WG_k or MG_k: which search for which k and how many words.

- No gap: Eisner. One gap: the O(n⁷) chart, with only those arcs that can still win against the best gap-minding tree.
- More gaps: over sets of words where there are few, otherwise down the list of all trees, best first.
"""

from __future__ import annotations

from functools import partial
from itertools import islice

from multiplane.decode.any_gap_degree import MOST_WORDS, set_heads
from multiplane.decode.eisner import projective_heads
from multiplane.decode.gap_minding import gap_minding_heads
from multiplane.decode.gapped_tree import gapped_heads
from multiplane.decode.in_order import trees_in_order
from multiplane.decode.membership import is_mildly_nested, is_well_nested
from multiplane.decode.relaxation import prune, spanning_tree_first
from multiplane.decode.scores import Heads, Matrix
from multiplane.decode.spanning_tree import spanning_heads
from multiplane.errors import MultiplaneError

MOST_TREES = 1000


def one_gap_heads(arcs: Matrix, single_root: bool, interleaving: bool) -> Heads:
    """WG_1, or MG_1 with ``interleaving``, by the chart."""
    known = gap_minding_heads(arcs, single_root)
    return gapped_heads(prune(arcs, single_root, known) if known[0] >= 0 else arcs, single_root, interleaving)


def more_gaps_heads(arcs: Matrix, single_root: bool, interleaving: bool, gaps: int) -> Heads:
    """WG_k, or MG_k with ``interleaving``, for k > 1."""
    if len(arcs) - 1 <= MOST_WORDS:
        return set_heads(arcs, single_root, interleaving, gaps)
    holds = is_mildly_nested if interleaving else is_well_nested
    for heads in islice(trees_in_order(arcs, single_root, spanning_heads), MOST_TREES):
        if holds(heads, gaps):
            return heads
    raise MultiplaneError(
        f"found no tree of gap degree {gaps} among the best {MOST_TREES} of {len(arcs) - 1} words; "
        f"expected one, or at most {MOST_WORDS} words, or gap degree 1"
    )


def bounded_gaps_heads(arcs: Matrix, single_root: bool, gaps: int, interleaving: bool) -> Heads:
    """The best tree of WG_k, or of MG_k with ``interleaving``; the best of all trees where it is in the class."""
    if gaps < 0:
        raise MultiplaneError(f"found gap degree {gaps}; expected 0 or more")
    if gaps == 0:
        return projective_heads(arcs, single_root)
    holds = partial(is_mildly_nested if interleaving else is_well_nested, gaps=gaps)
    if gaps == 1:
        return spanning_tree_first(arcs, single_root, holds, partial(one_gap_heads, interleaving=interleaving))
    search = partial(more_gaps_heads, interleaving=interleaving, gaps=gaps)
    return spanning_tree_first(arcs, single_root, holds, search)
