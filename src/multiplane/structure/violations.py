"""Why a tree is outside each class: the arcs responsible, by their dependents, and the certificate in words.

Each function takes the heads of a tree that is outside, the class's number where it has one, whether arcs from the root
count, and the name of every node. Reasons of more than a hundred lines, and lists of more than fifty words, end with
the number of those left out; the arcs responsible are complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.structure.attardi import words_too_far
from multiplane.structure.binarization import binarization
from multiplane.structure.blocks import blocks, gap_degree, gaps, node_heads, preorder
from multiplane.structure.crossing import crossing_pairs
from multiplane.structure.edge_degree import undominated_components
from multiplane.structure.multi_headed import largest_item
from multiplane.structure.nesting import heirs, interleaving, split_child
from multiplane.structure.one_endpoint_crossing import one_endpoint_crossing
from multiplane.structure.planes import planes

MAX_LINES, MAX_NAMES = 100, 50


class Violation(NamedTuple):
    """The dependents of the arcs responsible, perhaps with repetitions, and the reason, a line for each."""

    arcs: Sequence[int]
    text: str


FindViolation = Callable[[Int32, int, bool, Sequence[str]], Violation]


def outside_all(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """No tree is outside the class of all trees."""
    raise AssertionError(f"found {heads.tolist()} outside of all trees")


def outside_projective(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """All non-projective arcs, and the words under them that their heads do not dominate."""
    enter, leave = preorder(node_heads(heads))
    arcs = list(undominated_components(heads))
    lines = []
    for word in arcs[:MAX_LINES]:
        h = int(heads[word - 1])
        low, high = min(h, word), max(h, word)
        entered = enter[low + 1 : high]
        outside = (np.flatnonzero((entered < enter[h]) | (entered >= leave[h])) + low + 1).tolist()
        lines.append(
            f"the arc {_arc(heads, word, names)} crosses {_listed([names[j] for j in outside])}, "
            f"which {'does' if len(outside) == 1 else 'do'} not depend on {names[h]}"
        )
    return Violation(arcs, _text(lines, len(arcs)))


def outside_planar(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """All pairs of arcs that cross."""
    one, other = crossing_pairs(heads, root_arcs)
    pairs = zip(one[:MAX_LINES].tolist(), other[:MAX_LINES].tolist(), strict=True)
    lines = [f"the arc {_arc(heads, a, names)} crosses the arc {_arc(heads, b, names)}" for a, b in pairs]
    return Violation(np.union1d(one, other).tolist(), _text(lines, len(one)))


def outside_k_planar(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """More arcs that all cross one another than there are planes, or an odd cycle, or what the search has proved."""
    found = planes(heads, root_arcs)
    if len(found.clique) > k:
        listed = _listed([_arc(heads, word, names) for word in found.clique[: k + 1]])
        return Violation(found.clique[: k + 1], f"{k + 1} arcs that all cross one another: {listed}")
    if k == 2 and found.odd_cycle:
        listed = _listed([_arc(heads, word, names) for word in found.odd_cycle])
        return Violation(
            found.odd_cycle,
            f"an odd cycle of {len(found.odd_cycle)} arcs, each crossing the next and the last the first: {listed}",
        )
    crossed = np.union1d(*crossing_pairs(heads, root_arcs)).tolist()
    proof = "no assignment to fewer planes exists" if found.exact else f"at least {found.at_least} are needed"
    return Violation(crossed, f"the crossing arcs need {found.count} planes ({proof})")


def outside_gap_degree(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """The words with more than k gaps, and where the gaps are."""
    yields = blocks(heads)
    found = {node: holes for node, holes in gaps(heads).items() if len(holes) > k}
    lines, arcs = [], set[int]()
    for number, (node, holes) in enumerate(found.items()):
        arcs.update(_arcs_over_gaps(heads, node, holes, yields))
        if number < MAX_LINES:
            listed = _listed([_span(low, high, names) for low, high in holes])
            counted = "a gap" if len(holes) == 1 else f"{len(holes)} gaps"
            lines.append(f"the yield of {names[node]} has {counted}: {listed}")
    return Violation(sorted(arcs), _text(lines, len(found)))


def outside_well_nested(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """Two disjoint subtrees that interleave."""
    found = interleaving(heads)
    assert found is not None
    yields = blocks(heads)
    a, b = crossing_pairs(heads)
    meet = np.ones(len(a), np.bool_)
    for v in (found.one, found.other):
        inside = np.zeros(len(heads) + 1, np.bool_)
        for low, high in yields[v]:
            inside[low : high + 1] = True
        inside[v] = False
        meet &= inside[a] | inside[b]
    arcs = np.union1d(a[meet], b[meet]).tolist()
    l1, l2, r1, r2 = (names[p] for p in found.positions)
    text = (
        f"the subtrees of {names[found.one]} and {names[found.other]} interleave: "
        f"{l1} and {r1} belong to the one, {l2} and {r2} to the other"
    )
    return Violation(arcs, text)


def outside_well_nested_gap(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """Subtrees that interleave, or words with more than k gaps, or both."""
    found = []
    if interleaving(heads) is not None:
        found.append(outside_well_nested(heads, k, root_arcs, names))
    if gap_degree(heads) > k:
        found.append(outside_gap_degree(heads, k, root_arcs, names))
    return _together(found)


def outside_gap_minding(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """As for well-nested trees of gap degree 1, or a child with descendants in two blocks of its parent."""
    found = []
    if gap_degree(heads) > 1 or interleaving(heads) is not None:
        found.append(outside_well_nested_gap(heads, 1, root_arcs, names))
    split = split_child(heads)
    if split is not None:
        near, far = (_span(*block, names) for block in split.in_blocks)
        arcs = [split.child, *_arcs_over_gaps(heads, split.child, gaps(heads)[split.child], blocks(heads))]
        text = (
            f"{names[split.child]}, a child of {names[split.parent]}, has descendants in two of its blocks: "
            f"{near} and {far}"
        )
        found.append(Violation(arcs, text))
    return _together(found)


def outside_one_inherit(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """As for well-nested trees of gap degree 1, or two children of a word with descendants in two blocks of it."""
    found = []
    if gap_degree(heads) > 1 or interleaving(heads) is not None:
        found.append(outside_well_nested_gap(heads, 1, root_arcs, names))
    holes, yields = gaps(heads), blocks(heads)
    for parent, children in heirs(heads).items():
        if len(children) > 1:
            near, far = (_span(*block, names) for block in children[0].in_blocks)
            listed = _listed([names[one.child] for one in children])
            text = f"{listed}, children of {names[parent]}, have descendants in two of its blocks: {near} and {far}"
            over = [_arcs_over_gaps(heads, one.child, holes[one.child], yields) for one in children]
            found.append(Violation([one.child for one in children] + [word for arcs in over for word in arcs], text))
    return _together(found)


def outside_one_endpoint_crossing(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """An arc and two that cross it without a common end."""
    violation = one_endpoint_crossing(heads, root_arcs).violation
    assert violation is not None
    crossed, one, other = (_arc(heads, word, names) for word in violation)
    return Violation(violation, f"the arc {crossed} is crossed by {one} and by {other}, which share no end")


def outside_mildly_ill_nested(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """The subtrees that no order of joining brings together with at most k gaps."""
    if gap_degree(heads) > k:
        return outside_gap_degree(heads, k, root_arcs, names)
    found = binarization(heads)
    holes = gaps(heads)
    siblings = Counter(int(heads[v - 1]) for v in holes)
    children = [v for v in holes if siblings[int(heads[v - 1])] > 1]
    yields = blocks(heads)
    arcs = sorted({word for v in children for word in _arcs_over_gaps(heads, v, holes[v], yields)})
    listed = _listed([names[v] for v in children])
    text = f"the subtrees of {listed} interlock: joining them two at a time leaves {found.gap_degree} gaps on the way"
    return Violation(arcs, text if found.exact else f"{text}, or at least {found.at_least}")


def outside_edge_degree(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """The arcs over more than k components that their heads do not dominate."""
    found = {word: roots for word, roots in undominated_components(heads).items() if len(roots) > k}
    lines = []
    for word, roots in islice(found.items(), MAX_LINES):
        counted = "a component that does" if len(roots) == 1 else f"{len(roots)} components that do"
        lines.append(
            f"the arc {_arc(heads, word, names)} crosses {counted} not depend on {names[heads[word - 1]]}, "
            f"headed by {_listed([names[root] for root in roots])}"
        )
    return Violation(list(found), _text(lines, len(found)))


def outside_multi_headed(heads: Int32, k: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """The largest item of a derivation with as few heads in an item as possible."""
    item = largest_item(heads)
    ends = (*names, "the end")
    text = (
        f"every derivation has an item of {len(item)} heads or more; the best one has "
        f"{_listed([ends[node] for node in item])} in one item"
    )
    return Violation(item[1:-1], text)


def outside_attardi(heads: Int32, d: int, root_arcs: bool, names: Sequence[str]) -> Violation:
    """The words that have all their dependents and are too far from their heads when no other word can leave."""
    found = words_too_far(heads, d)
    lines = [
        f"{names[word]} is {places} places from its head {names[heads[word - 1]]} "
        "once every word that can leave the list of heads has left"
        for word, places in islice(found.items(), MAX_LINES)
    ]
    return Violation(list(found), _text(lines, len(found)))


def _arc(heads: Int32, word: int, names: Sequence[str]) -> str:
    return f"{names[heads[word - 1]]} → {names[word]}"


def _listed(parts: Sequence[str]) -> str:
    if len(parts) > MAX_NAMES:
        return f"{', '.join(parts[:MAX_NAMES])} and {len(parts) - MAX_NAMES:,} more"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _text(lines: list[str], count: int) -> str:
    """The lines, and how many more there would be."""
    return "\n".join([*lines, f"and {count - len(lines):,} more"] if count > len(lines) else lines)


def _span(low: int, high: int, names: Sequence[str]) -> str:
    return names[low] if low == high else f"{names[low]}…{names[high]}"


def _arcs_over_gaps(
    heads: Int32, node: int, holes: Sequence[tuple[int, int]], yields: Mapping[int, Sequence[tuple[int, int]]]
) -> list[int]:
    """The arcs within a yield that pass over one of its gaps."""
    words = np.concatenate([np.arange(low, high + 1) for low, high in yields[node]])
    words = words[words != node]
    above = heads[words - 1]
    left, right = np.minimum(words, above), np.maximum(words, above)
    begins, ends = np.array(holes).T
    nearest = np.searchsorted(begins, left, side="right")
    passes = (nearest < len(begins)) & (ends[np.minimum(nearest, len(begins) - 1)] < right)
    return [int(word) for word in words[passes]]


def _together(found: Sequence[Violation]) -> Violation:
    return Violation([arc for one in found for arc in one.arcs], "\n".join(one.text for one in found))
