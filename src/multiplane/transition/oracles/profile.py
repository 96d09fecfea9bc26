"""The profile of a system: what its transitions do, as one int32 array that the oracle kernels read.

It is read off the compositions. An arc transition is described by the places of its head, of its dependent and of the
node that it removes. Oracles that build the arcs that can be built, remove the nodes that need no more and otherwise
shift have to know nothing else, so no oracle asks for a system's name. The fixed entries come first; from
``ARC_RECORDS`` on lie the arc transitions, a record of ``RECORD_SIZE`` numbers each, in the order in which they are
tried: buffer arcs first (BUF §3.1), then as the system lists them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import accessor
from multiplane.transition.algebra.composition import REDUCE, RESTORE, SHIFT, SKIP, SWAP, SWITCH, Opcode
from multiplane.transition.algebra.guards import STACK
from multiplane.transition.algebra.symbolic import Effect, effect_of
from multiplane.transition.machine.execution import NONE
from multiplane.transition.system import System
from multiplane.transition.systems.catalogue import SYSTEMS, planar

(
    STATIC_ORACLE,
    SHIFT_NUMBER,
    SHIFT_IS_UNGUARDED,
    REDUCE_NUMBER,
    SWITCH_NUMBER,
    SWAP_NUMBER,
    SKIP_NUMBER,
    ROOT_ARCS,
    IS_UNDIRECTED,
    PLANES,
    LAZY_SWAPS,
    REACHES_SECOND_IN_BUFFER,
    BUFFER_ARC_TRANSITIONS,
    ARC_TRANSITIONS,
    SEARCH_BUDGET,
    BEST_EFFORT,
    MAY_SAVE_MORE,
    LOSS,
    LOSS_NEVER_FALLS,
    PREFERRED_LENGTH,
    TRANSITION_COUNT,
    ARC_RECORDS,
) = range(22)

GREEDY_ORACLE, PLANES_ORACLE, SWAP_ORACLE, COVINGTON_ORACLE = range(4)
NO_ROOT_ARCS, OPTIONAL_ROOT_ARCS, REQUIRED_ROOT_ARCS = range(3)
SAVES_ALL_ARCS, SAVES_WHAT_PLANES_HOLD, SAVES_PROJECTIVE_PART, SAVES_PLANAR_PART = range(4)

(
    NO_LOSS,
    LOSS_ARC_EAGER,
    LOSS_ARC_HYBRID,
    LOSS_ARC_STANDARD,
    LOSS_ARC_STANDARD_STACK,
    LOSS_COVINGTON,
    LOSS_PLANAR,
    LOSS_TWO_PLANAR,
    LOSS_ASSIGNED_PLANES,
) = range(9)

(
    TRANSITION,
    HEAD_AREA,
    HEAD_DEPTH,
    DEPENDENT_AREA,
    DEPENDENT_DEPTH,
    REMOVED_AREA,
    REMOVED_DEPTH,
    REMOVED_FROM_ALL_STACKS,
    HAS_LENGTH_LIMIT,
    RECORD_SIZE,
) = range(10)

EXACT_LOSSES = {
    "arc-eager": LOSS_ARC_EAGER,
    "arc-hybrid": LOSS_ARC_HYBRID,
    "arc-standard": LOSS_ARC_STANDARD,
    "arc-standard-stack": LOSS_ARC_STANDARD_STACK,
    "covington": LOSS_COVINGTON,
    "planar": LOSS_PLANAR,
}
REMOVALS = (Opcode.REDUCE, Opcode.DISCARD, Opcode.DROP)
NONPROJECTIVE_BUFFER_ARCS, PROJECTIVE_BUFFER_ARCS = ("lnba", "rnba"), ("lba", "rba")
BUFFER_ARCS = (*NONPROJECTIVE_BUFFER_ARCS, *PROJECTIVE_BUFFER_ARCS)
ARCLESS = {
    SHIFT.opcodes(): SHIFT_NUMBER,
    (RESTORE >> SHIFT).opcodes(): SHIFT_NUMBER,
    REDUCE.opcodes(): REDUCE_NUMBER,
    SWITCH.opcodes(): SWITCH_NUMBER,
    SWAP.opcodes(): SWAP_NUMBER,
    SKIP.opcodes(): SKIP_NUMBER,
}
Record = tuple[int, ...]


@accessor
def of_arc(profile: Int32, number: int, entry: int) -> int:
    """An entry of the record of this arc transition, by its number among the arc transitions."""
    return profile[ARC_RECORDS + number * RECORD_SIZE + entry]  # type: ignore[no-any-return]


def profile_of(
    system: System, words: int, lazy: bool = True, budget: int = 1_000, graphs: bool = False
) -> Int32 | None:
    """The profile of a system for sentences of at most this many words; None where no oracle can handle the system.

    Where the order in which arcs are built matters, the static oracle may search through ``budget`` configurations of
    each sentence. With ``graphs`` the gold may be graphs, whose words have several heads: then a system without REDUCE
    also needs its arc transitions that remove no node.

    >>> from multiplane.transition import get
    >>> profile = profile_of(get("arc-eager"), 5)
    >>> profile[[SHIFT_NUMBER, REDUCE_NUMBER]].tolist(), profile[ARC_RECORDS:].reshape(-1, RECORD_SIZE).tolist()
    ([0, 1], [[2, 0, 1, 1, 1, 1, 1, 1, 0], [3, 1, 1, 0, 1, -1, -1, 0, 0]])
    """
    entries = [NONE] * ARC_RECORDS
    names = system.names(words)
    found: list[tuple[int, Record]] = []
    for number, (name, transition) in enumerate(zip(names, system.members(words), strict=True)):
        if transition.opcodes() in ARCLESS:
            entries[ARCLESS[transition.opcodes()]] = number
            is_unguarded = transition in (SHIFT, RESTORE >> SHIFT)
            entries[SHIFT_IS_UNGUARDED] = max(entries[SHIFT_IS_UNGUARDED], is_unguarded)
            continue
        record = _record(number, name, effect_of(transition, system.assumptions))
        if record is None:
            return None
        found.append((BUFFER_ARCS.index(name) if name in BUFFER_ARCS else len(BUFFER_ARCS), record))
    if entries[SHIFT_NUMBER] < 0:
        return None
    records = [record for _, record in sorted(found, key=lambda ranked: ranked[0])]
    if entries[REDUCE_NUMBER] < 0 and entries[SKIP_NUMBER] < 0 and not graphs:
        records = [record for record in records if record[REMOVED_AREA] >= 0]
    entries[STATIC_ORACLE] = _static_oracle(system, entries, records)
    entries[ROOT_ARCS] = _root_arcs(system)
    entries[IS_UNDIRECTED] = system.is_undirected
    entries[PLANES] = system.stacks
    entries[LAZY_SWAPS] = lazy
    entries[REACHES_SECOND_IN_BUFFER] = bool(set(NONPROJECTIVE_BUFFER_ARCS) & set(names))
    entries[BUFFER_ARC_TRANSITIONS] = len(set(BUFFER_ARCS) & set(names))
    entries[ARC_TRANSITIONS] = len(records)
    entries[LOSS] = _exact_loss(system)
    entries[LOSS_NEVER_FALLS] = False
    entries[PREFERRED_LENGTH] = 1
    entries[TRANSITION_COUNT] = len(names)
    entries[BEST_EFFORT], entries[MAY_SAVE_MORE] = _best_effort(system, entries, records)
    entries[SEARCH_BUDGET] = budget if not graphs and _order_matters(entries, names, records) else 0
    return np.array([*entries, *(value for record in records for value in record)], np.int32)


def _record(number: int, name: str, effect: Effect) -> Record | None:
    """The record of a transition that builds one arc and removes at most one node; None for any other."""
    removed = [moment for moment in effect.moments if moment.opcode in REMOVALS]
    if len(effect.arcs) != 1 or len(removed) > 1:
        return None
    arc = effect.arcs[0]
    single_stack = len(effect.needs) == 2
    removal = (*removed[0].node, single_stack or removed[0].opcode != Opcode.REDUCE) if removed else (NONE, NONE, False)
    return (number, *arc.head, *arc.dependent, *removal, name in PROJECTIVE_BUFFER_ARCS)


def _static_oracle(system: System, entries: list[int], records: list[Record]) -> int:
    """Covington's where there are lists, swap's where there is SWAP, planes where any node may be reduced at any time
    and no arc removes one, the greedy oracle elsewhere.
    """
    if entries[SKIP_NUMBER] >= 0:
        return COVINGTON_ORACLE
    if entries[SWAP_NUMBER] >= 0:
        return SWAP_ORACLE
    if system.stacks > 1:
        return PLANES_ORACLE
    if set(NONPROJECTIVE_BUFFER_ARCS) & set(system.transitions):
        return GREEDY_ORACLE
    reduces_any_node = system.transitions.get("reduce") == REDUCE
    own = records[len(set(BUFFER_ARCS) & set(system.transitions)) :]
    return PLANES_ORACLE if reduces_any_node and all(record[REMOVED_AREA] < 0 for record in own) else GREEDY_ORACLE


def _distance(record: Record) -> int:
    """How many places apart head and dependent are, with stack and buffer taken as one line."""
    head, dependent = (
        -record[place + 1] if record[place] == STACK else record[place + 1] - 1 for place in (HEAD_AREA, DEPENDENT_AREA)
    )
    return abs(head - dependent)


def _order_matters(entries: list[int], names: Sequence[str], records: list[Record]) -> bool:
    """Whether building an arc as soon as possible may be wrong: it puts nodes back into the buffer that others need."""
    builds_bottom_up = entries[STATIC_ORACLE] == GREEDY_ORACLE and entries[REDUCE_NUMBER] < 0
    reaches_far = set(NONPROJECTIVE_BUFFER_ARCS) & set(names) or any(_distance(record) > 2 for record in records)
    return builds_bottom_up and bool(reaches_far)


def _best_effort(system: System, entries: list[int], records: list[Record]) -> tuple[int, bool]:
    """What is certain to be saved of a tree that the system cannot build, and whether more than that may be saved."""
    oracle = entries[STATIC_ORACLE]
    if oracle in (PLANES_ORACLE, SWAP_ORACLE):
        return SAVES_WHAT_PLANES_HOLD if oracle == PLANES_ORACLE else SAVES_ALL_ARCS, False
    if oracle == COVINGTON_ORACLE and all(record[REMOVED_AREA] < 0 for record in records):
        return SAVES_ALL_ARCS, False
    part = SAVES_PLANAR_PART if system.transitions.get("reduce") == REDUCE else SAVES_PROJECTIVE_PART
    return part, any(_distance(record) > 1 for record in records)


def _exact_loss(system: System) -> int:
    """The loss of a dynamic oracle that is exact for the system; LBA and RBA do not change it."""
    if system.root or system.has_families or set(NONPROJECTIVE_BUFFER_ARCS) & set(system.transitions):
        return NO_LOSS
    own = {name: transition for name, transition in system.transitions.items() if name not in BUFFER_ARCS}
    known = ((loss, one) for loss, one in _systems_with_exact_loss() if one.stacks == system.stacks)
    return next((loss for loss, one in known if one.transitions == own), NO_LOSS)


@cache
def _systems_with_exact_loss() -> list[tuple[int, System]]:
    return [*((loss, SYSTEMS[name]()) for name, loss in EXACT_LOSSES.items()), (LOSS_TWO_PLANAR, planar(2))]


def _root_arcs(system: System) -> int:
    if not system.root:
        return NO_ROOT_ARCS
    return REQUIRED_ROOT_ARCS if system.reconstruction == "naive" else OPTIONAL_ROOT_ARCS
