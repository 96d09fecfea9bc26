"""All sentences outside a class on one page: the arcs responsible, the reason, the repair; suspicious ones first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from multiplane.characters import visible
from multiplane.draw.browse import BROWSER_STYLE, BrowsedSentence, browser, drawing_of
from multiplane.draw.formats.page import PAGE_CLOSING, page_opening
from multiplane.draw.layout.diagram import words_of
from multiplane.draw.layout.measure import isolated
from multiplane.notices import show_progress
from multiplane.structure import CLASSES, classify_all
from multiplane.structure.classes import titled
from multiplane.structure.explanation import Explanation
from multiplane.structure.suspicion import Suspicion, suspicions

if TYPE_CHECKING:
    from multiplane.treebank import Sentence


class ExplainedSentence(NamedTuple):
    """A sentence outside a class, its file, and why."""

    file: str
    sentence: Sentence
    why: Explanation


def explanations_page(
    class_name: str,
    explained: Sequence[ExplainedSentence],
    sentences: int,
    arcs: Mapping[str, int],
    root_arcs: bool = True,
    page: str = "-",
) -> str:
    """The page; ``sentences`` counts all that were looked at, ``arcs`` their arcs by label.

    >>> import multiplane
    >>> from multiplane.structure import explain
    >>> sentence = multiplane.read("sample:dutch-2")[0]
    >>> why = explain(sentence.tree.heads, "planar", forms=sentence.tree.forms)
    >>> found = explanations_page("planar", [ExplainedSentence("sample:dutch-2", sentence, why)], 1, {})
    >>> found.startswith("<!DOCTYPE html>"), found.count("<figure>")
    (True, 1)
    """
    labels = [tuple(one.sentence.tree.labels[word - 1] for word in one.why.arcs) for one in explained]
    suspicious = suspicions(labels, arcs)
    order = sorted(
        range(len(explained)),
        key=lambda at: (-suspicious[at].bits, explained[at].why.repair is None, len(explained[at].sentence), at),
    )
    browsed = with_progress(
        (_browsed(explained[at], labels[at], suspicious[at], root_arcs) for at in order), len(order)
    )
    return outsiders_page(
        titled(class_name), browsed, f"{len(explained):,} of {sentences:,} sentences", CLASSES, root_arcs, page
    )


def outsiders_page(
    title: str, browsed: Sequence[BrowsedSentence], count: str, classes: Iterable[str], root_arcs: bool, page: str
) -> str:
    """A page of sentences outside a class, in their order, the most suspicious first; ``count`` tells how many."""
    counted = "arcs from the root count" if root_arcs else "arcs from the root do not count"
    about = (
        f"{count}; {counted}. The most suspicious come first: those whose arcs "
        "have labels that are seldom responsible in this treebank."
    )
    return (
        page_opening(title, BROWSER_STYLE)
        + f"<p>{escape(about)}</p>\n"
        + browser(browsed, classes, page, order="suspicion")
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


def _browsed(one: ExplainedSentence, labels: Sequence[str], found: Suspicion, root_arcs: bool) -> BrowsedSentence:
    trees = classify_all(one.sentence.heads, np.array([0, len(one.sentence)]), root_arcs)
    forms = ("root", *words_of(one.sentence))
    fix = ""
    if one.why.repair:
        word, old, new = (
            f"{forms[node]} ({node})" for node in (one.why.repair.word, one.why.repair.instead_of, one.why.repair.to)
        )
        fix = f"repair: attach {word} to {new} instead of {old}"
    return BrowsedSentence(
        one.file,
        one.sentence,
        outside=tuple(name for name, tree_class in CLASSES.items() if not tree_class.holds(trees)[0]),
        figures={"planes": int(trees.planes[0]), "gap_degree": int(trees.gap_degree[0])},
        labels=tuple(sorted(set(labels))),
        about=(f"{len(one.sentence)} words", told_suspicion(found)),
        why=tuple(isolated(visible(line)) for line in one.why.text.split("\n")),
        fix=isolated(fix),
        drawing=drawing_of(one.sentence, root_arcs, one.why.arcs),
    )
