"""What can be scored: a treebank, the name of a file, or sentences."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from multiplane.errors import MultiplaneError
from multiplane.treebank import Sentence, Treebank, read

Source: TypeAlias = "Treebank | str | Path | Sentence | Iterable[Sentence]"


def treebank_of(source: Source) -> Treebank:
    """A treebank as it is, read from a file, or made of sentences.

    >>> treebank_of("sample:dutch-2")
    <Treebank sample:dutch-2: 1 sentence, 11 words>
    >>> treebank_of([3, 0])
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found a list; expected a treebank, the name of a file, or sentences
    """
    if isinstance(source, Treebank):
        return source
    if isinstance(source, str | Path):
        return read(source)
    if isinstance(source, Sentence):
        return Treebank.from_sentences([source])
    sentences = list(source) if isinstance(source, Iterable) else []
    if not sentences or not all(isinstance(one, Sentence) for one in sentences):
        raise MultiplaneError(f"found a {type(source).__name__}; expected a treebank, the name of a file, or sentences")
    return Treebank.from_sentences(sentences)
