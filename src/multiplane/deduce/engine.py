"""The deduction engine: forward chaining from an agenda (Shieber, Schabes & Pereira 1995), for any schema.

An item that leaves the agenda enters the chart and is tried as every antecedent of every step; the other antecedents
are looked up by the values that the variables so far determine, so no item is looked at twice for one inference.

>>> from multiplane.deduce import schema, problem
>>> chart = deduce(schema("yamada-matsumoto-2003"), problem(heads=[2, 0, 2]))
>>> chart.accepted, len(chart)
(True, 14)
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from multiplane.deduce.chart import GOAL_NODE, Chart, Inference, Node
from multiplane.deduce.conditions import Condition, holds
from multiplane.deduce.items import ItemType, Pattern
from multiplane.deduce.matching import match_all
from multiplane.deduce.problem import Problem
from multiplane.deduce.schema import GOAL_TYPE, Schema, Step
from multiplane.deduce.terms import Environment, ListTerm, Scalar, Segment, Term, Value, value, variables
from multiplane.errors import MultiplaneError

Access = tuple[int, int | None, int | None]
"""Where a key is in an item: its field, in lists the first (0) or last (-1) element, in tuples the part."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """One antecedent to find: its place among the patterns, the index to ask, and the terms that make the key."""

    place: int
    pattern: Pattern
    index: tuple[Access, ...]
    key: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """How to complete a step from one antecedent: look up others, check conditions, run over free positions."""

    step: Step
    place: int
    actions: tuple[Lookup | Condition | str, ...]


@dataclass(slots=True)
class FirstInFirstOut:
    """An agenda for exhaustive deduction: items in the order in which they were derived."""

    waiting: deque[Node] = field(default_factory=deque)

    def offer(self, inference: Inference, is_new: bool) -> None:
        if is_new:
            self.waiting.append(inference.gives)

    def take(self) -> Node | None:
        return self.waiting.popleft() if self.waiting else None


@dataclass(slots=True)
class BestFirst:
    """An agenda that gives the item with the best score first and stops at the goal (Knuth 1977).

    Right where no step can raise a score, that is where no arc scores above 0.
    """

    problem: Problem
    scores: dict[Node, float] = field(default_factory=dict)
    heap: list[tuple[float, int, Node]] = field(default_factory=list)
    done: set[Node] = field(default_factory=set)

    def offer(self, inference: Inference, is_new: bool) -> None:
        score = sum(self.scores[part] for part in inference.antecedents)
        score += sum(self.problem.score(*arc) for arc in inference.arcs)
        if is_new or score > self.scores[inference.gives]:
            self.scores[inference.gives] = score
            heapq.heappush(self.heap, (-score, len(self.scores), inference.gives))

    def take(self) -> Node | None:
        while self.heap and GOAL_NODE not in self.done:
            node = heapq.heappop(self.heap)[2]
            if node not in self.done:
                self.done.add(node)
                return node
        return None


def deduce(
    schema: Schema, problem: Problem, trace: bool = False, agenda: FirstInFirstOut | BestFirst | None = None
) -> Chart:
    """Derive all items of a schema for a sentence (or, with another agenda, as many as it gives)."""
    if schema.grammar and problem.grammar is None:
        raise MultiplaneError(f"schema {schema.name}: found no grammar; expected one, as it is driven by rules")
    run = Run(schema, problem, Chart(schema, problem), agenda or FirstInFirstOut(), trace)
    run.to_the_end()
    return run.chart


@dataclass(slots=True)
class Run:
    """One run of a schema: the chart so far, the agenda, and the items that left it, by the keys of all indexes."""

    schema: Schema
    problem: Problem
    chart: Chart
    agenda: FirstInFirstOut | BestFirst
    keeps_trace: bool
    indexes: dict[tuple[str, tuple[Access, ...]], dict[tuple[Value, ...], list[tuple[Node, tuple[Value, ...]]]]] = (
        field(default_factory=dict)
    )
    seen: set[tuple[object, ...]] = field(default_factory=set)
    known: dict[tuple[str, tuple[Value, ...]], tuple[tuple[Value, ...], ...]] = field(default_factory=dict)

    def to_the_end(self) -> None:
        starts, joins, accesses = preparation(self.schema)
        for type_name, wanted in accesses.items():
            for index in wanted:
                self.indexes[type_name, index] = {}
        for start in starts:
            self.complete(start, 0, {}, ())
        while (node := self.agenda.take()) is not None:
            if node.type == GOAL_TYPE.name:
                continue
            for values in self.known[node.type, node.values]:
                for index in accesses[node.type]:
                    key = tuple(_at(values, access) for access in index)
                    self.indexes[node.type, index].setdefault(key, []).append((node, values))
            for values in self.known[node.type, node.values]:
                for each in joins[node.type]:
                    pattern = each.step.patterns[each.place]
                    nodes: list[Node | None] = [None] * len(each.step.patterns)
                    nodes[each.place] = node
                    for environment in match_all(pattern.terms, values, {}, self.problem.n):
                        self.complete(each, 0, environment, tuple(nodes))

    def complete(self, join: Join, at: int, environment: Environment, nodes: tuple[Node | None, ...]) -> None:
        """Take the remaining actions of a join, one after the other, in every way that they allow."""
        if at == len(join.actions):
            self.infer(join.step, environment, nodes)  # type: ignore[arg-type]
            return
        action = join.actions[at]
        n = self.problem.n
        if isinstance(action, Lookup):
            key = tuple(value(term, environment, n) for term in action.key)
            for node, values in tuple(self.indexes[action.pattern.type.name, action.index].get(key, ())):
                for extended in match_all(action.pattern.terms, values, environment, n):
                    chosen = (*nodes[: action.place], node, *nodes[action.place + 1 :])
                    self.complete(join, at + 1, extended, chosen)
        elif isinstance(action, str):
            for position in range(n + 2):
                self.complete(join, at + 1, {**environment, action: position}, nodes)
        else:
            for extended in action.solutions(environment, self.problem):
                self.complete(join, at + 1, extended, nodes)

    def infer(self, step: Step, environment: Environment, nodes: tuple[Node, ...]) -> None:
        """Note an inference, and its consequent if that is new.

        What two steps (or two ways to write an item) infer alike, from the same items with the same arcs, is one
        inference; what infers one of its own antecedents is none.
        """
        n = self.problem.n
        type_ = step.gives.type
        written = tuple(value(term, environment, n) for term in step.gives.terms)
        forms = self.known.get((type_.name, written))
        if forms is None:
            forms = written_forms(type_, written, self.problem)
            for form in forms or (written,):
                self.known[type_.name, form] = forms
        if not forms:
            return
        gives = Node(type_.name, forms[0])
        antecedents = nodes[len(step.given) :]
        if gives in antecedents:
            return
        arcs = tuple(arc.ends(environment, n) for arc in step.arcs)
        head = None if step.head is None else value(step.head, environment, n)
        inference = Inference(step.name, antecedents, gives, arcs, head, step.child)  # type: ignore[arg-type]
        given = nodes[: len(step.given)]
        if self.keeps_trace and (inference[1:], given) not in self.seen:
            self.seen.add((inference[1:], given))
            self.chart.trace.append((inference, given))
        if inference[1:] not in self.seen:
            self.seen.add(inference[1:])
            found = self.chart.inferences.setdefault(gives, {})
            is_new = not found
            found[inference] = None
            self.agenda.offer(inference, is_new)


def written_forms(type_: ItemType, values: tuple[Value, ...], problem: Problem) -> tuple[tuple[Value, ...], ...]:
    """All ways to write an item, the normal form (the shortest) first; none if it is no item."""
    if not is_valid(type_, values, problem):
        return ()
    forms = [values]
    for form in forms:
        for equation in type_.equations:
            for one, other in ((equation.left, equation.right), (equation.right, equation.left)):
                for environment in match_all(one.terms, form, {}, problem.n):
                    if holds(equation.where, environment, problem):
                        found = tuple(value(term, environment, problem.n) for term in other.terms)
                        if found not in forms and is_valid(type_, found, problem):
                            forms.append(found)
    return tuple(sorted(forms, key=lambda form: (sum(len(v) for v in form if isinstance(v, tuple)), form)))


def is_valid(type_: ItemType, values: tuple[Value, ...], problem: Problem) -> bool:
    """Whether values make an item: lists not too long, and all conditions of the type hold of the fields."""
    for content, (_, kind) in zip(values, type_.fields, strict=True):
        if kind.at_most is not None and len(content) > kind.at_most:  # type: ignore[arg-type]
            return False
    if not type_.valid:
        return True
    return holds(type_.valid, {name: v for v, (name, _) in zip(values, type_.fields, strict=True)}, problem)


Preparation = tuple[tuple[Join, ...], dict[str, list[Join]], dict[str, set[tuple[Access, ...]]]]


@lru_cache(maxsize=64)
def preparation(schema: Schema) -> Preparation:
    """The joins of a schema: those without antecedents, those that an item of each type starts, and their indexes."""
    starts: list[Join] = []
    joins: dict[str, list[Join]] = {}
    accesses: dict[str, set[tuple[Access, ...]]] = {}
    for step in (*schema.hypotheses, *schema.steps, *schema.final):
        joins.setdefault(step.gives.type.name, [])
        accesses.setdefault(step.gives.type.name, set())
        if not step.patterns:
            starts.append(Join(step, 0, actions_of(step, None)))
        for place, pattern in enumerate(step.patterns):
            join = Join(step, place, actions_of(step, place))
            joins.setdefault(pattern.type.name, []).append(join)
            for action in join.actions:
                if isinstance(action, Lookup):
                    accesses.setdefault(action.pattern.type.name, set()).add(action.index)
    return tuple(starts), joins, accesses


def actions_of(step: Step, start: int | None) -> tuple[Lookup | Condition | str, ...]:
    """What to do after one antecedent is known: conditions as soon as they can be checked, best lookups first."""
    bound = set() if start is None else set(step.patterns[start].variables)
    rest = [place for place in range(len(step.patterns)) if place != start]
    conditions = list(step.where)
    ranging = [name for name in step.each if name not in bound]
    actions: list[Lookup | Condition | str] = []
    while True:
        ready = [each for each in conditions if {*each.needs, *each.binds} <= bound]
        if not rest and not ranging and not ready:
            ready = [each for each in conditions if set(each.needs) <= bound][:1]
        if ready:
            actions += ready
            conditions = [each for each in conditions if all(each is not other for other in ready)]
            bound |= {name for each in ready for name in each.binds}
        elif rest:
            lookups = [lookup(step, place, bound) for place in rest]
            best = max(lookups, key=lambda each: len(each.index))
            actions.append(best)
            rest.remove(best.place)
            bound |= set(best.pattern.variables)
            ranging = [name for name in ranging if name not in bound]
        elif ranging:
            actions.append(ranging[0])
            bound.add(ranging.pop(0))
        else:
            return tuple(actions)


def lookup(step: Step, place: int, bound: set[str]) -> Lookup:
    """The index that finds an antecedent by all that the bound variables determine."""
    pattern = step.patterns[place]
    entries: list[tuple[Access, Term]] = []
    for number, term in enumerate(pattern.terms):
        if isinstance(term, ListTerm) and set(variables(term)) <= bound:
            entries.append(((number, None, None), term))
            continue
        entries += [(access, each) for access, each in _accesses(number, term) if set(variables(each)) <= bound]
    return Lookup(place, pattern, tuple(access for access, _ in entries), tuple(each for _, each in entries))


def _accesses(number: int, term: Term) -> Iterator[tuple[Access, Scalar]]:
    if not isinstance(term, ListTerm):
        yield (number, None, None), term
        return
    ends = ((0, term.elements[0]), (-1, term.elements[-1])) if term.elements else ()
    for end, element in ends:
        if isinstance(element, tuple):
            for part, each in enumerate(element):
                yield (number, end, part), each
        elif not isinstance(element, Segment):
            yield (number, end, None), element


def _at(values: tuple[Value, ...], access: Access) -> Value:
    number, end, part = access
    content = values[number]
    if end is None:
        return content
    if not content:
        return ()
    element = content[end]  # type: ignore[index]
    return element if part is None else element[part]  # type: ignore[index]
