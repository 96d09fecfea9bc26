"""A plain reading of templates on a configuration, from the feature language itself: the judge of the kernels."""

from __future__ import annotations

from typing import Any

from multiplane.kernels.arrays import Int32
from multiplane.transition.machine.memory import ACTIVE, ARCS, arc_dependent, arc_head, arc_label, view

ROOT = "the root"


class Reader:
    """Values of items on a configuration; words are dictionaries of attributes, labels numbers."""

    def __init__(
        self,
        memory: Int32,
        words: list[dict[str, Any]],
        history: list[tuple[int, int]],
        undirected: bool,
        directions: tuple[str, ...] = (),
    ):
        seen = view(memory)
        self.stacks, self.buffer, self.words, self.history = seen.stacks, seen.buffer, words, history
        count = int(memory[ARCS])
        self.arcs = [
            tuple(int(part(memory, arc)) for part in (arc_head, arc_dependent, arc_label)) for arc in range(count)
        ]
        self.undirected, self.directions = undirected, directions
        self.plane = int(memory[ACTIVE])
        self.ends: dict[str, int] = {}

    def heads(self, node: int) -> list[tuple[int, int]]:
        """The heads of a node and their labels; of undirected edges, as far as labels tell the direction."""
        if not self.undirected:
            return [(head, label) for head, dependent, label in self.arcs if dependent == node]
        found = []
        for one, two, label in self.arcs:
            direction = self.directions[label] if self.directions else ""
            if direction and node and node == (max(one, two) if direction == "right" else min(one, two)):
                found.append((one + two - node, label))
        return found

    def dependents(self, node: int) -> list[tuple[int, int]]:
        found = [(dependent, label) for head, dependent, label in self.arcs if head == node]
        if self.undirected:
            found += [(head, label) for head, dependent, label in self.arcs if dependent == node]
        return found

    def node(self, address: str) -> int | None:
        start, *steps = address.split(".")
        node: int | None
        if start in self.ends:
            node = self.ends[start]
        else:
            depth = int(start[1:])
            if start[0] == "B":
                node = self.buffer[depth] if depth < len(self.buffer) else None
            else:
                number = "SOPQR".index(start[0])
                stack = self.stacks[number] if number < len(self.stacks) else []
                node = stack[-1 - depth] if depth < len(stack) else None
        for step in steps:
            node = None if node is None else self.step(node, step)
        return node

    def step(self, node: int, step: str) -> int | None:
        if step == "head":
            heads = [head for head, _ in self.heads(node)]
            return heads[0] if heads else None
        if step == "last-head":
            heads = [head for head, dependent, _ in self.arcs if dependent == node]
            return heads[-1] if heads else None
        if step in ("before", "after"):
            other = node + (1 if step == "after" else -1)
            return other if node and 0 < other <= len(self.words) else None
        number = int(step[-1]) - 1
        if step.startswith("link"):
            linked = [one + two - node for one, two, _ in self.arcs if node in (one, two)]
            return linked[number] if number < len(linked) else None
        near = [other for other, _ in self.dependents(node)]
        side = (
            sorted(o for o in near if o < node)
            if step.startswith("left")
            else sorted((o for o in near if o > node), reverse=True)
        )
        return side[number] if number < len(side) else None

    def last_label(self, one: int | None, two: int | None) -> int | None:
        labels = [label for head, dependent, label in self.arcs if (head, dependent) == (one, two)]
        return labels[-1] if labels else None

    def value(self, item: str) -> object:
        if item.startswith("history"):
            number = int(item[-1])
            return self.history[-number] if number <= len(self.history) else None
        if item.startswith("distance("):
            one, two = (self.node(part) for part in item[9:-1].split(","))
            if one is None or two is None:
                return None
            return binned(abs(one - two))
        if item == "plane":
            return self.plane
        if item.startswith("linked("):
            one, two = (self.node(part) for part in item[7:-1].split(","))
            if one is None:
                return None
            return any({one, two} == {head, dependent} for head, dependent, _ in self.arcs)
        if item.endswith(".edge"):
            address, _, step = item.removesuffix(".edge").rpartition(".")
            base = self.node(address)
            if base is None:
                return None
            labels = [label for one, two, label in self.arcs if base in (one, two)]
            return labels[int(step[-1]) - 1] if int(step[-1]) <= len(labels) else "no such edge"
        if item.startswith("arcs("):
            ends = [self.node(part) for part in item[5:-1].split(",")]
            return None if None in ends else tuple(self.last_label(*pair) for pair in (ends, ends[::-1]))
        address, _, attribute = item.rpartition(".")
        node = self.node(address)
        if node is None:
            return None
        if attribute == "deprel":
            labels = [label for _, label in self.heads(node)]
            return ("label", labels[0]) if labels else "headless"
        into = [label for _, dependent, label in self.arcs if dependent == node]
        if attribute == "last-deprel":
            return ("label", into[-1]) if into else "headless"
        if attribute == "head-count":
            return min(len(into), 3)
        if attribute in ("left-valency", "left-labels", "right-valency", "right-labels"):
            side = [label for other, label in self.dependents(node) if (other < node) == attribute.startswith("left")]
            return len(side) if attribute.endswith("valency") else frozenset(side)
        return self.words[node - 1][attribute] if node else ROOT


def binned(distance: int) -> int:
    return distance if distance <= 5 else 5 if distance < 10 else 6
