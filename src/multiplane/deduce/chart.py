"""The chart: every item that was derived, and for each the inferences that gave it (Goodman 1999: semiring parsing).

Values are computed bottom-up over the inferences, outside values top-down, in any commutative semiring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from multiplane.deduce.items import ItemType, show_item, show_value
from multiplane.deduce.problem import Problem
from multiplane.deduce.schema import GOAL_TYPE, Schema
from multiplane.deduce.semirings import Evidence, Semiring
from multiplane.deduce.terms import Value
from multiplane.errors import MultiplaneError

V = TypeVar("V")


class Node(NamedTuple):
    """An item in the chart: the name of its type, and its values in normal form."""

    type: str
    values: tuple[Value, ...]


class Inference(NamedTuple):
    """One use of a step: what it took, what it gave, the arcs (dependent, head) that it built."""

    step: str
    antecedents: tuple[Node, ...]
    gives: Node
    arcs: tuple[tuple[int, int], ...] = ()
    head: int | None = None
    child: int | None = None


class Derivation(NamedTuple):
    """A tree of inferences."""

    inference: Inference
    parts: tuple[Derivation, ...]

    def inferences(self) -> Iterator[Inference]:
        """Every inference, antecedents first."""
        for part in self.parts:
            yield from part.inferences()
        yield self.inference


GOAL_NODE = Node(GOAL_TYPE.name, ())


@dataclass(slots=True)
class Chart:
    """What `deduce` returns: items with their inferences, in the order in which they were derived."""

    schema: Schema
    problem: Problem
    inferences: dict[Node, dict[Inference, None]] = field(default_factory=dict)
    trace: list[tuple[Inference, tuple[Node, ...]]] = field(default_factory=list)

    def __contains__(self, node: Node) -> bool:
        return node in self.inferences

    def __len__(self) -> int:
        return len(self.inferences)

    @property
    def accepted(self) -> bool:
        """Whether a final item was derived."""
        return GOAL_NODE in self.inferences

    def show(self, node: Node) -> str:
        """An item as the article writes it."""
        if node == GOAL_NODE:
            return "goal"
        return show_item(self._types()[node.type], node.values, show_value)

    def ordered(self, top: Node = GOAL_NODE) -> list[Node]:
        """The items in derivations of one, antecedents before consequents; an error if derivations go in a circle."""
        done: dict[Node, bool] = {}
        stack = [(top, False)] if top in self.inferences else []
        order: list[Node] = []
        while stack:
            node, finished = stack.pop()
            if finished:
                done[node] = True
                order.append(node)
            elif node not in done:
                done[node] = False
                stack.append((node, True))
                parts = (part for inference in self.inferences[node] for part in inference.antecedents)
                for part in dict.fromkeys(parts):
                    if part not in done:
                        stack.append((part, False))
                    elif not done[part]:
                        raise MultiplaneError(
                            f"schema {self.schema.name}: found {self.show(part)} in a derivation of itself; "
                            f"expected derivations without circles, or an idempotent semiring"
                        )
        return order

    def inside(self, semiring: Semiring[V], top: Node = GOAL_NODE) -> dict[Node, V]:
        """The value of every item below one: the sum over its derivations of the product of their weights."""
        values: dict[Node, V] = {}
        try:
            for node in self.ordered(top):
                values[node] = self._sum(node, semiring, values)
        except MultiplaneError:
            if not semiring.idempotent:
                raise
            values = self._fixpoint(semiring)
        return values

    def value(self, semiring: Semiring[V], top: Node = GOAL_NODE) -> V:
        """The value of the final items together, or of one item."""
        return self.inside(semiring, top).get(top, semiring.zero)

    def outside(self, semiring: Semiring[V], inside: dict[Node, V]) -> dict[Node, V]:
        """For every item the sum over derivations of the goal of the weight of all that is not below the item."""
        values = dict.fromkeys(inside, semiring.zero)
        if GOAL_NODE in values:
            values[GOAL_NODE] = semiring.one
        for node in reversed(self.ordered()):
            for inference in self.inferences[node]:
                base = semiring.times(values[node], semiring.weight(self.evidence(inference)))
                for place, part in enumerate(inference.antecedents):
                    term = base
                    for other, sibling in enumerate(inference.antecedents):
                        if other != place:
                            term = semiring.times(term, inside[sibling])
                    values[part] = semiring.plus(values[part], term)
        return values

    def inference_value(self, inference: Inference, semiring: Semiring[V], values: dict[Node, V]) -> V:
        """The weight of an inference times the values of its antecedents."""
        total = semiring.weight(self.evidence(inference))
        for place, part in enumerate(inference.antecedents):
            value = values[part]
            total = semiring.times(total, semiring.child(value) if place == inference.child else value)
        return total

    def evidence(self, inference: Inference) -> Evidence:
        """What the weight of an inference is made from."""
        score = sum(self.problem.score(*arc) for arc in inference.arcs)
        return Evidence(inference.step, inference.arcs, score, inference.head)

    def derivations(self, top: Node = GOAL_NODE) -> Iterator[Derivation]:
        """Every derivation of an item, those by earlier inferences first."""
        self.ordered(top)
        yield from self._derivations(top)

    def _derivations(self, top: Node) -> Iterator[Derivation]:
        for inference in self.inferences.get(top, ()):
            for parts in self._combinations(inference.antecedents):
                yield Derivation(inference, parts)

    def _combinations(self, nodes: tuple[Node, ...]) -> Iterator[tuple[Derivation, ...]]:
        if not nodes:
            yield ()
            return
        for first in self._derivations(nodes[0]):
            for rest in self._combinations(nodes[1:]):
                yield (first, *rest)

    def _sum(self, node: Node, semiring: Semiring[V], values: dict[Node, V]) -> V:
        total = semiring.zero
        for inference in self.inferences[node]:
            total = semiring.plus(total, self.inference_value(inference, semiring, values))
        return total

    def _fixpoint(self, semiring: Semiring[V]) -> dict[Node, V]:
        values = dict.fromkeys(self.inferences, semiring.zero)
        changed = True
        while changed:
            changed = False
            for node in self.inferences:
                total = self._sum(node, semiring, values)
                changed = changed or total != values[node]
                values[node] = total
        return values

    def _types(self) -> dict[str, ItemType]:
        return {type_.name: type_ for type_ in self.schema.items}
