"""Trees as one self-contained HTML page: every sentence a figure, for light and dark screens and for paper."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape

from multiplane.draw.formats.page import PAGE_CLOSING, PAGE_WIDTH, page_opening
from multiplane.draw.formats.svg import Theme, svg
from multiplane.draw.layout.diagram import Source, name_of, text_of, translation_of, words_of
from multiplane.draw.layout.measure import mostly_right_to_left


def html(
    sources: Iterable[Source],
    *,
    title: str = "Dependency trees",
    width: float | None = PAGE_WIDTH,
    root_arcs: bool = True,
    planes: bool = True,
    show: Collection[str] = (),
    theme: Theme = "auto",
) -> str:
    """A page with a figure for each tree, captioned with its sent_id or its number, and its text.

    >>> page = html([[2, 0], [0, 1]], title="Two trees")
    >>> page.startswith("<!DOCTYPE html>"), page.count("<figure"), page.count("<svg")
    (True, 2, 2)
    """
    figures = html_figures(enumerate(sources, 1), width=width, root_arcs=root_arcs, planes=planes, show=show)
    return "".join([page_opening(title, theme=theme), *figures, PAGE_CLOSING])


def html_figures(
    numbered: Iterable[tuple[int, Source]],
    *,
    width: float | None = PAGE_WIDTH,
    root_arcs: bool = True,
    planes: bool = True,
    show: Collection[str] = (),
) -> Iterator[str]:
    """The figures of a page one by one, for treebanks larger than memory; each source comes with its number."""
    for number, source in numbered:
        direction = ' dir="rtl"' if mostly_right_to_left(words_of(source)) else ""
        drawing = svg(
            source, width=width, root_arcs=root_arcs, planes=planes, show=show, caption=translation_of(source)
        )
        yield (
            f'<figure id="sentence-{number}"{direction}>\n'
            f'<figcaption><a href="#sentence-{number}">{escape(name_of(source, number))}</a>'
            f"{escape(text_of(source))}</figcaption>\n"
            f'<div class="drawing">\n{drawing}</div>\n</figure>\n'
        )
