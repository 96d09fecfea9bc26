"""Text that is split into words already: a sentence on each line, or a word on each line.

In horizontal text every line is a sentence and white space separates its words. In vertical text every line is a word,
up to the first tab if there is one, and blank lines separate sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO

from multiplane.errors import FormatError
from multiplane.treebank.conll.boundaries import LONGEST_SENTENCE
from multiplane.treebank.treebank import Treebank

BLOCK_SIZE = 128 << 10
_EMPTY = "\t_" * 8 + "\n"


def horizontal_blocks(stream: IO[bytes], source: str = "<text>", block_size: int = BLOCK_SIZE) -> Iterator[Treebank]:
    r"""The sentences of horizontal text, in treebanks of about ``block_size`` bytes of text each.

    >>> from io import BytesIO
    >>> [block] = horizontal_blocks(BytesIO(b"Hens lay .\n\nFoxes watch .\n"))
    >>> [[word.form for word in sentence] for sentence in block]
    [['Hens', 'lay', '.'], ['Foxes', 'watch', '.']]
    """
    return _treebanks((line.split() for line in _lines(stream, source) if not line.isspace()), source, block_size)


def vertical_blocks(stream: IO[bytes], source: str = "<text>", block_size: int = BLOCK_SIZE) -> Iterator[Treebank]:
    r"""The sentences of vertical text.

    >>> from io import BytesIO
    >>> [block] = vertical_blocks(BytesIO(b"Hens\nlay\n\n\nFoxes\n"))
    >>> [[word.form for word in sentence] for sentence in block]
    [['Hens', 'lay'], ['Foxes']]
    """
    return _treebanks(_vertical(_lines(stream, source)), source, block_size)


def _vertical(lines: Iterable[str]) -> Iterator[list[str]]:
    words: list[str] = []
    for line in lines:
        word = " ".join(line.partition("\t")[0].split())
        if word:
            words.append(word)
        elif words:
            yield words
            words = []
    if words:
        yield words


def _lines(stream: IO[bytes], source: str) -> Iterator[str]:
    """The lines of a stream; an error where one is no text, or longer than a sentence can be."""
    number = 0
    while line := stream.readline(LONGEST_SENTENCE + 1):
        number += 1
        if len(line) > LONGEST_SENTENCE:
            raise FormatError(source, number, f"a line of more than {LONGEST_SENTENCE >> 20} MB", "a shorter one")
        if 0 in line:
            raise FormatError(source, number, "a NUL byte", "text")
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(source, number, f"byte 0x{line[error.start]:02X}", "UTF-8") from None
        yield text.removeprefix("\ufeff") if number == 1 else text


def _treebanks(sentences: Iterable[list[str]], source: str, block_size: int) -> Iterator[Treebank]:
    pieces: list[str] = []
    size = 0
    for number, words in enumerate(sentences, 1):
        rows = (f"{id}\t{word}{_EMPTY}" for id, word in enumerate(words, 1))
        pieces.append(f"# sent_id = {number}\n# text = {' '.join(words)}\n{''.join(rows)}\n")
        size += sum(map(len, words))
        if size >= block_size:
            yield _treebank(pieces, source)
            pieces, size = [], 0
    if pieces:
        yield _treebank(pieces, source)


def _treebank(pieces: list[str], source: str) -> Treebank:
    return Treebank.from_text("".join(pieces), "conllu", source=source, heads_required=False)
