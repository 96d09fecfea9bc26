"""The feature language: which words of a configuration are looked at, what of them, and in which combinations.

A template is a line of items that are looked up together: ``S0.form B0.upos distance(S0,B0)``.

- *Addresses*: ``S0 S1 …`` the top of the active stack and what is below it; ``O0 O1 …`` the same of the next stack,
  ``P0 …``, ``Q0 …`` and ``R0 …`` of those after it (k-planar systems); ``B0 B1 …`` the buffer; ``H`` and ``D`` head and
  dependent of the new arc, in templates for labels (of an undirected edge, the nodes on the stack and in the buffer).
- *Steps* from an address: ``.head``; ``.left1 .left2 .right1 .right2`` the outermost dependents on a side and those
  next to them; ``.link1 .link2 .link3`` the nodes linked to it first, second and third, whichever way; ``.before`` and
  ``.after`` its neighbours in the sentence.
- *Attributes* of an address: those of `learn.attributes` (form, lemma, upos, xpos, feats, feats:Case, prefix1,
  suffix3, shape, cluster, cluster4), ``deprel`` (the label that the parser gave), ``left-valency``, ``right-valency``
  (how many dependents), ``left-labels``, ``right-labels`` (the set of their labels).
- ``distance(A,B)`` between two addresses, in steps; ``history1`` … ``history4`` the last transitions with their labels.

MaltParser's ``InputColumn(FORM, Stack[0])`` is ``S0.form``, its ``OutputColumn(DEPREL, ldep(Input[0]))`` is
``B0.left1.deprel``, its ``Merge`` a line with several items.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.learn.features.attributes import attribute_row

STACK, BUFFER, ARC_END, HEAD, OUTER, SECOND, LINK, NEIGHBOUR = range(8)
WORD, DEPREL, VALENCY, LABEL_SET, DISTANCE, HISTORY = range(6)
STACKS = "SOPQR"
STARTS = {**{letter: (STACK, number) for number, letter in enumerate(STACKS, 1)}, "B": (BUFFER, 0)}
ENDS = {"H": 0, "D": 1}
STEPS = {
    "head": (HEAD, 0),
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
    "left-valency": (VALENCY, 0),
    "right-valency": (VALENCY, 1),
    "left-labels": (LABEL_SET, 0),
    "right-labels": (LABEL_SET, 1),
}
LONGEST_HISTORY = 4
MOST_ITEMS = 5
MOST_STEPS = 8
MOST_TEMPLATES = 256

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
    multiplane.errors.MultiplaneError: template 'S0.colour': found attribute 'colour'; expected form, ...
    """

    transition: tuple[str, ...]
    label: tuple[str, ...]

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of words that the templates need, in the order of the columns that `compile` expects."""
        names: dict[str, None] = {}
        for compiler in self._compilers():
            names.update(dict.fromkeys(compiler.attributes))
        return tuple(names)

    def compile(self) -> tuple[CompiledTemplates, CompiledTemplates]:
        """The templates for transitions and those for labels, ready for the kernels."""
        columns = self.attributes
        transition, label = self._compilers()
        return transition.features(columns), label.features(columns)

    def _compilers(self) -> tuple[_Compiler, _Compiler]:
        transition, label = _Compiler(f"{STACKS}B"), _Compiler(f"{STACKS}BHD")
        for compiler, lines in ((transition, self.transition), (label, self.label)):
            if len(lines) > MOST_TEMPLATES:
                raise MultiplaneError(f"found {len(lines)} templates; expected {MOST_TEMPLATES} at most")
            for line in lines:
                compiler.add(line)
        return transition, label


@dataclass(slots=True)
class _Compiler:
    starts: str
    templates: list[list[int]] = field(default_factory=list)
    addresses: dict[str, Row] = field(default_factory=dict)
    items: dict[str, Row] = field(default_factory=dict)
    attributes: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        try:
            numbers = [self.item(text) for text in line.split()]
        except MultiplaneError as error:
            raise MultiplaneError(f"template {line!r}: {error}") from None
        if not 1 <= len(numbers) <= MOST_ITEMS:
            raise MultiplaneError(f"template {line!r}: found {len(numbers)} items; expected 1 to {MOST_ITEMS}")
        self.templates.append(numbers)

    def item(self, text: str) -> int:
        if text not in self.items:
            self.items[text] = self._item(text)
        return list(self.items).index(text)

    def _item(self, text: str) -> Row:
        if match := re.fullmatch(r"distance\(([^,]+),([^,]+)\)", text):
            return DISTANCE, self.address(match[1]), self.address(match[2])
        if match := re.fullmatch(rf"history([1-{LONGEST_HISTORY}])", text):
            return HISTORY, 0, int(match[1]) - 1
        place, dot, attribute = text.rpartition(".")
        if not dot:
            raise MultiplaneError(f"found {text!r}; expected ADDRESS.ATTRIBUTE, distance(A,B) or history1")
        address = self.address(place)
        if attribute in DYNAMIC:
            kind, side = DYNAMIC[attribute]
            return kind, address, side
        attribute_row(attribute)
        if attribute not in self.attributes:
            self.attributes.append(attribute)
        return WORD, address, self.attributes.index(attribute)

    def address(self, text: str) -> int:
        if text not in self.addresses:
            base, dot, step = text.rpartition(".")
            if text.count(".") > MOST_STEPS:
                raise MultiplaneError(f"found {text.count('.')} steps from an address; expected {MOST_STEPS} at most")
            if dot:
                if step not in STEPS:
                    raise MultiplaneError(f"found {step!r} in address {text!r}; expected {', '.join(STEPS)}")
                row = (*STEPS[step], self.address(base))
            elif text in ENDS and text in self.starts:
                row = (ARC_END, ENDS[text], 0)
            elif (match := re.fullmatch(rf"([{STACKS}B])(\d)", text)) and match[1] in self.starts:
                row = (*STARTS[match[1]], int(match[2]) + 1)
            else:
                known = ", ".join(f"{start}0" if start not in ENDS else start for start in self.starts)
                raise MultiplaneError(f"found address {text!r}; expected one that starts with {known}")
            self.addresses[text] = row
        return list(self.addresses).index(text)

    def features(self, columns: tuple[str, ...]) -> CompiledTemplates:
        rows = list(self.items.values())
        moved = [(k, a, columns.index(self.attributes[x]) if k == WORD else x) for k, a, x in rows]
        templates = sorted(self.templates, key=len)
        filled = [numbers + [-1] * (MOST_ITEMS - len(numbers)) for numbers in templates]
        starts = [sum(len(numbers) <= place for numbers in templates) for place in range(MOST_ITEMS)]
        return CompiledTemplates(
            np.array(list(self.addresses.values()), np.int32).reshape(-1, 3),
            np.array(moved, np.int32).reshape(-1, 3),
            np.ascontiguousarray(np.array(filled, np.int32).reshape(-1, MOST_ITEMS).T),
            np.array(starts, np.int32),
        )
