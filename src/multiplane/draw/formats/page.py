"""What all pages share: their style for light and dark screens and for paper, and how data gets into them."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from multiplane.characters import as_json_text
from multiplane.draw.formats.svg import (
    DARK_ENHANCED,
    DARK_PLANE_VARIABLES,
    DARK_TEXT,
    LIGHT_TEXT,
    Theme,
)
from multiplane.draw.layout.measure import printable
from multiplane.errors import MultiplaneError

PAGE_WIDTH = 1160.0
STYLE = """
body { font: 16px/1.5 "Helvetica Neue", Helvetica, Arial, "Noto Sans", sans-serif; margin: 0 auto; padding: 2rem 1rem;
  max-width: 1200px; }
h1 { font-size: 1.5rem; margin: 0 0 1.5rem; }
h1, figcaption, p { overflow-wrap: anywhere; }
figure { margin: 0 0 2.5rem; }
figcaption { margin: 0 0 .5rem; border-bottom: 1px solid #8883; padding-bottom: .25rem; }
figcaption a { color: inherit; opacity: .6; font-size: .85rem; margin-inline-end: .75rem; text-decoration: none; }
figcaption b { margin-inline-end: .5rem; }
figcaption a, figcaption b { unicode-bidi: isolate; }
.drawing { overflow-x: auto; }
svg { max-width: none; direction: ltr; }
nav { margin: 1rem 0; display: flex; gap: 1rem; flex-wrap: wrap; }
nav a { color: inherit; }
@media print { figure { break-inside: avoid; } nav { display: none; } .drawing svg { max-width: 100%; height: auto; } }
"""
LIGHT_STYLE = f"body {{ color: {LIGHT_TEXT}; background: #fff; }}"
DARK_STYLE = f"body {{ color: {DARK_TEXT}; background: #0d1117; {'; '.join([*DARK_PLANE_VARIABLES, DARK_ENHANCED])} }}"
THEMES: dict[str, str] = {
    "light": f":root {{ color-scheme: light; }}\n{LIGHT_STYLE}\n",
    "dark": f":root {{ color-scheme: dark; }}\n{DARK_STYLE}\n",
    "auto": f":root {{ color-scheme: light dark; }}\n{LIGHT_STYLE}\n"
    f"@media screen and (prefers-color-scheme: dark) {{ {DARK_STYLE} }}\n",
}
PAGE_CLOSING = "</body>\n</html>\n"


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


def script_data(**values: Any) -> str:
    r"""Constants of a script on a page; their text ends neither the script nor begins a comment in it.

    >>> script_data(words=["</script>", "<!--"])
    'const words = ["\\u003c/script>","\\u003c!--"];\n'
    """
    return "".join(f"const {name} = {_as_literal(value)};\n" for name, value in values.items())


def _as_literal(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return as_json_text(text).replace("<", "\\u003c")
