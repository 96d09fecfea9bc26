"""Results as files: a picture, a page, text or data, as the suffix of the file says."""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import Any

from multiplane.characters import as_json_text
from multiplane.draw.explanations import explanation_diagram
from multiplane.draw.formats.html import html
from multiplane.draw.formats.page import PAGE_CLOSING, page_opening
from multiplane.draw.formats.svg import svg
from multiplane.draw.formats.text import text
from multiplane.draw.formats.tikz import tikz
from multiplane.draw.graph import graph_diagram
from multiplane.errors import MultiplaneError
from multiplane.output import write_text
from multiplane.structure.explanation import Explanation
from multiplane.treebank.graph import Graph

SUFFIXES = (".svg", ".tex", ".html", ".txt", ".json")


def drawable(source: Any) -> Any:
    """What the formats draw of a tree, a sentence, a graph, an explanation or a diagram."""
    if isinstance(source, Explanation):
        return explanation_diagram(source)
    return graph_diagram(source) if isinstance(source, Graph) else source


def save(result: Any, path: str | PathLike[str]) -> None:
    """Write a result to a file: a picture (.svg, .tex, .txt), a page (.html) or its data (.json).

    >>> import tempfile
    >>> from multiplane.treebank import Tree
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(Tree([2, 0, 2]), f"{folder}/tree.svg")
    ...     Path(f"{folder}/tree.svg").read_text()[:4]
    '<svg'
    >>> save(Tree([2, 0, 2]), "tree.doc")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found file 'tree.doc'; expected a name in .svg, .tex, .html or .txt
    """
    name = str(path)
    suffix = next((one for one in SUFFIXES if Path(name).name.removesuffix(".gz").lower().endswith(one)), "")
    written = contents(result, suffix)
    if written is None:
        known = [one for one in SUFFIXES if _has(result, one)]
        expected = f"{', '.join(known[:-1])} or {known[-1]}" if len(known) > 1 else "".join(known)
        raise MultiplaneError(f"found file {name!r}; expected a name in {expected}")
    write_text(name, written)


def contents(result: Any, suffix: str) -> str | None:
    """A result in the format of a suffix; None where there is no such format of it."""
    if not _has(result, suffix):
        return None
    if suffix == ".json":
        return as_json_text(json.dumps(result.as_data(), ensure_ascii=False, indent=2)) + "\n"
    if suffix == ".html" and hasattr(result, "_repr_html_"):
        return f"{page_opening(type(result).__name__)}{result._repr_html_()}\n{PAGE_CLOSING}"
    drawn = drawable(result)
    if suffix == ".html":
        return html([drawn])
    if suffix == ".svg":
        return svg(drawn)
    return tikz(drawn) if suffix == ".tex" else text(drawn) + "\n"


def _has(result: Any, suffix: str) -> bool:
    """Whether a result can be written in the format of a suffix."""
    if suffix == ".json":
        return hasattr(result, "as_data")
    return suffix in SUFFIXES and (
        hasattr(result, "_repr_svg_") or (suffix == ".html" and hasattr(result, "_repr_html_"))
    )
