"""The best tree of WG_k or MG_k: which search for which k and how many words.

- No gap: Eisner. Otherwise first down the list of all trees, best first, which ends at once where the best of all is in
  the class, and soon where few words are at issue.
- One gap: the O(n⁷) chart, with only those arcs that can still win against the best gap-minding tree.
- More gaps: over sets of words where there are few; otherwise only the list, longer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice

from multiplane.decode.gapped.any_gap_degree import MOST_WORDS, set_heads
from multiplane.decode.gapped.gap_minding import gap_minding_heads
from multiplane.decode.gapped.tree import gapped_heads
from multiplane.decode.in_order import trees_in_order
from multiplane.decode.membership import is_mildly_nested, is_well_nested
from multiplane.decode.projective.eisner import projective_heads
from multiplane.decode.relaxation import prune
from multiplane.decode.scores import Heads, Matrix
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads
from multiplane.errors import MultiplaneError

FEW_TREES, MOST_TREES = 20, 1000


def one_of_the_best(arcs: Matrix, single_root: bool, holds: Callable[[Heads], bool], most: int) -> Heads | None:
    """The best tree of a class if it is among that many best of all trees."""
    return next(filter(holds, islice(trees_in_order(arcs, single_root, spanning_heads), most)), None)


def one_gap_heads(arcs: Matrix, single_root: bool, interleaving: bool) -> Heads:
    """WG_1, or MG_1 with ``interleaving``, by the chart."""
    known = gap_minding_heads(arcs, single_root)
    return gapped_heads(prune(arcs, single_root, known) if known[0] >= 0 else arcs, single_root, interleaving)


def bounded_gaps_heads(arcs: Matrix, single_root: bool, gaps: int, interleaving: bool) -> Heads:
    """The best tree of WG_k, or of MG_k with ``interleaving``; the first head is -1 where there is none."""
    if gaps < 0:
        raise MultiplaneError(f"found gap degree {gaps}; expected 0 or more")
    best = projective_heads(arcs, single_root) if gaps == 0 else spanning_heads(arcs, single_root)
    if gaps == 0 or len(best) == 0 or best[0] < 0:
        return best
    holds = partial(is_mildly_nested if interleaving else is_well_nested, gaps=gaps)
    words = len(best)
    by_chart = gaps == 1 or words <= MOST_WORDS
    found = one_of_the_best(arcs, single_root, holds, FEW_TREES if by_chart else MOST_TREES)
    if found is not None:
        return found
    if gaps == 1:
        return one_gap_heads(arcs, single_root, interleaving)
    if by_chart:
        return set_heads(arcs, single_root, interleaving, gaps)
    raise MultiplaneError(
        f"found no tree of gap degree {gaps} among the best {MOST_TREES} of {words} words; "
        f"expected one, or at most {MOST_WORDS} words, or gap degree 1"
    )
