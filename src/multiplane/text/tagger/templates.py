"""The tagger's features: templates over the words around the current one, and over the tags before it.

A template is a line of items that are looked up together, ``tag-1 form``. An item is an attribute of a word
(`text.tagger.words`) or a tag that was given before (``tag``, its UPOS and XPOS as ``kind``, its ``upos``), and how far
that word is from the current one: ``suffix3``, ``form-1``, ``class+2``. ``noun`` and ``verb`` are the tags of the last
noun or pronoun and the last verb before the current word, however far away.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import inlined
from multiplane.text.tagger.words import ATTRIBUTES

HISTORY = ("tag", "kind", "upos")
NOUN, VERB = 2, 3
FAR = {"noun": NOUN, "verb": VERB}
REMEMBERED = 4
MOST_ITEMS = 4
MOST_TEMPLATES = 120
FARTHEST = 3
FACTOR = 0x2C1B3C6D
SEED = 0x2545F491

CLUSTER_TEMPLATES = ("cluster", "cluster-1", "cluster+1", "cluster4 kind-1", "cluster6 suffix2", "cluster cluster+1")

DEFAULT_TEMPLATES = (
    "form",
    "exact",
    *(f"suffix{letters}" for letters in range(1, 8)),
    *(f"prefix{letters}" for letters in range(1, 6)),
    "length",
    "shape",
    "signs",
    "shape suffix2",
    "signs suffix3",
    "class",
    "class signs",
    "usual",
    "usual suffix3",
    "form-1",
    "form-2",
    "form+1",
    "form+2",
    "suffix3-1",
    "suffix3+1",
    "suffix2+1",
    "shape+1",
    "shape-1",
    "class+1",
    "usual+1",
    "tag-1",
    "kind-1",
    "form-1 form",
    "form form+1",
    "form-1 form+1",
    "form-2 form",
    "form form+2",
    "form-1 form form+1",
    "form-1 class",
    "form class+1",
    "form-2 form-1",
    "form+1 form+2",
    "form-1 suffix3",
    "suffix3 form+1",
    "kind-2 kind-1",
    "kind-1 form",
    "tag-1 form",
    "kind-1 form form+1",
    "tag-1 suffix3",
    "kind-1 suffix2",
    "kind-1 form+1",
    "kind-1 suffix3+1",
    "kind-1 class",
    "tag-1 class",
    "tag-1 usual",
    "class class+1",
    "usual usual+1",
    "tag-1 usual usual+1",
    "kind-1 class+1",
    "kind-1 usual+1",
    "kind-2 kind-1 class+1",
    "class+1 class+2",
    "signs-1 signs signs+1",
    "signs-1 signs suffix2",
    "kind-2 kind-1 form",
    "kind-1 class class+1",
    "kind-2 kind-1 class",
    "class class+1 class+2",
    "upos-1 suffix3 class+1",
    "kind-2 kind-1 suffix3",
    "noun class",
    "noun usual",
    "noun form",
    "noun suffix3",
    "verb class",
    "verb form",
    "verb suffix3",
    "noun verb class",
    "verb kind-1 class",
)


class TagTemplates(NamedTuple):
    """The items, and for each template the numbers of its items, −1 for none: those of words before those of tags."""

    word_items: Int32
    tag_items: Int32
    templates: Int32


def compile_templates(lines: Sequence[str]) -> TagTemplates:
    """Templates as arrays, ready for the kernels.

    >>> compiled = compile_templates(["form", "tag-1 form+1"])
    >>> compiled.word_items.tolist(), compiled.tag_items.tolist(), compiled.templates.tolist()
    ([[0, 0], [0, 1]], [[0, 0]], [[0, -1, -1, -1], [2, 1, -1, -1]])
    >>> compile_templates(["form++"])
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: template 'form++': found 'form++'; expected form, ... or upos-1 or such
    """
    if not 1 <= len(lines) <= MOST_TEMPLATES:
        raise MultiplaneError(f"found {len(lines)} templates; expected 1 to {MOST_TEMPLATES}")
    words: dict[tuple[int, int], int] = {}
    tags: dict[tuple[int, int], int] = {}
    rows: list[list[tuple[bool, int]]] = []
    for line in lines:
        items = line.split()
        if not 1 <= len(items) <= MOST_ITEMS:
            raise MultiplaneError(f"template {line!r}: found {len(items)} items; expected 1 to {MOST_ITEMS}")
        row = []
        for item in items:
            is_tag, key = _parse(item, line)
            numbers = tags if is_tag else words
            row.append((is_tag, numbers.setdefault(key, len(numbers))))
        rows.append(row)
    templates = np.full((len(lines), MOST_ITEMS), -1, np.int32)
    for index, row in enumerate(rows):
        templates[index, : len(row)] = [number + len(words) * is_tag for is_tag, number in row]
    return TagTemplates(
        np.array([*words], np.int32).reshape(-1, 2), np.array([*tags], np.int32).reshape(-1, 2), templates
    )


def _parse(item: str, line: str) -> tuple[bool, tuple[int, int]]:
    """Whether an item is about a tag; the attribute or part of the tag, and the distance."""
    match = re.fullmatch(rf"([a-z]+[1-9]?)([+-][1-{FARTHEST}])?", item)
    if match and match[1] in ATTRIBUTES:
        return False, (ATTRIBUTES.index(match[1]), int(match[2] or 0))
    if match and match[1] in HISTORY and match[2] in ("-1", "-2"):
        return True, (HISTORY.index(match[1]), -int(match[2]) - 1)
    if item in FAR:
        return True, (0, FAR[item])
    raise MultiplaneError(f"template {line!r}: found {item!r}; expected {', '.join(ATTRIBUTES)} or upos-1 or such")


@inlined
def find_values(
    compiled: TagTemplates, words: Int32, names: Int32, first: int, last: int, word: int, before: Int32, out: Int32
) -> None:
    """What the items are for a word of the sentence first..last−1; ``before`` are the tags before it."""
    for item in range(len(compiled.word_items)):
        place = word + compiled.word_items[item, 1]
        if first <= place < last:
            out[item] = words[place, compiled.word_items[item, 0]]
        else:
            out[item] = -1 if place < first else -2
    shift = len(compiled.word_items)
    for item in range(len(compiled.tag_items)):
        tag = before[compiled.tag_items[item, 1]]
        out[shift + item] = names[compiled.tag_items[item, 0], tag]


@inlined
def forget_tags(before: Int32, edge: int) -> None:
    """At the start of a sentence there are no tags before."""
    for place in range(REMEMBERED):
        before[place] = edge


@inlined
def remember_tag(before: Int32, tag: int, roles: Int32) -> None:
    """The tag of a word comes before those of the next ones; ``roles`` says which tags are of nouns and verbs."""
    before[1] = before[0]
    before[0] = tag
    if roles[tag] > 0:
        before[roles[tag]] = tag


@inlined
def hash_template(templates: Int32, index: int, values: Int32) -> int:
    """32 bits for a template and what its items are."""
    hashed = (index + 1) * SEED & 0xFFFFFFFF
    for place in range(MOST_ITEMS):
        item = templates[index, place]
        if item < 0:
            break
        hashed = ((hashed ^ (int(values[item]) & 0xFFFFFFFF)) * FACTOR) & 0xFFFFFFFF
        hashed ^= hashed >> 15
    hashed = (hashed * 0x297A2D39) & 0xFFFFFFFF
    return hashed ^ (hashed >> 15)
