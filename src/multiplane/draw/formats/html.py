"""Trees as one self-contained HTML page: every sentence a figure, for light and dark screens and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from multiplane.draw.formats.svg import DARK_PLANE_VARIABLES, svg
from multiplane.draw.layout.diagram import Source, name_of, translation_of, words_of
from multiplane.draw.layout.measure import mostly_right_to_left, printable

PAGE_WIDTH = 1160.0
STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 "Helvetica Neue", Helvetica, Arial, "Noto Sans", sans-serif; margin: 0 auto; padding: 2rem 1rem;
  max-width: 1200px; color: #1f2328; background: #fff; }
h1 { font-size: 1.5rem; margin: 0 0 1.5rem; }
figure { margin: 0 0 2.5rem; }
figcaption { margin: 0 0 .5rem; border-bottom: 1px solid #8883; padding-bottom: .25rem; }
figcaption a { color: inherit; opacity: .6; font-size: .85rem; margin-inline-end: .75rem; text-decoration: none; }
.drawing { overflow-x: auto; }
svg { max-width: none; }
@media print { figure { break-inside: avoid; } }
"""
DARK_STYLE = "color: #e6edf3; background: #0d1117; " + "; ".join(DARK_PLANE_VARIABLES)
STYLE += f"@media (prefers-color-scheme: dark) {{ body {{ {DARK_STYLE} }} }}\n"
PAGE_CLOSING = "</body>\n</html>\n"


def html(
    sources: Iterable[Source],
    *,
    title: str = "Dependency trees",
    width: float | None = PAGE_WIDTH,
    root_arcs: bool = True,
    planes: bool = True,
) -> str:
    """A page with a figure for each tree, captioned with its sent_id or its number.

    >>> page = html([[2, 0], [0, 1]], title="Two trees")
    >>> page.startswith("<!DOCTYPE html>"), page.count("<figure"), page.count("<svg")
    (True, 2, 2)
    """
    return "".join(html_parts(sources, title=title, width=width, root_arcs=root_arcs, planes=planes))


def html_parts(
    sources: Iterable[Source],
    *,
    title: str = "Dependency trees",
    width: float | None = PAGE_WIDTH,
    root_arcs: bool = True,
    planes: bool = True,
) -> Iterator[str]:
    """The same page as a stream of strings, for treebanks larger than memory."""
    yield page_opening(title)
    for number, source in enumerate(sources, 1):
        words = words_of(source)
        direction = ' dir="rtl"' if mostly_right_to_left(words) else ""
        drawing = svg(source, width=width, root_arcs=root_arcs, planes=planes, caption=translation_of(source))
        yield (
            f'<figure id="sentence-{number}"{direction}>\n'
            f'<figcaption><a href="#sentence-{number}">{escape(name_of(source, number))}</a>'
            f"{escape(' '.join(words))}</figcaption>\n"
            f'<div class="drawing">\n{drawing}</div>\n</figure>\n'
        )
    yield PAGE_CLOSING


def page_opening(title: str, more_style: str = "") -> str:
    """The page up to its heading."""
    title = printable(title)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{more_style}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n"
    )
