"""Static oracles derive every tree that their systems can build, and no other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from tests.enumeration import Heads, all_trees, trees_up_to
from tests.transition.oracles.judge import derived
from tests.transition.oracles.tree_classes import any_tree, labelled_trees, planar, two_planar

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.structure import is_projective, planes
from multiplane.transition import get
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import view
from multiplane.transition.oracles import gold_tree, next_transition, profile_of
from multiplane.treebank.tree import Tree

CLASSES: dict[str, Callable[[Heads], bool]] = {
    "arc-standard": is_projective,
    "arc-standard-stack": is_projective,
    "arc-eager": is_projective,
    "arc-hybrid": is_projective,
    "easy-first": is_projective,
    "dag-arc-standard": is_projective,
    "dag-arc-eager": is_projective,
    "covington-projective": is_projective,
    "planar": planar,
    "planar+no-covered-roots": is_projective,
    "planar-graph": planar,
    "planar-graph+single-head": planar,
    "planar-graph+acyclic": planar,
    "planar-graph+no-covered-roots": is_projective,
    "2-planar": two_planar,
    "3-planar": any_tree,
    "swap": any_tree,
    "covington": any_tree,
}
ROOTED: dict[str, Callable[[Heads], bool]] = {
    "arc-eager+root": is_projective,
    "arc-standard+root": is_projective,
    "arc-hybrid+root": is_projective,
    "planar+root": planar,
    "2-planar+root": two_planar,
    "swap+root": any_tree,
    "covington+root": any_tree,
    "undirected-planar": planar,
    "undirected-planar+naive": is_projective,
    "undirected-planar+label-a": planar,
    "undirected-2-planar": two_planar,
    "undirected-2-planar+naive": lambda heads: planes(heads).count <= 2,
    "undirected-3-planar": any_tree,
    "undirected-covington": any_tree,
    "undirected-covington+naive": any_tree,
    "undirected-covington+label-a": any_tree,
}


@pytest.mark.parametrize("name", CLASSES)
def test_every_tree_of_the_class_and_no_other(name: str) -> None:
    for words in range(1, 6):
        assert derived(name, words) == set(filter(CLASSES[name], all_trees(words)))


@pytest.mark.long
@pytest.mark.parametrize("name", CLASSES)
def test_every_tree_of_six_words(name: str) -> None:
    assert derived(name, 6) == set(filter(CLASSES[name], all_trees(6)))


@pytest.mark.parametrize("name", {**CLASSES, **ROOTED})
def test_running_the_sequence_gives_the_tree(name: str) -> None:
    system, in_class = get(name), {**CLASSES, **ROOTED}[name]
    for heads in trees_up_to(4):
        if in_class(heads):
            assert system.run(len(heads), system.derive(heads)) == list(heads)
        else:
            with pytest.raises(MultiplaneError, match=r"builds the tree.* loses \d arc"):
                system.derive(heads)


@pytest.mark.parametrize("name", ["swap", "covington", "swap+lba+rba", "undirected-covington", "9-planar"])
@given(tree=labelled_trees())
def test_labels_come_back_with_long_sentences(name: str, tree: Tree) -> None:
    built = get(name).run_tree(len(tree), get(name).derive(tree, tree.labels))
    assert built.heads.tolist() == tree.heads.tolist()
    inner = tree.heads > 0
    assert [label for label, has_arc in zip(built.labels, inner, strict=True) if has_arc] == [
        label for label, has_arc in zip(tree.labels, inner, strict=True) if has_arc
    ]


@kernel
def follow_inside(profile: Int32, program: Int32, memory: Int32, gold: Int32, longest: int, label: int) -> int:
    steps = 0
    transition = next_transition(profile, program, memory, gold, longest)
    while transition >= 0:
        apply(memory, program, transition, label)
        steps += 1
        transition = next_transition(profile, program, memory, gold, longest)
    return steps


def test_the_next_transition_inside_another_kernel() -> None:
    system, heads = get("2-planar"), np.array([3, 4, 0, 3], np.int32)
    profile, memory = profile_of(system, 4), system.memory(4)
    assert follow_inside(profile, system.program(4), memory, gold_tree(profile, heads), 1, -1) == 10
    assert view(memory).heads == [3, 4, -1, 3]


@pytest.mark.slow
def test_real_trees_come_back(treebanks: Path) -> None:
    """The first sentences of every treebank, by a system for each kind of oracle."""
    for path in sorted(treebanks.glob("*/train.conll*")):
        for sentence in multiplane.read(path)[:4]:
            tree, words = sentence.tree, len(sentence.tree)
            for name in ("swap", "covington", "4-planar", "undirected-4-planar", "swap+lba+rba+lnba+rnba"):
                built = get(name).run_tree(words, get(name).derive(tree, tree.labels))
                assert built.heads.tolist() == tree.heads.tolist()
            if is_projective(tree.heads):
                for name in ("arc-eager+lba", "arc-standard", "arc-hybrid+rba", "easy-first", "covington-projective"):
                    assert get(name).run(words, get(name).derive(tree)) == tree.heads.tolist()
