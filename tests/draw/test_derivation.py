"""A derivation as an animated SVG and as a page."""

from __future__ import annotations

from multiplane.draw.derivation import appearances, derivation_html, derivation_svg
from multiplane.transition import get
from multiplane.transition.analysis.trace import trace
from multiplane.treebank.tree import Tree


def test_arcs_appear_when_they_are_built() -> None:
    tree = Tree([3, 4, 0, 3], labels=["a", "b", "root", "c"], forms=["<w>", "x", "y", "z"])
    steps = trace(get("2-planar"), tree, labelled=True)
    for word, number in appearances(steps, tree).items():
        built_there = any(arc[1] == word for arc in steps.steps[number].arcs)
        assert built_there or (tree.heads[word - 1] == 0 and number == len(steps))
    assert "&lt;w&gt;" in derivation_html(steps, tree) and "<w>" not in str(derivation_svg(steps, tree))
