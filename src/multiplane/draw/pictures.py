"""Drawings of many sentences in files: text or LaTeX, pages that lead to each other, a picture each in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from html import escape
from itertools import chain, islice
from pathlib import Path
from typing import Any

from multiplane.draw.formats.html import html_figures
from multiplane.draw.formats.page import PAGE_CLOSING, page_opening
from multiplane.draw.formats.svg import Theme, svg
from multiplane.draw.formats.text import text
from multiplane.draw.formats.tikz import DOCUMENT_CLOSING, DOCUMENT_OPENING, tikz
from multiplane.draw.formats.tikz_dependency import DEPENDENCY_OPENING, tikz_dependency
from multiplane.draw.layout.diagram import Source, name_of, text_of, translation_of
from multiplane.errors import MultiplaneError
from multiplane.output import COMPRESSIONS, open_output, write_text

Numbered = Iterable[tuple[int, Source]]
"""Sentences, each with its number."""

FORMATS = {".txt": "text", ".svg": "svg", ".html": "html", ".tex": "tikz", ".json": "json"}
MAX_NAME = 150
MAX_PAGES = 400


def format_of_name(output: str, others: str = "text") -> str:
    """The format that the suffix of a name says, svg for a folder, and for all other names the same.

    >>> [format_of_name(name) for name in ("trees.html", "trees.tex.gz", "pictures/", "-")]
    ['html', 'tikz', 'svg', 'text']
    """
    suffix = next((each for each in reversed(Path(output).suffixes) if each not in COMPRESSIONS), "").lower()
    return "svg" if is_folder(output) else FORMATS.get(suffix, others)


def is_folder(output: str) -> bool:
    """Whether a name is that of a folder, there or to be made."""
    return output.endswith("/") or Path(output).is_dir()


def drawings(
    numbered: Numbered, format: str, *, width: int | None, color: bool, caption: str, **settings: Any
) -> Iterator[str]:
    """The parts of a file of drawings: as ``text``, ``tikz`` or ``tikz-dependency``."""
    if format == "text":
        for number, one in numbered:
            drawn = text(one, width=width, color=color, **settings)
            yield f"{heading(one, number, color, caption)}{drawn}\n\n"
        return
    yield DOCUMENT_OPENING if format == "tikz" else DEPENDENCY_OPENING
    for _, one in numbered:
        if format == "tikz":
            yield tikz(one, width=width, document=False, **settings)
        else:
            yield tikz_dependency(one, document=False, **settings)
    yield DOCUMENT_CLOSING


def heading(sentence: Source, number: int, color: bool, caption: str) -> str:
    """A line with the name of a sentence, and its caption if it has one."""
    line = f"# {name_of(sentence, number)}  {caption_of(sentence, caption)}".rstrip()
    return f"\x1b[2m{line}\x1b[0m\n" if color else line + "\n"


def caption_of(sentence: Source, caption: str) -> str:
    """The translation of a sentence, its text, both or nothing."""
    parts = {"translation": translation_of, "text": text_of}
    wanted = parts if caption == "both" else {name: part for name, part in parts.items() if name == caption}
    return " · ".join(filter(None, (part(sentence) for part in reversed(wanted.values()))))


def write_pictures(numbered: Numbered, output: str, caption: str, **settings: Any) -> None:
    """Write a picture for each sentence, into a folder under its name, or into a file if there is one sentence."""
    folder = PictureFolder(output) if is_folder(output) else None
    for number, one in numbered:
        place = output if folder is None else folder.file_for(name_of(one, number))
        write_text(place, str(svg(one, caption=caption_of(one, caption), **settings)))


def write_pages(numbered: Numbered, output: str, title: str, theme: Theme, page_size: int, **settings: Any) -> None:
    """Write one page, or where there are many sentences, several that lead to each other; all of them or none."""
    figures = html_figures(numbered, **settings)
    opening = page_opening(title, theme=theme)
    if output == "-":
        first = list(islice(figures, 1))
        with open_output(output) as out:
            for part in chain((opening,), first, figures, (PAGE_CLOSING,)):
                out.write(part.encode("utf-8"))
        return
    with ExitStack() as files:
        some, page = list(islice(figures, page_size)), 1
        while True:
            following = list(islice(figures, page_size))
            links = page_links(output, page, bool(following)) if page > 1 or following else ""
            out = files.enter_context(open_output(page_file(output, page)))
            out.write("".join((opening, links, *some, links, PAGE_CLOSING)).encode("utf-8"))
            if not following:
                return
            if page == MAX_PAGES:
                raise MultiplaneError(f"{output}: found more than {MAX_PAGES} pages; expected more sentences on each")
            some, page = following, page + 1


def page_file(output: str, page: int) -> str:
    """The file of a page.

    >>> page_file("trees.html", 1), page_file("out/trees.html", 3)
    ('trees.html', 'out/trees-3.html')
    """
    path = Path(output)
    return output if page == 1 else str(path.with_name(f"{path.stem}-{page}{path.suffix}"))


def page_links(output: str, page: int, goes_on: bool) -> str:
    """Links from a page to its neighbours."""
    pages = {"« first": 1, "‹ previous": page - 1} if page > 1 else {}
    pages |= {"next ›": page + 1} if goes_on else {}
    links = (f'<a href="{escape(Path(page_file(output, at)).name)}">{name}</a>' for name, at in pages.items())
    return f"<nav><span>page {page}</span> {' '.join(links)}</nav>\n"


class PictureFolder:
    """A folder for pictures, created if missing, with a file name for each sentence.

    >>> import tempfile
    >>> folder = PictureFolder(tempfile.mkdtemp())
    >>> [folder.file_for(name).name for name in ("doc/3: a*b", "doc_3__a_b", "..")]
    ['doc_3__a_b.svg', 'doc_3__a_b-2.svg', '_.svg']
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.given: set[str] = set()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MultiplaneError(f"{self.path}: {error.strerror}; expected a folder for the pictures") from error

    def file_for(self, name: str) -> Path:
        """The file for the picture of a sentence with this name."""
        kept = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
        base = kept.encode("utf-8")[:MAX_NAME].decode("utf-8", "ignore").lstrip(".") or "_"
        chosen, number = base, 1
        while chosen.casefold() in self.given:
            number += 1
            chosen = f"{base}-{number}"
        self.given.add(chosen.casefold())
        return self.path / f"{chosen}.svg"
