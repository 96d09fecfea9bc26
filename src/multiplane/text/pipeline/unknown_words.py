"""Text in a language that a pipeline has not learned: most of its words, or even its letters, are unknown.

Of English text from elsewhere than the treebank, 7 % of the words are unknown to the English tagger, of articles in
biology 47 %; of Portuguese, which shares the most words with it, 60 %, of German 75 %. A few words can all be rare, so
the fewer there are, the more of them must be unknown; and where one in six is a frequent word, the language is right.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from multiplane.learn.features.clusters import hashes_of
from multiplane.text.tagger.dictionary import TagDictionary
from multiplane.treebank.conll.columns import COLUMNS
from multiplane.treebank.conll.layout import Layout
from multiplane.treebank.treebank import Treebank

MOST_WORDS = 500
"""Words at the beginning of a treebank that are looked at."""

LEAST_WORDS = 5
FREQUENT_SHARE = 1 / 6
FORM = COLUMNS.index("form")


def is_unfamiliar(treebank: Treebank, dictionary: TagDictionary) -> bool:
    """Whether the words at the beginning of a treebank are in another language than those of a tagger's dictionary.

    >>> import multiplane
    >>> english = multiplane.load().tagger.dictionary
    >>> [is_unfamiliar(multiplane.read(f"sample:{name}"), english) for name in ("english", "german")]
    [False, True]
    """
    words = [form.lower() for form in _first_forms(treebank.layout) if form.isalpha() or any(map(str.isalpha, form))]
    count = len(words)
    known, frequent = _known(words, dictionary)
    if count and not known:
        letters = sorted(filter(str.isalpha, set("".join(words))))
        if not _known(letters, dictionary)[0]:
            return True
    chance = count**0.5 / 2
    return count >= LEAST_WORDS and count - known > count / 2 + chance and frequent <= FREQUENT_SHARE * count


def _first_forms(layout: Layout) -> list[str]:
    columns = layout.columns[:MOST_WORDS]
    bases = layout.spans[np.searchsorted(layout.offsets, np.arange(len(columns)), "right") - 1]
    starts, ends = (bases + columns[:, FORM]).tolist(), (bases + columns[:, FORM + 1] - 1).tolist()
    data = layout.data[: max(ends, default=0)].tobytes()
    return [data[start:end].decode("utf-8") for start, end in zip(starts, ends, strict=True)]


def _known(words: Sequence[str], dictionary: TagDictionary) -> tuple[int, int]:
    """How many of the words are known, and how many of them frequent."""
    keys = dictionary.words.keys
    if not words or not len(keys):
        return 0, 0
    hashes = hashes_of(list(words))
    places = np.minimum(np.searchsorted(keys, hashes), len(keys) - 1)
    known = keys[places] == hashes
    return int(known.sum()), int(dictionary.frequent[places[known]].sum())
