"""What can be wrong with a CoNLL file, and the error for each fault: ``file:line: found …; expected …``."""

from __future__ import annotations

import re

from multiplane.errors import FormatError
from multiplane.treebank.conll.boundaries import MAX_SENTENCE_LENGTH, first_line_start
from multiplane.treebank.conll.columns import HEAD, Format, column_title
from multiplane.treebank.conll.table import fault_of_header
from multiplane.treebank.tree import find_cycle

UNSEEN, FINE, MALFORMED, COLUMN_COUNT, EMPTY_COLUMN, ID, UNFINISHED_RANGE = -1, 0, 1, 2, 3, 4, 5
HEAD_VALUE, HEAD_RANGE, OWN_HEAD, CYCLE, COMMENT, NO_WORDS, TOO_LONG = 6, 7, 8, 9, 10, 11, 12

_MAX_QUOTE = 40
_RANGE = re.compile(r"([0-9]+)-([0-9]+)")
_EMPTY_NODE = re.compile(r"([0-9]+)\.([0-9]+)")


def format_error(data: bytes, fault: int, where: int, begin: int, line: int, file: str, format: Format) -> FormatError:
    """The error for a fault at byte ``where`` of the sentence that starts at byte ``begin``, line ``line``.

    >>> format_error(b"1\\tOh\\t_\\n\\n2\\n", COLUMN_COUNT, 8, 8, 3, "a.conllu", "conllu")
    FormatError('a.conllu:3: found 1 column; expected 10')
    """
    at = line + data.count(b"\n", begin, where)
    found, expected = _found_and_expected(data, fault, where, first_line_start(data, begin), format)
    return FormatError(file, at, found, expected)


def _found_and_expected(data: bytes, fault: int, where: int, begin: int, format: Format) -> tuple[str, str]:
    if fault == MALFORMED:
        return ("a NUL byte", "text") if data[where] == 0 else (f"byte 0x{data[where]:02X}", "UTF-8")
    if fault == NO_WORDS:
        return "a sentence without words", "a word line after the comments"
    if fault == COMMENT:
        return "a comment inside a sentence", "comments before its first word only"
    if fault == TOO_LONG:
        return f"a sentence of more than {MAX_SENTENCE_LENGTH >> 20} MB", "a blank line after each sentence"
    fields = _fields(data, where)
    if fault == COLUMN_COUNT:
        return _column_count(data, where, begin, fields, format)
    if fault == EMPTY_COLUMN:
        return f"an empty {column_title(fields.index(''), format)}", "a value or _"
    before, words = _ids(data, begin, where), _words(data, begin)
    if fault == ID:
        return f"ID {_quote(fields[0])}", _expected_id(fields[0], before, format)
    if fault == UNFINISHED_RANGE:
        return (
            f"range {fields[0]} in a sentence of {len(words)} {_plural('word', len(words))}",
            "a range of its words",
        )
    if fault == HEAD_VALUE and not fields[0].isdecimal():
        row = "range" if "-" in fields[0] else "empty node"
        return f"HEAD {_quote(fields[HEAD])} of {row} {fields[0]}", "_ or a number"
    if fault == HEAD_VALUE and fields[HEAD] == "_":
        return f"no HEAD of word {fields[0]}", f"an integer from 0 to {len(words)}"
    if fault in (HEAD_VALUE, HEAD_RANGE):
        return f"HEAD {_quote(fields[HEAD])} of word {fields[0]}", f"an integer from 0 to {len(words)}"
    if fault == OWN_HEAD:
        return f"word {fields[0]} as its own head", "another word or 0"
    heads = [int(word[HEAD]) if word[HEAD] != "_" else 0 for word in words]
    cycle = ", ".join(map(str, find_cycle(heads)))
    return f"a cycle through words {cycle}", "a tree"


def _column_count(data: bytes, where: int, begin: int, fields: list[str], format: Format) -> tuple[str, str]:
    if format == "conllx" and fields[0].startswith("#"):
        return "a comment", "a word line, for CoNLL-X has no comments"
    if not "".join(fields).strip():
        return "a line of white space", "an empty line"
    columns = f"{len(fields)} {_plural('column', len(fields))}"
    if len(fields) == 1 and len(fields[0].split()) >= 8:
        return "columns separated by spaces", "10 columns separated by tabs"
    expected = "10"
    if len(fields) < 10 and begin == first_line_start(data) and not _words(data[:where], begin):
        if fault := fault_of_header("\t".join(fields)):
            return fault
        separated = ", separated by tabs" if len(fields) == 1 else ""
        expected = f"10{separated} (use _ for those you do not have), or a header line such as id form head deprel"
    if data.find(b"\n", where) < 0 and len(fields) < 10:
        columns += " in a last line that is cut off"
    return columns, expected


def _expected_id(found: str, before: list[str], format: Format) -> str:
    words = sum(id.isdecimal() for id in before)
    minor = 0
    for id in reversed(before):
        if id.isdecimal():
            break
        minor += "." in id
    covered = max((int(id.split("-")[1]) for id in before if "-" in id), default=0)
    if format == "conllu" and (span := _RANGE.fullmatch(found)):
        if covered > words:
            return f"word {words + 1}, inside the range that ends at {covered}"
        if span[1] == str(words + 1):
            return f"a range from {words + 1} to {words + 1} or more"
        return f"a range from {words + 1}"
    if format == "conllu" and _EMPTY_NODE.fullmatch(found):
        return f"empty node {words}.{minor + 1}"
    return f"{words + 1}, or a blank line before the next sentence" if found == "1" else str(words + 1)


def _lines(data: bytes, begin: int, end: int) -> list[bytes]:
    return [line.removesuffix(b"\r") for line in data[begin:end].split(b"\n")]


def _fields(data: bytes, where: int) -> list[str]:
    end = data.find(b"\n", where)
    (line,) = _lines(data, where, end if end >= 0 else len(data))
    return line.decode("utf-8", "replace").split("\t")


def _rows(data: bytes, begin: int, end: int) -> list[list[str]]:
    lines = [line.decode("utf-8", "replace") for line in _lines(data, begin, end)]
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def _ids(data: bytes, begin: int, where: int) -> list[str]:
    return [row[0] for row in _rows(data, begin, where)]


def _words(data: bytes, begin: int) -> list[list[str]]:
    blank = re.compile(rb"\n\r?\n").search(data, begin)
    rows = _rows(data, begin, blank.start() if blank else len(data))
    return [row for row in rows if row[0].isdecimal() and len(row) == 10]


def _quote(text: str) -> str:
    shown = text if len(text) <= _MAX_QUOTE else text[:_MAX_QUOTE] + "…"
    return ascii(shown) if not shown.isprintable() else f"'{shown}'"


def _plural(noun: str, number: int) -> str:
    return noun if number == 1 else f"{noun}s"
