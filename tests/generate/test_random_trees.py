"""Random trees against all trees: each as often as the others, by a chi-square test with fixed seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random

import pytest
from tests.enumeration import Heads, all_trees, single_root_trees
from tests.generate.uniform import assert_uniform

from multiplane.errors import MultiplaneError
from multiplane.generate.random_trees import (
    random_any_tree,
    random_planar_tree,
    random_projective_tree,
    random_tree_where,
)
from multiplane.treebank.tree import check_heads


def dominates(heads: Heads, node: int, word: int) -> bool:
    while word and word != node:
        word = heads[word - 1]
    return word == node


def projective(heads: Heads) -> bool:
    return all(
        dominates(heads, head, between)
        for word, head in enumerate(heads, 1)
        for between in range(min(word, head) + 1, max(word, head))
    )


def planar_between_words(heads: Heads) -> bool:
    arcs = [tuple(sorted((head, word))) for word, head in enumerate(heads, 1) if head]
    return not any(a < c < b < d or c < a < d < b for (a, b), (c, d) in combinations(arcs, 2))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_all_trees_with_one_root(n: int) -> None:
    assert_uniform(lambda rng: tuple(random_any_tree(n, rng)), single_root_trees(n))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_all_trees_with_any_number_of_roots(n: int) -> None:
    assert_uniform(lambda rng: tuple(random_any_tree(n, rng, single_root=False)), all_trees(n))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_projective_trees_with_one_root(n: int) -> None:
    assert_uniform(lambda rng: tuple(random_projective_tree(n, rng)), filter(projective, single_root_trees(n)))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_projective_trees_with_any_number_of_roots(n: int) -> None:
    assert_uniform(
        lambda rng: tuple(random_projective_tree(n, rng, single_root=False)), filter(projective, all_trees(n))
    )


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_planar_trees(n: int) -> None:
    assert_uniform(lambda rng: tuple(random_planar_tree(n, rng)), filter(planar_between_words, single_root_trees(n)))


def test_trees_with_a_property() -> None:
    def has_two_leaves(heads: Iterable[int]) -> bool:
        return len(set(heads) - {0}) == 2

    assert_uniform(
        lambda rng: tuple(random_tree_where(4, lambda trees: [has_two_leaves(heads) for heads in trees], rng)),
        filter(has_two_leaves, single_root_trees(4)),
    )


@pytest.mark.parametrize("draw", [random_any_tree, random_projective_tree, random_planar_tree])
def test_long_sentences(draw: Callable[[int, Random], list[int]]) -> None:
    heads = draw(400, Random(5))
    check_heads(heads)
    assert heads.count(0) == 1
    assert heads == draw(400, Random(5)) != draw(400, Random(6))


def test_a_property_without_trees_is_given_up() -> None:
    with pytest.raises(MultiplaneError, match="found no accepted tree in 100 random ones of 7 words"):
        random_tree_where(7, lambda trees: [False] * len(trees), Random(1), tries=100)


def test_a_length_below_one() -> None:
    with pytest.raises(MultiplaneError, match="found a length of 0 words"):
        random_any_tree(0, Random(1))
