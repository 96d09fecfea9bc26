"""Every link of the built site leads to a file that is there, and to a place in it.

python scripts/site/links.py site
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links of a page, and the places in it that links can lead to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if value and name in ("href", "src"):
                self.links.add(value)
            elif value and (name == "id" or (tag == "a" and name == "name")):
                self.places.add(value)

    def has(self, place: str) -> bool:
        """Whether a link to this place leads somewhere; pages with filters show the sentences that a link describes."""
        return place in {"", *self.places} or ("=" in place and "filters" in self.places)


def broken_links(site: Path) -> list[str]:
    """The links that lead nowhere, each with its page."""
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            base = site if parts.path.startswith("/") else path.parent
            target = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.exists() or (target in pages and not pages[target].has(unquote(parts.fragment))):
                found.append(f"{path.relative_to(site.resolve())}: {link}")
    return found


def main() -> None:
    site = Path(sys.argv[1])
    found = broken_links(site)
    print("\n".join(found) or f"{site}: all links lead somewhere")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
