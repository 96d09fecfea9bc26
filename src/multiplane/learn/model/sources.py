"""What a parser takes: a treebank, a `Path`, sentences, or words; for anything else, an error that lists these."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from multiplane.errors import MultiplaneError
from multiplane.treebank.conll.read import read
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.treebank import Treebank
from multiplane.treebank.words import Word, is_word, treebank_of_words

Sentences: TypeAlias = "Treebank | Path | Sentence | Iterable[Sentence] | Iterable[Word] | Iterable[Iterable[Word]]"

EXPECTED = (
    "a treebank, a pathlib.Path, sentences, or words: a list of forms, of tuples (form, upos, xpos, feats, lemma) or "
    "of dictionaries for one sentence, a list of such lists for several"
)
NO_TOKENIZER = "for text there are pipelines, multiplane.load()"
MAX_SHOWN = 40


def as_treebank(source: Sentences) -> Treebank:
    """A treebank as it is, from a path, of sentences, or of words; HEAD may be missing. A text is never a path.

    >>> as_treebank(Path("sample:dutch-2"))
    <Treebank sample:dutch-2: 1 sentence, 11 words>
    >>> as_treebank([("Hens", "NOUN"), ("lay", "VERB")])
    <Treebank <words>: 1 sentence, 2 words>
    >>> as_treebank("Hens lay eggs.")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found the text 'Hens lay eggs.'; expected a treebank, a pathlib.Path, ...
    """
    if isinstance(source, Treebank):
        return source
    if isinstance(source, Path):
        return read(source, heads_required=False)
    if isinstance(source, str):
        if "\t" in source:
            raise MultiplaneError("found the text of a treebank; expected Treebank.from_text(text) around it")
        raise MultiplaneError(f"found the text {_shown(source)}; expected {EXPECTED}: {NO_TOKENIZER}")
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


def _shown(text: str) -> str:
    return repr(text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…")


def _kind(value: object) -> str:
    """What a value is, for a message."""
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
