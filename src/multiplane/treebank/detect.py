"""Which format a treebank is in, by its name or, where that does not tell, by its first words."""

from __future__ import annotations

import re
from pathlib import PurePath

from multiplane.treebank.columns import Format

_SAMPLE = 1 << 20
_ENHANCED = re.compile(rb"\d+(\.\d+)?:")
_RANGE_OR_EMPTY_NODE = re.compile(rb"\d+[-.]\d+$")
COMPRESSION_SUFFIXES = (".gz", ".bz2", ".xz")


def detect_format(data: bytes, name: str = "") -> Format:
    """CoNLL-U or CoNLL-X: by ``.conllu`` or ``.conllx``, else by content, else X for ``.conll`` alone.

    >>> detect_format(b"# sent_id = 1\\n"), detect_format(b"", "danish.conll.gz")
    ('conllu', 'conllx')
    """
    suffix = treebank_suffix(name)
    if suffix == ".conllu":
        return "conllu"
    if suffix == ".conllx":
        return "conllx"
    return _format_of_content(data[:_SAMPLE]) or ("conllx" if suffix == ".conll" else "conllu")


def treebank_suffix(name: str) -> str:
    """The suffix of a file name, without that of a compression, in small letters.

    >>> treebank_suffix("train.CoNLLu.xz")
    '.conllu'
    """
    path = PurePath(name)
    if path.suffix.lower() in COMPRESSION_SUFFIXES:
        path = path.with_suffix("")
    return path.suffix.lower()


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
