"""What a system's definition proves about it: the propositions of DTS §3.2, applied to its compositions.

A condition counts if it is written, if it follows from the steps before (a REDUCE right after an arc that gives the top
a head), or if it follows from an invariant of the whole system. "Not implied" says that the definition does not prove
the property, not that it fails: ``verify`` decides that for small n.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from multiplane.results import Result
from multiplane.tables import FigureTable
from multiplane.transition.algebra.composition import (
    ARC_OPCODES,
    DIRECTED_ARCS,
    ELEMENTARY,
    REMOVING,
    RESTORE,
    SHIFT,
    Composition,
    Opcode,
)
from multiplane.transition.algebra.family import SAMPLE_POSITIONS, Family, Transitions, expanded
from multiplane.transition.algebra.implication import excludes, implies
from multiplane.transition.algebra.symbolic import Assumptions, Moment, effect_of
from multiplane.transition.analysis.bounds import Polynomial, most_arcs, most_transitions

LEFTWARD_REMOVED = (Opcode.REDUCE,)
RIGHTWARD_REMOVED = (Opcode.SHIFT, Opcode.REDUCE)


@dataclass(frozen=True, slots=True)
class Property:
    """One property: whether it is proved, by which proposition, and why (or why not)."""

    name: str
    holds: bool
    proposition: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name}: {'holds' if self.holds else 'not implied'} ({self.proposition}: {self.reason})"


@dataclass(frozen=True, slots=True)
class Properties(Result):
    """All properties of a system; iterate to get each :class:`Property`.

    >>> from multiplane.transition import get
    >>> print(get("arc-eager").properties.no_covered_roots)
    no covered roots: holds (DTS Prop. 1: every node that is removed has a head)
    """

    divisible: Property
    planar: Property
    single_head: Property
    no_undirected_cycles: Property
    no_directed_cycles: Property
    one_arc_between_words: Property
    no_covered_roots: Property
    robust: Property
    bounded: Property
    efficient: Property
    length: Property
    steps: Property
    planes: int | None
    most_arcs: Polynomial
    most_transitions: Polynomial | None
    most_steps: int | None

    def __repr__(self) -> str:
        proved = ", ".join(found.name for found in self if found.holds)
        return f"<Properties: {proved or 'none proved'}>"

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def tables(self) -> list[FigureTable]:
        """Each property, whether it is proved, by which proposition, and why or why not."""
        rows = [
            (found.name, "holds" if found.holds else "not implied", found.proposition, found.reason) for found in self
        ]
        return [FigureTable("What the definition proves", ["property", "", "proposition", "reason"], rows)]

    def as_data(self) -> list[dict[str, Any]]:
        """The properties as objects that JSON can hold. The keys are stable."""
        return [asdict(found) for found in self]

    def __iter__(self) -> Iterator[Property]:
        values = (getattr(self, field.name) for field in fields(self))
        return (value for value in values if isinstance(value, Property))

    def arc_capacity(self, words: int, labels: int) -> int:
        """The most arcs that a sentence of this many words can get, under this many labels."""
        once = self.single_head.holds or self.no_undirected_cycles.holds
        return max(self.most_arcs(words), words + 1) * (1 if once else max(labels, 1))


Moments = list[tuple[str, Moment]]


def derive_properties(transitions: Transitions, assumptions: Assumptions) -> Properties:
    """Apply the propositions to the transitions of a system."""
    members = list(expanded(transitions, 2).values())
    moments = [
        (name, moment)
        for name, transition in expanded(transitions, SAMPLE_POSITIONS).items()
        for moment in effect_of(transition, assumptions).moments
    ]
    divisible = _divisible(members)
    planes = _planes(members, assumptions.stacks)
    single_head = _single_head(members, moments, assumptions)
    acyclic = _no_undirected_cycles(transitions, moments, divisible.holds, single_head.holds)
    robust = _robust(transitions)
    arcs = most_arcs(assumptions, planes, single_head.holds, acyclic.holds)
    bound = most_transitions(transitions, assumptions, arcs)
    bounded = _bounded(assumptions.stacks, divisible.holds, bound)
    has_families = any(isinstance(transition, Family) for transition in transitions.values())
    most_steps = None if has_families else max(len(member.steps) for member in members)
    return Properties(
        divisible=divisible,
        planar=_planar(divisible, planes),
        single_head=single_head,
        no_undirected_cycles=acyclic,
        no_directed_cycles=_no_directed_cycles(moments, acyclic),
        one_arc_between_words=_one_arc_between_words(moments, acyclic),
        no_covered_roots=_no_covered_roots(moments, divisible, planes),
        robust=robust,
        bounded=bounded,
        efficient=_efficient(divisible, robust, bounded),
        length=_length(assumptions.stacks, bound),
        steps=_steps(bound, most_steps),
        planes=planes,
        most_arcs=arcs,
        most_transitions=bound,
        most_steps=most_steps,
    )


def _moments_of(moments: Moments, opcodes: tuple[Opcode, ...]) -> Moments:
    return [(name, moment) for name, moment in moments if moment.opcode in opcodes]


def _by_invariant(assumptions: Assumptions) -> str:
    places = []
    if assumptions.headless_stack:
        places.append("on the stack")
    if assumptions.headless_buffer:
        places.append("in the buffer")
    return f"; no node {' or '.join(places)} ever has a head" if places else ""


def _divisible(members: list[Composition]) -> Property:
    others = sorted(
        {
            str(step).split("|")[0]
            for transition in members
            for step in transition.steps
            if step.opcode not in ELEMENTARY or (step.stack, step.buffer) != (1, 1)
        }
    )
    if others:
        return Property("divisible", False, "DTS Def. 7", f"uses {', '.join(others)}, not among the five elementary")
    return Property("divisible", True, "DTS Def. 7", "every transition composes the five elementary ones")


def _planes(members: list[Composition], stacks: int) -> int | None:
    """The number of planes, one for each stack, where all operations are elementary but SWITCH, DISCARD and ARC."""
    allowed = {*ELEMENTARY, Opcode.ARC, Opcode.SWITCH, Opcode.DISCARD}
    steps = [step for transition in members for step in transition.steps]
    plain = all(step.opcode in allowed and (step.stack, step.buffer) == (1, 1) for step in steps)
    return stacks if plain else None


def _planar(divisible: Property, planes: int | None) -> Property:
    if divisible.holds:
        return Property("planar", True, "DTS Prop. 4", "divisible systems build planar graphs only")
    if planes == 1:
        return Property("planar", True, "DTS Prop. 4", "its argument does not depend on the direction of arcs")
    if planes is not None:
        return Property("planar", False, "DTS Lemma 6", f"each of the {planes} stacks builds a plane: {planes}-planar")
    return Property("planar", False, "DTS Prop. 4", divisible.reason)


def _single_head(members: list[Composition], moments: Moments, assumptions: Assumptions) -> Property:
    name, proposition = "single-head", "DTS Prop. 2"
    if any(Opcode.ARC in member.opcodes() for member in members):
        return Property(name, False, proposition, "arcs have no direction before reconstruction")
    for transition, moment in _moments_of(moments, DIRECTED_ARCS):
        if not excludes(moment.condition, moment.has_head):
            return Property(name, False, proposition, f"{transition} may give a second head")
    return Property(name, True, proposition, "every arc meets a dependent without a head" + _by_invariant(assumptions))


def _no_undirected_cycles(transitions: Transitions, moments: Moments, divisible: bool, single_head: bool) -> Property:
    """¬conn written or implied; or, under single-head, an argument why the dependent cannot dominate the head.

    Under single-head a component that is a tree has one headless node. If both ends of an arc are headless, they lie in
    two components. If the dependents of all leftward arcs are removed at once, no remaining node has a remaining
    ancestor to its right (induction over the path, by the order of DTS Lemma 1), so a rightward arc closes no cycle;
    and in mirror image.
    """
    name, proposition = "no undirected cycles", "DTS Prop. 3"
    leftward = divisible and _always_followed(transitions, Opcode.LEFT_ARC, LEFTWARD_REMOVED)
    rightward = divisible and _always_followed(transitions, Opcode.RIGHT_ARC, RIGHTWARD_REMOVED)
    reasons = set()
    for transition, moment in _moments_of(moments, ARC_OPCODES):
        if excludes(moment.condition, moment.connected):
            reasons.add("arcs are restricted to ¬conn")
        elif single_head and excludes(moment.condition, moment.head_has_head):
            reasons.add("headless nodes are roots of different components")
        elif single_head and moment.opcode == Opcode.RIGHT_ARC and leftward:
            reasons.add("no remaining node has a remaining ancestor to its right")
        elif single_head and moment.opcode == Opcode.LEFT_ARC and rightward:
            reasons.add("no remaining node has a remaining ancestor to its left")
        else:
            return Property(name, False, proposition, f"{transition} may join connected nodes")
    return Property(name, True, proposition, "; ".join(sorted(reasons)) or "no arcs at all")


def _no_directed_cycles(moments: Moments, no_undirected_cycles: Property) -> Property:
    name, proposition = "no directed cycles", "DTS §3.3.2"
    if no_undirected_cycles.holds:
        return Property(name, True, proposition, "there are no undirected cycles")
    for transition, moment in _moments_of(moments, ARC_OPCODES):
        if moment.opcode == Opcode.ARC or not excludes(moment.condition, moment.path_back):
            return Property(name, False, proposition, f"{transition} may close a directed cycle")
    return Property(name, True, proposition, "no arc where a path leads back")


def _one_arc_between_words(moments: Moments, no_undirected_cycles: Property) -> Property:
    name, proposition = "one arc between two words", "DTS Examples 7, 8"
    if no_undirected_cycles.holds:
        return Property(name, True, proposition, "there are no undirected cycles")
    for transition, moment in _moments_of(moments, ARC_OPCODES):
        if not excludes(moment.condition, moment.joined):
            return Property(name, False, proposition, f"{transition} may join two words again")
    return Property(name, True, proposition, "no arc where there is one already")


def _always_followed(transitions: Transitions, opcode: Opcode, after: tuple[Opcode, ...]) -> bool:
    for transition in expanded(transitions, 3).values():
        opcodes = transition.opcodes()
        for index, found in enumerate(opcodes):
            if found == opcode and opcodes[index + 1 : index + 1 + len(after)] != after:
                return False
    return True


def _no_covered_roots(moments: Moments, divisible: Property, planes: int | None) -> Property:
    """On several stacks the argument of Prop. 1 holds on each: a root is removed from none, and so covered on none."""
    name, proposition = "no covered roots", "DTS Prop. 1"
    if not divisible.holds and planes is None:
        return Property(name, False, proposition, divisible.reason)
    for transition, moment in _moments_of(moments, REMOVING):
        if not implies(moment.condition, moment.has_head):
            return Property(name, False, proposition, f"{transition} may remove a node without a head")
    if planes is not None and planes > 1:
        reason = "every node that is removed has a head; the system excludes graphs without covered roots, too"
        return Property(name, True, "DTS §5.1.2", reason)
    return Property(name, True, proposition, "every node that is removed has a head")


def _robust(transitions: Transitions) -> Property:
    for name, transition in transitions.items():
        if transition in (SHIFT, RESTORE >> SHIFT):
            return Property("robust", True, "DTS Prop. 5", f"{name} is permitted wherever the buffer is not empty")
    return Property("robust", False, "DTS Prop. 5", "the plain SHIFT is not among the transitions")


def _bounded(stacks: int, divisible: bool, bound: Polynomial | None) -> Property:
    if bound is None:
        reason = "some transition adds no arc, removes no node and does not shorten the buffer"
        return Property("bounded", False, "DTS Prop. 6", reason)
    if divisible:
        reason = "every transition adds an arc, removes a node or shortens the buffer"
        return Property("bounded", True, "DTS Prop. 6", reason)
    if stacks > 1:
        return Property("bounded", True, "DTS Prop. 11", f"never more than {stacks - 1} SWITCH in a row")
    return Property("bounded", True, "DTS Prop. 6", "its argument, with each pair of words swapped or skipped once")


def _efficient(divisible: Property, robust: Property, bounded: Property) -> Property:
    missing = [p.name for p in (divisible, robust, bounded) if not p.holds]
    reason = f"not {', not '.join(missing)}" if missing else "the plain SHIFT, and every transition makes headway"
    return Property("efficient", not missing, "DTS Def. 13", reason)


def _length(stacks: int, bound: Polynomial | None) -> Property:
    linear = "DTS Prop. 8" if stacks == 1 else "DTS Prop. 11"
    if bound is None:
        return Property("length", False, linear, "no bound on the number of transitions")
    if bound.degree == 2:
        return Property("length", True, "DTS Prop. 7", f"at most {bound} transitions, O(n²)")
    return Property("length", True, linear, f"at most {bound} transitions, O(n)")


def _steps(bound: Polynomial | None, most_steps: int | None) -> Property:
    if bound is None or most_steps is None:
        reason = "no bound on the steps of one transition" if bound else "no bound on the number of transitions"
        return Property("elementary steps", False, "DTS Prop. 9", reason)
    reason = f"at most {most_steps} in a transition, {bound.times(most_steps)} in all"
    return Property("elementary steps", True, "DTS Prop. 9", reason)
