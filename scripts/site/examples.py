"""Examples of docstrings as blocks of code: in Markdown their prompts would be quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^( *)>>> .*(?:\n\1.*\S.*)*", re.MULTILINE)


class Examples(griffe.Extension):
    """Put a fence around every example of every docstring."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring is not None and ">>>" in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(
                lambda block: f"\n{block[1]}```pycon\n{block[0]}\n{block[1]}```\n", obj.docstring.value
            )
