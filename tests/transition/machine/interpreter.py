"""The judge of the kernel: the algebra read literally, on tuples and sets, each guard tried at its own step."""

from __future__ import annotations

from dataclasses import dataclass, replace

from multiplane.transition.algebra.composition import Composition, ElementaryStep, Opcode
from multiplane.transition.algebra.guards import BUFFER, Atom, Guard, Kind, Place

Arcs = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Configuration:
    """Stacks from bottom to top with the active one first, the buffer, Covington's λ₂ from left to right, the arcs."""

    stacks: tuple[tuple[int, ...], ...]
    buffer: tuple[int, ...]
    skipped: tuple[int, ...] = ()
    arcs: Arcs = frozenset()
    undirected: bool = False
    root: bool = False
    switches: int = 0


def start(words: int, stacks: int, root: bool, undirected: bool) -> Configuration:
    bottom = (0,) if root else ()
    return Configuration((bottom,) * stacks, tuple(range(1, words + 1)), undirected=undirected, root=root)


def step_through(configuration: Configuration, transition: Composition) -> Configuration | None:
    """The configuration after a transition, or None where it is undefined."""
    here: Configuration | None = configuration
    for step in transition.steps:
        if here is None or not satisfied(here, step.guard):
            return None
        here = operate(here, step)
    return here


def find(here: Configuration, place: Place) -> int | None:
    if place.area == BUFFER:
        return here.buffer[place.depth - 1] if place.depth <= len(here.buffer) else None
    stack = here.stacks[place.area - 1]
    return stack[-place.depth] if place.depth <= len(stack) else None


def satisfied(here: Configuration, guard: Guard) -> bool:
    return any(all(literal(here, atom, wanted) for atom, wanted in clause) for clause in guard.clauses)


def literal(here: Configuration, atom: Atom, wanted: bool) -> bool:
    if atom.kind == Kind.SKIPPED_HAVE_HEADS:
        return all(has_head(here, node) for node in here.skipped) == wanted
    if atom.kind == Kind.MAY_SWITCH:
        return (here.switches + atom.first.depth < len(here.stacks)) == wanted
    nodes = [find(here, node) for node in atom.places()]
    if atom.kind == Kind.EXISTS:
        return (nodes[0] is not None) == wanted
    if None in nodes:
        return False
    first, second = nodes[0], nodes[-1]
    assert first is not None and second is not None
    truth = {
        Kind.HAS_HEAD: lambda: has_head(here, first),
        Kind.CONNECTED: lambda: second in component(here, first),
        Kind.PATH: lambda: second in reached_from(here, first),
        Kind.ARC: lambda: (first, second) in here.arcs,
        Kind.ARC_WITH_LABEL: lambda: (first, second) in here.arcs,
        Kind.SAME_NODE: lambda: first == second,
        Kind.PRECEDES: lambda: first < second,
        Kind.IS_ROOT: lambda: first == 0,
    }[atom.kind]()
    return truth == wanted


def has_head(here: Configuration, node: int) -> bool:
    return not here.undirected and any(dependent == node for _, dependent in here.arcs)


def reached_from(here: Configuration, node: int) -> set[int]:
    reached = {node}
    while more := {dependent for head, dependent in here.arcs if head in reached} - reached:
        reached |= more
    return reached


def component(here: Configuration, node: int) -> set[int]:
    reached = {node}
    while True:
        more = {end for arc in here.arcs for end in arc if reached & set(arc)} - reached
        if not more:
            return reached
        reached |= more


def operate(here: Configuration, step: ElementaryStep) -> Configuration | None:
    """One operation of the table in the papers; None where it is undefined."""
    stacks, buffer = here.stacks, here.buffer
    active, others = stacks[0], stacks[1:]
    opcode = step.opcode
    if opcode == Opcode.SWITCH:
        if here.switches >= len(stacks) - 1:
            return None
        return replace(here, stacks=(*others, active), switches=here.switches + 1)
    here = replace(here, switches=0)
    if opcode == Opcode.SHIFT:
        return replace(here, stacks=tuple((*s, buffer[0]) for s in stacks), buffer=buffer[1:]) if buffer else None
    if opcode in (Opcode.LEFT_ARC, Opcode.RIGHT_ARC, Opcode.ARC):
        if len(active) < step.stack or len(buffer) < step.buffer:
            return None
        arc = active[-step.stack], buffer[step.buffer - 1]
        if opcode == Opcode.LEFT_ARC:
            arc = arc[::-1]
        if arc in here.arcs or (here.undirected and arc[::-1] in here.arcs):
            return None
        if not here.undirected and arc[1] == 0:
            return None
        return replace(here, arcs=here.arcs | {arc})
    if opcode == Opcode.DROP:
        place = step.buffer - 1
        return replace(here, buffer=buffer[:place] + buffer[place + 1 :]) if place < len(buffer) else None
    if opcode == Opcode.REDUCE:
        if len(active) < step.stack:
            return None
        left = list(active)
        del left[-step.stack]
        return replace(here, stacks=(tuple(left), *others))
    if opcode == Opcode.RESTORE:
        return replace(here, stacks=(active + here.skipped,), skipped=())
    if opcode == Opcode.FORGET:
        return replace(here, skipped=())
    if not all(stacks) or len({stack[-1] for stack in stacks}) > 1:
        return None
    top, below = active[-1], tuple(stack[:-1] for stack in stacks)
    if opcode == Opcode.UNSHIFT:
        return replace(here, stacks=below, buffer=(top, *buffer))
    if opcode == Opcode.DISCARD:
        return replace(here, stacks=below)
    if opcode == Opcode.SKIP:
        return replace(here, stacks=below, skipped=(top, *here.skipped))
    assert opcode == Opcode.SWAP
    if len(active) < 2 or not 0 < active[-2] < top:
        return None
    return replace(here, stacks=((*active[:-2], top),), buffer=(active[-2], *buffer))
