"""The file that the page edits: a sentence is replaced, and no other byte changed; written whole or not at all."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.output import open_output
from multiplane.treebank import Treebank
from multiplane.treebank.conll.rewrite import with_columns, with_trees


class EditedTree(NamedTuple):
    """Heads, labels and tags of all words of a sentence."""

    heads: Sequence[int]
    labels: Sequence[str]
    tags: Sequence[str]


class FileChanged(MultiplaneError):
    """The file is not as it was when it was read: somebody else has changed it."""


class EditedFile:
    """A treebank in a file, sentence by sentence."""

    def __init__(self, path: str) -> None:
        self.path, self.lock = Path(path), Lock()
        self.treebank()

    @property
    def name(self) -> str:
        """The name of the file, without its folder."""
        return self.path.name

    def treebank(self) -> Treebank:
        """The file as it is now."""
        try:
            return Treebank.from_text(self.path.read_bytes(), source=self.name, heads_required=False)
        except OSError as error:
            raise MultiplaneError(f"{self.path}: {error.strerror}") from None

    def sentence(self, number: int) -> dict[str, Any]:
        """A sentence, how many there are, and the state of the file."""
        treebank = self.treebank()
        if not 0 <= number < len(treebank):
            raise MultiplaneError(f"found sentence {number + 1}; expected 1 to {len(treebank)}")
        return {
            "file": self.name,
            "number": number,
            "sentences": len(treebank),
            "conllu": str(treebank[number]),
            "digest": digest(bytes(treebank)),
        }

    def save(self, number: int, change: EditedTree, known: str) -> dict[str, Any]:
        """Change the tree and the tags of a sentence, if the file is still as it was read; no other byte changes."""
        with self.lock:
            treebank = self.treebank()
            if digest(bytes(treebank)) != known:
                raise FileChanged(f"{self.name} was changed by somebody else; read it again")
            if not 0 <= number < len(treebank):
                raise MultiplaneError(f"found sentence {number + 1}; expected 1 to {len(treebank)}")
            with open_output(self.path) as out:
                out.write(bytes(changed(treebank, number, change)))
        return self.sentence(number)


def changed(treebank: Treebank, number: int, change: EditedTree) -> Treebank:
    """The treebank with the tree and the tags of one sentence changed.

    >>> import multiplane
    >>> treebank = multiplane.read("sample:dutch-2")
    >>> heads = treebank.heads.tolist()
    >>> changed(treebank, 0, EditedTree(heads, ["dep"] * len(heads), ["X"] * len(heads)))[0][1].deprel
    'dep'
    """
    start, end = treebank.offsets[number : number + 2].tolist()
    if not len(change.heads) == len(change.labels) == len(change.tags) == end - start:
        raise MultiplaneError(f"found {len(change.heads)} heads; expected {end - start}, one for each word")
    one = treebank[number].with_tree(change.heads, change.labels)
    heads = treebank.heads.copy()
    heads[start:end] = one.heads
    new, own = np.arange(len(heads)) - start, np.full(len(heads), -1, np.int32)
    own[start:end] = new[start:end]
    fields = treebank.layout
    fields = with_columns(fields, {"deprel": own, "upos": own}, {"deprel": change.labels, "upos": change.tags})
    return replace(treebank, layout=with_trees(fields, heads, source=treebank.source))


def digest(data: bytes) -> str:
    """A short digest of bytes."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()
