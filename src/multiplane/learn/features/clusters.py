"""Clusters of words, from a file of the user: knowledge of words that the training treebank does not have.

A line of the file is a word, a tab and its cluster, or as Brown's program writes it, cluster, word and count. A model
keeps the hashes of the words, not the words. A form that is not among them is looked for with small ASCII letters.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32, Int64, UInt8
from multiplane.kernels.jit import kernel
from multiplane.learn.model.contents import ModelFile
from multiplane.treebank.conll.boundaries import BYTE_ORDER_MARK
from multiplane.treebank.conll.source import open_source, source_name
from multiplane.treebank.strings import hash_bytes, pack

EXPECTED = "WORD<TAB>CLUSTER or CLUSTER<TAB>WORD<TAB>COUNT"


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Hashes of words in ascending order, beside each the number of its cluster, and the names of the clusters."""

    words: Int32
    numbers: Int32
    names: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Clusters: {len(self.words):,} words in {len(self.names):,} clusters>"

    def values(self, letters: int) -> Int32:
        """For every word, the hash of the first ``letters`` letters of its cluster's name, of all of them if 0.

        >>> clusters = clusters_of([("cat", "0110"), ("dog", "0111"), ("of", "10")])
        >>> [len(set(clusters.values(letters).tolist())) for letters in (0, 3, 2, 1)]
        [3, 2, 2, 2]
        """
        return hashes_of([name[:letters] if letters else name for name in self.names])[self.numbers]

    def as_data(self) -> dict[str, Any]:
        """The size and a digest of the clusters, for a checkpoint."""
        content = hashlib.blake2b("\n".join(self.names).encode("utf-8"), digest_size=8)
        content.update(self.words.tobytes() + self.numbers.tobytes())
        return {"words": len(self.words), "digest": content.hexdigest()}

    def tensors(self) -> dict[str, NDArray[Any]]:
        """All but the names, for a model file."""
        return {"cluster_words": self.words, "cluster_numbers": self.numbers}


@kernel
def hash_strings(blob: UInt8, ends: Int64, out: Int32) -> None:
    """The hashes of packed strings."""
    for number in range(len(out)):
        out[number] = hash_bytes(blob, ends[number], ends[number + 1])


@kernel
def find_word(words: Int32, hashed: int) -> int:
    """The place of a hash among those of the words, or −1."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high) // 2
        if words[middle] < hashed:
            low = middle + 1
        else:
            high = middle
    return low if low < len(words) and words[low] == hashed else -1


def hashes_of(texts: list[str]) -> Int32:
    """The hashes of texts, as the attributes of words have them."""
    out = np.empty(len(texts), np.int32)
    hash_strings(*pack(texts), out)
    return out


def clusters_of(pairs: Iterable[tuple[str, str]]) -> Clusters:
    """Clusters from pairs of a word and the name of its cluster; of words with the same hash the first stays.

    >>> clusters_of([("cat", "0110"), ("dog", "0110")]).names
    ('0110',)
    """
    words, clusters = zip(*pairs, strict=True)
    names = {name: number for number, name in enumerate(dict.fromkeys(clusters))}
    hashes, first = np.unique(hashes_of(list(words)), return_index=True)
    return Clusters(hashes, np.array([names[name] for name in clusters], np.int32)[first], tuple(names))


def read_clusters(path: str | Path) -> Clusters:
    """The clusters in a file, plain or compressed; an error for the first bad line.

    >>> read_clusters("no/such/clusters.tsv")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such/clusters.tsv: no such file
    """
    with open_source(path) as stream:
        data = stream.read()
    return clusters_from_text(data, source_name(path))


def clusters_from_text(data: bytes, name: str = "<text>") -> Clusters:
    """The clusters in the content of a file.

    >>> clusters_from_text(b"cat\\t0110\\ndog\\n", "a.tsv")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: a.tsv:2: found 1 column; expected 2, as in the first line
    """
    lines = data.removeprefix(BYTE_ORDER_MARK).replace(b"\r\n", b"\n").removesuffix(b"\n").split(b"\n")
    found: dict[str, str] = {}
    width = lines[0].count(b"\t") + 1
    if not data or width not in (2, 3):
        seen = _columns(width) if data else "an empty file"
        raise MultiplaneError(f"{name}:1: found {seen}; expected {EXPECTED}")
    for number, line in enumerate(lines, 1):
        try:
            word, cluster = _pair(line, width)
            if word in found:
                raise MultiplaneError(f"found {word!r} again; expected every word once")
        except MultiplaneError as error:
            raise MultiplaneError(f"{name}:{number}: {error}") from None
        found[word] = cluster
    return clusters_of(found.items())


def _pair(line: bytes, width: int) -> tuple[str, str]:
    """Word and cluster of a line."""
    try:
        columns = line.decode("utf-8").split("\t")
    except UnicodeDecodeError as error:
        raise MultiplaneError("found bytes that are not UTF-8; expected text") from error
    if len(columns) != width:
        raise MultiplaneError(f"found {_columns(len(columns))}; expected {width}, as in the first line")
    if width == 3 and not (columns[2].isascii() and columns[2].isdigit()):
        raise MultiplaneError(f"found {columns[2]!r} as the count; expected a number")
    word, cluster = columns if width == 2 else (columns[1], columns[0])
    if not word or not cluster:
        raise MultiplaneError(f"found an empty {'cluster' if word else 'word'}; expected {EXPECTED}")
    return word, cluster


def _columns(count: int) -> str:
    return f"{count} column{'s' * (count != 1)}"


def clusters_from_file(file: ModelFile) -> Clusters | None:
    """The clusters that a model file holds, if any."""
    if "clusters" not in file.header:
        return None
    names = tuple(file.strings("clusters"))
    words = file.tensor("cluster_words", np.int32, (None,), low=0)
    if (np.diff(words) <= 0).any():
        raise file.fault("words out of order in tensor 'cluster_words'", "ascending ones")
    return Clusters(words, file.tensor("cluster_numbers", np.int32, words.shape, low=0, high=len(names) - 1), names)
