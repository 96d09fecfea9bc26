"""Why a tree is outside a class: the certificate in words, the arcs responsible, and a one-arc change to mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from multiplane.errors import TreeError
from multiplane.structure.binarization import binarization
from multiplane.structure.blocks import blocks, gaps, node_heads, preorder
from multiplane.structure.classes import TreeClass, tree_class
from multiplane.structure.classify import classify, classify_all
from multiplane.structure.crossing import crossings
from multiplane.structure.edge_degree import non_projective_arcs
from multiplane.structure.nesting import interleaving, split_child
from multiplane.structure.one_endpoint_crossing import one_endpoint_crossing
from multiplane.structure.planes import planes

Array = NDArray[np.int32]

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
    the arc she(3) → who(1) crosses the arc see(4) → did(2)
    >>> why.arcs, why.repair
    ((1, 2), Repair(word=2, instead_of=4, to=3))
    """
    head = node_heads(heads)
    wanted = tree_class(class_name)
    words = None if forms is None else [_printable(form) for form in forms]
    if words is not None and len(words) != len(head) - 1:
        raise TreeError(f"found {len(words)} forms for {len(head) - 1} heads; expected as many")
    if classify(heads, root_arcs) in wanted:
        return None
    names = _names(len(head), words)
    arcs, text = _certificate(wanted.name)(head[1:], wanted.name, root_arcs, names)
    responsible = tuple(sorted(set(arcs)))
    return Explanation(wanted.name, responsible, text, repair(heads, wanted, responsible, root_arcs))


def repair(heads: ArrayLike, wanted: TreeClass, arcs: Sequence[int], root_arcs: bool = True) -> Repair | None:
    """The change of one head, among the given arcs first and all others then, that brings a tree into a class.

    Of several, the one that moves to the nearest ancestor of the old head; else to the word nearest to it. No word
    becomes a root. Sentences so long or so entangled that the search would take seconds get no suggestion.

    >>> repair([2, 0, 2, 1], tree_class("projective"), [4])
    Repair(word=4, instead_of=1, to=2)
    """
    head = node_heads(heads)
    limit = REPAIR_LIMIT // (len(head) + len(crossings(heads, root_arcs)))
    moves = _moves(head, arcs)[:limit]
    if not moves:
        return None
    n = len(head) - 1
    trees = np.tile(head[1:], (len(moves), 1))
    for row, (word, _, to) in enumerate(moves):
        trees[row, word - 1] = to
    found = classify_all(trees.reshape(-1), np.arange(len(moves) + 1, dtype=np.int64) * n, root_arcs)
    mended = np.flatnonzero(wanted.holds(found))
    return Repair(*moves[mended[0]]) if len(mended) else None


def _moves(head: Array, arcs: Sequence[int]) -> list[tuple[int, int, int]]:
    """(word, old head, new head), the most plausible first."""
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
    return [(word, old, to) for _, word, old, to in sorted(ranked)]


def _printable(form: str) -> str:
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in form)


def _names(nodes: int, forms: Sequence[str] | None) -> list[str]:
    return ["root(0)"] + [f"{forms[v - 1]}({v})" if forms else str(v) for v in range(1, nodes)]


Certificate = Callable[[Array, str, bool, list[str]], tuple[Sequence[int], str]]


def _certificate(name: str) -> Certificate:
    exact = {
        "projective": _projective,
        "planar": _planar,
        "well-nested": _well_nested,
        "gap-minding": _gap_minding,
        "one-endpoint-crossing": _one_endpoint_crossing,
    }
    if name in exact:
        return exact[name]
    if name.endswith("-planar"):
        return _k_planar
    if name.startswith("gap-degree-"):
        return _gap_degree
    if name.startswith("well-nested-gap-"):
        return _well_nested_gap
    return _mildly_ill_nested


def _arc(heads: Array, word: int, names: list[str]) -> str:
    return f"{names[heads[word - 1]]} → {names[word]}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _span(low: int, high: int, names: list[str]) -> str:
    return names[low] if low == high else f"{names[low]}…{names[high]}"


def _projective(heads: Array, name: str, root_arcs: bool, names: list[str]) -> tuple[Sequence[int], str]:
    arcs = non_projective_arcs(heads)
    yields = blocks(heads)
    lines = []
    for word in arcs:
        h = int(heads[word - 1])
        low, high = min(h, word), max(h, word)
        outside = [j for j in range(low + 1, high) if not any(begin <= j <= end for begin, end in yields[h])]
        lines.append(
            f"the arc {_arc(heads, word, names)} passes over {_listed([names[j] for j in outside])}, "
            f"not dominated by {names[h]}"
        )
    return arcs, "\n".join(lines)


def _planar(heads: Array, name: str, root_arcs: bool, names: list[str]) -> tuple[Sequence[int], str]:
    pairs = crossings(heads, root_arcs)
    lines = [f"the arc {_arc(heads, a, names)} crosses the arc {_arc(heads, b, names)}" for a, b in pairs]
    return [word for pair in pairs for word in pair], "\n".join(lines)


def _k_planar(heads: Array, name: str, root_arcs: bool, names: list[str]) -> tuple[Sequence[int], str]:
    k = int(name.split("-")[0])
    found = planes(heads, root_arcs)
    if k == 1:
        return _planar(heads, name, root_arcs, names)
    if len(found.clique) > k:
        listed = _listed([_arc(heads, word, names) for word in found.clique[: k + 1]])
        return found.clique[: k + 1], f"{k + 1} arcs that all cross one another: {listed}"
    if k == 2 and found.odd_cycle:
        listed = _listed([_arc(heads, word, names) for word in found.odd_cycle])
        return (
            found.odd_cycle,
            f"an odd cycle of {len(found.odd_cycle)} arcs, each crossing the next and the last the first: {listed}",
        )
    crossed = sorted({word for pair in crossings(heads, root_arcs) for word in pair})
    proof = "no assignment to fewer planes exists" if found.exact else f"at least {found.at_least} are needed"
    return crossed, f"the crossing arcs need {found.count} planes ({proof})"


def _gap_degree(heads: Array, name: str, root_arcs: bool, names: list[str]) -> tuple[Sequence[int], str]:
    k = int(name.rsplit("-", 1)[1])
    lines, arcs = [], []
    for node, holes in gaps(heads).items():
        if len(holes) > k:
            listed = _listed([_span(low, high, names) for low, high in holes])
            plural = "gap" if len(holes) == 1 else f"{len(holes)} gaps"
            lines.append(f"the yield of {names[node]} has {'a ' if len(holes) == 1 else ''}{plural}: {listed}")
            arcs += _bridges(heads, node, holes)
    return arcs, "\n".join(lines)


def _bridges(heads: Array, node: int, holes: Sequence[tuple[int, int]]) -> list[int]:
    """The arcs within a yield that pass over one of its gaps."""
    inside = {p for low, high in blocks(heads)[node] for p in range(low, high + 1)}
    return [
        word
        for word in sorted(inside - {node})
        for low, high in holes
        if min(word, heads[word - 1]) < low and high < max(word, heads[word - 1])
    ]


def _well_nested(heads: Array, name: str, root_arcs: bool, names: list[str]) -> tuple[Sequence[int], str]:
    found = interleaving(heads)
    assert found is not None
    yields = blocks(heads)
    one, other = ({p for low, high in yields[v] for p in range(low, high + 1)} - {v} for v in (found.one, found.other))
    arcs = [w for a, b in crossings(heads) if {a, b} & one and {a, b} & other for w in (a, b)]
    l1, l2, r1, r2 = (names[p] for p in found.positions)
    text = (
        f"the subtrees of {names[found.one]} and {names[found.other]} interleave: "
        f"{l1} and {r1} belong to the one, {l2} and {r2} to the other"
    )
    return arcs, text


def _well_nested_gap(heads: Array, name: str, root_arcs: bool, names: list[str]) -> tuple[Sequence[int], str]:
    certificates = []
    if interleaving(heads) is not None:
        certificates.append(_well_nested(heads, name, root_arcs, names))
    if len(max(gaps(heads).values(), key=len)) > int(name.rsplit("-", 1)[1]):
        certificates.append(_gap_degree(heads, name, root_arcs, names))
    return [arc for arcs, _ in certificates for arc in arcs], "\n".join(text for _, text in certificates)


def _gap_minding(heads: Array, name: str, root_arcs: bool, names: list[str]) -> tuple[Sequence[int], str]:
    arcs: list[int] = []
    text: list[str] = []
    if len(max(gaps(heads).values(), key=len)) > 1 or interleaving(heads) is not None:
        found, reason = _well_nested_gap(heads, "well-nested-gap-1", root_arcs, names)
        arcs += found
        text.append(reason)
    split = split_child(heads)
    if split is not None:
        near, far = (_span(*block, names) for block in split.in_blocks)
        arcs += [split.child, *_bridges(heads, split.child, gaps(heads)[split.child])]
        text.append(
            f"{names[split.child]}, a child of {names[split.parent]}, has descendants in two of its blocks: "
            f"{near} and {far}"
        )
    return arcs, "\n".join(text)


def _one_endpoint_crossing(heads: Array, name: str, root_arcs: bool, names: list[str]) -> tuple[Sequence[int], str]:
    violation = one_endpoint_crossing(heads, root_arcs).violation
    assert violation is not None
    crossed, one, other = (_arc(heads, word, names) for word in violation)
    return violation, f"the arc {crossed} is crossed by {one} and by {other}, which share no end"


def _mildly_ill_nested(heads: Array, name: str, root_arcs: bool, names: list[str]) -> tuple[Sequence[int], str]:
    k = int(name.rsplit("-", 1)[1])
    if len(max(gaps(heads).values(), key=len)) > k:
        return _gap_degree(heads, name, root_arcs, names)
    found = binarization(heads)
    holes = gaps(heads)
    children = [v for v in holes if sum(heads[u - 1] == heads[v - 1] for u in holes) > 1]
    arcs = [word for v in children for word in _bridges(heads, v, holes[v])]
    listed = _listed([names[v] for v in children])
    text = f"the subtrees of {listed} interlock: joining them two at a time leaves {found.gap_degree} gaps on the way"
    return arcs, text if found.exact else f"{text}, or at least {found.at_least}"
