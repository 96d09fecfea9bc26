"""Dependency parsing beyond projectivity: train, parse and study trees with crossing arcs.

>>> import multiplane
>>> multiplane.structure.classify([3, 4, 0, 3]).projective
False
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from multiplane.version import __version__

if TYPE_CHECKING:
    from multiplane import decode, draw, evaluate, generate, learn, structure, text, transition, treebank
    from multiplane.errors import FormatError, MultiplaneError, TreeError
    from multiplane.learn import Parser, load, train
    from multiplane.treebank import Sentence, Token, Tree, Treebank, read, stream, write

_HOMES = {
    "FormatError": "multiplane.errors",
    "MultiplaneError": "multiplane.errors",
    "TreeError": "multiplane.errors",
    "Parser": "multiplane.learn",
    "load": "multiplane.learn",
    "Sentence": "multiplane.treebank",
    "Token": "multiplane.treebank",
    "Tree": "multiplane.treebank",
    "Treebank": "multiplane.treebank",
    "read": "multiplane.treebank",
    "stream": "multiplane.treebank",
    "train": "multiplane.learn",
    "write": "multiplane.treebank",
}
_FOLDERS = ("treebank", "structure", "generate", "decode", "evaluate", "transition", "learn", "text", "draw")

__all__ = [
    "FormatError",
    "MultiplaneError",
    "Parser",
    "Sentence",
    "Token",
    "Tree",
    "TreeError",
    "Treebank",
    "__version__",
    "decode",
    "draw",
    "evaluate",
    "generate",
    "learn",
    "load",
    "read",
    "stream",
    "structure",
    "text",
    "train",
    "transition",
    "treebank",
    "write",
]


def __getattr__(name: str) -> Any:
    """Names are imported when first used, so that ``import multiplane`` and ``--help`` stay quick."""
    if name in _FOLDERS:
        return importlib.import_module(f"multiplane.{name}")
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'multiplane' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
