"""What a system's transitions do, as one int32 array that the oracle kernels read: read off its compositions.

An arc transition is told by the places of the head, of the dependent and of the node that it removes. That is all that
"build what can be built, remove what is done, otherwise shift" has to know, so the oracles need no system's name. After
the facts come the arc transitions, a record of ``RECORD`` numbers each, in the order in which they are tried: buffer
arcs first (BUF §3.1), then as the system lists them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from multiplane.transition.algebra.composition import (
    REDUCE,
    RESTORE,
    SHIFT,
    SKIP,
    SWAP,
    SWITCH,
    Opcode,
)
from multiplane.transition.algebra.family import Transitions
from multiplane.transition.algebra.guards import STACK
from multiplane.transition.algebra.symbolic import Effect, effect_of
from multiplane.transition.machine.memory import Ints

if TYPE_CHECKING:
    from multiplane.transition.system import System

(
    FAMILY,
    SHIFT_NUMBER,
    SHIFT_IS_FREE,
    REDUCE_NUMBER,
    SWITCH_NUMBER,
    SWAP_NUMBER,
    SKIP_NUMBER,
    ROOT_ARCS,
    IS_UNDIRECTED,
    PLANES,
    LAZY,
    REACHES_SECOND,
    BUFFER_ARCS,
    ARC_TRANSITIONS,
    BUDGET,
    SAVES,
    BEYOND,
    DYNAMIC,
    NEVER_LOWERED,
    TRANSITIONS,
    FACTS,
) = range(21)

GREEDY, BY_PLANES, BY_ORDER, BY_LISTS = range(4)
NO_ROOT, OPTIONAL_ROOT, WANTED_ROOT = range(3)
EVERYTHING, WHAT_PLANES_HOLD, PROJECTIVE_PART, PLANAR_PART = range(4)

(
    NO_LOSS,
    LOSS_ARC_EAGER,
    LOSS_ARC_HYBRID,
    LOSS_ARC_STANDARD,
    LOSS_ARC_STANDARD_STACK,
    LOSS_COVINGTON,
    LOSS_PLANAR,
    LOSS_TWO_PLANAR,
    LOSS_KEPT_PLANES,
) = range(9)

(
    TRANSITION,
    HEAD_AREA,
    HEAD_DEPTH,
    DEPENDENT_AREA,
    DEPENDENT_DEPTH,
    REMOVED_AREA,
    REMOVED_DEPTH,
    REMOVED_EVERYWHERE,
    LENGTH_ONE,
    RECORD,
) = range(10)

REMOVALS = (Opcode.REDUCE, Opcode.DISCARD, Opcode.DROP)
FAR, NEAR = ("lnba", "rnba"), ("lba", "rba")
ORDER = (*FAR, *NEAR)
PLAIN = {
    SHIFT.opcodes(): SHIFT_NUMBER,
    (RESTORE >> SHIFT).opcodes(): SHIFT_NUMBER,
    REDUCE.opcodes(): REDUCE_NUMBER,
    SWITCH.opcodes(): SWITCH_NUMBER,
    SWAP.opcodes(): SWAP_NUMBER,
    SKIP.opcodes(): SKIP_NUMBER,
}


def plan_of(system: System, words: int, lazy: bool = True, budget: int = 1_000) -> Ints | None:
    """The plan of a system for sentences of so many words, or None where an oracle could not read it.

    Where the order of arcs matters, the oracle looks at no more than ``budget`` configurations of a sentence.

    >>> from multiplane.transition import get
    >>> plan = plan_of(get("arc-eager"), 5)
    >>> plan[[SHIFT_NUMBER, REDUCE_NUMBER]].tolist(), plan[FACTS:].reshape(-1, RECORD).tolist()
    ([0, 1], [[2, 0, 1, 1, 1, 1, 1, 1, 0], [3, 1, 1, 0, 1, -1, -1, 0, 0]])
    """
    facts = [-1] * FACTS
    names = system.names(words)
    found: list[tuple[int, tuple[int, ...]]] = []
    for number, (name, transition) in enumerate(zip(names, system.members(words), strict=True)):
        if transition.opcodes() in PLAIN:
            facts[PLAIN[transition.opcodes()]] = number
            facts[SHIFT_IS_FREE] = max(facts[SHIFT_IS_FREE], transition in (SHIFT, RESTORE >> SHIFT))
            continue
        record = _record(number, name, effect_of(transition, system.assumptions))
        if record is None:
            return None
        found.append((ORDER.index(name) if name in ORDER else len(ORDER), record))
    if facts[SHIFT_NUMBER] < 0:
        return None
    records = [record for _, record in sorted(found, key=lambda ranked: ranked[0])]
    if facts[REDUCE_NUMBER] < 0 and facts[SKIP_NUMBER] < 0:
        records = [record for record in records if record[REMOVED_AREA] >= 0]
    facts[FAMILY] = _family(system, facts, records)
    facts[ROOT_ARCS] = _root_arcs(system)
    facts[IS_UNDIRECTED] = system.is_undirected
    facts[PLANES] = system.stacks
    facts[LAZY] = lazy
    facts[REACHES_SECOND] = bool(set(FAR) & set(names))
    facts[BUFFER_ARCS] = len(set(ORDER) & set(names))
    facts[ARC_TRANSITIONS] = len(records)
    facts[DYNAMIC] = _loss(system)
    facts[NEVER_LOWERED] = False
    facts[TRANSITIONS] = len(names)
    facts[SAVES], facts[BEYOND] = _best_effort(system, facts, records)
    facts[BUDGET] = budget if _order_matters(facts, names, records) else 0
    return np.array([*facts, *(value for record in records for value in record)], np.int32)


def _record(number: int, name: str, effect: Effect) -> tuple[int, ...] | None:
    """The places of one arc and of at most one removal; None where there are other numbers of them."""
    removed = [moment for moment in effect.moments if moment.opcode in REMOVALS]
    if len(effect.arcs) != 1 or len(removed) > 1:
        return None
    arc = effect.arcs[0]
    single_stack = len(effect.needs) == 2
    places = (*removed[0].node, single_stack or removed[0].opcode != Opcode.REDUCE) if removed else (-1, -1, False)
    return (number, *arc.head, *arc.dependent, *places, name in NEAR)


def _family(system: System, facts: list[int], records: list[tuple[int, ...]]) -> int:
    """Lists where nodes are skipped, order where they are swapped, planes where arcs remove no node and any may go."""
    if facts[SKIP_NUMBER] >= 0:
        return BY_LISTS
    if facts[SWAP_NUMBER] >= 0:
        return BY_ORDER
    if system.stacks > 1:
        return BY_PLANES
    if set(FAR) & set(system.transitions):
        return GREEDY
    any_may_go = system.transitions.get("reduce") == REDUCE
    own = records[len(set(ORDER) & set(system.transitions)) :]
    return BY_PLANES if any_may_go and all(record[REMOVED_AREA] < 0 for record in own) else GREEDY


def _distance(record: tuple[int, ...]) -> int:
    """How many places apart head and dependent stand, stack and buffer taken as one line."""
    head, dependent = (
        -record[place + 1] if record[place] == STACK else record[place + 1] - 1 for place in (HEAD_AREA, DEPENDENT_AREA)
    )
    return abs(head - dependent)


def _order_matters(facts: list[int], names: Sequence[str], records: list[tuple[int, ...]]) -> bool:
    """Whether an arc may have to wait: it brings nodes back to the buffer that others need there later."""
    builds_bottom_up = facts[FAMILY] == GREEDY and facts[REDUCE_NUMBER] < 0
    return builds_bottom_up and (bool(set(FAR) & set(names)) or any(_distance(record) > 2 for record in records))


def _best_effort(system: System, facts: list[int], records: list[tuple[int, ...]]) -> tuple[int, bool]:
    """What is sure to be saved of a tree that the system cannot derive, and whether it may save more than that."""
    if facts[FAMILY] in (BY_PLANES, BY_ORDER):
        return WHAT_PLANES_HOLD if facts[FAMILY] == BY_PLANES else EVERYTHING, False
    if facts[FAMILY] == BY_LISTS and all(record[REMOVED_AREA] < 0 for record in records):
        return EVERYTHING, False
    beyond = any(_distance(record) > 1 for record in records)
    return PLANAR_PART if system.transitions.get("reduce") == REDUCE else PROJECTIVE_PART, beyond


def _loss(system: System) -> int:
    """The loss that belongs to the system's own transitions; LBA and RBA do not change it."""
    if system.root or system.has_families or set(FAR) & set(system.transitions):
        return NO_LOSS
    own = {name: transition for name, transition in system.transitions.items() if name not in ORDER}
    found = next((loss for loss, transitions in _with_loss() if transitions == own), NO_LOSS)
    return found if system.stacks == (2 if found == LOSS_TWO_PLANAR else 1) else NO_LOSS


@cache
def _with_loss() -> list[tuple[int, Transitions]]:
    from multiplane.transition.systems.catalogue import SYSTEMS, planar

    names = {
        LOSS_ARC_EAGER: "arc-eager",
        LOSS_ARC_HYBRID: "arc-hybrid",
        LOSS_ARC_STANDARD: "arc-standard",
        LOSS_ARC_STANDARD_STACK: "arc-standard-stack",
        LOSS_COVINGTON: "covington",
        LOSS_PLANAR: "planar",
    }
    plain = [(loss, SYSTEMS[name]().transitions) for loss, name in names.items()]
    return [*plain, (LOSS_TWO_PLANAR, planar(2).transitions)]


def _root_arcs(system: System) -> int:
    if not system.root:
        return NO_ROOT
    return WANTED_ROOT if system.reconstruction == "naive" else OPTIONAL_ROOT
