"""What the network reads of a word: columns of attributes, each with embeddings of its own, joined in slots.

The embeddings of all columns of a slot are added; the vectors of the slots follow each other in the network's input.
"""

from __future__ import annotations

from dataclasses import dataclass

from multiplane.treebank.conll.columns import COLUMNS
from multiplane.treebank.treebank import Treebank

MAX_FEATURES = 40
FEATS = COLUMNS.index("feats")
GROUPS, GROUP_ROWS, GROUP_DROPOUT = 12, 4096, 0.1
"""Of letters: the most in a word, the rows of embeddings that they share, and the share that training leaves out."""


@dataclass(frozen=True, slots=True)
class Column:
    """An attribute of words, the slot that its embeddings are added to, and how it is learned.

    Values seen less than ``least`` times in training are unknown; ``dropout`` is the share of words for which training
    pretends not to know the value.
    """

    attribute: str
    slot: str
    least: int = 1
    dropout: float = 0.03


SLOTS = {
    "form": 96,
    "lemma": 96,
    "suffix3": 32,
    "suffix2": 16,
    "prefix3": 24,
    "shape": 16,
    "upos": 32,
    "xpos": 32,
    "feats": 32,
    "letters": 32,
}
"""The width of each slot."""

WORD_COLUMNS = (
    Column("form:small", "form", 2, 0.14),
    Column("lemma:small", "lemma", 2, 0.14),
    Column("suffix3", "suffix3", 2, 0.08),
    Column("suffix2", "suffix2", 2, 0.08),
    Column("prefix3", "prefix3", 2, 0.08),
    Column("shape", "shape", 2, 0.08),
    Column("upos", "upos"),
    Column("xpos", "xpos"),
    Column("feats", "feats", 2),
)


VECTORS = Column("form:small", "vectors", dropout=0.1)
"""The column of static vectors, for trainings that have them."""


def columns_for(treebank: Treebank) -> tuple[Column, ...]:
    """The columns for a treebank: the same for all, and one for every feature that its FEATS name.

    >>> import multiplane
    >>> [column.attribute for column in columns_for(multiplane.read("sample:german"))][8:11]
    ['feats', 'feats:Number', 'feats:Case']
    """
    return (*WORD_COLUMNS, *(Column(f"feats:{name}", "feats") for name in feature_names(treebank)))


def feature_names(treebank: Treebank) -> list[str]:
    """The names in FEATS, the most frequent first, at most `MAX_FEATURES`."""
    counts: dict[str, int] = {}
    encoded = treebank.encode(["feats"])
    values = encoded.vocabularies["feats"]
    for value in encoded.ids["feats"].tolist():
        for feature in values[value].split("|"):
            name, sign, _ = feature.partition("=")
            if sign and name:
                counts[name] = counts.get(name, 0) + 1
    return sorted(counts, key=lambda name: (-counts[name], name))[:MAX_FEATURES]
