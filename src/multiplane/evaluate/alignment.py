"""Gold trees and predicted trees over the same words, as flat arrays with labels in one numbering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from multiplane.evaluate.conventions import (
    CONTENT_RELATIONS,
    UNIVERSAL_RELATIONS,
    Convention,
    is_punctuation,
    main_relation,
)
from multiplane.evaluate.mismatch import check_same_words
from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.treebank import Treebank, Vocabulary
from multiplane.treebank.encode import Encoded

"""A boolean per word."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """The two trees of each word; ``labels`` are the compared parts of the labels, by id.

    ``counted`` are the words that the convention counts, ``right_heads`` those whose heads agree, ``right_arcs`` those
    whose heads and labels agree. ``content`` is whether each label is a content relation, or None if the labels are not
    those of Universal Dependencies.
    """

    convention: Convention
    offsets: Int64
    gold_heads: Int32
    predicted_heads: Int32
    gold_labels: Int32
    predicted_labels: Int32
    labels: Vocabulary
    content: Bool | None
    punctuation: Bool
    counted: Bool
    right_heads: Bool
    right_labels: Bool
    right_arcs: Bool

    def __repr__(self) -> str:
        right = f"{int(self.right_arcs.sum()):,} with the right head and label"
        return f"<Alignment of {len(self.gold_heads):,} words, {right}>"


def align(gold: Treebank, predicted: Treebank, convention: Convention) -> Alignment:
    """Align a prediction with the gold standard; an error if their words differ.

    >>> from multiplane.evaluate.conventions import CONVENTIONS
    >>> gold = Treebank.from_text("1 Go _ _ _ _ 0 root _ _\\n2 ! _ _ _ _ 1 punct _ _".replace(" ", "\\t"))
    >>> predicted = gold.with_trees([2, 0])
    >>> both = align(gold, predicted, CONVENTIONS["conll-x"])
    >>> both.right_heads.tolist(), both.right_labels.tolist(), both.counted.tolist()
    ([False, False], [True, True], [True, False])
    """
    encoded = gold.encode(["form", "deprel"]), predicted.encode(["form", "deprel"])
    gold_forms, predicted_forms, forms = _common_forms(gold, predicted, *encoded)
    check_same_words(gold, predicted, gold_forms, predicted_forms)
    for treebank in (gold, predicted):
        _check_annotated(treebank)
    gold_labels, predicted_labels, labels = _common_ids(*encoded, "deprel", convention.label)
    punctuation = np.array([is_punctuation(form) for form in forms], np.bool_)[gold_forms]
    right_heads = gold.heads == predicted.heads
    right_labels = gold_labels == predicted_labels
    return Alignment(
        convention,
        gold.offsets,
        gold.heads,
        predicted.heads,
        gold_labels,
        predicted_labels,
        labels,
        _content(labels, convention, gold_labels),
        punctuation,
        convention.punctuation | ~punctuation,
        right_heads,
        right_labels,
        right_heads & right_labels,
    )


def aligned_forms(gold: Treebank, predicted: Treebank) -> tuple[Int32, Int32]:
    """The forms of all words of both treebanks in one numbering.

    >>> both = [Treebank.from_text(f"1\\t{form}\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n") for form in ("cat", "dog")]
    >>> aligned_forms(*both)
    (array([1], dtype=int32), array([2], dtype=int32))
    """
    return _common_forms(gold, predicted, gold.encode(["form"]), predicted.encode(["form"]))[:2]


def _common_forms(
    gold: Treebank, predicted: Treebank, encoded: Encoded, other: Encoded
) -> tuple[Int32, Int32, Vocabulary]:
    spelled = _with_underscores if gold.format != predicted.format else str
    return _common_ids(encoded, other, "form", spelled)


def _with_underscores(form: str) -> str:
    """A form as in CoNLL-X, which has no spaces."""
    return form.replace(" ", "_")


def _common_ids(
    gold: Encoded, predicted: Encoded, column: str, compared: Callable[[str], str]
) -> tuple[Int32, Int32, Vocabulary]:
    """A column of both treebanks in one numbering of the compared parts of its fields."""
    numbers: dict[str, int] = {}

    def renumbered(encoded: Encoded) -> Int32:
        fields = encoded.vocabularies[column]
        ids = np.array([numbers.setdefault(compared(field), len(numbers)) for field in fields], np.int32)
        return ids[encoded.ids[column]]

    return renumbered(gold), renumbered(predicted), tuple(numbers)


def _check_annotated(treebank: Treebank) -> None:
    """An error if a word has no head: the one that the sentence's tree raises."""
    absent = np.flatnonzero(treebank.heads < 0)
    if len(absent):
        _ = treebank[int(np.searchsorted(treebank.offsets, absent[0], side="right")) - 1].tree


def _content(labels: Vocabulary, convention: Convention, gold_labels: Int32) -> Bool | None:
    relations = [main_relation(label) for label in labels]
    if convention.name == "conll-x":
        used = np.unique(gold_labels)
        if any(relations[label] not in UNIVERSAL_RELATIONS for label in used):
            return None
    return np.array([relation in CONTENT_RELATIONS for relation in relations], np.bool_)
