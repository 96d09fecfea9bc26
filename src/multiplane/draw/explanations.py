"""Trees and graphs outside a class: one as a diagram; all on one page, the arcs responsible and the reason, suspicious
ones first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import NamedTuple

import numpy as np

from multiplane.characters import plural, visible
from multiplane.draw.browse import BROWSER_STYLE, BrowsedSentence, browser, drawing_of
from multiplane.draw.formats.html import html
from multiplane.draw.formats.page import PAGE_CLOSING, page_opening
from multiplane.draw.formats.svg import svg
from multiplane.draw.formats.text import text
from multiplane.draw.formats.tikz import tikz
from multiplane.draw.graph import graph_diagram, node_forms
from multiplane.draw.layout.diagram import Diagram, diagram, words_of
from multiplane.draw.layout.measure import isolated
from multiplane.notices import show_progress
from multiplane.results import Forms
from multiplane.structure.classes import CLASSES, GRAPH_FAMILIES, titled
from multiplane.structure.classify import classify_all
from multiplane.structure.explanation import Explanation, explain
from multiplane.structure.suspicion import Suspicion, suspicions
from multiplane.treebank.graph import Graph
from multiplane.treebank.sentence import Sentence

GRAPH_FILTERS = ("planar", "2-planar", "3-planar", *(family.name for family in GRAPH_FAMILIES[2:]))
"""The classes by which a page of graphs can be filtered."""


class ExplainedSentence(NamedTuple):
    """A sentence whose tree or graph is outside a class, its file, and why."""

    file: str
    sentence: Sentence
    why: Explanation

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the arcs responsible."""
        source = self.why.source
        if isinstance(source, Graph):
            known = dict(zip(source.arcs, source.labels, strict=True))
            return tuple(known[arc] for arc in self.why.arcs if arc in known)
        return tuple(self.sentence.tree.labels[word - 1] for word in self.why.words)


def explanation_diagram(why: Explanation, forms: Sequence[str] | None = None) -> Diagram:
    """The tree or graph that is outside a class, with the arcs responsible highlighted; ``forms`` are for its nodes."""
    if isinstance(why.source, Graph):
        names = forms or why.names or None
        return graph_diagram(why.source, names, root_arcs=why.root_arcs, highlight=why.arcs)
    return diagram(why.source, root_arcs=why.root_arcs, highlight=why.words)


def pictures_of(why: Explanation) -> Forms:
    """An explanation as a picture: for each suffix, what makes it."""
    drawn = explanation_diagram(why)
    return {
        ".svg": lambda: svg(drawn, caption=why.text),
        ".tex": lambda: tikz(drawn),
        ".txt": lambda: f"{why.text}\n\n{text(drawn)}\n",
        ".html": lambda: html([replace(drawn, text=" ".join(why.text.split()))], title=titled(why.outside, "trees")),
    }


def diagram_of(one: ExplainedSentence) -> Diagram:
    """The same for a sentence; empty nodes of its graph have their IDs beside their forms."""
    return explanation_diagram(one.why, node_forms(one.sentence) if isinstance(one.why.source, Graph) else None)


def repair_in_words(why: Explanation) -> str:
    """What to attach where instead, in words; empty where no repair is known.

    >>> repair_in_words(explain([3, 4, 0, 3], "planar", forms=["who", "did", "she", "see"]))
    'repair: attach did (2) to she (3) instead of see (4)'
    """
    if why.repair is None or isinstance(why.source, Graph):
        return ""
    forms = ("root", *words_of(why.source))
    word, old, new = (f"{forms[node]} ({node})" for node in (why.repair.word, why.repair.instead_of, why.repair.to))
    return f"repair: attach {word} to {new} instead of {old}"


def explanations_page(
    name: str,
    explained: Sequence[ExplainedSentence],
    count: int,
    arcs: Mapping[str, int],
    root_arcs: bool = True,
    page: str = "-",
    things: str = "sentences",
) -> str:
    """The page of a class; ``count`` is of all sentences or graphs looked at, ``arcs`` of their arcs by label.

    >>> import multiplane
    >>> sentence = multiplane.read("sample:dutch-2")[0]
    >>> why = explain(sentence, "planar")
    >>> found = explanations_page("planar", [ExplainedSentence("sample:dutch-2", sentence, why)], 1, {})
    >>> found.startswith("<!DOCTYPE html>"), found.count("<figure>")
    (True, 1)
    """
    suspicious = suspicions([one.labels for one in explained], arcs)
    order = sorted(
        range(len(explained)),
        key=lambda at: (-suspicious[at].bits, explained[at].why.repair is None, _size(explained[at]), at),
    )
    browsed = with_progress((_browsed(explained[at], suspicious[at], root_arcs) for at in order), len(order))
    counted = "arcs from the root count" if root_arcs else "arcs from the root do not count"
    about = (
        f"{len(explained):,} of {count:,} {things}; {counted}. The most suspicious come first: those whose arcs "
        "have labels that are seldom responsible in this treebank."
    )
    return (
        page_opening(titled(name, things), BROWSER_STYLE)
        + f"<p>{escape(about)}</p>\n"
        + browser(browsed, CLASSES if things == "sentences" else GRAPH_FILTERS, page, order="suspicion")
        + PAGE_CLOSING
    )


def with_progress(browsed: Iterable[BrowsedSentence], count: int) -> list[BrowsedSentence]:
    """The sentences, each drawn when its turn comes; a waiting person is told how many are done."""
    found = []
    for number, one in enumerate(browsed, 1):
        found.append(one)
        show_progress(f"drawing: {number:,} of {count:,} sentences")
    show_progress("")
    return found


def told_suspicion(found: Suspicion) -> str:
    """How often arcs with this label are responsible, in words.

    >>> told_suspicion(Suspicion("obj", 3, 1200))
    '3 of 1,200 arcs with label obj are like this'
    """
    return f"{found.responsible:,} of {found.arcs:,} arcs with label {visible(found.label)} are like this"


def _size(one: ExplainedSentence) -> int:
    """The number of words, or of nodes of a graph."""
    return one.why.source.words if isinstance(one.why.source, Graph) else len(one.sentence)


def _browsed(one: ExplainedSentence, found: Suspicion, root_arcs: bool) -> BrowsedSentence:
    source, figures = one.why.source, {}
    if isinstance(source, Graph):
        outside = [name for name in GRAPH_FILTERS if explain(source, name, root_arcs) is not None]
        size, drawing = plural(source.words, "node"), drawing_of(diagram_of(one), root_arcs)
    else:
        trees = classify_all(one.sentence.heads, np.array([0, len(one.sentence)]), root_arcs)
        outside = [name for name, tree_class in CLASSES.items() if not tree_class.holds(trees)[0]]
        figures = {"planes": int(trees.planes[0]), "gap_degree": int(trees.gap_degree[0])}
        size, drawing = plural(len(one.sentence), "word"), drawing_of(one.sentence, root_arcs, one.why.words)
    return BrowsedSentence(
        one.file,
        one.sentence,
        outside=tuple(outside),
        figures=figures,
        labels=tuple(sorted(set(one.labels))),
        about=(size, told_suspicion(found)),
        why=tuple(isolated(visible(line)) for line in one.why.text.split("\n")),
        fix=isolated(repair_in_words(one.why)),
        drawing=drawing,
    )
