"""Columns that a model was trained with and that its input lacks: without tags a parser attaches words by chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from multiplane.kernels.arrays import Bool
from multiplane.learn.features.attributes import FIELDS, attribute_row
from multiplane.treebank.conll.columns import COLUMNS, column_title
from multiplane.treebank.treebank import Treebank

CHANCE = 0.001
MANY_WORDS = 50
UNDERSCORE = ord("_")


class EmptyColumnsWarning(UserWarning):
    """Columns of the input are empty that the model was trained with."""


def filled_shares(treebank: Treebank, columns: Iterable[str] = FIELDS) -> dict[str, float]:
    """The share of words that have a value in each column.

    >>> import multiplane
    >>> filled_shares(multiplane.read("sample:dutch-2"), ["form", "upos"])
    {'form': 1.0, 'upos': 1.0}
    """
    return {name: round(float(has_value(treebank, name).mean()), 4) if treebank.word_count else 0.0 for name in columns}


def has_value(treebank: Treebank, column: str) -> Bool:
    """For every word, whether its column is more than ``_``.

    >>> import multiplane
    >>> bool(has_value(multiplane.read("sample:dutch-2"), "upos").all())
    True
    """
    layout, number = treebank.layout, COLUMNS.index(column)
    starts, ends = layout.columns[:, number], layout.columns[:, number + 1]
    empty: Bool = ends - starts == 2
    base = np.repeat(layout.spans[:-1], np.diff(layout.offsets))
    empty[empty] = layout.data[base[empty] + starts[empty]] == UNDERSCORE
    return ~empty


def columns_of(attributes: Iterable[str]) -> tuple[str, ...]:
    """The columns that attributes of words are read from, in the order of the format.

    >>> columns_of(["suffix3", "upos", "feats:Case"])
    ('form', 'upos', 'feats')
    """
    found = {attribute_row(name)[1] for name in attributes}
    return tuple(COLUMNS[number] for number in sorted(found))


def missing_columns(treebank: Treebank, attributes: Iterable[str], training: Mapping[str, Any]) -> tuple[str, ...]:
    """The columns that a model looks at and that a treebank lacks, though the training set had them.

    A column is missing if it is empty throughout and that is no chance, or if many words have it half as often as in
    training. A model of whose training nothing is known expects UPOS alone.

    >>> from multiplane.treebank.words import treebank_of_words
    >>> untagged = treebank_of_words([["Hens"]])
    >>> missing_columns(untagged, ["form", "upos", "lemma"], {"columns": {"form": 1.0, "upos": 1.0, "lemma": 0.0}})
    ('upos',)
    """
    known = training.get("columns")
    expected = known if isinstance(known, Mapping) else {}
    words = treebank.word_count
    missing = []
    for name, share in filled_shares(treebank, columns_of(attributes)).items():
        usual = expected.get(name, 0.0) if expected else float(name == "upos")
        if not isinstance(usual, int | float) or not 0 <= usual <= 1:
            continue
        by_chance = (1 - usual) ** words
        if (share == 0 and by_chance < CHANCE) or (words >= MANY_WORDS and 2 * share < usual):
            missing.append(name)
    return tuple(missing)


def warning_about(treebank: Treebank, attributes: Iterable[str], training: Mapping[str, Any]) -> str:
    """One line about the columns that are missing; an empty text if none is."""
    missing = missing_columns(treebank, attributes, training)
    if not missing:
        return ""
    titles = [column_title(COLUMNS.index(name), treebank.format) for name in missing]
    listed = " and ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))
    are = "is" if len(titles) == 1 else "are"
    it = "it" if len(titles) == 1 else "them"
    return f"{treebank.source}: {listed} {are} empty; the model was trained with {it}, so expect many errors"
