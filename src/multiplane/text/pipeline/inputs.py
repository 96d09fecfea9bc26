"""What a pipeline reads: text, tokens in lines, or treebanks; block by block, in constant memory.

``horizontal`` has a sentence on each line, its tokens separated by spaces; ``vertical`` a token on each line, and an
empty line after each sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import IO

from multiplane.errors import MultiplaneError
from multiplane.learn.model.streaming import block_size
from multiplane.text.tokenizer.model import Tokenizer, decoded
from multiplane.text.tokenizer.stream import BLOCK_SIZE, tokenize_blocks
from multiplane.text.tokenizer.write import newdoc
from multiplane.treebank.conll.detect import COMPRESSIONS
from multiplane.treebank.conll.scan import count_lines
from multiplane.treebank.conll.source import open_source, source_name
from multiplane.treebank.treebank import Treebank
from multiplane.treebank.words import treebank_of_words

INPUTS = ("text", "horizontal", "vertical", "conllu")
SENTENCES_IN_BLOCK = 2_000


def text_blocks(tokenizer: Tokenizer, path: str, *, ranges: bool = False) -> Iterator[Treebank]:
    """The sentences of a file of text."""
    with open_source(path) as stream:
        size, name = block_size(path, BLOCK_SIZE), source_name(path)
        yield from tokenize_blocks(
            tokenizer, stream, ranges=ranges, source=name, document=document_name(path), block_size=size
        )


def token_blocks(path: str, kind: str) -> Iterator[Treebank]:
    """The sentences of a file of tokens, ``horizontal`` or ``vertical``."""
    with open_source(path) as stream:
        yield from blocks_of_lines(stream, kind, source_name(path), document_name(path))


def document_name(path: str) -> str:
    """What the document in a file is called in ``# newdoc id``; standard input has no name.

    >>> document_name("essays/hens 2.txt.gz"), document_name("-")
    ('hens 2', '')
    """
    if path == "-":
        return ""
    name = Path(path).name
    name = next((name[: -len(suffix)] for suffix in COMPRESSIONS if name.lower().endswith(suffix)), name)
    return "".join(one if one.isprintable() else "_" for one in Path(name).stem)


def blocks_of_lines(stream: IO[bytes], kind: str, source: str, document: str = "") -> Iterator[Treebank]:
    """The sentences of a stream of tokens in lines, numbered, with their text; the document has this name.

    >>> from io import BytesIO
    >>> (block,) = blocks_of_lines(BytesIO(b"Hens lay\\nThey hatch\\n"), "horizontal", "a.txt")
    >>> [[word.form for word in sentence] for sentence in block]
    [['Hens', 'lay'], ['They', 'hatch']]
    >>> (block,) = blocks_of_lines(BytesIO(b"Hens\\nlay\\n\\nThey\\n"), "vertical", "a.txt")
    >>> [[word.form for word in sentence] for sentence in block]
    [['Hens', 'lay'], ['They']]
    """
    sentences = (line.split() for line in _lines(stream, source)) if kind == "horizontal" else _groups(stream, source)
    filled = (tokens for tokens in sentences if tokens)
    number, line = 0, 1
    while block := list(islice(filled, SENTENCES_IN_BLOCK)):
        comments = [
            [f"# sent_id = {place}", f"# text = {' '.join(tokens)}"] for place, tokens in enumerate(block, number + 1)
        ]
        if number == 0:
            comments[0].insert(0, newdoc(document))
        found = treebank_of_words([[{"form": token} for token in tokens] for tokens in block], source, comments)
        yield found.from_line(line)
        line += count_lines(found.layout.data)
        number += len(block)


def _groups(stream: IO[bytes], source: str) -> Iterator[list[str]]:
    stripped = (line.strip() for line in _lines(stream, source))
    for is_token, lines in groupby(stripped, bool):
        if is_token:
            yield _without_tabs(lines, source)


def _without_tabs(lines: Iterable[str], source: str) -> list[str]:
    tokens = list(lines)
    for token in tokens:
        if "\t" in token:
            raise MultiplaneError(f"{source}: found columns; expected one token on each line, or the format conllu")
    return tokens


def _lines(stream: IO[bytes], source: str) -> Iterator[str]:
    base = 0
    for number, line in enumerate(stream):
        text = decoded(line, source, base)
        yield text.removeprefix("\ufeff") if number == 0 else text
        base += len(line)
