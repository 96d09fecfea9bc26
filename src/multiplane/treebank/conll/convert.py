"""From CoNLL-U to CoNLL-X and back: the words and their trees, and a count of all that has no place over there."""

from __future__ import annotations

from collections import Counter

import numpy as np

from multiplane.treebank.conll.columns import COLUMNS, Format, column_title
from multiplane.treebank.treebank import Treebank

DEPS, MISC = COLUMNS.index("deps"), COLUMNS.index("misc")
SPACES = "spaces inside columns"
ROOTS = "sentences with several roots"
WHAT_BECOMES_OF_IT = {SPACES: "written with underscores", ROOTS: "kept"}


def convert(treebank: Treebank, to: Format) -> tuple[Treebank, Counter[str]]:
    """The treebank in another format, and how many things of each kind that format cannot hold.

    FORM, LEMMA, the two tags, FEATS, HEAD and DEPREL are carried over. CoNLL-X has no comments, multiword tokens
    or empty nodes, no DEPS, no MISC and no spaces; CoNLL-U has no PHEAD, no PDEPREL and one root a sentence.

    >>> text = "# a comment\\n1\\tad hoc\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\tLang=la\\n\\n"
    >>> treebank = Treebank.from_text(text, "conllu")
    >>> converted, lost = convert(treebank, "conllx")
    >>> converted[0][1].form, dict(lost)
    ('ad_hoc', {'comments': 1, 'spaces inside columns': 1, 'MISC': 1})
    """
    lost: Counter[str] = Counter()
    if to == treebank.format:
        return treebank, lost
    lines = bytes(treebank).removeprefix(b"\xef\xbb\xbf").split(b"\n")
    kept = (_converted(line.removesuffix(b"\r"), to, lost) for line in lines)
    data = b"\n".join(line for line in kept if line is not None)
    if to == "conllu" and len(treebank):
        roots = np.add.reduceat(treebank.heads == 0, treebank.offsets[:-1], dtype=np.int64)
        lost[ROOTS] = int(np.count_nonzero(roots > 1))
    return Treebank.from_text(data, to, source=treebank.source, heads_required=False), +lost


def _converted(line: bytes, to: Format, lost: Counter[str]) -> bytes | None:
    """The line in the other format, or nothing where that has no such lines."""
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
