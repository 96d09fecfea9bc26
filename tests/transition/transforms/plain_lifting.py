"""Lifting and putting back in plain Python, string by string: the judge of the kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from multiplane.treebank.tree import Tree

UP = "↑"
DOWN = "↓"


@dataclass(frozen=True, slots=True)
class _Mark:
    """A label taken apart: what it was, whether the arc was lifted and from a head of which label, path or not."""

    label: str
    lifted: bool
    target: str
    path: bool


def lift(tree: Tree, scheme: str = "head") -> Tree:
    """The projective tree with the lifts noted in its labels."""
    heads = [0, *tree.heads.tolist()]
    path: set[int] = set()
    while (word := _shortest_non_projective(heads)) is not None:
        path.add(heads[word])
        heads[word] = heads[heads[word]]
    labels = []
    for word, label in enumerate(tree.labels, 1):
        true_head = int(tree.heads[word - 1])
        if heads[word] != true_head:
            label += UP + (tree.labels[true_head - 1] if "head" in scheme else "")
        if word in path and "path" in scheme:
            label += DOWN
        labels.append(label)
    return Tree(heads[1:], labels, tree.forms)


def unlift(tree: Tree, scheme: str = "head") -> Tree:
    """The tree with every lifted arc put back where its mark says, as far as it can be found; no marks are left."""
    heads = [0, *tree.heads.tolist()]
    marks = [_Mark("", False, "", False), *map(_take_apart, tree.labels)]
    away = {word for word, mark in enumerate(marks) if mark.lifted}
    progress = True
    while progress:
        progress = False
        for word in _breadth_first(heads, 0, lambda _: True):
            if word in away and (found := _true_head(heads, marks, word, scheme)) is not None:
                heads[word] = found
                away.remove(word)
                progress = True
    return Tree(heads[1:], [mark.label for mark in marks[1:]], tree.forms)


def _shortest_non_projective(heads: Sequence[int]) -> int | None:
    """The dependent of the shortest arc that covers a word its head does not dominate; the leftmost of several."""
    best: tuple[int, int] | None = None
    for word in range(1, len(heads)):
        head = heads[word]
        length = abs(head - word)
        if (best is None or length < best[0]) and head and not _is_projective(heads, head, word):
            best = (length, word)
    return None if best is None else best[1]


def _is_projective(heads: Sequence[int], head: int, word: int) -> bool:
    low, high = min(head, word), max(head, word)
    for between in range(low + 1, high):
        node = between
        while node and node != head:
            node = heads[node]
        if node != head:
            return False
    return True


def _take_apart(label: str) -> _Mark:
    path = label.endswith(DOWN)
    base, lifted, target = label.removesuffix(DOWN).partition(UP)
    return _Mark(base, bool(lifted), target, path)


def _true_head(heads: Sequence[int], marks: Sequence[_Mark], word: int, scheme: str) -> int | None:
    """The first node below the word's present head, in breadth-first order, that its mark describes."""

    def on_path(node: int) -> bool:
        return node != word and marks[node].path

    def not_below(node: int) -> bool:
        return node != word

    def ends_path(node: int) -> bool:
        return not any(head == node and on_path(child) for child, head in enumerate(heads) if child)

    def has_label(node: int) -> bool:
        return marks[node].label == marks[word].target

    follow = not_below if scheme == "head" else on_path
    wanted = ends_path if scheme == "path" else has_label
    return next(filter(wanted, _breadth_first(heads, heads[word], follow)), None)


def _breadth_first(heads: Sequence[int], top: int, follow: Callable[[int], bool]) -> list[int]:
    """The nodes under one node level by level, each level from left to right, below nodes that may be followed."""
    children: list[list[int]] = [[] for _ in heads]
    for word in range(1, len(heads)):
        children[heads[word]].append(word)
    level, order = [top], []
    while level:
        level = sorted(child for node in level for child in children[node] if follow(child))
        order += level
    return order
