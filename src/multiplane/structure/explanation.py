"""Why a tree is outside a class: the arcs responsible, the certificate in words, and a one-arc change to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from numpy.typing import ArrayLike

from multiplane.characters import visible
from multiplane.errors import TreeError
from multiplane.kernels.arrays import Int32
from multiplane.structure.blocks import node_heads, preorder
from multiplane.structure.classes import TreeClass, tree_class
from multiplane.structure.crossing import crossing_pairs

REPAIR_LIMIT = 200_000


@dataclass(frozen=True, slots=True)
class Repair:
    """Give ``word`` the head ``to`` instead of ``instead_of`` and the tree is in the class."""

    word: int
    instead_of: int
    to: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """The arcs responsible (by their dependents), the certificate in words, and a repair where one arc suffices."""

    tree_class: str
    arcs: tuple[int, ...]
    text: str
    repair: Repair | None


def explain(
    heads: ArrayLike, class_name: str, root_arcs: bool = True, forms: Iterable[str] | None = None
) -> Explanation | None:
    """Why a tree is outside a class, or None where it is inside.

    >>> why = explain([3, 4, 0, 3], "planar", root_arcs=False, forms=["who", "did", "she", "see"])
    >>> print(why.text)
    the arc she (3) → who (1) crosses the arc see (4) → did (2)
    >>> why.arcs, why.repair
    ((1, 2), Repair(word=2, instead_of=4, to=3))
    """
    head = node_heads(heads)
    wanted = tree_class(class_name)
    words = None if forms is None else list(map(visible, forms))
    if words is not None and len(words) != len(head) - 1:
        raise TreeError(f"found {len(words)} forms for {len(head) - 1} heads; expected as many")
    if wanted.is_member(head[1:], root_arcs):
        return None
    names = ["root (0)"] + [f"{words[v - 1]} ({v})" if words else str(v) for v in range(1, len(head))]
    found = wanted.violation(head[1:], root_arcs, names)
    responsible = tuple(sorted(set(found.arcs)))
    return Explanation(wanted.name, responsible, found.text, repair(heads, wanted, responsible, root_arcs))


def repair(heads: ArrayLike, wanted: TreeClass, arcs: Sequence[int], root_arcs: bool = True) -> Repair | None:
    """The change of one head, among the given arcs, that brings a tree into a class.

    Of several, the one that moves to the nearest ancestor of the old head; else to the word nearest to it. No word
    becomes a root. Sentences so long or so entangled that the search would take seconds get no suggestion.

    >>> repair([2, 0, 2, 1], tree_class("projective"), [4])
    Repair(word=4, instead_of=1, to=2)
    """
    head = node_heads(heads)
    limit = REPAIR_LIMIT // (len(head) + len(crossing_pairs(heads, root_arcs)[0]))
    if limit == 0:
        return None
    for word, old, new in _moves(head, arcs, limit):
        changed = head[1:].copy()
        changed[word - 1] = new
        if wanted.is_member(changed, root_arcs):
            return Repair(word, old, new)
    return None


def _moves(head: Int32, arcs: Sequence[int], limit: int) -> list[tuple[int, int, int]]:
    """(word, old head, new head), this many of the most plausible, best first."""
    enter, leave = preorder(head)
    ranked = []
    for word in arcs:
        old = int(head[word])
        if old == 0:
            continue
        lifts: dict[int, int] = {}
        ancestor = int(head[old])
        while ancestor > 0:
            lifts[ancestor] = len(lifts)
            ancestor = int(head[ancestor])
        for to in range(1, len(head)):
            if to != old and not enter[word] <= enter[to] < leave[word]:
                rank = (0, lifts[to]) if to in lifts else (1, abs(to - old))
                ranked.append((rank, word, old, to))
    return [(word, old, to) for _, word, old, to in nsmallest(limit, ranked)]
