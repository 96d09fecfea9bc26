"""The tagger's features: templates over the words around the current one, and over the tags on one side of it.

A template is a line of items that are looked up together, ``tag-1 form``. An item is an attribute of a word
(`text.tagger.words`) or a tag that was given before (``tag``, its UPOS and XPOS as ``kind``, its ``upos``), and how far
that word is from the current one: ``suffix3``, ``form-1``, ``class+2``, ``kind+1``. ``noun`` and ``verb`` are the tags
of the last noun or pronoun and the last verb before the current word, however far away, ``nextnoun`` and ``nextverb``
those after it. Words are tagged from right to left by the templates of tags after them, and from left to right by those
of tags before them: no template looks at both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32, Int64, UInt32
from multiplane.kernels.jit import inlined
from multiplane.text.tagger.words import ATTRIBUTES

HISTORY = ("tag", "kind", "upos")
NOUN, VERB = 2, 3
PLACES = 4
"""How many tags are remembered on a side: the two next to the word, a noun's, a verb's."""

BEFORE, AFTER = 0, 1
REMEMBERED = 2 * PLACES
FAR = {"noun": NOUN, "verb": VERB, "nextnoun": AFTER * PLACES + NOUN, "nextverb": AFTER * PLACES + VERB}
MAX_ITEMS = 4
MAX_ROWS = 256
"""The sum of so many bytes fits into two."""

FARTHEST = 3
SEED = 0x2545F491
FACTOR, LAST_FACTOR, HALF = np.uint32(0x2C1B3C6D), np.uint32(0x297A2D39), np.uint32(15)
OUTSIDE_LEFT, OUTSIDE_RIGHT = np.uint32(0xFFFFFFFF), np.uint32(0xFFFFFFFE)


def mirrored(template: str) -> str:
    """The template that looks to the right where this one looks to the left.

    >>> mirrored("kind-2 noun form form+1")
    'kind+2 nextnoun form form-1'
    """
    swapped = template.translate(str.maketrans("+-", "-+"))
    return re.sub(r"\b(noun|verb)\b", r"next\1", swapped)


def both_ways(templates: Sequence[str]) -> tuple[str, ...]:
    """Templates and their mirror images, each once.

    >>> both_ways(["form", "form-1 form", "form+1"])
    ('form', 'form-1 form', 'form+1', 'form+1 form', 'form-1')
    """
    kept: dict[frozenset[str], str] = {}
    for line in (*templates, *map(mirrored, templates)):
        kept.setdefault(frozenset(line.split()), line)
    return tuple(kept.values())


CLUSTER_TEMPLATES = both_ways(("cluster", "cluster-1", "cluster4 kind-1", "cluster6 suffix2", "cluster cluster+1"))

WORD_TEMPLATES = (
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
    "suffix3-1",
    "suffix2-1",
    "shape-1",
    "class-1",
    "usual-1",
    "form-1 form",
    "form-1 form+1",
    "form-2 form",
    "form-1 form form+1",
    "form-1 class",
    "class-1 form",
    "form-2 form-1",
    "form-1 suffix3",
    "class-1 class",
    "usual-1 usual",
    "class-2 class-1",
    "signs-1 signs signs+1",
    "signs-1 signs suffix2",
    "class-2 class-1 class",
)

TAG_TEMPLATES = (
    "tag-1",
    "kind-1",
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
    "tag-1 usual usual+1",
    "kind-1 class+1",
    "kind-1 usual+1",
    "kind-2 kind-1 class+1",
    "kind-2 kind-1 form",
    "kind-1 class class+1",
    "kind-2 kind-1 class",
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

ONE_WAY = both_ways(WORD_TEMPLATES) + TAG_TEMPLATES
"""What a tagger that goes from left to right alone can look at."""

DEFAULT_TEMPLATES = both_ways(ONE_WAY)


class TemplateGroup(NamedTuple):
    """Templates that are looked up together, those with the most items first.

    ``items[p, t]`` is the number of item p of template t, which only the first ``lengths[p]`` templates have: items of
    words before those of tags. ``seeds`` is where the hashes of a template begin.
    """

    seeds: UInt32
    items: Int32
    lengths: Int64


class TagTemplates(NamedTuple):
    """The items, and the templates of words alone, of those and tags before, of those and tags after."""

    word_items: Int32
    tag_items: Int32
    of_words: TemplateGroup
    before: TemplateGroup
    after: TemplateGroup

    @property
    def size(self) -> int:
        """The number of all templates."""
        return sum(len(group.seeds) for group in (self.of_words, self.before, self.after))


def compile_templates(lines: Sequence[str]) -> TagTemplates:
    """Templates as arrays, ready for the kernels.

    >>> compiled = compile_templates(["form", "tag-1 form+1"])
    >>> compiled.word_items.tolist(), compiled.tag_items.tolist(), compiled.before.items[:2].tolist()
    ([[0, 0], [0, 1]], [[0, 0]], [[2], [1]])
    >>> compile_templates(["form++"])
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: template 'form++': found 'form++'; expected form, ... or upos-1 or such
    """
    words: dict[tuple[int, int], int] = {}
    tags: dict[tuple[int, int], int] = {}
    rows: list[list[tuple[bool, int]]] = []
    groups: tuple[list[int], list[int], list[int]] = ([], [], [])
    if not 1 <= len(lines) <= MAX_ROWS:
        raise MultiplaneError(f"found {len(lines)} templates; expected 1 to {MAX_ROWS}")
    for number, line in enumerate(lines):
        items = line.split()
        if not 1 <= len(items) <= MAX_ITEMS:
            raise MultiplaneError(f"template {line!r}: found {len(items)} items; expected 1 to {MAX_ITEMS}")
        row, sides = [], set()
        for item in items:
            is_tag, key = _parse(item, line)
            numbers = tags if is_tag else words
            row.append((is_tag, numbers.setdefault(key, len(numbers))))
            if is_tag:
                sides.add(key[1] // PLACES)
        if len(sides) > 1:
            raise MultiplaneError(f"template {line!r}: found tags on both sides; expected tags before or after a word")
        groups[1 + sides.pop() if sides else 0].append(number)
        rows.append(row)
    if len(rows) + len(groups[0]) > MAX_ROWS:
        found = f"{len(groups[0])} templates of words and {len(rows) - len(groups[0])} of tags"
        raise MultiplaneError(f"found {found}; expected {MAX_ROWS} at most, those of words counted twice")
    numbers_of = [[number + len(words) * is_tag for is_tag, number in row] for row in rows]
    return TagTemplates(
        np.array([*words], np.int32).reshape(-1, 2),
        np.array([*tags], np.int32).reshape(-1, 2),
        *(_group(group, numbers_of) for group in groups),
    )


def _group(lines: Sequence[int], numbers_of: Sequence[Sequence[int]]) -> TemplateGroup:
    """The templates of these lines, with the numbers of their items."""
    order = sorted(lines, key=lambda line: -len(numbers_of[line]))
    items = np.zeros((MAX_ITEMS, len(order)), np.int32)
    for place, line in enumerate(order):
        items[: len(numbers_of[line]), place] = numbers_of[line]
    lengths = [sum(len(numbers_of[line]) > place for line in order) for place in range(MAX_ITEMS)]
    seeds = np.array([(line + 1) * SEED & 0xFFFFFFFF for line in order], np.uint32)
    return TemplateGroup(seeds, items, np.array(lengths, np.int64))


def _parse(item: str, line: str) -> tuple[bool, tuple[int, int]]:
    """Whether an item is about a tag; the attribute and its distance, or the part of the tag and its place."""
    match = re.fullmatch(rf"([a-z]+[1-9]?)([+-][1-{FARTHEST}])?", item)
    if match and match[1] in ATTRIBUTES:
        return False, (ATTRIBUTES.index(match[1]), int(match[2] or 0))
    if match and match[1] in HISTORY and match[2] in ("-1", "-2", "+1", "+2"):
        distance = int(match[2])
        return True, (HISTORY.index(match[1]), abs(distance) - 1 + (PLACES * AFTER if distance > 0 else 0))
    if item in FAR:
        return True, (0, FAR[item])
    raise MultiplaneError(f"template {line!r}: found {item!r}; expected {', '.join(ATTRIBUTES)} or upos-1 or such")


@inlined
def find_word_values(compiled: TagTemplates, words: Int32, first: int, last: int, word: int, out: UInt32) -> None:
    """What the items about words are for a word of the sentence first..last−1."""
    for item in range(len(compiled.word_items)):
        place = word + compiled.word_items[item, 1]
        if first <= place < last:
            out[item] = np.uint32(words[place, compiled.word_items[item, 0]])
        else:
            out[item] = OUTSIDE_LEFT if place < first else OUTSIDE_RIGHT


@inlined
def find_tag_values(compiled: TagTemplates, names: Int32, around: Int32, out: UInt32) -> None:
    """What the items about tags are, given the tags ``around`` the word."""
    shift = len(compiled.word_items)
    for item in range(len(compiled.tag_items)):
        tag = around[compiled.tag_items[item, 1]]
        out[shift + item] = np.uint32(names[compiled.tag_items[item, 0], tag])


@inlined
def forget_tags(around: Int32, edge: int) -> None:
    """Reset the tags before and after, as at the ends of a sentence."""
    for place in range(REMEMBERED):
        around[place] = edge


@inlined
def remember_tag(around: Int32, side: int, tag: int, roles: Int32) -> None:
    """Remember the tag of a word for the next ones; ``roles`` marks tags of nouns and verbs."""
    near = side * PLACES
    around[near + 1] = around[near]
    around[near] = tag
    if roles[tag] > 0:
        around[near + roles[tag]] = tag


@inlined
def hash_group(group: TemplateGroup, values: UInt32, out: UInt32) -> None:
    """32 bits for each template of a group and what its items are.

    Loops over templates, not over their items: processors do several turns of such a loop at once.
    """
    count = len(group.seeds)
    for template in range(count):
        out[template] = group.seeds[template]
    for place in range(MAX_ITEMS):
        for template in range(group.lengths[place]):
            mixed = np.uint32((out[template] ^ values[group.items[place, template]]) * FACTOR)
            out[template] = mixed ^ (mixed >> HALF)
    for template in range(count):
        mixed = np.uint32(out[template] * LAST_FACTOR)
        out[template] = mixed ^ (mixed >> HALF)
