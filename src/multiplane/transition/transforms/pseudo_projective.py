"""Pseudo-projective trees (Nivre & Nilsson 2005): lift non-projective arcs, note in the labels how to put them back.

``lift`` moves the shortest non-projective arc to its head's head until the tree is projective. A lifted arc labelled r
becomes ``r↑h`` (scheme *head*: h is the label of the true head), ``r↑`` (*path*) or ``r↑h`` (*head+path*); in the two
path schemes the arcs along the way carry ``↓``. ``unlift`` finds the true heads again by breadth-first search, from the
top of the tree down; an arc whose head is not found is tried again after others are back in place. ``lift_all`` and
``unlift_all`` do the same for whole treebanks. A lift takes O(n · arc length).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import preorder
from multiplane.treebank.tree import Tree

HEAD, PATH, HEAD_AND_PATH = range(3)
NUMBERS = {"head": HEAD, "path": PATH, "head+path": HEAD_AND_PATH}
SCHEMES = tuple(NUMBERS)
UP = "↑"
DOWN = "↓"


@dataclass(frozen=True, slots=True, eq=False)
class LabelledTrees:
    """The trees of a treebank: heads and label numbers of all words, one sentence after the other, and the labels."""

    heads: Int32
    labels: Int32
    vocabulary: tuple[str, ...]


def lift(tree: Tree, scheme: str = "head") -> Tree:
    """The projective tree with the lifts noted in its labels.

    >>> tree = Tree([3, 4, 0, 3], labels=["a", "b", "root", "d"])
    >>> lifted = lift(tree, "head+path")
    >>> lifted.heads.tolist(), list(lifted.labels)
    ([3, 3, 0, 3], ['a', 'b↑d', 'root', 'd↓'])
    """
    return _as_tree(lift_all(_as_trees(tree), np.array([0, len(tree)]), scheme), tree.forms)


def unlift(tree: Tree, scheme: str = "head") -> Tree:
    """The tree with every lifted arc put back where its mark says, as far as it can be found; no marks are left.

    >>> tree = Tree([3, 4, 0, 3], labels=["a", "b", "root", "d"])
    >>> unlift(lift(tree, "path"), "path") == tree
    True
    """
    return _as_tree(unlift_all(_as_trees(tree), np.array([0, len(tree)]), scheme), tree.forms)


def lift_all(trees: LabelledTrees, offsets: Int64, scheme: str = "head") -> LabelledTrees:
    """The projective trees of a treebank; their vocabulary begins with the original labels.

    >>> trees = LabelledTrees(np.array([3, 4, 0, 3]), np.array([0, 1, 2, 0]), ("a", "b", "root"))
    >>> lifted = lift_all(trees, np.array([0, 4]), "path")
    >>> lifted.heads.tolist(), lifted.labels.tolist(), lifted.vocabulary
    ([3, 3, 0, 3], [0, 4, 2, 3], ('a', 'b', 'root', 'a↓', 'b↑'))
    """
    _check_scheme(scheme)
    for label in trees.vocabulary:
        if UP in label or DOWN in label:
            raise MultiplaneError(f"found label {label!r}; {UP} and {DOWN} are kept for pseudo-projective marks")
    heads, path = np.array(trees.heads, np.int32), np.zeros(len(trees.heads), np.int32)
    lift_heads(heads, np.require(offsets, np.int64, ["C", "W"]), path)
    lifted = heads != trees.heads
    places = np.repeat(offsets[:-1], np.diff(offsets)) + trees.heads - 1
    targets = np.where(lifted & ("head" in scheme), trees.labels[places], -1)
    marks = np.stack((trees.labels, lifted, targets, path if "path" in scheme else np.zeros_like(path)), axis=1)
    kinds, kind_of = np.unique(marks, axis=0, return_inverse=True)
    known = {name: number for number, name in enumerate(trees.vocabulary)}
    numbers = []
    for label, up, target, down in kinds.tolist():
        name = trees.vocabulary[label] + UP * up + (trees.vocabulary[target] if target >= 0 else "") + DOWN * down
        numbers.append(known.setdefault(name, len(known)))
    return LabelledTrees(heads, np.array(numbers, np.int32)[kind_of.ravel()], tuple(known))


def unlift_all(trees: LabelledTrees, offsets: Int64, scheme: str = "head") -> LabelledTrees:
    """The trees of a treebank with lifted arcs put back, and a vocabulary without marks.

    >>> trees = LabelledTrees(np.array([3, 4, 0, 3]), np.array([0, 1, 2, 0]), ("a", "b", "root"))
    >>> unlift_all(lift_all(trees, np.array([0, 4]), "path"), np.array([0, 4]), "path").heads.tolist()
    [3, 4, 0, 3]
    """
    _check_scheme(scheme)
    known: dict[str, int] = {}
    marks = np.empty((len(trees.vocabulary), 4), np.int32)
    for number, name in enumerate(trees.vocabulary):
        plain, up, target = name.removesuffix(DOWN).partition(UP)
        wanted = known.setdefault(target, len(known)) if target else -1
        marks[number] = known.setdefault(plain, len(known)), bool(up), wanted, name.endswith(DOWN)
    labels, lifted, targets, path = (marks[trees.labels, column].copy() for column in range(4))
    heads = np.array(trees.heads, np.int32)
    offsets = np.require(offsets, np.int64, ["C", "W"])
    unlift_heads(heads, offsets, labels, lifted, targets, path, NUMBERS[scheme])
    return LabelledTrees(heads, labels, tuple(known))


def _check_scheme(scheme: str) -> None:
    if scheme not in SCHEMES:
        raise MultiplaneError(f"found pseudo-projective scheme {scheme!r}; expected one of {', '.join(SCHEMES)}")


def _as_trees(tree: Tree) -> LabelledTrees:
    known = {name: number for number, name in enumerate(dict.fromkeys(tree.labels))}
    return LabelledTrees(tree.heads, np.array([known[name] for name in tree.labels], np.int32), tuple(known))


def _as_tree(trees: LabelledTrees, forms: Sequence[str]) -> Tree:
    return Tree(trees.heads, [trees.vocabulary[number] for number in trees.labels], forms)


@kernel
def shortest_non_projective(head: Int32) -> int:
    """The dependent of the shortest arc that covers a word its head does not dominate, leftmost of several; or 0."""
    enter, leave = preorder(head)
    best, length = 0, len(head)
    for word in range(1, len(head)):
        above = head[word]
        if above == 0 or abs(above - word) >= length:
            continue
        for between in range(min(above, word) + 1, max(above, word)):
            if not enter[above] <= enter[between] < leave[above]:
                best, length = word, abs(above - word)
                break
    return best


@kernel
def lift_heads(heads: Int32, offsets: Int64, path: Int32) -> None:
    """Make the heads of all sentences projective in place; mark the words along the paths of lifted arcs."""
    for sentence in range(len(offsets) - 1):
        begin, end = offsets[sentence], offsets[sentence + 1]
        head = np.full(end - begin + 1, -1, np.int32)
        for place in range(begin, end):
            head[place - begin + 1] = heads[place]
        word = shortest_non_projective(head)
        while word > 0:
            path[begin + head[word] - 1] = 1
            head[word] = head[head[word]]
            heads[begin + word - 1] = head[word]
            word = shortest_non_projective(head)


@kernel
def has_child_on_path(head: Int32, path: Int32, node: int, word: int) -> bool:
    """Whether the path goes on below this node, leaving out the word that is put back."""
    found = False
    for child in range(1, len(head)):
        found = found or (head[child] == node and child != word and path[child] == 1)
    return found


@kernel
def true_head(head: Int32, label: Int32, target: int, path: Int32, word: int, scheme: int) -> int:
    """The first node below the word's present head, in breadth-first order, that its mark describes; or −1.

    The path schemes follow marked words only, and *path* alone wants the one where the path ends.
    """
    nodes = len(head)
    level = np.zeros(nodes, np.bool_)
    level[head[word]] = True
    more = True
    while more:
        more = False
        below = np.zeros(nodes, np.bool_)
        for node in range(1, nodes):
            if node == word or not level[head[node]] or (scheme != HEAD and path[node] == 0):
                continue
            if scheme == PATH and not has_child_on_path(head, path, node, word):
                return node
            if scheme != PATH and label[node] == target:
                return node
            below[node] = True
            more = True
        level = below
    return -1


@kernel
def from_the_top(head: Int32) -> Int32:
    """All words, level by level from the root down, each level from left to right."""
    nodes = len(head)
    order = np.zeros(nodes, np.int32)
    level_of = np.full(nodes, -1, np.int32)
    level_of[0] = 0
    count, level = 1, 0
    while count < nodes:
        for word in range(1, nodes):
            if level_of[word] < 0 and level_of[head[word]] == level:
                level_of[word] = level + 1
                order[count] = word
                count += 1
        level += 1
    return order[1:]


@kernel
def unlift_heads(
    heads: Int32, offsets: Int64, labels: Int32, lifted: Int32, targets: Int32, path: Int32, scheme: int
) -> None:
    """Put lifted arcs of all sentences back in place, from the top down, and repeat as long as one is found."""
    for sentence in range(len(offsets) - 1):
        begin, end = offsets[sentence], offsets[sentence + 1]
        nodes = end - begin + 1
        head, label = np.full(nodes, -1, np.int32), np.full(nodes, -1, np.int32)
        marked, away = np.zeros(nodes, np.int32), 0
        for place in range(begin, end):
            node = place - begin + 1
            head[node], label[node], marked[node] = heads[place], labels[place], path[place]
            away += lifted[place]
        progress = away > 0
        while progress:
            progress = False
            for word in from_the_top(head):
                place = begin + word - 1
                if lifted[place] == 1:
                    found = true_head(head, label, targets[place], marked, word, scheme)
                    if found >= 0:
                        head[word] = found
                        heads[place] = found
                        lifted[place] = 0
                        progress = True
