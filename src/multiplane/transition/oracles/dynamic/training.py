"""Training oracles: which transitions are right, wherever a parser's mistakes have led it during training.

An exact dynamic oracle serves if there is one. Where there is none, or where it is too lenient, the loss of a related
system does. That loss need not be exact: training only asks which transitions cost least.

- With several planes nearly everything costs nothing, since what one plane has lost another can still build; a parser
  trained with that loss wanders between the planes. So arcs are kept on the planes that the static oracle assigned.
- Systems that have the arcs of arc-eager, arc-hybrid or arc-standard, and more, use the losses of these. The table of
  arc-standard is for projective trees only; on the others, swap and attardi follow the static oracle. So does
  arc-standard itself on very long sentences, for which the table takes too long.
- SWAP and SWITCH build nothing and remove nothing: they are right only where everything else is wrong.
- A buffer arc seldom costs less than SHIFT, after which another transition can build the same arc. If both counted as
  right, parsers would learn to do without buffer arcs. So wherever the policy of BUF §3.1 builds one at no cost, it
  alone is right: LBA and RBA for gold arcs of length one (or of any length), LNBA and RNBA for all.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np

from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure import classify_all
from multiplane.transition.machine.execution import NONE, apply_to_copy, is_applicable, node_at
from multiplane.transition.oracles.dynamic.oracle import loss_without_lookahead
from multiplane.transition.oracles.gold import gold_head
from multiplane.transition.oracles.prepare import gold_heads, gold_tree
from multiplane.transition.oracles.profile import (
    ARC_RECORDS,
    ARC_TRANSITIONS,
    BUFFER_ARC_TRANSITIONS,
    COVINGTON_ORACLE,
    DEPENDENT_AREA,
    DEPENDENT_DEPTH,
    HAS_LENGTH_LIMIT,
    HEAD_AREA,
    HEAD_DEPTH,
    LOSS,
    LOSS_ARC_EAGER,
    LOSS_ARC_HYBRID,
    LOSS_ARC_STANDARD,
    LOSS_ARC_STANDARD_STACK,
    LOSS_ASSIGNED_PLANES,
    LOSS_COVINGTON,
    LOSS_NEVER_FALLS,
    LOSS_TWO_PLANAR,
    NO_LOSS,
    NO_ROOT_ARCS,
    PLANES_ORACLE,
    PREFERRED_LENGTH,
    RECORD_SIZE,
    REDUCE_NUMBER,
    REMOVED_AREA,
    ROOT_ARCS,
    SHIFT_NUMBER,
    SKIP_NUMBER,
    STATIC_ORACLE,
    SWAP_NUMBER,
    SWITCH_NUMBER,
    TRANSITION,
    TRANSITION_COUNT,
    of_arc,
    profile_of,
)
from multiplane.transition.system import System
from multiplane.transition.systems.registry import get

BASE_SYSTEMS = {
    "arc-eager": LOSS_ARC_EAGER,
    "arc-hybrid": LOSS_ARC_HYBRID,
    "arc-standard": LOSS_ARC_STANDARD,
    "arc-standard-stack": LOSS_ARC_STANDARD_STACK,
}
NEVER_LOWERED_BY = {
    LOSS_ARC_EAGER: ("arc-eager+lba+rba+lnba+rnba",),
    LOSS_ARC_HYBRID: ("arc-hybrid+lba+rba+lnba+rnba",),
    LOSS_COVINGTON: ("covington", "undirected-covington"),
}
LOSSES_BY_TABLE = (LOSS_ARC_STANDARD, LOSS_ARC_STANDARD_STACK)
MAX_LENGTH_FOR_TABLE = 200


def training_oracle(system: System, words: int, longest_buffer_arc: int = 1) -> Int32 | None:
    """The profile of a system with the loss to train with, for sentences of at most this many words; None if none fits.

    LBA and RBA are preferred for gold arcs no longer than ``longest_buffer_arc``.

    >>> from multiplane.transition import get
    >>> [int(training_oracle(get(name), 5)[LOSS]) for name in ("arc-eager", "arc-eager+pp:head", "2-planar", "swap")]
    [1, 1, 8, 4]
    >>> training_oracle(get("easy-first"), 5) is None
    True
    """
    oracle = profile_of(system, words)
    if oracle is None or not (system.is_undirected or system.properties.single_head.holds):
        return None
    oracle[LOSS] = _loss_to_train_with(oracle)
    oracle[PREFERRED_LENGTH] = longest_buffer_arc
    oracle[LOSS_NEVER_FALLS] = _never_falls(oracle) and not oracle[BUFFER_ARC_TRANSITIONS]
    return oracle if oracle[LOSS] != NO_LOSS else None


def _loss_to_train_with(profile: Int32) -> int:
    if profile[LOSS] not in (NO_LOSS, LOSS_TWO_PLANAR):
        return int(profile[LOSS])
    if profile[STATIC_ORACLE] == PLANES_ORACLE:
        return LOSS_ASSIGNED_PLANES
    if profile[STATIC_ORACLE] == COVINGTON_ORACLE:
        removes_none = bool((profile[ARC_RECORDS:].reshape(-1, RECORD_SIZE)[:, REMOVED_AREA] < 0).all())
        return LOSS_COVINGTON if removes_none else NO_LOSS
    arcs, reduces = _arcs_of(profile)
    for name, loss in BASE_SYSTEMS.items():
        base_arcs, base_reduces = _base(name)
        counts_root_arcs = loss == LOSS_ARC_EAGER or profile[ROOT_ARCS] == NO_ROOT_ARCS
        if base_arcs <= arcs and base_reduces == reduces and counts_root_arcs:
            return loss
    return NO_LOSS


def _never_falls(profile: Int32) -> bool:
    """Whether no transition of the system can lower the loss; no, if that is not known of some transition."""
    known = [arcs for name in NEVER_LOWERED_BY.get(int(profile[LOSS]), ()) for arcs in _base(name)[0]]
    others = int((profile[[SHIFT_NUMBER, REDUCE_NUMBER, SKIP_NUMBER]] >= 0).sum())
    return _arcs_of(profile)[0] <= set(known) and bool(profile[ARC_TRANSITIONS] + others == profile[TRANSITION_COUNT])


def _arcs_of(profile: Int32) -> tuple[frozenset[tuple[int, ...]], bool]:
    """The arc transitions of a system by what they do, without their numbers; whether it has a REDUCE."""
    records = profile[ARC_RECORDS:].reshape(-1, RECORD_SIZE)
    return frozenset(tuple(row) for row in records[:, TRANSITION + 1 :].tolist()), bool(profile[REDUCE_NUMBER] >= 0)


@cache
def _base(name: str) -> tuple[frozenset[tuple[int, ...]], bool]:
    profile = profile_of(get(name), 1)
    assert profile is not None
    return _arcs_of(profile)


def has_training_oracle(system: System, oracle: Int32, heads: Int32, offsets: Int64) -> Bool:
    """For which sentences of a treebank the training oracle works; for the others there is the static oracle."""
    exact = profile_of(system, 1)
    assert exact is not None
    if oracle[LOSS] not in LOSSES_BY_TABLE:
        return np.ones(len(offsets) - 1, np.bool_)
    short: Bool = np.diff(offsets) <= MAX_LENGTH_FOR_TABLE
    return short & classify_all(heads, offsets).projective if exact[LOSS] == NO_LOSS else short


def training_golds(oracle: Int32, heads: Int32, offsets: Int64, wanted: Bool) -> tuple[Int32, Int64]:
    """The gold trees of a treebank as the training oracle reads them, one after the other, and where each begins.

    Only for the ``wanted`` sentences; the others take no space.

    >>> from multiplane.transition import get
    >>> oracle = training_oracle(get("arc-eager"), 3)
    >>> heads, offsets = np.array([2, 0, 2, 0], np.int32), np.array([0, 3, 4])
    >>> golds, starts = training_golds(oracle, heads, offsets, np.array([True, False]))
    >>> bool(len(golds) == starts[1] == starts[2] > 0)
    True
    """
    prepare = gold_tree if oracle[STATIC_ORACLE] == PLANES_ORACLE else gold_heads
    nothing = np.empty(0, np.int32)
    sentences = zip(pairwise(offsets.tolist()), wanted.tolist(), strict=True)
    golds = [prepare(oracle, heads[first:last]) if is_wanted else nothing for (first, last), is_wanted in sentences]
    return np.concatenate([nothing, *golds]), np.cumsum([0, *map(len, golds)])


@kernel
def is_certainly_optimal(
    oracle: Int32, program: Int32, memory: Int32, gold: Int32, scratch: Int32, transition: int
) -> bool:
    """Whether an applicable transition is known to cost least without a look at the others.

    It is if it costs nothing and no transition can lower the loss. ``scratch`` is a memory of the same size to work in.
    """
    if not oracle[LOSS_NEVER_FALLS]:
        return False
    apply_to_copy(memory, program, transition, scratch)
    return bool(loss_without_lookahead(oracle, scratch, gold) == loss_without_lookahead(oracle, memory, gold))


@kernel
def training_costs(oracle: Int32, program: Int32, memory: Int32, gold: Int32, scratch: Int32, out: Int32) -> None:
    """Write the cost of every applicable transition by the loss to train with; it may be negative.

    The entries of other transitions mean nothing. ``scratch`` is a memory of the same size to work in.
    """
    before, some_other_right = loss_without_lookahead(oracle, memory, gold), False
    rearranging = (oracle[SWAP_NUMBER], oracle[SWITCH_NUMBER])
    for transition in range(oracle[TRANSITION_COUNT]):
        out[transition] = NONE
        if is_applicable(memory, program, transition):
            apply_to_copy(memory, program, transition, scratch)
            out[transition] = loss_without_lookahead(oracle, scratch, gold) - before
            some_other_right |= out[transition] <= 0 and transition not in rearranging
    for transition in rearranging:
        if some_other_right and transition >= 0:
            out[transition] = max(out[transition], 1)
    preferred = preferred_buffer_arc(oracle, program, memory, gold, out)
    if preferred >= 0:
        for transition in range(oracle[TRANSITION_COUNT]):
            if transition != preferred:
                out[transition] = max(out[transition], 1)


@kernel
def preferred_buffer_arc(oracle: Int32, program: Int32, memory: Int32, gold: Int32, costs: Int32) -> int:
    """The buffer arc that the policy builds here, if it costs nothing; −1 if it builds none."""
    for number in range(oracle[BUFFER_ARC_TRANSITIONS]):
        transition = of_arc(oracle, number, TRANSITION)
        head = node_at(memory, of_arc(oracle, number, HEAD_AREA), of_arc(oracle, number, HEAD_DEPTH))
        dependent = node_at(memory, of_arc(oracle, number, DEPENDENT_AREA), of_arc(oracle, number, DEPENDENT_DEPTH))
        if head >= 0 and dependent > 0 and gold_head(gold, dependent) == head:
            limited = of_arc(oracle, number, HAS_LENGTH_LIMIT) == 1
            short = not limited or abs(head - dependent) <= oracle[PREFERRED_LENGTH]
            if short and is_applicable(memory, program, transition) and costs[transition] <= 0:
                return int(transition)
    return NONE
