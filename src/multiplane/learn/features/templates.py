"""The feature language: templates name words by address, and what of them is looked at.

A template is a line of items that are looked up together: ``S0.form B0.upos distance(S0,B0)``. An item is an attribute
of an address (``S0.form``), a function of two addresses (``distance(S0,B0)``), or a name (``history1``). An address is
a start and steps from it: ``S0``, ``S0.head``, ``S0.head.left1``. An address book says which starts, steps, functions
and names there are: one for the configurations of a transition parser (`features.configurations`), one for the arcs of
a graph parser (`features.arcs`). The attributes of words (`features.attributes`) are the same for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from multiplane.errors import MultiplaneError, unknown
from multiplane.learn.features.attributes import attribute_row


@dataclass(frozen=True, slots=True)
class AddressBook:
    """What templates can name, each name with its meaning. Starts that are ``numbered`` have a digit: S0, S1, …, S9."""

    starts: Mapping[str, str]
    steps: Mapping[str, str]
    numbered: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    most_items: int = 8
    most_steps: int = 8


class Address(NamedTuple):
    """Where a word is: a start, and steps from it."""

    start: str
    steps: tuple[str, ...]

    @property
    def text(self) -> str:
        """The address as it is written."""
        return ".".join([self.start, *self.steps])


class Item(NamedTuple):
    """An attribute of one address, a function of two, or a name without any."""

    text: str
    name: str
    addresses: tuple[Address, ...]


def parse_template(line: str, book: AddressBook) -> tuple[Item, ...]:
    """The items of a template; an error that says what is wrong with it.

    >>> book = AddressBook({"W": "the word"}, {"before": "the word before", "after": "the word after"})
    >>> [(item.name, item.addresses[0].steps) for item in parse_template("W.form W.before.upos", book)]
    [('form', ()), ('upos', ('before',))]
    >>> parse_template("W.up.form", book)
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: template 'W.up.form': address 'W.up': found step 'up'; ...
    """
    try:
        items = tuple(_item(text, book) for text in line.split())
        if not 1 <= len(items) <= book.most_items:
            raise MultiplaneError(f"found {len(items)} items; expected 1 to {book.most_items}")
    except MultiplaneError as error:
        raise MultiplaneError(f"template {line!r}: {error}") from None
    return items


def word_attributes_of(templates: Iterable[tuple[Item, ...]], book: AddressBook) -> tuple[str, ...]:
    """The attributes of words that templates name, in the order of their first use."""
    items = (item for template in templates for item in template)
    return tuple(dict.fromkeys(i.name for i in items if len(i.addresses) == 1 and i.name not in book.attributes))


def _item(text: str, book: AddressBook) -> Item:
    match = re.fullmatch(r"([a-z]+)\(([^(),]+),([^(),]+)\)", text)
    if match and match[1] in book.functions:
        return Item(text, match[1], (parse_address(match[2], book), parse_address(match[3], book)))
    if text in book.names:
        return Item(text, text, ())
    place, dot, attribute = text.rpartition(".")
    if not dot or match:
        raise MultiplaneError(f"found {text!r}; expected {_forms(book)}")
    address = parse_address(place, book)
    if attribute in book.steps:
        raise MultiplaneError(f"found {text!r}, which ends with a step; expected an attribute after it")
    if attribute not in book.attributes:
        attribute_row(attribute)
    return Item(text, attribute, (address,))


def _forms(book: AddressBook) -> str:
    """The kinds of items there are, in a few words."""
    forms = ["ADDRESS.ATTRIBUTE", *(f"{name}(A,B)" for name in book.functions), *list(book.names)[:1]]
    return f"{', '.join(forms[:-1])} or {forms[-1]}" if len(forms) > 1 else forms[0]


def parse_address(text: str, book: AddressBook) -> Address:
    """The address that is written so; an error that says what is wrong with it.

    >>> parse_address("W.before", AddressBook({"W": "the word"}, {"before": "the word before"}))
    Address(start='W', steps=('before',))
    """
    start, *steps = text.split(".")
    if len(steps) > book.most_steps:
        raise MultiplaneError(f"found {len(steps)} steps from an address; expected {book.most_steps} at most")
    numbered = re.fullmatch(r"([A-Z])[0-9]", start)
    if start not in book.starts and not (numbered and numbered[1] in book.numbered):
        known = ", ".join([*(f"{letter}0" for letter in book.numbered), *book.starts])
        raise MultiplaneError(f"found address {start!r}; expected one that starts with {known}")
    for step in steps:
        if step not in book.steps:
            found = unknown(step, book.steps, "multiplane features")
            raise MultiplaneError(f"address {text!r}: found step {found}")
    return Address(start, tuple(steps))
