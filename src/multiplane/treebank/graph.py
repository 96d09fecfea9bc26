"""Graphs in which a word may have several heads, and their representation in the DEPS column of CoNLL-U."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from multiplane.errors import MultiplaneError

Arc = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Graph:
    """Arcs (head, dependent) between words 1..n with their labels; words without a head are attached to the root 0.

    >>> graph = Graph.from_deps(["2:nsubj|3:nsubj", "0:root", "2:conj"])
    >>> graph.arcs, graph.to_deps()
    (((2, 1), (3, 1), (2, 3)), ['2:nsubj|3:nsubj', '0:root', '2:conj'])
    """

    words: int
    arcs: tuple[Arc, ...]
    labels: tuple[str, ...]

    @classmethod
    def from_arcs(cls, words: int, arcs: Iterable[Arc], labels: Sequence[str] | None = None) -> Graph:
        """A graph from its arcs, sorted by dependent, then by head.

        >>> Graph.from_arcs(3, [(2, 3), (2, 1)]).arcs
        ((2, 1), (2, 3))
        """
        pairs = list(arcs)
        names = list(labels) if labels is not None else ["_"] * len(pairs)
        for head, dependent in pairs:
            if not (0 <= head <= words and 1 <= dependent <= words and head != dependent):
                raise MultiplaneError(f"found arc {head} → {dependent}; expected two different words of 1 to {words}")
        found = sorted((dependent, head, name) for (head, dependent), name in zip(pairs, names, strict=True) if head)
        return cls(words, tuple((head, word) for word, head, _ in found), tuple(name for *_, name in found))

    @classmethod
    def from_deps(cls, column: Sequence[str]) -> Graph:
        """The graph of a sentence's DEPS values, one for each word."""
        arcs, labels = [], []
        for word, value in enumerate(column, 1):
            for part in value.split("|") if value != "_" else ():
                head, _, label = part.partition(":")
                if not head.isdigit():
                    raise MultiplaneError(
                        f"found DEPS {value!r} of word {word}; expected HEAD:LABEL, HEAD a whole number"
                    )
                arcs.append((int(head), word))
                labels.append(label)
        return cls.from_arcs(len(column), arcs, labels)

    def to_deps(self) -> list[str]:
        """The DEPS values, one for each word."""
        column: list[list[str]] = [[] for _ in range(self.words)]
        for (head, word), label in zip(self.arcs, self.labels, strict=True):
            column[word - 1].append(f"{head}:{label}")
        return ["|".join(parts) or "0:root" for parts in column]
