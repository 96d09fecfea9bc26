"""Pretrained word vectors from a file: what they know of words that the training treebank does not contain.

Files may be text as word2vec, fastText (``.vec``) and GloVe write it, a word and its numbers on each line, with or
without a first line that gives both sizes; word2vec's binary format (``.bin``); or a NumPy matrix (``.npy``) beside a
text file of the same name (``.txt``) with a word on each line. All but ``.npy`` may be compressed. The first
`MAX_WORDS` words count: files begin with the frequent ones. A model keeps hashes of words in small ASCII letters, not
the words; of words that are the same then, the first stays.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float32, Int32
from multiplane.learn.features.clusters import hash_strings
from multiplane.treebank.conll.source import open_source, source_name

MAX_WORDS = 100_000
MAX_WIDTH = 1024
MAX_WORD_BYTES = 64
"""Bytes of a form that its hash depends on, as in `multiplane.learn.features.attributes`."""

MAX_VALUE = 1e6


@dataclass(frozen=True, slots=True, eq=False)
class WordVectors:
    """Hashes of words in ascending order, and the vector of each."""

    words: Int32
    values: Float32

    def __repr__(self) -> str:
        return f"<WordVectors: {len(self.words):,} words, {self.values.shape[1]} numbers each>"

    def as_data(self) -> dict[str, Any]:
        """Sizes and digest, for a checkpoint."""
        content = hashlib.blake2b(self.words.tobytes() + self.values.tobytes(), digest_size=8)
        return {"words": len(self.words), "size": self.values.shape[1], "digest": content.hexdigest()}


def vectors_of(words: list[str], values: Float32) -> WordVectors:
    """The vectors of these words, one row each.

    >>> vectors_of(["cat", "Cat", "dog"], np.zeros((3, 4), np.float32))
    <WordVectors: 2 words, 4 numbers each>
    """
    hashes, first = np.unique(hashes_of_small(words), return_index=True)
    return WordVectors(hashes, np.ascontiguousarray(values[first], np.float32))


def read_vectors(path: str | Path) -> WordVectors:
    """Read vectors from a file. Raise at the first bad line.

    >>> read_vectors("no/such/vectors.vec")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such/vectors.vec: no such file
    """
    name = source_name(path)
    suffixes = Path(str(path)).suffixes
    if suffixes[-1:] == [".npy"]:
        words, values = _from_numpy(Path(str(path)), name)
    else:
        with open_source(path) as stream:
            words, values = (_from_binary if ".bin" in suffixes[-2:] else _from_text)(stream, name)
    if not words:
        raise MultiplaneError(f"{name}: found no vectors; expected a word and its numbers on each line")
    if not (np.abs(values) <= MAX_VALUE).all():
        row = int(np.flatnonzero(~(np.abs(values) <= MAX_VALUE).all(axis=1))[0])
        raise MultiplaneError(f"{name}: found the vector of {words[row]!r}; expected numbers of moderate size")
    return vectors_of(words, values)


def _from_text(stream: IO[bytes], name: str) -> tuple[list[str], Float32]:
    words: list[str] = []
    rows: list[Float32] = []
    size = 0
    for number, line in enumerate(islice(stream, MAX_WORDS + 1), 1):
        parts = line.rstrip(b" \r\n").split(b" ")
        if number == 1 and len(parts) == 2 and all(part.isdigit() for part in parts):
            size = _checked_size(int(parts[1][:9]), f"{name}:1")
            continue
        size = size or _checked_size(len(parts) - 1, f"{name}:{number}")
        if len(words) == MAX_WORDS:
            break
        if len(parts) <= size:
            raise MultiplaneError(f"{name}:{number}: found {len(parts) - 1} numbers; expected {size}")
        try:
            with np.errstate(over="ignore"):
                rows.append(np.array([float(part) for part in parts[-size:]], np.float32))
        except ValueError:
            raise MultiplaneError(f"{name}:{number}: found text among the numbers; expected {size} numbers") from None
        words.append(b" ".join(parts[:-size]).decode("utf-8", "replace"))
    return words, np.array(rows, np.float32).reshape(len(words), size or 1)


def _from_binary(stream: IO[bytes], name: str) -> tuple[list[str], Float32]:
    header = stream.readline(100).split()
    if len(header) != 2 or not all(part.isdigit() for part in header):
        raise MultiplaneError(f"{name}: found no line of sizes; expected the binary format of word2vec")
    size = _checked_size(int(header[1][:9]), name)
    words: list[str] = []
    rows: list[Float32] = []
    for number in range(min(int(header[0]), MAX_WORDS)):
        word = bytearray()
        while (letter := stream.read(1)) not in (b" ", b"") and len(word) < 10_000:
            word += letter.replace(b"\n", b"")
        data = stream.read(4 * size)
        if letter != b" " or len(data) < 4 * size:
            raise MultiplaneError(f"{name}: found a file cut off after {number:,} vectors; expected {int(header[0]):,}")
        words.append(word.decode("utf-8", "replace"))
        rows.append(np.frombuffer(data, "<f4"))
    return words, np.array(rows, np.float32).reshape(len(words), size)


def _from_numpy(path: Path, name: str) -> tuple[list[str], Float32]:
    try:
        values = np.load(path, allow_pickle=False)
    except FileNotFoundError:
        raise MultiplaneError(f"{name}: no such file") from None
    except Exception as error:  # damaged headers make NumPy raise almost anything
        found = " ".join(str(error).split())[:80]
        raise MultiplaneError(f"{name}: found a file that is no NumPy matrix ({found}); expected one") from None
    if not isinstance(values, np.ndarray) or values.ndim != 2 or values.dtype.kind not in "fiu":
        raise MultiplaneError(f"{name}: found something else than a matrix of numbers; expected a row for each word")
    _checked_size(values.shape[1], name)
    beside = path.with_suffix(".txt")
    with open_source(beside) as stream:
        words = [line.rstrip(b"\r\n").decode("utf-8", "replace") for line in stream]
    if len(words) != len(values):
        raise MultiplaneError(f"{beside}: found {len(words):,} words; expected {len(values):,}, a line for each row")
    with np.errstate(over="ignore"):
        return words[:MAX_WORDS], values[:MAX_WORDS].astype(np.float32)


def _checked_size(size: int, where: str) -> int:
    if not 1 <= size <= MAX_WIDTH:
        raise MultiplaneError(f"{where}: found vectors of {size} numbers; expected 1 to {MAX_WIDTH}")
    return size


def hashes_of_small(words: list[str]) -> Int32:
    """Hashes of words in lower case (ASCII), as the attribute ``form:small`` computes them.

    >>> hashes = hashes_of_small(["Hen", "hen", "egg"])
    >>> bool(hashes[0] == hashes[1]), bool(hashes[1] == hashes[2])
    (True, False)
    """
    encoded = [word.encode("utf-8", "replace").lower()[:MAX_WORD_BYTES] for word in words]
    ends = np.concatenate([[0], np.cumsum([len(word) for word in encoded])]).astype(np.int64)
    out = np.empty(len(words), np.int32)
    hash_strings(np.frombuffer(bytearray(b"".join(encoded)), np.uint8), ends, out)
    return out
