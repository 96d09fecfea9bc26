"""What a parser takes: a treebank, a path, sentences, or words; for anything else, an error that lists these."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from multiplane.errors import MultiplaneError
from multiplane.treebank.conll.read import read
from multiplane.treebank.sample import is_sample
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.treebank import Treebank
from multiplane.treebank.words import Word, is_word, treebank_of_words

Sentences: TypeAlias = (
    "Treebank | str | Path | Sentence | Iterable[Sentence] | Iterable[Word] | Iterable[Iterable[Word]]"
)

EXPECTED = (
    "a treebank, a path, sentences, or words: a list of forms, of tuples (form, upos, xpos, feats, lemma) or of "
    "dictionaries for one sentence, a list of such lists for several"
)
NO_TOKENIZER = "for text there are pipelines, multiplane.load()"
LONGEST_SHOWN = 40


def as_treebank(source: Sentences) -> Treebank:
    """A treebank as it is, from a path, of sentences, or of words; HEAD may be missing.

    >>> as_treebank("sample:dutch-2")
    <Treebank sample:dutch-2: 1 sentences, 11 words>
    >>> as_treebank([("Hens", "NOUN"), ("lay", "VERB")])
    <Treebank <words>: 1 sentences, 2 words>
    >>> as_treebank("Hens lay eggs.")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found the text 'Hens lay eggs.'; expected a treebank, a path, ...
    """
    if isinstance(source, Treebank):
        return source
    if isinstance(source, str | Path):
        return _read(source)
    if isinstance(source, Sentence):
        return Treebank.from_sentences([source])
    if isinstance(source, bytes) or not isinstance(source, Iterable):
        raise MultiplaneError(f"found {_kind(source)}; expected {EXPECTED}")
    return _of_several(list(source))


def _of_several(parts: list[object]) -> Treebank:
    """A treebank of sentences, of the words of one sentence, or of the words of several."""
    if all(isinstance(part, Sentence) for part in parts):
        return Treebank.from_sentences(part for part in parts if isinstance(part, Sentence))
    if all(map(is_word, parts)):
        spaced = next((part for part in parts if isinstance(part, str) and any(map(str.isspace, part.strip()))), None)
        if spaced is not None:
            expected = f"a word, or a tuple for one with spaces in it: {NO_TOKENIZER}"
            raise MultiplaneError(f"found the text {_shown(spaced)} in a list; expected {expected}")
        return treebank_of_words([parts])  # type: ignore[list-item]
    for number, part in enumerate(parts, 1):
        if isinstance(part, Sentence) or is_word(part) or isinstance(part, bytes) or not isinstance(part, Iterable):
            raise MultiplaneError(f"found {_kind(part)} as element {number} of a list; expected {EXPECTED}")
    lists = [list(part) for part in parts if isinstance(part, Iterable)]
    for number, words in enumerate(lists, 1):
        wrong = next((word for word in words if not is_word(word)), None)
        if wrong is not None:
            raise MultiplaneError(f"found {_kind(wrong)} in list {number}; expected {EXPECTED}")
    return treebank_of_words(lists)


def _read(path: str | Path) -> Treebank:
    """The treebank of a path; a text that is none gets an answer of its own."""
    if isinstance(path, str) and is_text(path):
        if "\t" in path:
            raise MultiplaneError(
                "found the text of a treebank; expected Treebank.from_text(text) around it, or a path"
            )
        raise MultiplaneError(f"found the text {_shown(path)}; expected {EXPECTED}: {NO_TOKENIZER}")
    return read(path, heads_required=False)


def is_text(source: str) -> bool:
    """Whether a string is rather a text than the name of a treebank.

    >>> is_text("Hens lay eggs."), is_text("sample:german"), is_text("hens.conllu")
    (True, False, False)
    """
    return not is_sample(source) and source != "-" and not _is_path(source)


def _is_path(text: str) -> bool:
    """Whether a text is the path of a file, or looks like one: without spaces, and with a folder or a suffix."""
    if "\0" in text or "\n" in text:
        return False
    try:
        if Path(text).exists():
            return True
    except OSError:
        return False
    looks_like_one = os.sep in text or "/" in text or bool(Path(text).suffix.strip("."))
    return looks_like_one and not any(map(str.isspace, text))


def _shown(text: str) -> str:
    return repr(text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…")


def _kind(value: object) -> str:
    """What a value is, for a message."""
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
