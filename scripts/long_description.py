"""The README as a package index can show it: Hatchling calls this when it builds the package.

An index has neither docs/ nor its pictures. Links into the repository lead to the address that `project.urls` gives for
`Repository`; while there is none, their text is left and pictures are left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#|mailto:)([^)]+)\)")
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


def long_description(readme: str, repository: str | None) -> str:
    """The text of the README without comments and without links that need the repository beside it.

    >>> long_description("![A tree](a.svg)See [analyze](docs/analyze.md).", None)
    'See analyze.'
    >>> long_description("See [analyze](docs/analyze.md).", "https://example.org/multiplane/")
    'See [analyze](https://example.org/multiplane/blob/main/docs/analyze.md).'
    """

    def replaced(match: re.Match[str]) -> str:
        is_picture, text, target = match.groups()
        if repository is None:
            return "" if is_picture else text
        view = "raw" if is_picture else "blob"
        return f"{is_picture}[{text}]({repository.rstrip('/')}/{view}/main/{target})"

    return re.sub(r"\n{3,}", "\n\n", LINK.sub(replaced, COMMENT.sub("", readme)))


class LongDescription(MetadataHookInterface):
    """Sets `project.readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        text = long_description(readme, metadata.get("urls", {}).get("Repository"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
