"""Samples of a class are in the class; uniform ones have each of its trees as often as the others."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.enumeration import single_root_trees

from multiplane.errors import MultiplaneError
from multiplane.generate.sampling import (
    acceptance,
    class_sentences,
    random_tree,
    random_tree_sentences,
    treebank,
)
from multiplane.structure import CLASSES, classify_all, tree_class
from multiplane.treebank import Treebank

EXACT = [
    "2-planar",
    "3-planar",
    "well-nested",
    "gap-degree-1",
    "gap-degree-2",
    "well-nested-gap-1",
    "gap-minding",
    "one-endpoint-crossing",
    "mildly-ill-nested-1",
    "edge-degree-1",
    "multi-headed-4",
    "attardi-2",
]


@pytest.mark.parametrize("root_arcs", [True, False])
@pytest.mark.parametrize(
    "name", [*CLASSES, "two-planar", "any", "edge-degree-1", "multi-headed-4", "attardi-2", "mildly-ill-nested-0"]
)
def test_generated_sentences_are_in_the_class(name: str, root_arcs: bool) -> None:
    sample = treebank(150, name, seed=2, root_arcs=root_arcs)
    assert len(sample) == 150
    found = classify_all(sample.heads, sample.offsets, root_arcs)
    assert tree_class(name).count(found) == 150
    only_projective = tree_class(name).only_projective or (name == "planar" and root_arcs)
    assert (found.projective.sum() < 150) != only_projective


@pytest.mark.parametrize("name", EXACT)
def test_exactly_the_class(name: str) -> None:
    sample = treebank(40, name, seed=3, exactly=True)
    found = classify_all(sample.heads, sample.offsets)
    assert tree_class(name).count(found) == 40
    assert tree_class(name).smaller[0].count(found) == 0


def test_exactly_planar_needs_no_root_arcs() -> None:
    sample = treebank(40, "planar", seed=3, exactly=True, root_arcs=False)
    found = classify_all(sample.heads, sample.offsets, root_arcs=False)
    assert found.planar.all() and not found.projective.any()
    with pytest.raises(MultiplaneError, match="found exactly planar with root arcs"):
        treebank(1, "planar", exactly=True)


@pytest.mark.parametrize("name", ["all", "projective", "gap-degree-0", "multi-headed-3"])
def test_some_classes_have_no_smaller_one(name: str) -> None:
    with pytest.raises(MultiplaneError, match=r"found exactly .*; expected a class with a smaller one in it"):
        treebank(1, name, exactly=True)


@pytest.mark.parametrize("exactly", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["planar", *EXACT])
def test_uniform_trees(name: str, exactly: bool) -> None:
    if exactly and name in ("3-planar", "well-nested", "gap-degree-2", "mildly-ill-nested-1"):
        n, per_tree = 5, 25
    else:
        n, per_tree = 4, 40
    root_arcs = name != "planar"
    accept = acceptance(name, exactly=exactly, root_arcs=root_arcs)
    trees = [heads for heads in single_root_trees(n) if accept([list(heads)])[0]]
    rng = Random(11)
    if not trees:
        with pytest.raises(MultiplaneError, match=f"found no {name} tree in 500 random ones of {n} words"):
            random_tree(n, name, rng, exactly=exactly, root_arcs=root_arcs, tries=500)
        return
    counts = Counter(
        tuple(random_tree(n, name, rng, exactly=exactly, root_arcs=root_arcs)) for _ in range(per_tree * len(trees))
    )
    assert set(counts) == set(trees)
    statistic = sum((count - per_tree) ** 2 / per_tree for count in counts.values())
    assert abs(statistic - len(trees) + 1) <= 5 * (2 * len(trees)) ** 0.5


def test_uniform_trees_as_sentences() -> None:
    text = "".join(random_tree_sentences(200, "one-endpoint-crossing", 4, lengths=(2, 9)))
    assert text == "".join(random_tree_sentences(200, "one-endpoint-crossing", 4, lengths=(2, 9)))
    sample = Treebank.from_text(text)
    assert set(map(len, sample)) == set(range(2, 10))
    assert not sample.warnings
    assert classify_all(sample.heads, sample.offsets).one_endpoint_crossing.all()


def test_bad_lengths_and_rates() -> None:
    with pytest.raises(MultiplaneError, match="found lengths 5 to 4"):
        list(random_tree_sentences(1, lengths=(5, 4)))
    with pytest.raises(MultiplaneError, match=r"found crossing rate 0\.5 for projective trees; expected 0"):
        class_sentences(1, "projective", crossing_rate=0.5)
    with pytest.raises(MultiplaneError, match="no class 'round'"):
        class_sentences(1, "round")


def test_a_class_too_sparse_at_a_length() -> None:
    with pytest.raises(MultiplaneError, match="found no gap-minding tree in 2000 random ones of 40 words"):
        random_tree(40, "gap-minding", Random(1), tries=2000)
