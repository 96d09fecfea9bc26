"""The configuration on names: nodes are called by their places in the configuration that a composition starts from.

What holds now (a head, a connection, an arc) becomes a formula about that first configuration.
"""

from __future__ import annotations

from typing import NamedTuple

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.guards import (
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
from multiplane.transition.algebra.implication import in_order, same_node


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


class SymbolicConfiguration:
    """Known tops of the stacks, known front of the buffer, arcs added so far, and the condition under which."""

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
        self.arcs: list[SymbolicArc] = []

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
