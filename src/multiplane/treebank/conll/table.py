r"""Tables with a header, as people type them and spreadsheets save them, as CoNLL-U: a row for each word.

The header is the first line, the names of columns that there are, in any order, FORM among them: ``id form head
deprel``. Tabs, commas, semicolons or spaces separate its columns, and those of all rows. Words are numbered where there
is no ID, a blank line or a row of empty cells ends a sentence, and an empty cell is ``_``. Lines correspond one to
one.
"""

from __future__ import annotations

import csv
from typing import NamedTuple

from multiplane.errors import FormatError
from multiplane.treebank.conll.boundaries import BYTE_ORDER_MARK, first_line_start
from multiplane.treebank.conll.columns import COLUMNS

SEPARATORS = ("\t", ",", ";")
MAY_BE_QUOTED = (",", ";")
EMPTY = "_"


class Header(NamedTuple):
    """The columns of a table and what separates them, None for any white space; bytes and lines to its first row."""

    columns: tuple[str, ...]
    separator: str | None
    size: int
    lines: int


def header_of(data: bytes) -> Header | None:
    r"""The header of a table; None if the first line is none.

    >>> header_of(b"Form,Head,DepRel\nHens,2,nsubj\n")
    Header(columns=('form', 'head', 'deprel'), separator=',', size=17, lines=1)
    >>> header_of(b"1\tHens\t2\tnsubj\n") is None
    True
    """
    start = first_line_start(data)
    end = data.find(b"\n", start)
    size = len(data) if end < 0 else end + 1
    columns, separator = _names(data[start:size].decode("utf-8", "replace"))
    if len(columns) < 2 or "form" not in columns or len(set(columns)) < len(columns) or set(columns) - set(COLUMNS):
        return None
    return Header(tuple(columns), separator, size, data.count(b"\n", 0, size))


def fault_of_header(line: str) -> tuple[str, str] | None:
    """What was found in a line that names columns, and what was expected of a header; None if it is one, or names none.

    >>> fault_of_header("form,head,remark")
    ("column 'remark'", 'id, form, lemma, upos, xpos, feats, head, deprel, deps or misc')
    """
    columns, separator = _names(line)
    known = sum(column in COLUMNS for column in columns)
    if len(columns) < 2 or known < (1 if separator else 2):
        return None
    for column in columns:
        if column not in COLUMNS:
            return f"column {column!r}", f"{', '.join(COLUMNS[:-1])} or {COLUMNS[-1]}"
        if columns.count(column) > 1:
            return f"column {column} twice", "each column once"
    return None if "form" in columns else ("no column form", "one, for the words")


def table_to_conllu(data: bytes, header: Header, file: str, first_line: int = 1) -> bytes:
    r"""CoNLL-U for the rows of a table; a row with too many or too few cells is an error with its line.

    >>> table_to_conllu(b"Hens,2\nlay,0\n", header_of(b"form,head"), "a.csv")
    b'1\tHens\t_\t_\t_\t_\t2\t_\t_\t_\n2\tlay\t_\t_\t_\t_\t0\t_\t_\t_\n'
    """
    try:
        lines = data.removeprefix(BYTE_ORDER_MARK).decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        fault = first_line + data[: error.start].count(b"\n")
        raise FormatError(file, fault, "bytes that are not UTF-8", "UTF-8") from None
    out: list[str] = []
    word = 0
    for number, line in enumerate(lines, first_line):
        text = line.removesuffix("\r")
        if text.startswith("#") and not word:
            out.append(text)
            continue
        cells = _without_trailing(_cells(text, header.separator))
        if not cells:
            word = 0
            out.append("")
            continue
        word += 1
        cells += [""] * (len(header.columns) - len(cells) if header.separator else 0)
        if len(cells) != len(header.columns):
            found = f"{len(cells)} column{'s' * (len(cells) != 1)}"
            raise FormatError(file, number, found, f"{len(header.columns)}: {', '.join(header.columns)}")
        row = {"id": str(word)} | {name: cell or EMPTY for name, cell in zip(header.columns, cells, strict=True)}
        out.append("\t".join(row.get(name, EMPTY) for name in COLUMNS))
    return "\n".join(out).encode("utf-8")


def _names(line: str) -> tuple[list[str], str | None]:
    separator = next((separator for separator in SEPARATORS if separator in line), None)
    return _without_trailing(_cells(line.rstrip("\r\n").lower(), separator)), separator


def _cells(line: str, separator: str | None) -> list[str]:
    cells = next(csv.reader([line], delimiter=separator), []) if separator in MAY_BE_QUOTED else line.split(separator)
    return [cell.strip() for cell in cells]


def _without_trailing(cells: list[str]) -> list[str]:
    """The cells without empty ones at the end, which spreadsheets add."""
    while cells and not cells[-1]:
        cells.pop()
    return cells
