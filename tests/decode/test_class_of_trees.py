"""A class as an object: its methods are the functions that take its name, and what it has not is an error."""

from __future__ import annotations

import numpy as np
import pytest

from multiplane import decode, read
from multiplane.decode import Trees, trees
from multiplane.errors import MultiplaneError
from multiplane.structure import FAMILIES, GRAPH_FAMILIES, explain, tree_class
from multiplane.treebank.graph import Graph

SCORES = np.random.default_rng(1).normal(size=(6, 6))
EVERY = {one.named(one.example or 0): one for one in (*FAMILIES, *GRAPH_FAMILIES)}


def heads(found: list[decode.Decoded]) -> list[list[int]]:
    return [tree.heads.tolist() for tree in found]


@pytest.mark.parametrize("name", EVERY)
def test_what_a_class_has_works_and_what_it_has_not_is_an_error(name: str) -> None:
    found = trees(name)
    calls = {
        "best": lambda: found.best(SCORES),
        "k_best": lambda: found.k_best(SCORES, 2),
        "marginals": lambda: found.marginals(SCORES[:3, :3]),
        "samples": lambda: found.samples(SCORES[:3, :3], 2),
    }
    for method, call in calls.items():
        assert (method in repr(found)) == (method in found.has)
        if method in found.has:
            call()
        else:
            with pytest.raises(MultiplaneError, match=f"'{name}'"):
                call()
    assert found.has[:2] == ("contains", "explain") and found.name == str(found) == name
    assert ("O(n^" in repr(found)) == ("best" in found.has)


def test_the_methods_are_the_functions() -> None:
    for name in ("all", "projective", "gap-minding"):
        found = trees(name)
        assert heads([found.best(SCORES)]) == heads([decode.decode(SCORES, name)]) == heads(found.k_best(SCORES, 1))
        assert heads(found.k_best(SCORES, 3, single_root=False)) == heads(decode.k_best(SCORES, found, 3, False))
        assert found.marginals(SCORES).log_partition == decode.marginals(SCORES, name).log_partition
    assert heads(trees("all").samples(SCORES, 5, seed=3)) == heads(decode.samples(SCORES, size=5, seed=3))
    assert isinstance(trees(tree_class("1ec")), Trees) and trees("1ec") is not trees("projective")


def test_membership_and_reasons_of_anything() -> None:
    sentence = read("sample:dutch-2")[0]
    for source in (sentence, sentence.tree, sentence.tree.heads.tolist()):
        assert not trees("projective").contains(source) and trees("2-planar").contains(source)
        assert trees("projective").explain(source).arcs == explain(sentence, "projective").arcs  # type: ignore[union-attr]
    graph = Graph.from_arcs(3, [(1, 2), (2, 3), (3, 1)])
    assert not trees("acyclic").contains(graph) and trees("planar").contains(graph)
    with pytest.raises(MultiplaneError, match="no class of graphs 'projective'"):
        trees("projective").contains(graph)
    assert trees("planar").contains([3, 0, 2]) is False and trees("planar").contains([3, 0, 2], root_arcs=False)
