"""Lifting gives projective trees, leaves projective ones alone, and is undone; on real treebanks nearly always."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.enumeration import all_trees, trees_up_to
from tests.transition.transforms import plain_lifting

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.generate.random_trees import random_any_tree
from multiplane.structure import is_projective
from multiplane.transition import get, lift, unlift
from multiplane.transition.transforms.pseudo_projective import SCHEMES, LabelledTrees, lift_all, unlift_all
from multiplane.treebank.tree import Tree


def with_own_labels(heads: tuple[int, ...]) -> Tree:
    """A tree in which every label occurs once, so that the label of a head says which word it is."""
    return Tree(heads, [f"l{word}" for word in range(1, len(heads) + 1)])


@pytest.mark.parametrize("words", [4, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_lifted_trees_are_projective_and_projective_ones_stay(scheme: str, words: int) -> None:
    for heads in trees_up_to(words):
        tree = with_own_labels(heads)
        lifted = lift(tree, scheme)
        assert is_projective(lifted.heads)
        assert (lifted == tree) == is_projective(heads)
        back = unlift(lifted, scheme)
        assert not any(mark in label for label in back.labels for mark in "↑↓")
        assert back.labels == tree.labels


def test_unique_labels_make_head_plus_path_exact() -> None:
    """With the head's label unique in the tree, the search can find no other node."""
    for heads in all_trees(5):
        tree = with_own_labels(heads)
        assert unlift(lift(tree, "head+path"), "head+path") == tree


def test_the_shortest_arc_is_lifted_first() -> None:
    tree = Tree([3, 4, 0, 3], labels=["a", "b", "root", "d"])
    assert lift(tree, "head").labels == ("a", "b↑d", "root", "d")
    assert lift(tree, "path").labels == ("a", "b↑", "root", "d↓")
    assert lift(tree, "head+path").labels == ("a", "b↑d", "root", "d↓")


def test_systems_behind_the_transformation_derive_every_tree() -> None:
    system = get("arc-standard+pp:head+path")
    for heads in all_trees(4):
        tree = with_own_labels(heads)
        sequence = system.derive(tree)
        assert system.run_tree(4, sequence) == tree


def test_marks_in_labels_are_refused() -> None:
    with pytest.raises(MultiplaneError, match="found label 'a↑b'"):
        lift(Tree([0], ["a↑b"]))
    with pytest.raises(MultiplaneError, match="scheme 'tail'"):
        lift(Tree([0]), "tail")
    with pytest.raises(MultiplaneError, match="scheme 'tail'"):
        unlift(Tree([0]), "tail")


@pytest.mark.parametrize(("scheme", "least"), [("head", 0.88), ("path", 0.95), ("head+path", 0.98)])
def test_real_arcs_come_back(treebanks: Path, scheme: str, least: float) -> None:
    """Of the arcs that are lifted in a treebank with many crossings, how many are found again."""
    path = sorted(treebanks.glob("czech*/dev.conllu"))
    if not path:
        pytest.skip("no Czech treebank")
    lifted = recovered = 0
    for sentence in multiplane.read(path[0]):
        tree = sentence.tree
        if is_projective(tree.heads):
            continue
        changed = lift(tree, scheme).heads != tree.heads
        back = unlift(lift(tree, scheme), scheme).heads == tree.heads
        lifted += int(changed.sum())
        recovered += int((changed & back).sum())
    assert lifted > 50
    assert recovered / lifted > least


@pytest.mark.parametrize("scheme", SCHEMES)
def test_kernels_equal_the_plain_algorithm(scheme: str) -> None:
    """On all trees of three words under all labellings of two labels, and of four words under one of few labels."""
    see_that_kernels_equal_the_plain_algorithm(scheme, 3)


@pytest.mark.long
@pytest.mark.parametrize("scheme", SCHEMES)
def test_kernels_equal_the_plain_algorithm_on_more_words(scheme: str) -> None:
    see_that_kernels_equal_the_plain_algorithm(scheme, 4)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_kernels_equal_the_plain_algorithm_on_large_trees(scheme: str) -> None:
    """Trees with several arcs of one length, of which the leftmost is lifted first."""
    rng = Random(4)
    for words in [7, 9, 12] * 15:
        compare_with_plain(Tree(random_any_tree(words, rng), rng.choices("abc", k=words)), scheme)


def see_that_kernels_equal_the_plain_algorithm(scheme: str, words: int) -> None:
    for heads in trees_up_to(words):
        for labels in product("ab", repeat=len(heads)):
            compare_with_plain(Tree(heads, labels), scheme)
    for number, heads in enumerate(all_trees(words + 1)):
        labels = ["abc"[(number * word + word) % 3] for word in range(words + 1)]
        compare_with_plain(Tree(heads, labels), scheme)


def compare_with_plain(tree: Tree, scheme: str) -> None:
    lifted = lift(tree, scheme)
    assert lifted == plain_lifting.lift(tree, scheme)
    assert unlift(lifted, scheme) == plain_lifting.unlift(lifted, scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_whole_treebanks_at_once(scheme: str) -> None:
    """The flat arrays of several sentences give what each sentence gives alone."""
    trees = [Tree(heads, [f"l{(word * 7 + len(heads)) % 3}" for word in range(len(heads))]) for heads in all_trees(4)]
    labels = [label for tree in trees for label in tree.labels]
    vocabulary = tuple(sorted(set(labels)))
    flat = LabelledTrees(
        np.concatenate([tree.heads for tree in trees]),
        np.array([vocabulary.index(label) for label in labels], np.int32),
        vocabulary,
    )
    offsets = np.arange(0, 4 * len(trees) + 1, 4)
    lifted = lift_all(flat, offsets, scheme)
    back = unlift_all(lifted, offsets, scheme)
    for number, tree in enumerate(trees):
        alone = lift(tree, scheme)
        here = slice(4 * number, 4 * number + 4)
        assert lifted.heads[here].tolist() == alone.heads.tolist()
        assert [lifted.vocabulary[label] for label in lifted.labels[here]] == list(alone.labels)
        assert back.heads[here].tolist() == unlift(alone, scheme).heads.tolist()
    assert [back.vocabulary[label] for label in back.labels] == labels
