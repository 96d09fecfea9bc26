"""Which format a treebank is in, by its name or, where that does not tell, by its first words."""

from __future__ import annotations

import re
from pathlib import PurePath

from multiplane.treebank.conll.columns import Format

_SAMPLE = 1 << 20
_ENHANCED = re.compile(rb"\d+(\.\d+)?:")
_RANGE_OR_EMPTY_NODE = re.compile(rb"\d+[-.]\d+$")
_COMPRESSIONS = (".gz", ".bz2", ".xz")
_SURE_SUFFIXES: dict[str, Format] = {".conllu": "conllu", ".conllx": "conllx"}


def detect_format(data: bytes, name: str = "") -> Format:
    """CoNLL-U or CoNLL-X: by ``.conllu`` or ``.conllx``, else by content, else X for ``.conll`` alone.

    >>> detect_format(b"# sent_id = 1\\n"), detect_format(b"", "danish.conll.gz")
    ('conllu', 'conllx')
    """
    if (sure := _SURE_SUFFIXES.get(_suffix(name))) is not None:
        return sure
    return _format_of_content(data[:_SAMPLE]) or format_of_name(name) or "conllu"


def format_of_name(name: str) -> Format | None:
    """The format that a file of this name should have, if the name tells; a suffix of compression aside.

    >>> format_of_name("train.CoNLLu.xz"), format_of_name("train.conll"), format_of_name("-")
    ('conllu', 'conllx', None)
    """
    return _SURE_SUFFIXES.get(_suffix(name), "conllx" if _suffix(name) == ".conll" else None)


def _suffix(name: str) -> str:
    path = PurePath(name)
    return (path.with_suffix("") if path.suffix.lower() in _COMPRESSIONS else path).suffix.lower()


def _format_of_content(data: bytes) -> Format | None:
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        fields = line.removesuffix(b"\r").split(b"\t")
        if line.startswith(b"#") or _RANGE_OR_EMPTY_NODE.match(fields[0]):
            return "conllu"
        if len(fields) == 10 and _ENHANCED.match(fields[8]):
            return "conllu"
        if len(fields) == 10 and fields[8].isdigit():
            return "conllx"
    return None
