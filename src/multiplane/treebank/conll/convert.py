"""Conversion between CoNLL-U and CoNLL-X: the words and their trees, and counts of what the other format lacks."""

from __future__ import annotations

from collections import Counter

import numpy as np

from multiplane.treebank.conll.boundaries import BYTE_ORDER_MARK
from multiplane.treebank.conll.columns import COLUMNS, Format, column_title
from multiplane.treebank.treebank import Treebank

DEPS, MISC = COLUMNS.index("deps"), COLUMNS.index("misc")
SPACES = "spaces inside columns"
ROOTS = "sentences with several roots"
TREATMENT = {SPACES: "written with underscores", ROOTS: "kept"}


def convert(treebank: Treebank, to: Format) -> tuple[Treebank, Counter[str]]:
    """The treebank in another format, and a count of what that format cannot represent, by kind.

    FORM, LEMMA, the two tags, FEATS, HEAD and DEPREL are kept. CoNLL-X has no comments, multiword tokens, empty nodes,
    DEPS, MISC or spaces; CoNLL-U has no PHEAD or PDEPREL, and one root per sentence.

    >>> text = "# a comment\\n1\\tad hoc\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\tLang=la\\n\\n"
    >>> treebank = Treebank.from_text(text, "conllu")
    >>> converted, lost = convert(treebank, "conllx")
    >>> converted[0][1].form, dict(lost)
    ('ad_hoc', {'comments': 1, 'spaces inside columns': 1, 'MISC': 1})
    """
    lost: Counter[str] = Counter()
    if to == treebank.format:
        return treebank, lost
    lines = bytes(treebank).removeprefix(BYTE_ORDER_MARK).split(b"\n")
    kept = (_converted(line.removesuffix(b"\r"), to, lost) for line in lines)
    data = b"\n".join(line for line in kept if line is not None)
    if to == "conllu" and len(treebank):
        roots = np.add.reduceat(treebank.heads == 0, treebank.offsets[:-1], dtype=np.int64)
        lost[ROOTS] = int(np.count_nonzero(roots > 1))
    return Treebank.from_text(data, to, source=treebank.source, heads_required=False), +lost


def _converted(line: bytes, to: Format, lost: Counter[str]) -> bytes | None:
    """The line in the other format, or None if that format has no such line."""
    if not line:
        return line
    if to == "conllx" and line.startswith(b"#"):
        lost["comments"] += 1
        return None
    fields = line.split(b"\t")
    if to == "conllx" and not fields[0].isdigit():
        lost["multiword tokens" if b"-" in fields[0] else "empty nodes"] += 1
        return None
    if to == "conllx" and b" " in line:
        lost[SPACES] += sum(b" " in field for field in fields[:DEPS])
        fields[:DEPS] = [field.replace(b" ", b"_") for field in fields[:DEPS]]
    for number in (DEPS, MISC):
        if fields[number] != b"_":
            lost[column_title(number, "conllu" if to == "conllx" else "conllx")] += 1
            fields[number] = b"_"
    return b"\t".join(fields)
