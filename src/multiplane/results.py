"""Results that know themselves: as data, as tables, as pictures, and in files whose suffix says which of these."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from multiplane.characters import as_json_text
from multiplane.errors import MultiplaneError
from multiplane.lazy import load
from multiplane.output import COMPRESSIONS, write_text
from multiplane.tables import FigureTable, Style, rendered

Forms = Mapping[str, Callable[[], str]]
"""What a result can be written as: for each suffix, what makes the text."""

STYLES: Mapping[str, Style] = {".txt": "text", ".md": "markdown", ".tex": "latex"}
TABLE_STYLE = """
table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
th, td { padding: .1rem .75rem .1rem 0; border-bottom: 1px solid #8883; }
th { text-align: start; font-weight: normal; opacity: .7; }
"""


class Result:
    """What all results have in common; one that has pictures adds their suffixes to `forms`.

    >>> class Count(Result):
    ...     def as_data(self):
    ...         return {"trees": 3}
    ...     def tables(self):
    ...         return [FigureTable("", ["", "trees"], [["all", 3]])]
    >>> Count().to_json(), sorted(Count().forms())
    ('{"trees": 3}', ['.html', '.json', '.md', '.tex', '.txt'])
    >>> Count().save("count.pdf")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: count.pdf: found the suffix .pdf; expected .json, .txt, .md, .tex or .html
    """

    __slots__ = ()

    def as_data(self) -> Any:
        """All figures as an object that JSON can hold. The keys are stable."""
        raise NotImplementedError

    def tables(self) -> Sequence[FigureTable]:
        """The figures as tables, for people."""
        return ()

    def to_json(self) -> str:
        """All figures as JSON, with the keys that the command prints."""
        return json.dumps(self.as_data(), ensure_ascii=False)

    def __str__(self) -> str:
        return rendered(self.tables(), "text").rstrip("\n") or repr(self)

    def _repr_html_(self) -> str:
        return "\n".join(table._repr_html_() for table in self.tables())

    def forms(self) -> Forms:
        """What the result can be saved as: suffixes, each with what makes the text."""
        made: dict[str, Callable[[], str]] = {".json": lambda: json_text(self.as_data())}
        if self.tables():
            made |= {suffix: lambda style=style: rendered(self.tables(), style) for suffix, style in STYLES.items()}  # type: ignore[misc]
            made[".html"] = lambda: tables_page(type(self).__name__, self._repr_html_())
        return made

    def save(self, path: str | Path, suffix: str | None = None) -> None:
        """Write the result as what the suffix of the name says, or another suffix: .json, .txt, .html, …."""
        save_as(path, self.forms(), suffix)


def save_as(path: str | Path, forms: Forms, suffix: str | None = None) -> None:
    """Write what the suffix of the name says, all of it or nothing; it may be compressed, as in ``a.json.gz``."""
    write_text(path, forms[suffix or suffix_of(path, forms)]())


def suffix_of(path: str | Path, known: Iterable[str]) -> str:
    """The suffix that says what a file is to hold; an error that lists those that are known.

    >>> suffix_of("trees.SVG", [".svg"]), suffix_of("scores.json.gz", [".json"])
    ('.svg', '.json')
    """
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    found = next((suffix for suffix in reversed(suffixes) if suffix not in COMPRESSIONS), "")
    expected = list(known)
    if found not in expected:
        *most, last = expected
        listed = f"{', '.join(most)} or {last}" if most else last
        raise MultiplaneError(f"{path}: found {f'the suffix {found}' if found else 'no suffix'}; expected {listed}")
    return found


def json_text(value: Any) -> str:
    """A value as JSON, indented, as commands print it."""
    return as_json_text(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


def tables_page(title: str, content: str) -> str:
    """A self-contained page of tables."""
    opening = load("multiplane.draw.formats.page:page_opening")(title, TABLE_STYLE)
    return f"{opening}{content}\n{load('multiplane.draw.formats.page:PAGE_CLOSING')}"
