"""Derive and run: every tree of a system's class comes back, labels too; bad sequences are told where they fail."""

from __future__ import annotations

import pytest
from tests.enumeration import all_trees, trees_up_to

from multiplane.errors import MultiplaneError, TreeError
from multiplane.kernels.interpret import kernels
from multiplane.structure import is_k_planar, is_planar, is_projective
from multiplane.transition import REDUCE, SHIFT, System, get
from multiplane.treebank.tree import Tree

CLASSES = {
    "arc-standard": is_projective,
    "arc-standard-stack": is_projective,
    "arc-eager": is_projective,
    "arc-hybrid": is_projective,
    "easy-first": is_projective,
    "covington-projective": is_projective,
    "planar+no-covered-roots": is_projective,
    "arc-eager+lba+rba": is_projective,
    "arc-eager+root": is_projective,
    "dag-arc-eager": is_projective,
    "planar": lambda heads: is_planar(heads, root_arcs=False),
    "planar-graph": lambda heads: is_planar(heads, root_arcs=False),
    "undirected-planar": lambda heads: is_planar(heads, root_arcs=False),
    "undirected-planar+naive": lambda heads: is_planar(heads, root_arcs=True),
    "2-planar": lambda heads: is_k_planar(heads, 2, root_arcs=False),
    "2-planar+rba": lambda heads: is_k_planar(heads, 2, root_arcs=False),
    "undirected-2-planar": lambda heads: is_k_planar(heads, 2, root_arcs=False),
    "swap": lambda heads: True,
    "covington": lambda heads: True,
    "undirected-covington": lambda heads: True,
    "undirected-covington+naive": lambda heads: True,
    "undirected-covington+label-a": lambda heads: True,
}


@pytest.mark.parametrize("name", CLASSES)
def test_derived_trees_come_back_and_others_are_refused(name: str) -> None:
    system = get(name)
    for heads in trees_up_to(4):
        if CLASSES[name](heads):
            assert system.run(len(heads), system.derive(heads)) == list(heads)
        else:
            with pytest.raises(MultiplaneError, match=name.replace("+", r"\+")):
                system.derive(heads)


@pytest.mark.parametrize(
    "name", ["arc-eager+root", "swap+root", "undirected-covington+label-a", "arc-eager+pp:head+path"]
)
def test_labels_come_back(name: str) -> None:
    system = get(name)
    for heads in all_trees(3):
        tree = Tree(heads, ["a:b", "c", "d^e"])
        if name.startswith("arc-eager+root") and not is_projective(heads):
            continue
        assert system.run_tree(3, system.derive(tree, tree.labels)) == tree


def test_every_arc_under_every_label_is_kept() -> None:
    """As many arcs as three words can have: both directions of each pair, under two labels and none."""
    arcs = [f"{way}{label}" for way in ("left", "right") for label in ("", ":a", ":b")]
    with kernels("interpreted"):
        graph = get("planar-graph").run_graph(3, ["shift", *arcs, "shift", *arcs, "reduce", *arcs, "shift"])
    pairs = [(head, word) for word in (1, 2, 3) for head in (1, 2, 3) if head != word]
    assert list(zip(graph.arcs, graph.labels, strict=True)) == [(arc, label) for arc in pairs for label in "_ab"]


def test_words_without_a_head_are_attached_to_the_root() -> None:
    system = get("arc-eager")
    assert system.run(3, ["shift"] * 3) == [0, 0, 0]
    assert system.run_tree(2, ["shift", "left:det", "shift"]).labels == ("det", "root")
    assert system.run(0, []) == []


def test_longer_sentences() -> None:
    heads = [0, *range(1, 60)]
    for name in ("arc-eager", "planar", "2-planar", "easy-first"):
        assert get(name).run(60, get(name).derive(heads)) == heads


@pytest.mark.parametrize(
    ("sequence", "message"),
    [
        (["shift", "jump"], "step 2: found transition 'jump'; it has shift, reduce, left, right"),
        (["left"], r"step 1: left is not permitted at σ \[\] β \[1 2\]"),
        (["shift", "reduce"], r"step 2: reduce is not permitted at σ \[1\] β \[2\]"),
        (["shift"], "ends with 1 of 2 words in the buffer"),
        (["shift", "shift", "shift"], "step 3: shift is not permitted"),
    ],
)
def test_bad_sequences(sequence: list[str], message: str) -> None:
    with pytest.raises(MultiplaneError, match=message):
        get("arc-eager").run(2, sequence)


def test_bad_trees_and_sizes() -> None:
    with pytest.raises(TreeError, match="cycle"):
        get("arc-eager").derive([2, 1])
    with pytest.raises(MultiplaneError, match="found -1 words"):
        get("arc-eager").run(-1, [])


def test_the_search_says_when_it_gives_up() -> None:
    from multiplane.transition.oracles.static.search import Goal, search

    system = System("poor", shift=SHIFT, reduce=REDUCE)
    with pytest.raises(MultiplaneError, match="no sequence of transitions builds 3 words with 1 → 2"):
        search(system, Goal(3, {(1, 2): "_"}, labelled=False))
    with pytest.raises(MultiplaneError, match="gave up the search after 2 configurations"):
        search(get("planar"), Goal(3, {(3, 1): "_"}, labelled=False), budget=2)


def test_configurations_are_for_people() -> None:
    here = get("covington").start(3).apply("shift").apply("shift").apply("no-arc")
    assert str(here) == "σ [1] λ₂ [2] β [3]"
    assert repr(here.copy().apply("left")) == "Configuration('σ [] λ₂ [1 2] β [3] 3 → 1')"
    assert here.active == 0 and here.skipped == [2] and not here.is_terminal
    assert str(get("undirected-planar").start(2).apply("shift").apply("arc")) == "σ [1] β [2] 1 – 2"
    with pytest.raises(MultiplaneError, match="found transition 'fly'"):
        here.apply("fly")
