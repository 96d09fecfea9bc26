"""Undirected parsing (UND): systems that build edges without a direction, and the tree that is found from the edges.

Reconstruction (UND §4) is the minimum branching over both directions of each edge and arcs from 0. The edges are a
forest, so the branching is found in O(n): the best root of each component, by moving the root along the edges. Costs:
*naive* 1 for either direction, 2 for a new arc from 0; *label-a* and *label-b* 1 where the direction agrees with the
label (``X^l``, ``X^r``) and 2 where not, and 2n for new arcs from 0 (a) or for all of them (b).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import ARC_OPCODES, Composition, ElementaryStep, Opcode
from multiplane.transition.algebra.family import Family, Transitions, each_step, expanded, opcodes_used
from multiplane.transition.algebra.guards import Kind

METHODS = ("naive", "label-a", "label-b")
NEW_ROOT_LABEL = "root"

Edge = tuple[int, int]


def undirected(transitions: Transitions) -> dict[str, Composition | Family]:
    """Left and right arcs become one ARC without single-head guards; an error where they differ in more than direction.

    >>> from multiplane.transition.algebra.composition import LEFT_ARC, RIGHT_ARC, SHIFT
    >>> from multiplane.transition.algebra.guards import BUFFER_HAS_HEAD, STACK_HAS_HEAD
    >>> left, right = LEFT_ARC.where(~STACK_HAS_HEAD), RIGHT_ARC.where(~BUFFER_HAS_HEAD)
    >>> list(undirected({"shift": SHIFT, "left": left, "right": right}))
    ['shift', 'arc']
    """
    result: dict[str, Composition | Family] = {}
    arcs: dict[Composition | Family, str] = {}
    for name, transition in each_step(transitions, _undirected_step).items():
        if opcodes_used({name: transition}).isdisjoint(ARC_OPCODES):
            result[name] = transition
        else:
            arcs.setdefault(transition, name)
            result["arc"] = transition
    if len(arcs) > 1:
        names = " and ".join(arcs.values())
        raise MultiplaneError(f"found arc transitions {names}, which differ in more than direction; no undirected form")
    for name, transition in expanded(result, 2).items():
        if any(map(_tests_for_heads, transition.steps)):
            raise MultiplaneError(f"found {name} = {transition}; an undirected system cannot test for heads")
    return result


def _undirected_step(step: ElementaryStep) -> ElementaryStep:
    if step.opcode not in ARC_OPCODES:
        return step
    return replace(step, opcode=Opcode.ARC, guard=step.guard.without(Kind.HAS_HEAD))


def _tests_for_heads(step: ElementaryStep) -> bool:
    return any(atom.kind in (Kind.HAS_HEAD, Kind.SKIPPED_HAVE_HEADS) for atom in step.guard.atoms())


def with_direction(label: str, head: int, dependent: int) -> str:
    """The label of an edge that remembers which way its arc pointed.

    >>> with_direction("obj", 2, 5), with_direction("nsubj", 2, 1)
    ('obj^r', 'nsubj^l')
    """
    return label + ("^r" if head < dependent else "^l")


def without_direction(label: str) -> str:
    """The label as it was.

    >>> without_direction("obj^r"), without_direction("obj")
    ('obj', 'obj')
    """
    return label[:-2] if label.endswith(("^l", "^r")) else label


def arc_cost(method: str, words: int, head: int, dependent: int, label: str | None) -> int:
    """The cost of an arc; its label is None where there was no edge.

    >>> arc_cost("label-b", 5, 2, 3, "obj^r"), arc_cost("label-b", 5, 3, 2, "obj^r"), arc_cost("label-b", 5, 0, 2, None)
    (1, 2, 10)
    """
    if label is None or (method == "label-b" and head == 0):
        return 2 if method == "naive" else 2 * words
    if method == "naive" or not label.endswith(("^l", "^r")):
        return 1
    return 1 if label.endswith("^r" if head < dependent else "^l") else 2


def reconstruct(
    words: int, edges: Sequence[Edge], labels: Sequence[str], method: str = "label-b"
) -> tuple[list[int], list[str]]:
    """Heads and labels of the cheapest tree; of equally good roots of a component, the leftmost.

    >>> reconstruct(3, [(1, 2), (2, 3)], ["det^l", "obj^r"])
    ([2, 0, 2], ['det', 'root', 'obj'])
    """
    if method not in METHODS:
        raise MultiplaneError(f"found reconstruction {method!r}; expected one of {', '.join(METHODS)}")
    neighbours: list[dict[int, str]] = [{} for _ in range(words + 1)]
    root_labels: dict[int, str] = {}
    for (one, two), label in zip(edges, labels, strict=True):
        if 0 in (one, two):
            root_labels[one + two] = label
        if method == "label-b" and 0 in (one, two):
            continue
        neighbours[one][two] = neighbours[two][one] = label
    heads = [-1] * (words + 1)
    result = ["_"] * (words + 1)
    _point_away(0, neighbours, heads, result)
    for word in range(1, words + 1):
        if heads[word] < 0:
            best = _best_root(word, neighbours, method, words)
            heads[best] = 0
            result[best] = without_direction(root_labels.get(best, NEW_ROOT_LABEL))
            _point_away(best, neighbours, heads, result)
    return heads[1:], result[1:]


def _point_away(root: int, neighbours: list[dict[int, str]], heads: list[int], labels: list[str]) -> None:
    """Direct every edge of the root's component away from it."""
    pending = [root]
    while pending:
        head = pending.pop()
        for node, label in neighbours[head].items():
            if heads[node] < 0 and node != root and node != 0:
                heads[node], labels[node] = head, without_direction(label)
                pending.append(node)


def _best_root(start: int, neighbours: list[dict[int, str]], method: str, words: int) -> int:
    """The word of the component whose choice as root costs least."""
    order, towards_start = [start], {start: 0}
    for node in order:
        for other in neighbours[node]:
            if other not in towards_start:
                towards_start[other] = node
                order.append(other)
    extra = {start: 0}
    for node in order[1:]:
        head, label = towards_start[node], neighbours[node][towards_start[node]]
        turned = arc_cost(method, words, node, head, label) - arc_cost(method, words, head, node, label)
        extra[node] = extra[head] + turned
    return min(sorted(order), key=extra.__getitem__)
