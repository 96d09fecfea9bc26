"""Trees as one self-contained HTML page: every sentence a figure, for light and dark screens and for paper."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape

from multiplane.draw.formats.svg import DARK_ENHANCED, DARK_PLANE_VARIABLES, DARK_TEXT, LIGHT_TEXT, Theme, svg
from multiplane.draw.layout.diagram import Source, name_of, text_of, translation_of, words_of
from multiplane.draw.layout.measure import mostly_right_to_left, printable
from multiplane.errors import MultiplaneError

PAGE_WIDTH = 1160.0
STYLE = """
body { font: 16px/1.5 "Helvetica Neue", Helvetica, Arial, "Noto Sans", sans-serif; margin: 0 auto; padding: 2rem 1rem;
  max-width: 1200px; }
h1 { font-size: 1.5rem; margin: 0 0 1.5rem; }
figure { margin: 0 0 2.5rem; }
figcaption { margin: 0 0 .5rem; border-bottom: 1px solid #8883; padding-bottom: .25rem; }
figcaption a { color: inherit; opacity: .6; font-size: .85rem; margin-inline-end: .75rem; text-decoration: none; }
figcaption a, figcaption b { unicode-bidi: isolate; }
.drawing { overflow-x: auto; }
svg { max-width: none; direction: ltr; }
nav { margin: 1rem 0; display: flex; gap: 1rem; flex-wrap: wrap; }
nav a { color: inherit; }
@media print { figure { break-inside: avoid; } nav { display: none; } }
"""
LIGHT_STYLE = f"body {{ color: {LIGHT_TEXT}; background: #fff; }}"
DARK_STYLE = f"body {{ color: {DARK_TEXT}; background: #0d1117; {'; '.join([*DARK_PLANE_VARIABLES, DARK_ENHANCED])} }}"
THEMES: dict[str, str] = {
    "light": f":root {{ color-scheme: light; }}\n{LIGHT_STYLE}\n",
    "dark": f":root {{ color-scheme: dark; }}\n{DARK_STYLE}\n",
    "auto": f":root {{ color-scheme: light dark; }}\n{LIGHT_STYLE}\n"
    f"@media (prefers-color-scheme: dark) {{ {DARK_STYLE} }}\n",
}
PAGE_CLOSING = "</body>\n</html>\n"


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


def page_opening(title: str, more_style: str = "", theme: Theme = "auto") -> str:
    """The page up to its heading."""
    if theme not in THEMES:
        raise MultiplaneError(f"found theme {theme!r}; expected {', '.join(THEMES)}")
    title = printable(title)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{THEMES[theme]}{more_style}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n"
    )
