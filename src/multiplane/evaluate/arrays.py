"""Attachment scores of heads and labels that are still arrays: what training looks at after every pass.

Writing a prediction into a treebank and aligning it with the gold standard takes longer than parsing it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from multiplane.evaluate.attachment import Attachment
from multiplane.evaluate.conventions import CONTENT_RELATIONS, is_punctuation, main_relation
from multiplane.kernels.arrays import Bool, Int32
from multiplane.treebank import Treebank


def attachment_of(
    gold: Treebank,
    heads: Int32,
    labels: Int32,
    names: Sequence[str],
    *,
    subtypes: bool = False,
    punctuation: bool = True,
) -> Attachment:
    """Counts over all words, or all but ``punctuation``.

    ``labels`` are indices into ``names``, compared up to the first colon unless ``subtypes``.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2")
    >>> encoded = dutch.encode(["deprel"])
    >>> attachment_of(dutch, dutch.heads, encoded.ids["deprel"], encoded.vocabularies["deprel"]).las
    100.0
    """
    gold_labels, found_labels, numbers = _compared(gold, labels, names, subtypes)
    right_heads, right_labels = heads == gold.heads, found_labels == gold_labels
    right_arcs = right_heads & right_labels
    is_content = np.array([main_relation(name) in CONTENT_RELATIONS for name in numbers], np.bool_)
    content_gold, content_found = is_content[gold_labels], is_content[found_labels]
    counts = np.ones(len(heads), np.bool_) if punctuation else ~_punctuation_in(gold)
    counted = (right_heads, right_labels, right_arcs, content_gold, content_found, content_gold & right_arcs)
    return Attachment(*(int(np.count_nonzero(mask & counts)) for mask in (counts, *counted)))


def _punctuation_in(gold: Treebank) -> Bool:
    """Which words are punctuation; each distinct form is looked at once."""
    encoded = gold.encode(["form"])
    forms = [is_punctuation(form) for form in encoded.vocabularies["form"]]
    return np.array(forms, np.bool_)[encoded.ids["form"]]


def right_arcs_of(gold: Treebank, heads: Int32, labels: Int32, names: Sequence[str]) -> Bool:
    """Which words have the right head and main relation.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2")
    >>> encoded = dutch.encode(["deprel"])
    >>> right_arcs_of(dutch, dutch.heads, encoded.ids["deprel"], encoded.vocabularies["deprel"]).all()
    np.True_
    """
    gold_labels, found_labels, _ = _compared(gold, labels, names, subtypes=False)
    return np.asarray((heads == gold.heads) & (found_labels == gold_labels))


def _compared(
    gold: Treebank, labels: Int32, names: Sequence[str], subtypes: bool
) -> tuple[Int32, Int32, dict[str, int]]:
    """Gold labels and these as numbers that can be compared, and the number of every name."""
    encoded = gold.encode(["deprel"])
    numbers: dict[str, int] = {}

    def renumbered(vocabulary: Sequence[str], ids: Int32) -> Int32:
        compared = vocabulary if subtypes else [main_relation(name) for name in vocabulary]
        return np.array([numbers.setdefault(name, len(numbers)) for name in compared], np.int32)[ids]

    return renumbered(encoded.vocabularies["deprel"], encoded.ids["deprel"]), renumbered(names, labels), numbers
