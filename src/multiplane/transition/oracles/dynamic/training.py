"""What systems learn by: a loss that tells good transitions from bad wherever a parser's mistakes have led it.

An exact dynamic oracle serves, if there is one. Where there is none, or where it says too little, the loss of a near
relative does. It need not be exact: it is asked which transitions are right, and counts nothing.

- With several planes nearly everything is free of cost, since what one plane has lost another can still build; a parser
  that learns by that wanders between planes. So arcs are kept on the planes of the static oracle.
- Systems that have the arcs of arc-eager, arc-hybrid or arc-standard, and more, learn by those losses. The table of
  arc-standard knows projective trees alone; for others, swap and attardi follow the static oracle.
  So does arc-standard itself in very long sentences, for which the table takes too long.
- SWAP and SWITCH build nothing and remove nothing: they are right only where everything else is wrong.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.jit import kernel
from multiplane.structure import classify_all
from multiplane.transition.machine.memory import Ints
from multiplane.transition.oracles.dynamic.oracle import loss_without_search, try_out
from multiplane.transition.oracles.prepare import gold_heads, gold_tree
from multiplane.transition.oracles.profile import (
    ARC_TRANSITIONS,
    BY_LISTS,
    BY_PLANES,
    DYNAMIC,
    FACTS,
    FAMILY,
    LOSS_ARC_EAGER,
    LOSS_ARC_HYBRID,
    LOSS_ARC_STANDARD,
    LOSS_ARC_STANDARD_STACK,
    LOSS_COVINGTON,
    LOSS_KEPT_PLANES,
    LOSS_TWO_PLANAR,
    NEVER_LOWERED,
    NO_LOSS,
    NO_ROOT,
    RECORD,
    REDUCE_NUMBER,
    REMOVED_AREA,
    ROOT_ARCS,
    SHIFT_NUMBER,
    SKIP_NUMBER,
    SWAP_NUMBER,
    SWITCH_NUMBER,
    TRANSITION,
    TRANSITIONS,
    plan_of,
)
from multiplane.transition.oracles.static.greedy import NONE, is_permitted

if TYPE_CHECKING:
    from multiplane.transition.system import System

BASES = {
    "arc-eager": LOSS_ARC_EAGER,
    "arc-hybrid": LOSS_ARC_HYBRID,
    "arc-standard": LOSS_ARC_STANDARD,
    "arc-standard-stack": LOSS_ARC_STANDARD_STACK,
}
LOWERED_BY_NONE_OF = {
    LOSS_ARC_EAGER: ("arc-eager+lba+rba+lnba+rnba",),
    LOSS_ARC_HYBRID: ("arc-hybrid+lba+rba+lnba+rnba",),
    LOSS_COVINGTON: ("covington", "undirected-covington"),
}
BY_TABLE = (LOSS_ARC_STANDARD, LOSS_ARC_STANDARD_STACK)
LONGEST_BY_TABLE = 200


def guide_of(system: System, words: int) -> Ints | None:
    """The plan of a system with the loss that it learns by, or None where there is none.

    >>> from multiplane.transition import get
    >>> [int(guide_of(get(name), 5)[DYNAMIC]) for name in ("arc-eager", "arc-eager+pp:head", "2-planar", "swap")]
    [1, 1, 8, 4]
    >>> guide_of(get("easy-first"), 5) is None
    True
    """
    plan = plan_of(system, words)
    if plan is None or not (system.is_undirected or system.properties.single_head.holds):
        return None
    plan[DYNAMIC] = _loss_to_learn_by(plan)
    plan[NEVER_LOWERED] = _is_never_lowered(plan)
    return plan if plan[DYNAMIC] != NO_LOSS else None


def _loss_to_learn_by(plan: Ints) -> int:
    if plan[DYNAMIC] not in (NO_LOSS, LOSS_TWO_PLANAR):
        return int(plan[DYNAMIC])
    if plan[FAMILY] == BY_PLANES:
        return LOSS_KEPT_PLANES
    if plan[FAMILY] == BY_LISTS:
        keeps_all = bool((plan[FACTS:].reshape(-1, RECORD)[:, REMOVED_AREA] < 0).all())
        return LOSS_COVINGTON if keeps_all else NO_LOSS
    arcs, reduces = _arcs_of(plan)
    for name, loss in BASES.items():
        base_arcs, base_reduces = _base(name)
        if base_arcs <= arcs and base_reduces == reduces and (loss == LOSS_ARC_EAGER or plan[ROOT_ARCS] == NO_ROOT):
            return loss
    return NO_LOSS


def _is_never_lowered(plan: Ints) -> bool:
    """Whether no transition can lower the loss: where all are known not to."""
    known = [arcs for name in LOWERED_BY_NONE_OF.get(int(plan[DYNAMIC]), ()) for arcs in _base(name)[0]]
    others = int((plan[[SHIFT_NUMBER, REDUCE_NUMBER, SKIP_NUMBER]] >= 0).sum())
    return _arcs_of(plan)[0] <= set(known) and bool(plan[ARC_TRANSITIONS] + others == plan[TRANSITIONS])


def _arcs_of(plan: Ints) -> tuple[frozenset[tuple[int, ...]], bool]:
    """Between which places arcs are built and what goes with them; whether there is a REDUCE."""
    records = plan[FACTS:].reshape(-1, RECORD)
    return frozenset(tuple(row) for row in records[:, TRANSITION + 1 :].tolist()), bool(plan[REDUCE_NUMBER] >= 0)


@cache
def _base(name: str) -> tuple[frozenset[tuple[int, ...]], bool]:
    from multiplane.transition.systems.registry import find

    plan = plan_of(find(name), 1)
    assert plan is not None
    return _arcs_of(plan)


def guided(system: System, guide: Ints, heads: Ints, offsets: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For which sentences of a treebank the guide can be asked."""
    exact = plan_of(system, 1)
    assert exact is not None
    if guide[DYNAMIC] not in BY_TABLE:
        return np.ones(len(offsets) - 1, np.bool_)
    short: NDArray[np.bool_] = np.diff(offsets) <= LONGEST_BY_TABLE
    return short & classify_all(heads, offsets).projective if exact[DYNAMIC] == NO_LOSS else short


def guide_golds(
    guide: Ints, heads: Ints, offsets: NDArray[np.int64], asked: NDArray[np.bool_]
) -> tuple[Ints, NDArray[np.int64]]:
    """The gold trees of a treebank as a guide takes them, one after the other, and where each begins.

    Nothing is made of the trees that it is not asked about.

    >>> from multiplane.transition import get
    >>> guide = guide_of(get("arc-eager"), 3)
    >>> heads, offsets = np.array([2, 0, 2, 0], np.int32), np.array([0, 3, 4])
    >>> golds, starts = guide_golds(guide, heads, offsets, np.array([True, False]))
    >>> bool(len(golds) == starts[1] == starts[2] > 0)
    True
    """
    make = gold_tree if guide[FAMILY] == BY_PLANES else gold_heads
    nothing = np.empty(0, np.int32)
    bounds = zip(pairwise(offsets.tolist()), asked.tolist(), strict=True)
    golds = [make(guide, heads[first:last]) if wanted else nothing for (first, last), wanted in bounds]
    return np.concatenate([nothing, *golds]), np.cumsum([0, *map(len, golds)])


@kernel
def surely_costs_least(guide: Ints, program: Ints, memory: Ints, gold: Ints, spare: Ints, transition: int) -> bool:
    """Whether a permitted transition is known to cost least without a look at the others: it costs nothing, and no
    transition lowers the loss. ``spare`` is a memory of the same size to work in.
    """
    if not guide[NEVER_LOWERED]:
        return False
    try_out(memory, program, transition, spare)
    return bool(loss_without_search(guide, spare, gold) == loss_without_search(guide, memory, gold))


@kernel
def guide_costs(guide: Ints, program: Ints, memory: Ints, gold: Ints, spare: Ints, out: Ints) -> None:
    """Write what every permitted transition costs as far as the guide can tell; it may be less than 0.

    What stands for others means nothing. ``spare`` is a memory of the same size to work in.
    """
    before, some_right = loss_without_search(guide, memory, gold), False
    silent = (guide[SWAP_NUMBER], guide[SWITCH_NUMBER])
    for transition in range(guide[TRANSITIONS]):
        out[transition] = NONE
        if is_permitted(memory, program, transition):
            try_out(memory, program, transition, spare)
            out[transition] = loss_without_search(guide, spare, gold) - before
            some_right |= out[transition] <= 0 and transition not in silent
    for transition in silent:
        if some_right and transition >= 0:
            out[transition] = max(out[transition], 1)
