"""Symbolic execution of a composition: what must hold before it, and what is known at each of its steps.

The nodes that a composition moves are named by their places in the configuration it starts from, so every guard in its
middle becomes a condition on that first configuration. The program takes those conditions, so that the kernel decides
before it moves anything; the properties take what is known at each arc and each REDUCE (DTS §3.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import Opcode, Step, Transition
from multiplane.transition.algebra.guards import ALWAYS, BUFFER, NEVER, STACK, Guard, Kind, Node, statement
from multiplane.transition.algebra.implication import given_sizes, implies, same_node
from multiplane.transition.algebra.symbolic_configuration import Machine, SymbolicArc, SymbolicConfiguration


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known just before an arc or a REDUCE: the path condition, and formulas over the first configuration."""

    opcode: Opcode
    condition: Guard
    node: Node
    has_head: Guard
    head_has_head: Guard = NEVER
    connected: Guard = NEVER


@dataclass(frozen=True, slots=True)
class Effect:
    """A composition as one step: what it needs, its condition, what it adds and removes, and which heads remain."""

    needs: tuple[int, ...]
    condition: Guard
    moments: tuple[Moment, ...]
    arcs: tuple[SymbolicArc, ...]
    heads_on_stack: Guard
    heads_in_buffer: Guard
    removed: int
    buffer_growth: int


def execute(transition: Transition, machine: Machine) -> Effect:
    """Run a composition on names.

    >>> from multiplane.transition.algebra.composition import RIGHT_ARC, UNSHIFT
    >>> from multiplane.transition.algebra.guards import BUFFER_HAS_HEAD
    >>> print(execute(UNSHIFT >> RIGHT_ARC.where(~BUFFER_HAS_HEAD), Machine()).condition)
    ¬Hσ
    """
    run = _Run(machine)
    for step in transition.steps:
        run.step(step)
    return run.effect()


class _Run(SymbolicConfiguration):
    """The steps of a composition, one after the other."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self.switches = 0
        self.counting_from_start = True
        self.moments: list[Moment] = []
        self.off_all_stacks: set[Node] = set()
        self.in_list: set[Node] = set()
        self.buried: set[Node] = set()
        self.removed = 0
        self.buffer_growth = 0

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
        self.off_all_stacks.add(top)
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
        self.moments.append(Moment(opcode, self.condition, dependent, has_head, self.has_head(head), connected))
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
            self.in_list.add(node)
            stack.pop()
        elif opcode == Opcode.RESTORE:
            self.skipped, self.floor = ALWAYS, False
            self.buried |= self.in_list.union(stack)
            self.in_list.clear()
            stack.clear()
        else:
            self.skipped = ALWAYS
            self.in_list.clear()

    def heads_left_behind(self) -> Guard:
        """A node that got its head on one of several stacks stays on the others, at whatever depth."""
        got_heads = {arc.dependent for arc in self.arcs if arc.directed and arc.dependent.area != BUFFER}
        return ALWAYS if self.machine.stacks > 1 and got_heads - self.off_all_stacks else NEVER

    def effect(self) -> Effect:
        on_stack = frozenset(self.buried.union(self.in_list, *self.stacks))
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
