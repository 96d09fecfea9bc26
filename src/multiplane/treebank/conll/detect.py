"""The format of a treebank: from its file name or, if that is not decisive, from its first sentences."""

from __future__ import annotations

import re
from pathlib import PurePath

from multiplane.treebank.conll.boundaries import BYTE_ORDER_MARK
from multiplane.treebank.conll.columns import Format

_SAMPLE = 1 << 20
_ENHANCED = re.compile(rb"\d+(\.\d+)?:")
_RANGE_OR_EMPTY_NODE = re.compile(rb"\d+[-.]\d+$")
COMPRESSIONS = (".gz", ".bz2", ".xz")
_SURE_SUFFIXES: dict[str, Format] = {".conllu": "conllu", ".conllx": "conllx"}


def detect_format(data: bytes, name: str = "") -> Format:
    """CoNLL-U or CoNLL-X: by the suffix ``.conllu`` or ``.conllx``, else by content, else CoNLL-X for ``.conll``.

    >>> detect_format(b"# sent_id = 1\\n"), detect_format(b"", "danish.conll.gz")
    ('conllu', 'conllx')
    """
    if (sure := _SURE_SUFFIXES.get(_suffix(name))) is not None:
        return sure
    return _format_of_content(data[:_SAMPLE]) or format_of_name(name) or "conllu"


def format_of_name(name: str) -> Format | None:
    """The format that a file name stands for, or None; a compression suffix is ignored.

    >>> format_of_name("train.CoNLLu.xz"), format_of_name("train.conll"), format_of_name("-")
    ('conllu', 'conllx', None)
    """
    return _SURE_SUFFIXES.get(_suffix(name), "conllx" if _suffix(name) == ".conll" else None)


def is_json(name: str) -> bool:
    """Whether a file name stands for lines of JSON.

    >>> is_json("parsed.jsonl.gz"), is_json("parsed.json"), is_json("parsed.conllu")
    (True, True, False)
    """
    return _suffix(name) in (".json", ".jsonl")


def _suffix(name: str) -> str:
    path = PurePath(name)
    return (path.with_suffix("") if path.suffix.lower() in COMPRESSIONS else path).suffix.lower()


def _format_of_content(data: bytes) -> Format | None:
    for line in data.removeprefix(BYTE_ORDER_MARK).split(b"\n"):
        fields = line.removesuffix(b"\r").split(b"\t")
        if line.startswith(b"#") or _RANGE_OR_EMPTY_NODE.match(fields[0]):
            return "conllu"
        if len(fields) == 10 and _ENHANCED.match(fields[8]):
            return "conllu"
        if len(fields) == 10 and fields[8].isdigit():
            return "conllx"
    return None
