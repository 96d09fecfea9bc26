"""Symbolic execution of a composition: what must hold before it, and what is known at each of its steps.

The nodes that a composition moves are named by their places in the configuration it starts from, so every guard in its
middle becomes a condition on that first configuration. The table takes those conditions, so that the kernel decides
before it moves anything; the properties take what is known at each arc and each REDUCE (DTS §3.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra import Opcode, Step, Transition
from multiplane.transition.guards import (
    ALWAYS,
    BUFFER,
    NEVER,
    STACK,
    Atom,
    Guard,
    Kind,
    Node,
    statement,
)
from multiplane.transition.implication import given_sizes, implies, in_order, same_node


class Machine(NamedTuple):
    """What is fixed for all transitions: the number of stacks, a root node or none, and invariants known to hold."""

    stacks: int = 1
    root: bool = False
    headless_stack: bool = False
    headless_buffer: bool = False


class SymbolicArc(NamedTuple):
    """An arc between two named nodes."""

    head: Node
    dependent: Node
    directed: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known just before an arc or a REDUCE: the path condition, and formulas over the first configuration."""

    opcode: Opcode
    condition: Guard
    node: Node
    has_head: Guard
    head: Node | None = None
    head_has_head: Guard = NEVER
    connected: Guard = NEVER


@dataclass(frozen=True, slots=True)
class Effect:
    """A composition as one step: what it needs, its condition, what it adds, removes, and where nodes end up."""

    needs: tuple[int, ...]
    condition: Guard
    moments: tuple[Moment, ...]
    arcs: tuple[SymbolicArc, ...]
    stack: frozenset[Node]
    buffer: tuple[Node, ...]
    heads_on_stack: Guard
    heads_in_buffer: Guard
    removed: int
    buffer_growth: int


def execute(transition: Transition, machine: Machine) -> Effect:
    """Run a composition on names.

    >>> from multiplane.transition.algebra import RIGHT_ARC, UNSHIFT
    >>> from multiplane.transition.guards import BUFFER_HAS_HEAD
    >>> print(execute(UNSHIFT >> RIGHT_ARC.where(~BUFFER_HAS_HEAD), Machine()).condition)
    ¬Hσ
    """
    run = _Run(machine)
    for step in transition.steps:
        run.step(step)
    return run.effect()


class _Run:
    """The configuration on names: known tops of the stacks, known front of the buffer, arcs added so far."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.stacks: list[list[Node]] = [[] for _ in range(machine.stacks)]
        self.buffer: list[Node] = []
        self.reached = [0] * (machine.stacks + 1)
        self.needs = [0] * (machine.stacks + 1)
        self.active = 0
        self.floor = True
        self.condition = ALWAYS
        self.skipped = statement(Kind.SKIPPED_HAVE_HEADS)
        self.switches = 0
        self.counting_from_start = True
        self.arcs: list[SymbolicArc] = []
        self.moments: list[Moment] = []
        self.removed = 0
        self.buffer_growth = 0

    def on_stack(self, depth: int, after_active: int = 0) -> Node:
        which = (self.active + after_active) % self.machine.stacks
        known = self.stacks[which]
        while len(known) < depth:
            if not self.floor:
                raise MultiplaneError("found a step on the stack after RESTORE; which node it meets is not determined")
            self.reached[STACK + which] += 1
            known.insert(0, Node(STACK + which, self.reached[STACK + which]))
        return known[-depth]

    def in_buffer(self, place: int) -> Node:
        while len(self.buffer) < place:
            self.reached[BUFFER] += 1
            self.buffer.append(Node(BUFFER, self.reached[BUFFER]))
        return self.buffer[place - 1]

    def require(self, node: Node) -> Node:
        self.needs[node.area] = max(self.needs[node.area], node.depth)
        return node

    def exists(self, node: Node) -> Guard:
        return ALWAYS if node.depth <= self.needs[node.area] else statement(Kind.EXISTS, node)

    def has_head(self, node: Node) -> Guard:
        headless = self.machine.headless_buffer if node.area == BUFFER else self.machine.headless_stack
        formula = NEVER if headless else statement(Kind.HAS_HEAD, node)
        for arc in self.arcs:
            if arc.directed:
                formula |= same_node(node, arc.dependent)
        return formula

    def connected(self, one: Node, two: Node, arcs: int) -> Guard:
        if one == two:
            return ALWAYS
        if arcs == 0:
            return statement(Kind.CONNECTED, *in_order(one, two))
        arc = self.arcs[arcs - 1]
        here = self.connected(one, arc.head, arcs - 1) & self.connected(arc.dependent, two, arcs - 1)
        there = self.connected(one, arc.dependent, arcs - 1) & self.connected(arc.head, two, arcs - 1)
        return self.connected(one, two, arcs - 1) | here | there

    def arc_exists(self, kind: Kind, head: Node, dependent: Node) -> Guard:
        formula = statement(kind, head, dependent)
        for arc in self.arcs:
            formula |= same_node(head, arc.head) & same_node(dependent, arc.dependent)
        return formula

    def place(self, node: Node) -> Node:
        """The name of the node that a guard means by its place in the present configuration."""
        return self.in_buffer(node.depth) if node.area == BUFFER else self.on_stack(node.depth, node.area - STACK)

    def formula(self, atom: Atom) -> Guard:
        """An atom about the present configuration, as a formula about the first one."""
        if atom.kind == Kind.SKIPPED_HAVE_HEADS:
            return self.skipped
        first = self.place(atom.first)
        if atom.kind == Kind.EXISTS:
            return self.exists(first)
        if atom.kind == Kind.HAS_HEAD:
            return self.has_head(first)
        if atom.kind == Kind.IS_ROOT:
            return statement(Kind.IS_ROOT, first) if self.machine.root else NEVER
        second = self.place(atom.second)
        if atom.kind == Kind.CONNECTED:
            return self.connected(first, second, len(self.arcs))
        return self.arc_exists(atom.kind, first, second)

    def restrict(self, guard: Guard) -> None:
        resolved = NEVER
        for clause in guard.clauses:
            conjunction = ALWAYS
            for atom, wanted in clause:
                formula = self.formula(atom)
                conjunction &= formula if wanted else ~formula
                if atom.kind != Kind.EXISTS:
                    for node in atom.nodes():
                        conjunction &= self.exists(self.place(node))
            resolved |= conjunction
        self.condition &= resolved

    def step(self, step: Step) -> None:
        self.restrict(step.guard)
        opcode = step.opcode
        if opcode == Opcode.SWITCH:
            self.switch()
            return
        self.counting_from_start, self.switches = False, 0
        if opcode == Opcode.SHIFT:
            node = self.require(self.in_buffer(1))
            self.buffer.pop(0)
            for stack in self.stacks:
                stack.append(node)
            self.buffer_growth -= 1
        elif opcode in (Opcode.UNSHIFT, Opcode.DISCARD):
            self.pop_everywhere(back=opcode == Opcode.UNSHIFT)
        elif opcode == Opcode.REDUCE:
            node = self.require(self.on_stack(step.stack))
            self.moments.append(Moment(opcode, self.condition, node, self.has_head(node)))
            self.stacks[self.active].remove(node)
            self.removed += 1
        elif opcode == Opcode.DROP:
            node = self.require(self.in_buffer(step.buffer))
            self.moments.append(Moment(opcode, self.condition, node, self.has_head(node)))
            self.buffer.remove(node)
            self.removed += self.machine.stacks
            self.buffer_growth -= 1
        elif opcode == Opcode.LEFT_ARC:
            self.arc(opcode, self.in_buffer(step.buffer), self.on_stack(step.stack))
        elif opcode in (Opcode.RIGHT_ARC, Opcode.ARC):
            self.arc(opcode, self.on_stack(step.stack), self.in_buffer(step.buffer))
        else:
            self.only_one_stack(opcode)

    def switch(self) -> None:
        limit = self.machine.stacks - 1
        if self.counting_from_start and limit:
            self.condition &= statement(Kind.MAY_SWITCH, Node(STACK, self.switches + 1))
        elif self.switches >= limit:
            self.condition = NEVER
        self.switches += 1
        self.active = (self.active + 1) % self.machine.stacks

    def pop_everywhere(self, back: bool) -> None:
        """UNSHIFT and DISCARD act on all stacks, and are defined where one node is on top of them all."""
        top = self.require(self.on_stack(1))
        for other in range(1, self.machine.stacks):
            self.condition &= same_node(top, self.require(self.on_stack(1, other)))
        for stack in self.stacks:
            stack.pop()
        if back:
            self.buffer.insert(0, top)
            self.buffer_growth += 1
        else:
            self.moments.append(Moment(Opcode.DISCARD, self.condition, top, self.has_head(top)))
            self.removed += self.machine.stacks

    def arc(self, opcode: Opcode, head: Node, dependent: Node) -> None:
        self.require(head)
        self.require(dependent)
        directed = opcode != Opcode.ARC
        has_head = self.has_head(dependent)
        connected = self.connected(head, dependent, len(self.arcs))
        if directed and self.machine.root:
            self.condition &= ~statement(Kind.IS_ROOT, dependent)
        if not implies(self.condition, ~connected) and not (directed and implies(self.condition, ~has_head)):
            self.condition &= ~self.arc_exists(Kind.ARC_WITH_LABEL, head, dependent)
            if not directed:
                self.condition &= ~self.arc_exists(Kind.ARC_WITH_LABEL, dependent, head)
        self.moments.append(Moment(opcode, self.condition, dependent, has_head, head, self.has_head(head), connected))
        self.arcs.append(SymbolicArc(head, dependent, directed))

    def only_one_stack(self, opcode: Opcode) -> None:
        if self.machine.stacks > 1:
            raise MultiplaneError(f"found {opcode.name} with {self.machine.stacks} stacks; it is defined for one")
        stack = self.stacks[0]
        if opcode == Opcode.SWAP:
            upper, lower = self.require(self.on_stack(1)), self.require(self.on_stack(2))
            self.condition &= statement(Kind.PRECEDES, lower, upper)
            if self.machine.root:
                self.condition &= ~statement(Kind.IS_ROOT, lower)
            stack.remove(lower)
            self.buffer.insert(0, lower)
            self.buffer_growth += 1
        elif opcode == Opcode.SKIP:
            node = self.require(self.on_stack(1))
            self.skipped &= self.has_head(node)
            stack.pop()
        elif opcode == Opcode.RESTORE:
            self.skipped, self.floor = ALWAYS, False
            stack.clear()
        else:
            self.skipped = ALWAYS

    def effect(self) -> Effect:
        on_stack = frozenset(node for stack in self.stacks for node in stack)
        return Effect(
            needs=tuple(self.needs),
            condition=given_sizes(self.condition, self.needs),
            moments=tuple(self.moments),
            arcs=tuple(self.arcs),
            stack=on_stack,
            buffer=tuple(self.buffer),
            heads_on_stack=reduce(or_, map(self.has_head, on_stack), NEVER),
            heads_in_buffer=reduce(or_, map(self.has_head, self.buffer), NEVER),
            removed=self.removed,
            buffer_growth=self.buffer_growth,
        )
