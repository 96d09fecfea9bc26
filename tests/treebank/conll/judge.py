"""A reader as the formats are written down, line by line in plain Python: the judge of the kernel."""

from __future__ import annotations

import re
from dataclasses import dataclass

INTEGER = re.compile(r"0|[1-9][0-9]{0,8}")
RANGE = re.compile(r"(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})")
EMPTY_NODE = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")


class Refused(Exception):
    """The line that is wrong."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


@dataclass
class Judged:
    raw: bytes
    line: int
    heads: list[int]
    words: list[list[str]]


def judge(data: bytes, format: str, heads_required: bool = True) -> list[Judged]:
    """All sentences, or the first line that breaks the format."""
    sentences, refused = judge_all(data, format, heads_required)
    if refused:
        raise Refused(refused[0])
    return sentences


def judge_all(data: bytes, format: str, heads_required: bool = True) -> tuple[list[Judged], list[int]]:
    """The good sentences, and the first wrong line of each bad one."""
    refused: list[int] = []
    lines = [line for line in re.split(rb"(?<=\n)", data) if line]
    if lines and lines[0].startswith(b"\xef\xbb\xbf"):
        lines[0] = lines[0][3:]
    sentences: list[Judged] = []
    number = 0
    begin = 0
    while number < len(lines):
        while number < len(lines) and is_blank(lines[number]):
            number += 1
        start = number
        while number < len(lines) and not is_blank(lines[number]):
            number += 1
        if start == number:
            break
        end = number
        while number < len(lines) and is_blank(lines[number]):
            number += 1
        mark = b"\xef\xbb\xbf" if begin == 0 and data.startswith(b"\xef\xbb\xbf") else b""
        try:
            heads, words = judge_sentence(lines[start:end], start + 1, format, heads_required)
            sentences.append(Judged(mark + b"".join(lines[begin:number]), start + 1, heads, words))
        except Refused as error:
            refused.append(error.line)
        begin = number
    return sentences, refused


def is_blank(line: bytes) -> bool:
    return line.removesuffix(b"\n").removesuffix(b"\r") == b""


def judge_sentence(
    lines: list[bytes], first: int, format: str, heads_required: bool
) -> tuple[list[int], list[list[str]]]:
    words: list[list[str]] = []
    rows: list[int] = []
    minor = covered = 0
    covered_line = first
    begun = False
    for number, line in enumerate(lines, first):
        try:
            text = line.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8")
        except UnicodeDecodeError:
            raise Refused(number) from None
        fields = text.split("\t")
        if "\0" in text:
            raise Refused(number)
        if format == "conllu" and text.startswith("#"):
            if begun:
                raise Refused(number)
            continue
        if len(fields) != 10 or "" in fields:
            raise Refused(number)
        begun = True
        if not INTEGER.fullmatch(fields[6]) and fields[6] != "_":
            raise Refused(number)
        span, empty = RANGE.fullmatch(fields[0]), EMPTY_NODE.fullmatch(fields[0])
        if fields[0] == str(len(words) + 1):
            if heads_required and fields[6] == "_":
                raise Refused(number)
            words.append(fields)
            rows.append(number)
            minor = 0
        elif format == "conllu" and span:
            if int(span[1]) != len(words) + 1 or int(span[2]) < int(span[1]) or covered > len(words):
                raise Refused(number)
            covered, covered_line = int(span[2]), number
        elif format == "conllu" and empty:
            if int(empty[1]) != len(words) or int(empty[2]) != minor + 1:
                raise Refused(number)
            minor += 1
        else:
            raise Refused(number)
    if not words:
        raise Refused(first)
    if covered > len(words):
        raise Refused(covered_line)
    heads = [int(word[6]) if word[6] != "_" else -1 for word in words]
    for word, head in enumerate(heads, 1):
        if head > len(words) or head == word:
            raise Refused(rows[word - 1])
    for word in range(1, len(words) + 1):
        if word in ancestors(heads, word):
            raise Refused(min(rows[member - 1] for member in ancestors(heads, word)))
    return heads, words


def ancestors(heads: list[int], word: int) -> list[int]:
    found: list[int] = []
    while word > 0 and heads[word - 1] not in found:
        word = heads[word - 1]
        found.append(word)
    return found
