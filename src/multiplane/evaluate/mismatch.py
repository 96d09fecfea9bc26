"""Whether two treebanks have the same words, and if not, where they first differ."""

from __future__ import annotations

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.treebank import Treebank

_BEFORE_THE_FIRST_LINE = b"\xef\xbb\xbf\r\n"


def check_same_words(gold: Treebank, predicted: Treebank, gold_forms: Int32, predicted_forms: Int32) -> None:
    """An error that names the first lines that differ; forms are given as ids in one numbering.

    >>> def one_word(form, source):
    ...     return Treebank.from_text(f"1\\t{form}\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n", source=source)
    >>> gold, predicted = one_word("cat", "a.conllu"), one_word("dog", "b.conllu")
    >>> check_same_words(gold, predicted, np.array([1]), np.array([2]))
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: a.conllu:1: found word 1 'cat', b.conllu:1: found word 1 'dog'; expected the same
    """
    if np.array_equal(gold.offsets, predicted.offsets) and np.array_equal(gold_forms, predicted_forms):
        return
    sentences = min(len(gold), len(predicted))
    lengths = np.array([np.diff(gold.offsets)[:sentences], np.diff(predicted.offsets)[:sentences]])
    sentence, word = sentences, int(gold.offsets[sentences])
    unequal = np.flatnonzero(lengths[0] != lengths[1])
    if len(unequal):
        sentence = int(unequal[0])
        word = int(gold.offsets[sentence] + lengths[:, sentence].min())
    other_forms = np.flatnonzero(gold_forms[:word] != predicted_forms[:word])
    if len(other_forms):
        word = int(other_forms[0])
        sentence = int(np.searchsorted(gold.offsets, word, side="right")) - 1
    place = word - int(gold.offsets[sentence])
    raise MultiplaneError(f"{_found(gold, sentence, place)}, {_found(predicted, sentence, place)}; expected the same")


def _found(treebank: Treebank, sentence: int, place: int) -> str:
    """The file, line and word at this position, words counted from 0, or the end of the sentence or file."""
    if sentence == len(treebank):
        line = _line(treebank, sentence - 1, None) + 1 if sentence else 1
        return f"{treebank.source}:{line}: found the end of the file"
    words = treebank[sentence].words
    if place == len(words):
        return f"{treebank.source}:{_line(treebank, sentence, None) + 1}: found the end of the sentence"
    return f"{treebank.source}:{_line(treebank, sentence, place)}: found word {place + 1} {words[place].form!r}"


def _line(treebank: Treebank, sentence: int, place: int | None) -> int:
    """The line of a word, or the last line of the sentence."""
    layout = treebank.layout
    raw = treebank[sentence].raw
    if place is not None:
        raw = raw[: int(layout.columns[int(layout.offsets[sentence]) + place, 1])]
    return int(layout.lines[sentence]) + raw.strip(_BEFORE_THE_FIRST_LINE).count(b"\n")
