"""A treebank to explore: how many sentences are in each class, and those that a view wants, page by page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from multiplane.draw import svg
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Bool, Int64
from multiplane.structure import CLASSES, Classifications, classify_all, crossings, tree_class
from multiplane.treebank import Treebank, read

MAX_LABELS, MAX_SHOWN = 40, 50
SORTINGS = ("", "length", "crossings")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sentences are wanted: outside or inside a class, with a label (of an arc that crosses), of some length.

    >>> Wanted(outside="projective", label="obj").label
    'obj'
    """

    outside: str = ""
    inside: str = ""
    label: str = ""
    crossing: str = ""
    min: int = 0
    max: int = 0
    sort: str = ""


VIEW_KEYS = tuple(field.name for field in fields(Wanted))


class ExploredTreebank:
    """A treebank with what is known of each of its sentences."""

    def __init__(self, path: str) -> None:
        self.treebank: Treebank = read(path)
        self.classes: Classifications = classify_all(self.treebank.heads, self.treebank.offsets)

    @cached_property
    def lengths(self) -> Int64:
        """The number of words of each sentence."""
        return np.diff(self.treebank.offsets)

    @cached_property
    def crossing_words(self) -> list[set[int]]:
        """By sentence: the words whose arcs cross another."""
        heads = self.treebank.heads
        return [
            {word for pair in crossings(heads[start:end]) for word in pair}
            for start, end in pairwise(self.treebank.offsets.tolist())
        ]

    @cached_property
    def labels(self) -> list[str]:
        """The label of each word of the treebank."""
        encoded = self.treebank.encode(["deprel"])
        names = encoded.vocabularies["deprel"]
        return [names[label] for label in encoded.ids["deprel"].tolist()]

    def member(self, name: str) -> Bool:
        """By sentence: whether it is in a class."""
        found: Bool = np.asarray(tree_class(name).holds(self.classes))
        return found

    def report(self) -> dict[str, Any]:
        """The figures of the whole treebank."""
        starts = self.treebank.offsets.tolist()
        crossing = Counter(
            label
            for start, words in zip(starts, self.crossing_words, strict=False)
            for label in {self.labels[start + word - 1] for word in words}
        )
        inside = {tree_class(name): int(self.member(name).sum()) for name in CLASSES}
        sentences = len(self.treebank)
        return {
            "sentences": sentences,
            "words": self.treebank.word_count,
            "crossing": sum(map(len, self.crossing_words)),
            "crossing_labels": crossing.most_common(MAX_LABELS),
            "classes": [
                {"name": one.name, "meaning": one.meaning, "inside": count, "share": round(100 * count / sentences, 1)}
                for one, count in inside.items()
            ],
        }

    def wanted(self, view: Wanted) -> list[int]:
        """The numbers of the sentences that a view shows, in its order."""
        if view.sort not in SORTINGS:
            raise MultiplaneError(f"found sort {view.sort[:40]!r}; expected length or crossings")
        chosen = np.ones(len(self.treebank), np.bool_)
        if view.outside:
            chosen &= ~self.member(view.outside)
        if view.inside:
            chosen &= self.member(view.inside)
        if view.min:
            chosen &= self.lengths >= view.min
        if view.max:
            chosen &= self.lengths <= view.max
        found = [number for number in np.flatnonzero(chosen).tolist() if self.has(number, view)]
        keys = {"length": lambda one: int(self.lengths[one]), "crossings": lambda one: -len(self.crossing_words[one])}
        return sorted(found, key=keys[view.sort]) if view.sort else found

    def has(self, number: int, view: Wanted) -> bool:
        """Whether a sentence has an arc with the label of a view, and one that crosses, if that is wanted."""
        words = self.crossing_words[number]
        if not view.label:
            return bool(words) or not view.crossing
        start, end = self.treebank.offsets[number : number + 2].tolist()
        places = (start + word - 1 for word in words) if view.crossing else range(start, end)
        return any(self.labels[place] == view.label for place in places)

    def page(self, view: Wanted, start: int, count: int) -> dict[str, Any]:
        """The report, and some of the sentences that a view shows."""
        found = self.wanted(view)
        first = max(0, start)
        shown = found[first : first + min(max(1, count), MAX_SHOWN)]
        return {**self.report(), "matching": len(found), "shown": [self.described(number) for number in shown]}

    def described(self, number: int) -> dict[str, Any]:
        """A sentence for the page."""
        one = self.treebank[number]
        return {
            "name": one.sent_id or f"line {one.line}",
            "text": one.text,
            "conllu": str(one),
            "svg": str(svg(one, highlight=self.crossing_words[number])),
            "outside": [name for name in CLASSES if not self.member(name)[number]],
        }
