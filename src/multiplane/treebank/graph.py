"""Graphs in which a word may have several heads, and their representation in the DEPS column of CoNLL-U."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from multiplane.errors import MultiplaneError
from multiplane.notebook import picture

Arc = tuple[int, int]
ROOT_LABEL = "root"


@dataclass(frozen=True, slots=True)
class Graph:
    """Arcs (head, dependent) between nodes 1..n, and from the root 0, with their labels; sorted by dependent and head.

    Nodes are words. In the graph of a sentence with empty nodes (``8.1``) these are nodes, too, at their places between
    the words: ``ids`` then holds the ID of every node, and is empty where node i is simply word i.

    >>> graph = Graph.from_deps(["2:nsubj|3:nsubj", "0:root", "0:root|2:conj"])
    >>> graph.arcs
    ((2, 1), (3, 1), (0, 2), (0, 3), (2, 3))
    >>> graph.to_deps()
    ['2:nsubj|3:nsubj', '0:root', '0:root|2:conj']
    """

    words: int
    arcs: tuple[Arc, ...]
    labels: tuple[str, ...]
    ids: tuple[str, ...] = ()

    @classmethod
    def from_arcs(
        cls, words: int, arcs: Iterable[Arc], labels: Sequence[str] | None = None, ids: Sequence[str] = ()
    ) -> Graph:
        """A graph from its arcs, sorted by dependent, then by head.

        >>> Graph.from_arcs(3, [(2, 3), (2, 1)]).arcs
        ((2, 1), (2, 3))
        """
        pairs = list(arcs)
        names = list(labels) if labels is not None else ["_"] * len(pairs)
        for head, dependent in pairs:
            if not (0 <= head <= words and 1 <= dependent <= words and head != dependent):
                raise MultiplaneError(f"found arc {head} → {dependent}; expected two different words of 1 to {words}")
        found = sorted((dependent, head, name) for (head, dependent), name in zip(pairs, names, strict=True))
        for one, two in pairwise(found):
            if one == two:
                raise MultiplaneError(f"found arc {one[1]} → {one[0]} with label {one[2]!r} twice; expected it once")
        return cls(words, tuple((head, word) for word, head, _ in found), tuple(name for *_, name in found), tuple(ids))

    @classmethod
    def from_deps(cls, column: Sequence[str], ids: Sequence[str] = ()) -> Graph:
        """The graph of a sentence's DEPS values, one for each node; ``ids`` are needed if some of them are empty nodes.

        >>> Graph.from_deps(["0:root", "1:conj", "1.1:obj"], ["1", "1.1", "2"]).arcs
        ((0, 1), (1, 2), (2, 3))
        """
        number = {name: node for node, name in enumerate(ids or map(str, range(1, len(column) + 1)), 1)}
        number["0"] = 0
        arcs, labels = [], []
        for value, dependent in zip(column, list(number)[:-1], strict=True):
            for part in value.split("|") if value != "_" else ():
                head, colon, label = part.partition(":")
                if head not in number or not colon:
                    raise MultiplaneError(
                        f"found DEPS {value!r} of word {dependent}; expected HEAD:LABEL, HEAD the ID of a word or 0"
                    )
                arcs.append((number[head], number[dependent]))
                labels.append(label)
        return cls.from_arcs(len(column), arcs, labels, ids)

    def to_deps(self) -> list[str]:
        """The DEPS values, one for each node; ``_`` for a node without a head."""
        column: list[list[str]] = [[] for _ in range(self.words)]
        for (head, word), label in zip(self.arcs, self.labels, strict=True):
            column[word - 1].append(f"{self.id_of(head)}:{label}")
        return ["|".join(parts) or "_" for parts in column]

    def id_of(self, node: int) -> str:
        """The ID of a node in its file.

        >>> Graph.from_deps(["0:root", "1:conj", "1.1:obj"], ["1", "1.1", "2"]).id_of(3)
        '2'
        """
        return self.ids[node - 1] if self.ids and node else str(node)

    def _repr_svg_(self) -> str:
        return picture(self)

    def with_roots(self, label: str = ROOT_LABEL) -> Graph:
        """The graph with an arc from the root to every node that has no head.

        Systems without the root on the stack build all other arcs: a word that ends without a head depends on the root.

        >>> Graph.from_arcs(2, [(1, 2)], ["obj"]).with_roots().to_deps()
        ['0:root', '1:obj']
        """
        headless = sorted(set(range(1, self.words + 1)) - {dependent for _, dependent in self.arcs})
        arcs, labels = [(0, word) for word in headless], [label] * len(headless)
        return Graph.from_arcs(self.words, [*self.arcs, *arcs], [*self.labels, *labels], self.ids)
