"""Explanations: none inside a class, arcs and words outside it, and repairs that do repair."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.enumeration import trees_up_to

import multiplane
from multiplane.errors import MultiplaneError, TreeError
from multiplane.structure import CLASSES, classify, explain, explained, tree_class
from multiplane.structure.explanation import Repair
from multiplane.treebank.graph import Graph

NAMES = [
    *CLASSES,
    "all",
    "4-planar",
    "well-nested-gap-2",
    "mildly-ill-nested-0",
    "edge-degree-0",
    "edge-degree-1",
    "multi-headed-3",
    "multi-headed-4",
    "attardi-1",
    "attardi-2",
]


@pytest.mark.parametrize("name", NAMES)
def test_every_small_tree_outside_a_class_is_explained(name: str) -> None:
    wanted = tree_class(name)
    for heads in list(trees_up_to(4)) + list(trees_up_to(5))[145::9]:
        why = explain(heads, name)
        assert (why is None) == (classify(heads) in wanted), heads
        if why is None:
            continue
        assert why.words and why.text, heads
        if why.repair:
            mended = list(heads)
            assert mended[why.repair.word - 1] == why.repair.instead_of
            mended[why.repair.word - 1] = why.repair.to
            assert classify(mended) in wanted, heads


def test_words_and_positions_are_named() -> None:
    why = explain([3, 4, 0, 3, 1, 2], "one-endpoint-crossing", forms=["a", "b", "c", "d", "e", "f"])
    assert why is not None
    assert why.text == "the arc root (0) → c (3) is crossed by a (1) → e (5) and by b (2) → f (6), which share no end"
    why = explain([4, 5, 6, 0, 4, 4], "2-planar", root_arcs=False)
    assert why is not None
    assert why.text == "3 arcs that all cross one another: 4 → 1, 5 → 2 and 6 → 3"


def test_each_class_says_its_own_certificate() -> None:
    ill_nested = [5, 5, 1, 2, 0]
    why = explain(ill_nested, "well-nested")
    assert why is not None
    assert why.text == "the subtrees of 1 and 2 interleave: 1 and 3 belong to the one, 2 and 4 to the other"
    assert set(why.words) == {3, 4}
    why = explain([2, 0, 2, 1], "projective")
    assert why is not None
    assert why.text == "the arc 1 → 4 crosses 2 and 3, which do not depend on 1"
    assert why.repair == Repair(word=4, instead_of=1, to=2)
    why = explain([2, 0, 2, 1], "gap-degree-0")
    assert why is not None and why.text == "the yield of 1 has a gap: 2…3"
    why = explain([2, 4, 2, 0, 1], "gap-minding")
    assert why is not None
    assert why.text == "1, a child of 2, has descendants in two of its blocks: 1…3 and 5"
    why = explain([4, 4, 0, 3, 4, 1, 4, 2, 5, 7], "mildly-ill-nested-1")
    assert why is not None
    assert why.text == ("the subtrees of 1, 2, 5 and 7 interlock: joining them two at a time leaves 2 gaps on the way")
    why = explain([3, 4, 0, 3], "edge-degree-0")
    assert why is not None and why.words == (2,)
    assert why.text == "the arc 4 → 2 crosses a component that does not depend on 4, headed by 3"
    why = explain([4, 4, 0, 3, 1, 2], "edge-degree-1")
    assert why is not None and why.words == (6,)
    assert why.text == "the arc 2 → 6 crosses 2 components that do not depend on 2, headed by 3 and 5"
    why = explain([3, 4, 0, 3], "multi-headed-3")
    assert why is not None and why.words == (1, 3)
    assert why.text == (
        "every derivation has an item of 4 heads or more; the best one has root (0), 1, 3 and the end in one item"
    )
    why = explain([3, 4, 0, 3], "attardi-1")
    assert why is not None and why.words == (1, 2)
    assert why.text.split("\n")[0] == (
        "1 is 2 places from its head 3 once every word that can leave the list of heads has left"
    )


def test_unknown_classes_are_refused() -> None:
    with pytest.raises(MultiplaneError, match="no class 'wel-nested'; nearest: well-nested"):
        explain([0], "wel-nested")


@pytest.mark.parametrize("name", ["projective", "planar", "gap-degree-1", "edge-degree-1", "well-nested"])
def test_the_explanation_of_a_large_tree_ends_somewhere(name: str) -> None:
    order = np.random.default_rng(1).permutation(2000) + 1
    heads = np.zeros(2000, np.int64)
    heads[order[1:] - 1] = order[np.random.default_rng(2).integers(0, np.arange(1, 2000))]
    why = explain(heads, name)
    assert why is not None and (len(why.words) > 1000 or name == "well-nested")
    assert why.text.count("\n") <= 100 and len(why.text) < 100_000
    assert name == "well-nested" or why.text.splitlines()[-1].endswith(" more")


def test_anything_can_be_explained_and_the_explanation_saved(tmp_path: Path) -> None:
    sentence = multiplane.read("sample:dutch-2")[0]
    of_sentence, of_tree = explain(sentence, "projective"), explain(sentence.tree, "projective")
    assert of_sentence == of_tree and "schuur" in repr(of_tree) and of_sentence is not None
    assert of_sentence.arcs == ((10, 8),) and of_sentence.words == (8,)
    graph = Graph.from_arcs(4, [(1, 3), (4, 2)])
    of_graph = explain(graph, "planar", forms=["a", "b", "c", "d"])
    assert of_graph is not None and of_graph.text == "a (1) → c (3) and d (4) → b (2) cross"
    assert "repair" in of_sentence.as_data() and "repair" not in of_graph.as_data()
    for why in (of_sentence, of_graph):
        assert "<svg" in why._repr_html_()
        for suffix, opening in (
            (".svg", "<svg"),
            (".html", "<!DOCTYPE"),
            (".tex", "\\documentclass"),
            (".txt", why.text),
        ):
            why.save(tmp_path / f"why{suffix}")
            assert (tmp_path / f"why{suffix}").read_text("utf-8").startswith(opening)
        why.save(tmp_path / "why.json")
        assert json.loads((tmp_path / "why.json").read_text("utf-8")) == why.as_data()
    with pytest.raises(MultiplaneError, match=r"found the suffix \.doc; expected \.svg"):
        of_graph.save("why.doc")
    with pytest.raises(TreeError, match="found 3 forms for 2 heads"):
        explain([2, 0], "planar", forms=["a", "b", "c"])


def test_explained_is_explain_of_each_sentence() -> None:
    treebank = multiplane.read("sample:dutch")
    one_by_one = [(one.sent_id, why) for one in treebank if (why := explain(one, "2-planar", root_arcs=False))]
    assert [(one.sent_id, why) for one, why in explained(treebank, "2-planar", root_arcs=False)] == one_by_one
    assert one_by_one
