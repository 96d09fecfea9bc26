"""Symbolic execution of a composition: what must hold before it, and what is known at each of its steps.

Nodes are called by their places in the configuration that a composition starts from, so that what holds in its middle
(a head, a connection, an arc) becomes a condition on that first configuration. The program takes these conditions, so
that the kernel decides before it moves anything; the properties take what is known at each arc and each removal
(DTS §3.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import ON_ONE_STACK, Composition, ElementaryStep, Opcode
from multiplane.transition.algebra.guards import (
    ALWAYS,
    BUFFER,
    NEVER,
    PLACES_IN_GUARDS,
    STACK,
    Atom,
    Guard,
    Kind,
    Place,
    statement,
)
from multiplane.transition.algebra.implication import excludes, given_sizes, in_order, same_node


class Assumptions(NamedTuple):
    """What holds for all transitions of a system: the number of stacks, a root node or none, known invariants."""

    stacks: int = 1
    root: bool = False
    headless_stack: bool = False
    headless_buffer: bool = False


class SymbolicArc(NamedTuple):
    """An arc between the nodes of two places."""

    head: Place
    dependent: Place
    directed: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known just before an arc or a removal: the path condition, and formulas over the first configuration."""

    opcode: Opcode
    condition: Guard
    node: Place
    has_head: Guard
    head_has_head: Guard = NEVER
    connected: Guard = NEVER
    joined: Guard = NEVER
    path_back: Guard = NEVER


@dataclass(frozen=True, slots=True)
class Effect:
    """A composition as a whole: the nodes it needs, its condition, what it adds and removes, which heads remain."""

    needs: tuple[int, ...]
    condition: Guard
    moments: tuple[Moment, ...]
    arcs: tuple[SymbolicArc, ...]
    heads_on_stack: Guard
    heads_in_buffer: Guard
    removed: int
    buffer_growth: int


def effect_of(transition: Composition, assumptions: Assumptions) -> Effect:
    """Run a composition symbolically.

    >>> from multiplane.transition.algebra.composition import RIGHT_ARC, UNSHIFT
    >>> from multiplane.transition.algebra.guards import BUFFER_HAS_HEAD
    >>> print(effect_of(UNSHIFT >> RIGHT_ARC.where(~BUFFER_HAS_HEAD), Assumptions()).condition)
    ¬Hσ
    """
    configuration = SymbolicConfiguration(assumptions)
    for step in transition.steps:
        configuration.apply(step)
    return configuration.effect()


class SymbolicConfiguration:
    """Known tops of the stacks, known front of the buffer, arcs added so far, and the condition for getting here."""

    def __init__(self, assumptions: Assumptions) -> None:
        self.assumptions = assumptions
        self.stacks: list[list[Place]] = [[] for _ in range(assumptions.stacks)]
        self.buffer: list[Place] = []
        self.reached = [0] * (assumptions.stacks + 1)
        self.needs = [0] * (assumptions.stacks + 1)
        self.active = 0
        self.stack_is_known = True
        self.condition = ALWAYS
        self.skipped_have_heads = statement(Kind.SKIPPED_HAVE_HEADS)
        self.skipped: set[Place] = set()
        self.restored: set[Place] = set()
        self.off_all_stacks: set[Place] = set()
        self.arcs: list[SymbolicArc] = []
        self.connections: dict[tuple[Place, Place, int], Guard] = {}
        self.moments: list[Moment] = []
        self.switches = 0
        self.only_switched = True
        self.removed = 0
        self.buffer_growth = 0

    # What is where, and what holds.

    def on_stack(self, depth: int, after_active: int = 0) -> Place:
        which = (self.active + after_active) % self.assumptions.stacks
        known = self.stacks[which]
        while len(known) < depth:
            if not self.stack_is_known:
                raise MultiplaneError("found a step on the stack after RESTORE; which node it meets is not determined")
            self.reached[STACK + which] += 1
            known.insert(0, Place(STACK + which, self.reached[STACK + which]))
        return known[-depth]

    def in_buffer(self, depth: int) -> Place:
        while len(self.buffer) < depth:
            self.reached[BUFFER] += 1
            self.buffer.append(Place(BUFFER, self.reached[BUFFER]))
        return self.buffer[depth - 1]

    def at(self, place: Place) -> Place:
        """The node that is now at this place."""
        if place.area > self.assumptions.stacks:
            raise MultiplaneError(f"found a guard on {place}; expected a place on {self.assumptions.stacks} stacks")
        return self.in_buffer(place.depth) if place.area == BUFFER else self.on_stack(place.depth, place.area - STACK)

    def require(self, node: Place) -> Place:
        self.needs[node.area] = max(self.needs[node.area], node.depth)
        return node

    def exists(self, node: Place) -> Guard:
        return ALWAYS if node.depth <= self.needs[node.area] else statement(Kind.EXISTS, node)

    def has_head(self, node: Place) -> Guard:
        headless = self.assumptions.headless_buffer if node.area == BUFFER else self.assumptions.headless_stack
        formula = NEVER if headless else statement(Kind.HAS_HEAD, node)
        for arc in self.arcs:
            if arc.directed:
                formula |= same_node(node, arc.dependent)
        return formula

    def connected(self, one: Place, two: Place, arcs: int) -> Guard:
        """Whether a path joins the two nodes, with the first ``arcs`` of the new arcs."""
        if one == two:
            return ALWAYS
        if arcs == 0:
            return statement(Kind.CONNECTED, *in_order(one, two))
        key = (*in_order(one, two), arcs)
        if key not in self.connections:
            arc, before = self.arcs[arcs - 1], arcs - 1
            forward = self.connected(one, arc.head, before) & self.connected(arc.dependent, two, before)
            backward = self.connected(one, arc.dependent, before) & self.connected(arc.head, two, before)
            self.connections[key] = self.connected(one, two, before) | forward | backward
        return self.connections[key]

    def path(self, one: Place, two: Place, arcs: int) -> Guard:
        """Whether a directed path leads from one node to the other, with the first ``arcs`` of the new arcs."""
        if one == two:
            return ALWAYS
        if arcs == 0:
            return statement(Kind.PATH, one, two)
        arc, before = self.arcs[arcs - 1], arcs - 1
        if not arc.directed:
            return self.path(one, two, before)
        through = self.path(one, arc.head, before) & self.path(arc.dependent, two, before)
        return self.path(one, two, before) | through

    def arc_exists(self, kind: Kind, head: Place, dependent: Place) -> Guard:
        formula = statement(kind, head, dependent)
        for arc in self.arcs:
            formula |= same_node(head, arc.head) & same_node(dependent, arc.dependent)
        return formula

    def formula(self, atom: Atom) -> Guard:
        """An atom about the present configuration, as a formula about the first one."""
        if atom.kind not in PLACES_IN_GUARDS:
            raise MultiplaneError(f"found {atom.kind.name} in a guard; it follows from operations and is never written")
        if atom.kind == Kind.SKIPPED_HAVE_HEADS:
            return self.skipped_have_heads
        first = self.at(atom.first)
        if atom.kind == Kind.EXISTS:
            return self.exists(first)
        if atom.kind == Kind.HAS_HEAD:
            return self.has_head(first)
        if atom.kind == Kind.IS_ROOT:
            return statement(Kind.IS_ROOT, first) if self.assumptions.root else NEVER
        second = self.at(atom.second)
        if atom.kind == Kind.CONNECTED:
            return self.connected(first, second, len(self.arcs))
        if atom.kind == Kind.PATH:
            return self.path(first, second, len(self.arcs))
        return self.arc_exists(atom.kind, first, second)

    def restrict(self, guard: Guard) -> None:
        resolved = NEVER
        for clause in guard.clauses:
            conjunction = ALWAYS
            for atom, wanted in clause:
                formula = self.formula(atom)
                conjunction &= formula if wanted else ~formula
                if atom.kind != Kind.EXISTS:
                    for place in atom.places():
                        conjunction &= self.exists(self.at(place))
            resolved |= conjunction
        self.condition &= resolved

    # What the operations do.

    def apply(self, step: ElementaryStep) -> None:
        """Carry out one step; the branches are the meaning of the opcodes."""
        self.restrict(step.guard)
        opcode, stacks = step.opcode, self.assumptions.stacks
        if opcode in ON_ONE_STACK and stacks > 1:
            raise MultiplaneError(f"found {opcode.name} with {stacks} stacks; it is defined for one")
        if opcode == Opcode.SWITCH:
            self.switch()
            return
        self.only_switched, self.switches = False, 0
        if opcode == Opcode.SHIFT:
            self.shift()
        elif opcode in (Opcode.UNSHIFT, Opcode.DISCARD):
            self.pop_everywhere(opcode)
        elif opcode == Opcode.REDUCE:
            self.reduce(step.stack)
        elif opcode == Opcode.DROP:
            self.drop(step.buffer)
        elif opcode == Opcode.LEFT_ARC:
            self.add_arc(opcode, self.in_buffer(step.buffer), self.on_stack(step.stack))
        elif opcode in (Opcode.RIGHT_ARC, Opcode.ARC):
            self.add_arc(opcode, self.on_stack(step.stack), self.in_buffer(step.buffer))
        elif opcode == Opcode.SWAP:
            self.swap()
        elif opcode == Opcode.SKIP:
            self.skip()
        elif opcode == Opcode.RESTORE:
            self.restore()
        elif opcode == Opcode.FORGET:
            self.forget()
        else:
            known = ", ".join(each.name for each in Opcode)
            raise MultiplaneError(f"found opcode {opcode!r}; expected one of {known}")

    def switch(self) -> None:
        limit = self.assumptions.stacks - 1
        if self.only_switched and limit:
            self.condition &= statement(Kind.MAY_SWITCH, Place(STACK, self.switches + 1))
        elif self.switches >= limit:
            self.condition = NEVER
        self.switches += 1
        self.active = (self.active + 1) % self.assumptions.stacks

    def shift(self) -> None:
        node = self.require(self.in_buffer(1))
        self.buffer.pop(0)
        for stack in self.stacks:
            stack.append(node)
        self.buffer_growth -= 1

    def pop_everywhere(self, opcode: Opcode) -> None:
        """UNSHIFT and DISCARD act on all stacks, and are defined where one node is on top of them all."""
        top = self.require(self.on_stack(1))
        for other in range(1, self.assumptions.stacks):
            self.condition &= same_node(top, self.require(self.on_stack(1, other)))
        for stack in self.stacks:
            stack.pop()
        self.off_all_stacks.add(top)
        if opcode == Opcode.UNSHIFT:
            self.buffer.insert(0, top)
            self.buffer_growth += 1
        else:
            self.note_removal(opcode, top, self.assumptions.stacks)

    def reduce(self, depth: int) -> None:
        node = self.require(self.on_stack(depth))
        self.note_removal(Opcode.REDUCE, node, 1)
        self.stacks[self.active].remove(node)

    def drop(self, depth: int) -> None:
        node = self.require(self.in_buffer(depth))
        self.note_removal(Opcode.DROP, node, self.assumptions.stacks)
        self.buffer.remove(node)
        self.buffer_growth -= 1

    def note_removal(self, opcode: Opcode, node: Place, stacks: int) -> None:
        self.moments.append(Moment(opcode, self.condition, node, self.has_head(node)))
        self.removed += stacks

    def add_arc(self, opcode: Opcode, head: Place, dependent: Place) -> None:
        self.require(head)
        self.require(dependent)
        directed = opcode != Opcode.ARC
        has_head = self.has_head(dependent)
        connected = self.connected(head, dependent, len(self.arcs))
        if directed and self.assumptions.root:
            self.condition &= ~statement(Kind.IS_ROOT, dependent)
        if not excludes(self.condition, connected) and not (directed and excludes(self.condition, has_head)):
            self.condition &= ~self.arc_exists(Kind.ARC_WITH_LABEL, head, dependent)
            if not directed:
                self.condition &= ~self.arc_exists(Kind.ARC_WITH_LABEL, dependent, head)
        joined = self.arc_exists(Kind.ARC, head, dependent) | self.arc_exists(Kind.ARC, dependent, head)
        path_back = self.path(dependent, head, len(self.arcs))
        known = (has_head, self.has_head(head), connected, joined, path_back)
        self.moments.append(Moment(opcode, self.condition, dependent, *known))
        self.arcs.append(SymbolicArc(head, dependent, directed))

    def swap(self) -> None:
        upper, lower = self.require(self.on_stack(1)), self.require(self.on_stack(2))
        self.condition &= statement(Kind.PRECEDES, lower, upper)
        if self.assumptions.root:
            self.condition &= ~statement(Kind.IS_ROOT, lower)
        self.stacks[0].remove(lower)
        self.buffer.insert(0, lower)
        self.buffer_growth += 1

    def skip(self) -> None:
        node = self.require(self.on_stack(1))
        self.skipped_have_heads &= self.has_head(node)
        self.skipped.add(node)
        self.stacks[0].pop()

    def restore(self) -> None:
        self.skipped_have_heads, self.stack_is_known = ALWAYS, False
        self.restored |= self.skipped.union(self.stacks[0])
        self.skipped.clear()
        self.stacks[0].clear()

    def forget(self) -> None:
        self.skipped_have_heads = ALWAYS
        self.skipped.clear()

    # What is left at the end.

    def heads_left_behind(self) -> Guard:
        """A node that got its head on one of several stacks stays on the others, at whatever depth."""
        got_heads = {arc.dependent for arc in self.arcs if arc.directed and arc.dependent.area != BUFFER}
        return ALWAYS if self.assumptions.stacks > 1 and got_heads - self.off_all_stacks else NEVER

    def effect(self) -> Effect:
        on_stack = frozenset(self.restored.union(self.skipped, *self.stacks))
        return Effect(
            needs=tuple(self.needs),
            condition=given_sizes(self.condition, self.needs),
            moments=tuple(self.moments),
            arcs=tuple(self.arcs),
            heads_on_stack=self.heads_left_behind() | reduce(or_, map(self.has_head, on_stack), NEVER),
            heads_in_buffer=reduce(or_, map(self.has_head, self.buffer), NEVER),
            removed=self.removed,
            buffer_growth=self.buffer_growth,
        )
