"""Detect text in a language that a pipeline has not learned: most words, or even letters, are unknown.

Of English text from elsewhere than the treebank, 7 % of the words are unknown to the English tagger, of articles in
biology 47 %; of Portuguese, which shares the most words with it, 60 %, of German 75 %. A few words can all be rare, so
the fewer there are, the more of them must be unknown; and where one in six is a frequent word, the language is right.
"""

from __future__ import annotations

import numpy as np

from multiplane.learn.features.clusters import hashes_of
from multiplane.text.tagger.dictionary import TagDictionary
from multiplane.treebank.conll.columns import COLUMNS
from multiplane.treebank.conll.layout import Layout
from multiplane.treebank.treebank import Treebank

MAX_WORDS = 500
"""Words at the beginning of a treebank that are looked at."""

MIN_WORDS = 5
FREQUENT_SHARE = 1 / 6
FORM = COLUMNS.index("form")


def is_unfamiliar(treebank: Treebank, dictionary: TagDictionary) -> bool:
    """Whether the words at the beginning of a treebank are in another language than those of a tagger's dictionary.

    >>> import multiplane
    >>> english = multiplane.load().tagger.dictionary
    >>> [is_unfamiliar(multiplane.read(f"sample:{name}"), english) for name in ("english", "german")]
    [False, True]
    """
    words, known, frequent = count_known(treebank, dictionary)
    if words and not known and not _any_letter_is_known(treebank, dictionary):
        return True
    chance = words**0.5 / 2
    return words >= MIN_WORDS and words - known > words / 2 + chance and frequent <= FREQUENT_SHARE * words


def count_known(treebank: Treebank, dictionary: TagDictionary) -> tuple[int, int, int]:
    """How many of the words at the beginning have letters, how many of these are known, and how many frequent.

    >>> import multiplane
    >>> count_known(multiplane.read("sample:german"), multiplane.load().tagger.dictionary)
    (..., ..., ...)
    """
    words = _first_words(treebank.layout)
    return len(words), *_known(words, dictionary)


def _any_letter_is_known(treebank: Treebank, dictionary: TagDictionary) -> bool:
    """Whether any letter of the first words is itself a known word; in a learned script, some are."""
    letters = set(filter(str.isalpha, "".join(_first_words(treebank.layout))))
    return _known(sorted(letters), dictionary)[0] > 0


def _first_words(layout: Layout) -> list[str]:
    """The first words in lower case, without those that have no letters."""
    columns = layout.columns[:MAX_WORDS]
    bases = layout.spans[np.searchsorted(layout.offsets, np.arange(len(columns)), "right") - 1]
    starts, ends = (bases + columns[:, FORM]).tolist(), (bases + columns[:, FORM + 1] - 1).tolist()
    data = layout.data[: max(ends, default=0)].tobytes()
    forms = [data[start:end].decode("utf-8") for start, end in zip(starts, ends, strict=True)]
    return [form.lower() for form in forms if form.isalpha() or any(map(str.isalpha, form))]


def _known(words: list[str], dictionary: TagDictionary) -> tuple[int, int]:
    """How many of the words are known, and how many of them frequent."""
    keys = dictionary.words.keys
    if not words or not len(keys):
        return 0, 0
    hashes = hashes_of(words)
    places = np.minimum(np.searchsorted(keys, hashes), len(keys) - 1)
    known = keys[places] == hashes
    return int(known.sum()), int(dictionary.frequent[places[known]].sum())
