"""Static oracles derive all that their systems can derive, and say why where they cannot."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.enumeration import Heads, all_trees, trees_up_to
from tests.transition.oracles.judge import derivable, derived
from tests.transition.oracles.tree_classes import any_tree, planar, two_planar

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.structure import is_projective, planes
from multiplane.transition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, STACK_HAS_HEAD, Graph, TransitionSystem, get
from multiplane.transition.analysis.verification import verify
from multiplane.transition.oracles.completeness import is_complete
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
BASES = ["arc-standard", "arc-standard-stack", "arc-eager", "arc-hybrid", "planar", "attardi-2"]
BUFFER_ARCS = [
    "+".join(("", *chosen)) for k in range(1, 5) for chosen in combinations(("lba", "rba", "lnba", "rnba"), k)
]


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


@pytest.mark.parametrize("name", ["attardi-1", "attardi-2", "attardi-3", "attardi-4"])
def test_attardi(name: str) -> None:
    for words in range(1, 6):
        assert derived(name, words) == derivable(name, words)


@pytest.mark.long
@pytest.mark.parametrize("name", ["attardi-2", "attardi-3", "attardi-4"])
def test_attardi_with_six_words(name: str) -> None:
    assert derived(name, 6) == derivable(name, 6)


@pytest.mark.parametrize("buffer_arcs", BUFFER_ARCS)
@pytest.mark.parametrize("base", [*BASES, "dag-arc-eager"])
def test_buffer_arcs(base: str, buffer_arcs: str) -> None:
    for words in (3, 4):
        assert derived(base + buffer_arcs, words) == derivable(base + buffer_arcs, words)


@pytest.mark.parametrize(
    "name",
    [
        "arc-standard+lnba+rnba",
        "arc-standard-stack+rba+lnba+rnba",
        "arc-eager+rba+rnba",
        "arc-hybrid+lba+rba+lnba+rnba",
        "attardi-2+lnba+rnba",
        "planar+lba+rba+lnba+rnba",
        "easy-first+lnba+rnba",
        "swap+lba+rba+lnba+rnba",
        "2-planar+lnba",
        "2-planar+lba+rba+lnba+rnba",
    ],
)
def test_buffer_arcs_with_five_words(name: str) -> None:
    assert derived(name, 5) == derivable(name, 5)


@pytest.mark.parametrize("name", ["arc-standard-stack+lba+lnba", "attardi-2+lnba", "arc-eager+lnba+rnba"])
def test_the_smallest_trees_in_which_an_arc_must_wait(name: str) -> None:
    """Six words: in the first two systems the first arc that can be built is not always the right one."""
    assert derived(name, 6) == derivable(name, 6)


@pytest.mark.long
@pytest.mark.parametrize("buffer_arcs", BUFFER_ARCS)
@pytest.mark.parametrize("base", BASES)
def test_buffer_arcs_with_six_words(base: str, buffer_arcs: str) -> None:
    assert derived(base + buffer_arcs, 6) == derivable(base + buffer_arcs, 6)


@st.composite
def trees(draw: st.DrawFn, most: int = 25) -> Tree:
    """Any tree: words in some order, each under the root or one before it; labels of four kinds."""
    words = draw(st.integers(1, most))
    order = draw(st.permutations(range(1, words + 1)))
    heads = [0] * words
    for place, word in enumerate(order):
        heads[word - 1] = draw(st.sampled_from([0, *order[:place]]))
    return Tree(heads, [draw(st.sampled_from("abcd")) for _ in range(words)])


@pytest.mark.parametrize("name", ["swap", "covington", "swap+lba+rba", "undirected-covington", "9-planar"])
@settings(max_examples=40, deadline=None)
@given(tree=trees())
def test_labels_come_back_with_long_sentences(name: str, tree: Tree) -> None:
    built = get(name).run_tree(len(tree), get(name).derive(tree, tree.labels))
    assert built.heads.tolist() == tree.heads.tolist()
    inner = tree.heads > 0
    assert [label for label, has_arc in zip(built.labels, inner, strict=True) if has_arc] == [
        label for label, has_arc in zip(tree.labels, inner, strict=True) if has_arc
    ]


@pytest.mark.parametrize("name", ["arc-eager", "planar", "2-planar", "attardi-3", "arc-hybrid+lnba+rnba"])
@settings(max_examples=60, deadline=None)
@given(tree=trees(most=18))
def test_the_sequence_of_any_tree_runs(name: str, tree: Tree) -> None:
    """A tree is derived and comes back, or it is refused, and the best effort loses as many arcs as it said."""
    system, heads = get(name), tree.heads.tolist()
    try:
        assert system.run(len(tree), system.derive(tree)) == heads
    except MultiplaneError as error:
        built = system.run(len(tree), system.derive(tree, best_effort=True))
        wrong = sum(one != two for one, two in zip(built, heads, strict=True))
        assert f"loses {wrong} arc" in str(error)


@pytest.mark.parametrize(
    ("name", "heads", "reason"),
    [
        ("arc-eager", [3, 4, 0, 3], "the tree: 3 → 1 and 4 → 2 cross; the best effort loses 1 arc"),
        ("arc-standard", [2, 0, 1], "the tree: 0 → 2 and 1 → 3 cross; the best effort loses 1 arc"),
        ("planar", [3, 4, 0, 3], "the tree: 3 → 1 and 4 → 2 cross; the best effort loses 1 arc"),
        ("2-planar", [4, 5, 6, 0, 4, 4], "the tree: 4 → 1, 5 → 2 and 6 → 3 all cross one another; the"),
        ("attardi-2", [0, 0, 0, 0, 1], "builds the tree; the best effort loses 1 arc"),
    ],
)
def test_reasons(name: str, heads: list[int], reason: str) -> None:
    with pytest.raises(MultiplaneError, match=f"system {name}: no sequence of transitions builds.*") as caught:
        get(name).derive(heads)
    assert reason in str(caught.value)


def test_an_odd_cycle_of_crossings_is_the_reason() -> None:
    """Five arcs, each crossing the next and no three all crossing: two planes are too few."""
    heads = [4, 9, 6, 0, 8, 0, 10, 0, 0, 0]
    assert len(planes(heads, root_arcs=False).clique) == 2
    with pytest.raises(MultiplaneError, match="each crosses the next, an odd number of them"):
        get("2-planar").derive(heads)


@pytest.mark.parametrize("name", ["dag-arc-eager", "planar-graph", "dag-arc-standard"])
def test_graphs_of_three_words(name: str) -> None:
    """Every graph that the system derives, where words may have several heads."""
    system = get(name)
    for graph in verify(system, 3).graphs:
        arcs = [(head, word) for word, heads in enumerate(graph, 1) for head in range(1, 4) if heads >> head & 1]
        goal = Graph.from_arcs(3, arcs)
        assert system.run_graph(3, system.derive_graph(goal)) == goal


def test_a_system_of_ones_own_has_an_oracle() -> None:
    """Read off its compositions, whatever its transitions are called; where it fails, the search goes on."""
    own = TransitionSystem(
        "own", push=SHIFT, pop=REDUCE.where(STACK_HAS_HEAD), back=LEFT_ARC.where(~STACK_HAS_HEAD), on=RIGHT_ARC >> SHIFT
    )
    assert not is_complete(own)
    for heads in filter(is_projective, all_trees(4)):
        assert own.run(4, own.derive(heads)) == list(heads)
    with pytest.raises(MultiplaneError, match="no sequence"):
        own.derive([3, 4, 0, 3])


def test_real_trees_come_back(treebanks: Path) -> None:
    """A few hundred sentences of every treebank, by a system for each kind of oracle."""
    for path in sorted(treebanks.glob("*/train.conll*")):
        for sentence in multiplane.read(path)[:60]:
            tree, words = sentence.tree, len(sentence.tree)
            for name in ("swap", "covington", "4-planar", "undirected-4-planar", "swap+lba+rba+lnba+rnba"):
                built = get(name).run_tree(words, get(name).derive(tree, tree.labels))
                assert built.heads.tolist() == tree.heads.tolist()
            if is_projective(tree.heads):
                for name in ("arc-eager+lba", "arc-standard", "arc-hybrid+rba", "easy-first", "covington-projective"):
                    assert get(name).run(words, get(name).derive(tree)) == tree.heads.tolist()
