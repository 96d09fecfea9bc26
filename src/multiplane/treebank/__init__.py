"""Treebanks read and written without loss: sentences, trees, columns encoded as integer arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.lazy import lazy_names
from multiplane.treebank.tree import Tree, check_heads, find_cycle

if TYPE_CHECKING:
    from multiplane.treebank.conll.convert import convert
    from multiplane.treebank.conll.read import read, stream, stream_blocks
    from multiplane.treebank.conll.write import write
    from multiplane.treebank.deps import GraphArcs, read_deps, with_deps
    from multiplane.treebank.encode import Encoded, Vocabulary
    from multiplane.treebank.sentence import Sentence, Token
    from multiplane.treebank.treebank import Treebank

_HOMES = {
    "Encoded": "encode",
    "GraphArcs": "deps",
    "Sentence": "sentence",
    "Token": "sentence",
    "Treebank": "treebank",
    "Vocabulary": "encode",
    "convert": "conll.convert",
    "read": "conll.read",
    "read_deps": "deps",
    "stream": "conll.read",
    "stream_blocks": "conll.read",
    "with_deps": "deps",
    "write": "conll.write",
}

__all__ = [
    "Encoded",
    "GraphArcs",
    "Sentence",
    "Token",
    "Tree",
    "Treebank",
    "Vocabulary",
    "check_heads",
    "convert",
    "find_cycle",
    "read",
    "read_deps",
    "stream",
    "stream_blocks",
    "with_deps",
    "write",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES, __all__)
