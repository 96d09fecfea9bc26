"""The best 1-inherit tree: well-nested, one gap at most, at most one child of a word in two of its blocks.

The class is that of Pitler, Kannan & Marcus (2012), and of Satta & Kuhlmann (2013). The best of all trees come first,
which often are in it; otherwise the compiled schema searches, in O(n⁷), with only those arcs that can still win against
the best gap-minding tree.
"""

from __future__ import annotations

from multiplane.decode.by_schema import unambiguous_program
from multiplane.decode.gapped.decoder import FEW_TREES, first_in_class
from multiplane.decode.gapped.gap_minding import gap_minding_heads
from multiplane.decode.pruning import prune
from multiplane.decode.registry import Decoder
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads
from multiplane.deduce.schemata.well_nested_unambiguous import one_inherit
from multiplane.kernels.arrays import Float64, Int32
from multiplane.structure.classes import ONE_INHERIT, TreeClass

CLASS = TreeClass(ONE_INHERIT)


def one_inherit_heads(arcs: Float64, single_root: bool) -> Int32:
    """The heads of the best 1-inherit tree, by the schema; the first is -1 where there is none."""
    known = gap_minding_heads(arcs, single_root)
    kept = prune(arcs, single_root, known) if len(known) and known[0] >= 0 else arcs
    return unambiguous_program(one_inherit, single_root).heads(kept)


def one_inherit_search(arcs: Float64, single_root: bool) -> Int32:
    """The best 1-inherit tree, the schema only where none of the best of all trees is one."""
    best = spanning_heads(arcs, single_root)
    if len(best) == 0 or best[0] < 0:
        return best
    found = first_in_class(arcs, single_root, CLASS.is_member, FEW_TREES)
    return one_inherit_heads(arcs, single_root) if found is None else found


DECODER = Decoder(
    lambda k: one_inherit_search,
    time=lambda k: 7,
    longest=20,
    fallback="gap-minding",
    chart=lambda k: one_inherit_heads,
    once=lambda k: one_inherit,
)
