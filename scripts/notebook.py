"""Run a notebook and keep in it what its cells show: python scripts/notebook.py docs/tutorials/*.ipynb

Cells run in order, in one namespace, as a notebook's kernel runs them; the value of a last line is shown as a picture,
a table or text. Nothing but multiplane is needed.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

MIME_TYPES = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of all its cells."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell = {**cell, "execution_count": count, "outputs": outputs("".join(cell["source"]), namespace, count)}
        cells.append(cell)
    return {**notebook, "cells": cells}


def outputs(source: str, namespace: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """What a cell prints, and the value of its last line."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        result = {"data": shown(value), "execution_count": count, "metadata": {}, "output_type": "execute_result"}
        found.append(result)
    return found


def shown(value: object) -> dict[str, list[str]]:
    """A value in all the forms that it has."""
    rich = {kind: getattr(value, name)() for name, kind in MIME_TYPES.items() if hasattr(value, name)}
    return {kind: lines(text) for kind, text in {**rich, "text/plain": repr(value)}.items()}


def lines(text: str) -> list[str]:
    """The lines of a text, as notebooks keep them."""
    return text.splitlines(keepends=True)


def main() -> None:
    for name in sys.argv[1:]:
        path = Path(name)
        notebook = executed(json.loads(path.read_text("utf-8")))
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
