"""The judge of pages: tags that are closed in order."""

from __future__ import annotations

from html.parser import HTMLParser


class Tags(HTMLParser):
    """Counts tags, and fails where one is closed that was not opened last."""

    VOID = ("meta", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
