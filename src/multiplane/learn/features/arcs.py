"""Templates of graph parsers: the address books of arcs and of their labels, and templates compiled for the kernels.

A template of arcs is taken once with the direction of the arc and once with its length as well. One that names a word
``between`` head and dependent counts for every value that occurs there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.learn.features.attributes import Attributes, compile_attributes
from multiplane.learn.features.templates import Address, AddressBook, Item, parse_template, word_attributes_of

MAX_ITEMS = 8
REACH = 3
BETWEEN = "between"
NEIGHBOURS = {"before": -1, "after": 1}

ARCS = AddressBook(
    starts={
        "H": "the head",
        "D": "the dependent",
        BETWEEN: "any word between head and dependent",
    },
    steps={"before": "the word before it in the sentence", "after": "the word after it in the sentence"},
    most_items=MAX_ITEMS,
    most_steps=REACH,
)
"""What templates of arcs can name."""

ARC_LABELS = AddressBook(
    starts={"H": ARCS.starts["H"], "D": ARCS.starts["D"]},
    steps={
        **ARCS.steps,
        "head": "the head of the head (H.head)",
        "left-sibling": "the nearest dependent of the same head on the left (D.left-sibling)",
        "right-sibling": "the nearest dependent of the same head on the right (D.right-sibling)",
        "first": "its first dependent (H.first, D.first)",
        "last": "its last dependent (H.last, D.last)",
    },
    attributes={"valency": "the number of its dependents, 4 standing for more (H.valency, D.valency)"},
    functions={
        "direction": "whether the arc points to the left or to the right: direction(H,D)",
        "distance": "its direction and length: distance(H,D)",
    },
    most_items=MAX_ITEMS,
    most_steps=REACH + 1,
)
"""What templates of labels can name, once the tree is known."""

ARC_WORDS = (Address("H", ()), Address("D", ()), Address(BETWEEN, ()))
RELATIVES = (
    Address("H", ()),
    Address("D", ()),
    Address("H", ("head",)),
    Address("D", ("left-sibling",)),
    Address("D", ("right-sibling",)),
    Address("D", ("first",)),
    Address("D", ("last",)),
    Address("H", ("first",)),
    Address("H", ("last",)),
)
"""The words around an arc of a tree, in the order of the kernels' columns."""

PROPERTIES = ("direction(H,D)", "distance(H,D)", "H.valency", "D.valency")
"""The properties of an arc of a tree, in the order in which the kernels compute them."""

PROPERTY = -1


class ArcTerms(NamedTuple):
    """Templates as numbers: ``rows[t]`` is (word, places to the right, attribute) for each of its ``counts[t]`` items.

    The word is the index of an address, or −1 for a property of the arc.
    """

    rows: Int32
    counts: Int32


class CompiledArcTemplates(NamedTuple):
    """Attributes of words, and templates over them: of arcs, of arcs with what is between, of labels."""

    attributes: Attributes
    pairs: ArcTerms
    between: ArcTerms
    labels: ArcTerms


@dataclass(frozen=True, slots=True)
class ArcFeatureModel:
    """Templates for the scores of arcs and of their labels.

    >>> model = ArcFeatureModel(("H.upos D.after.form", "H.upos between.upos D.upos"), ("D.upos direction(H,D)",))
    >>> compiled = model.compile()
    >>> compiled.pairs.rows[0, :2].tolist(), compiled.labels.rows[0, :2].tolist()
    ([[0, 0, 0], [1, 1, 1]], [[1, 0, 0], [-1, 0, 0]])
    >>> ArcFeatureModel(("S0.form",), ()).compile()
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: template 'S0.form': found address 'S0'; expected one that starts with H, D, ...
    """

    arc: tuple[str, ...]
    label: tuple[str, ...]

    books: ClassVar[Mapping[str, AddressBook]] = {"arc": ARCS, "label": ARC_LABELS}

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of words that the templates need, in the order of their first use."""
        return word_attributes_of((template for part in self._parsed() for template in part), ARC_LABELS)

    def compile(self) -> CompiledArcTemplates:
        """The templates, ready for the kernels."""
        columns = self.attributes
        arcs, labels = self._parsed()
        is_between = [any(item.addresses[0].start == BETWEEN for item in template) for template in arcs]
        between = [template for template, is_it in zip(arcs, is_between, strict=True) if is_it]
        pairs = [template for template, is_it in zip(arcs, is_between, strict=True) if not is_it]
        return CompiledArcTemplates(
            compile_attributes(columns),
            _compiled(pairs, ARC_WORDS, columns),
            _compiled(between, ARC_WORDS, columns),
            _compiled(labels, RELATIVES, columns),
        )

    def as_data(self) -> dict[str, list[str]]:
        """The templates for the header of a model file."""
        return {"arc": list(self.arc), "label": list(self.label)}

    def _parsed(self) -> tuple[list[tuple[Item, ...]], list[tuple[Item, ...]]]:
        return (
            [parse_template(line, ARCS) for line in self.arc],
            [parse_template(line, ARC_LABELS) for line in self.label],
        )


def _compiled(templates: list[tuple[Item, ...]], words: tuple[Address, ...], columns: Sequence[str]) -> ArcTerms:
    rows = np.zeros((len(templates), MAX_ITEMS, 3), np.int32)
    counts = np.array([len(template) for template in templates], np.int32)
    for t, template in enumerate(templates):
        for k, item in enumerate(template):
            try:
                rows[t, k] = _term(item, words, columns)
            except MultiplaneError as error:
                line = " ".join(item.text for item in template)
                raise MultiplaneError(f"template {line!r}: {error}") from None
    return ArcTerms(rows, counts)


def _term(item: Item, words: tuple[Address, ...], columns: Sequence[str]) -> tuple[int, int, int]:
    if item.text in PROPERTIES:
        return PROPERTY, 0, PROPERTIES.index(item.text)
    if item.name in ARC_LABELS.functions or item.name in ARC_LABELS.attributes:
        raise MultiplaneError(f"found {item.text!r}; expected {', '.join(PROPERTIES)}")
    start, steps = item.addresses[0]
    relative = tuple(step for step in steps if step not in NEIGHBOURS)
    moves = steps[len(relative) :]
    if Address(start, relative) not in words or steps[: len(relative)] != relative:
        known = ", ".join(address.text for address in words)
        raise MultiplaneError(f"found address {item.addresses[0].text!r}; expected {known}, then before or after")
    if len(moves) > REACH:
        raise MultiplaneError(f"found {len(moves)} steps before or after; expected {REACH} at most")
    places = sum(NEIGHBOURS[step] for step in moves)
    return words.index(Address(start, relative)), places, columns.index(item.name)
