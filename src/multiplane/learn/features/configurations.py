"""Templates of transition parsers: the address book of configurations, and templates compiled for the kernels.

MaltParser's ``InputColumn(FORM, Stack[0])`` is ``S0.form``, its ``OutputColumn(DEPREL, ldep(Input[0]))`` is
``B0.left1.deprel``, its ``Merge`` a line with several items.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.learn.features.templates import (
    Address,
    AddressBook,
    Item,
    parse_address,
    parse_template,
    word_attributes_of,
)

STACK, BUFFER, ARC_END, HEAD, OUTER, SECOND, LINK, NEIGHBOUR, LAST_HEAD = range(9)
WORD, DEPREL, VALENCY, LABEL_SET, DISTANCE, HISTORY, PLANE, EDGE, IS_LINKED, LAST_DEPREL, HEAD_COUNT, JOINED = range(12)
STACKS = "SOPQR"
STARTS = {**{letter: (STACK, number) for number, letter in enumerate(STACKS, 1)}, "B": (BUFFER, 0)}
ENDS = {"H": 0, "D": 1}
STEPS = {
    "head": (HEAD, 0),
    "last-head": (LAST_HEAD, 0),
    "left1": (OUTER, 0),
    "right1": (OUTER, 1),
    "left2": (SECOND, 0),
    "right2": (SECOND, 1),
    "link1": (LINK, 0),
    "link2": (LINK, 1),
    "link3": (LINK, 2),
    "before": (NEIGHBOUR, -1),
    "after": (NEIGHBOUR, 1),
}
DYNAMIC = {
    "deprel": (DEPREL, 0),
    "last-deprel": (LAST_DEPREL, 0),
    "head-count": (HEAD_COUNT, 0),
    "left-valency": (VALENCY, 0),
    "right-valency": (VALENCY, 1),
    "left-labels": (LABEL_SET, 0),
    "right-labels": (LABEL_SET, 1),
    "edge": (EDGE, 0),
}
FUNCTIONS = {"distance": DISTANCE, "arcs": JOINED, "linked": IS_LINKED}
MAX_HISTORY = 4
MAX_ITEMS = 5
MAX_STEPS = 8
MAX_TEMPLATES = 256

TRANSITIONS = AddressBook(
    starts={},
    numbered={
        "S": "the top of the active stack (S0), and what is below it (S1, S2, …)",
        "O": "the same of the next stack, in k-planar systems",
        "P": "of the stack after that",
        "Q": "of the next",
        "R": "of the next",
        "B": "the first word of the buffer (B0), and those after it",
    },
    steps={
        "head": "the head that the parser gave it, the first of several",
        "last-head": "the last head that the parser gave it",
        "left1": "the outermost dependent on the left",
        "right1": "the outermost dependent on the right",
        "left2": "the next dependent on the left, going inwards",
        "right2": "the next dependent on the right, going inwards",
        "link1": "the node linked to it first, whichever way",
        "link2": "the node linked to it second",
        "link3": "the node linked to it third",
        "before": "the word before it in the sentence",
        "after": "the word after it in the sentence",
    },
    attributes={
        "deprel": "the label that the parser gave it, the first of several",
        "last-deprel": "the last label that the parser gave it",
        "head-count": "the number of its heads, in a graph",
        "left-valency": "the number of its dependents on the left",
        "right-valency": "the number of its dependents on the right",
        "left-labels": "the set of their labels",
        "right-labels": "the set of their labels",
        "edge": "after link1, link2 or link3: the label of the arc to that node, with its direction if undirected",
    },
    functions={
        "distance": "the distance between two addresses",
        "linked": "whether there is an arc between two addresses, whichever way",
        "arcs": "the labels of the arcs between two addresses, in both directions",
    },
    names={
        "history1": "the last transition, with its label",
        **{f"history{n}": f"the last transition but {n - 1}" for n in range(2, MAX_HISTORY + 1)},
        "plane": "the number of the active stack",
    },
    most_items=MAX_ITEMS,
    most_steps=MAX_STEPS,
)
"""What templates for the choice of a transition can name."""

TRANSITION_LABELS = replace(
    TRANSITIONS,
    starts={
        "H": "the head of the new arc; of an undirected edge, its end on the stack",
        "D": "the dependent of the new arc; of an undirected edge, its end in the buffer",
    },
)
"""What templates for the choice of a label can name."""

Row = tuple[int, int, int]


class CompiledTemplates(NamedTuple):
    """Templates as integers, as the kernels read them.

    ``addresses``: (kind, argument, base or depth); ``items``: (kind, address, argument); ``templates[place, t]``: the
    item at this place of template t. Short templates come first: those from ``starts[place]`` on have an item there.
    """

    addresses: Int32
    items: Int32
    templates: Int32
    starts: Int32


@dataclass(frozen=True, slots=True)
class FeatureModel:
    """Templates for the choice of a transition and for the choice of a label.

    >>> model = FeatureModel(("S0.form B0.form", "S0.upos distance(S0,B0)"), ("D.left1.deprel", "D.upos"))
    >>> model.attributes
    ('form', 'upos')
    >>> FeatureModel(("S0.colour",), ()).attributes
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: template 'S0.colour': found attribute 'colour'; ...
    """

    transition: tuple[str, ...]
    label: tuple[str, ...]

    books: ClassVar[Mapping[str, AddressBook]] = {"transition": TRANSITIONS, "label": TRANSITION_LABELS}

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of words that the templates need, in the order of the columns that `compile` expects."""
        return word_attributes_of([template for part in self._parsed() for template in part], TRANSITIONS)

    def compile(self) -> tuple[CompiledTemplates, CompiledTemplates]:
        """The templates for transitions and those for labels, ready for the kernels."""
        columns = self.attributes
        transition, label = self._parsed()
        return _compiled(transition, columns), _compiled(label, columns)

    def as_data(self) -> dict[str, list[str]]:
        """The templates for the header of a model file."""
        return {"transition": list(self.transition), "label": list(self.label)}

    def _parsed(self) -> tuple[list[tuple[Item, ...]], list[tuple[Item, ...]]]:
        for lines in (self.transition, self.label):
            if len(lines) > MAX_TEMPLATES:
                raise MultiplaneError(f"found {len(lines)} templates; expected {MAX_TEMPLATES} at most")
        return (
            [parse_template(line, TRANSITIONS) for line in self.transition],
            [parse_template(line, TRANSITION_LABELS) for line in self.label],
        )


def compile_addresses(texts: Sequence[str]) -> tuple[Int32, Int32]:
    """Addresses as the kernels read them, with those on the way to them, and which of them each one is.

    >>> table, numbers = compile_addresses(["S0.left1", "B0"])
    >>> len(table), numbers.tolist()
    (3, [1, 2])
    """
    tables = _Tables(())
    numbers = [tables.address(parse_address(text, TRANSITIONS)) for text in texts]
    return np.array(list(tables.addresses.values()), np.int32).reshape(-1, 3), np.array(numbers, np.int32)


def _compiled(templates: list[tuple[Item, ...]], columns: tuple[str, ...]) -> CompiledTemplates:
    tables = _Tables(columns)
    numbers = sorted(([tables.item(item) for item in template] for template in templates), key=len)
    padded = [line + [-1] * (MAX_ITEMS - len(line)) for line in numbers]
    starts = [sum(len(line) <= place for line in numbers) for place in range(MAX_ITEMS)]
    return CompiledTemplates(
        np.array(list(tables.addresses.values()), np.int32).reshape(-1, 3),
        np.array(list(tables.items.values()), np.int32).reshape(-1, 3),
        np.ascontiguousarray(np.array(padded, np.int32).reshape(-1, MAX_ITEMS).T),
        np.array(starts, np.int32),
    )


@dataclass(slots=True)
class _Tables:
    """Every address and item once, in the order of their first use; an address comes after the one it steps from."""

    columns: tuple[str, ...]
    addresses: dict[Address, Row] = field(default_factory=dict)
    items: dict[str, Row] = field(default_factory=dict)

    def item(self, item: Item) -> int:
        if item.text not in self.items:
            self.items[item.text] = self._item(item)
        return list(self.items).index(item.text)

    def _item(self, item: Item) -> Row:
        if item.name == "edge":
            start, steps = item.addresses[0]
            if not steps or not steps[-1].startswith("link"):
                raise MultiplaneError(f"found {item.text!r}; expected edge after link1, link2 or link3")
            return EDGE, self.address(Address(start, steps[:-1])), STEPS[steps[-1]][1]
        places = [self.address(address) for address in item.addresses]
        if len(places) == 2:
            return FUNCTIONS[item.name], places[0], places[1]
        if item.name == "plane":
            return PLANE, 0, 0
        if not places:
            return HISTORY, 0, int(item.name.removeprefix("history")) - 1
        if item.name in DYNAMIC:
            kind, side = DYNAMIC[item.name]
            return kind, places[0], side
        return WORD, places[0], self.columns.index(item.name)

    def address(self, address: Address) -> int:
        if address not in self.addresses:
            start, steps = address
            if steps:
                row = (*STEPS[steps[-1]], self.address(Address(start, steps[:-1])))
            elif start in ENDS:
                row = (ARC_END, ENDS[start], 0)
            else:
                row = (*STARTS[start[0]], int(start[1]) + 1)
            self.addresses[address] = row
        return list(self.addresses).index(address)
