"""Dependency parsing beyond projectivity: train, parse and study trees with crossing arcs.

Read treebanks, survey them, classify and explain their trees:

>>> import multiplane as mp
>>> sentence = mp.read("sample:dutch-2")[0]
>>> mp.classify(sentence).planes, mp.explain(sentence, "projective").text
(2, 'the arc verven (10) → schuur (8) crosses zag (9), which does not depend on verven (10)')

Parse text, and walk through the trees:

>>> sentence = mp.load("english")("Hens lay eggs.")[0]
>>> [(word.form, word.head.form) for word in sentence]
[('Hens', 'lay'), ('lay', 'root'), ('eggs', 'lay'), ('.', 'lay')]

Define transition systems of your own:

>>> own = mp.System("own", shift=mp.SHIFT, left=mp.LEFT_ARC >> mp.REDUCE, right=mp.RIGHT_ARC >> mp.SHIFT)
>>> own.derive([2, 0, 2])
['shift', 'left', 'shift', 'right']

The folders of the package, such as ``mp.decode`` and ``mp.draw``, have the rest.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from multiplane.version import __version__

if TYPE_CHECKING:
    from multiplane import decode, deduce, draw, evaluate, generate, learn, structure, text, transition, treebank
    from multiplane.decode import Trees, trees
    from multiplane.errors import FormatError, MultiplaneError, TreeError
    from multiplane.evaluate import compare, score
    from multiplane.learn import ArcFactored, Graphs, Neural, Parser, Run, Transition, train
    from multiplane.structure.classify import classify
    from multiplane.structure.explanation import explain
    from multiplane.structure.planes import planes
    from multiplane.structure.survey import survey
    from multiplane.text import Pipeline, load, train_pipeline
    from multiplane.transition import (
        ARC,
        ARC_BETWEEN,
        BUFFER_HAS_HEAD,
        CONNECTED,
        DISCARD,
        DROP,
        FORGET,
        LEFT_ARC,
        PATH_TO_BUFFER,
        PATH_TO_STACK,
        REDUCE,
        RESTORE,
        RIGHT_ARC,
        SHIFT,
        SKIP,
        SKIPPED_HAVE_HEADS,
        STACK_EMPTY,
        STACK_HAS_HEAD,
        STACK_IS_ROOT,
        SWAP,
        SWITCH,
        UNSHIFT,
        System,
        verify,
    )
    from multiplane.treebank import Sentence, Token, Tree, Treebank, read, stream, write

_FOLDERS = {"decode", "deduce", "draw", "evaluate", "generate", "learn", "structure", "text", "transition", "treebank"}
_HOMES = {
    "errors": "FormatError MultiplaneError TreeError",
    "treebank": "Sentence Token Tree Treebank read stream write",
    "structure": "classify explain planes survey",
    "decode": "Trees trees",
    "evaluate": "compare score",
    "transition": (
        "ARC ARC_BETWEEN BUFFER_HAS_HEAD CONNECTED DISCARD DROP FORGET LEFT_ARC PATH_TO_BUFFER PATH_TO_STACK "
        "REDUCE RESTORE RIGHT_ARC SHIFT SKIP SKIPPED_HAVE_HEADS STACK_EMPTY STACK_HAS_HEAD STACK_IS_ROOT SWAP "
        "SWITCH UNSHIFT System verify"
    ),
    "learn": "ArcFactored Graphs Neural Parser Run Transition train",
    "text": "Pipeline load train_pipeline",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "ARC",
    "ARC_BETWEEN",
    "BUFFER_HAS_HEAD",
    "CONNECTED",
    "DISCARD",
    "DROP",
    "FORGET",
    "LEFT_ARC",
    "PATH_TO_BUFFER",
    "PATH_TO_STACK",
    "REDUCE",
    "RESTORE",
    "RIGHT_ARC",
    "SHIFT",
    "SKIP",
    "SKIPPED_HAVE_HEADS",
    "STACK_EMPTY",
    "STACK_HAS_HEAD",
    "STACK_IS_ROOT",
    "SWAP",
    "SWITCH",
    "UNSHIFT",
    "ArcFactored",
    "FormatError",
    "Graphs",
    "MultiplaneError",
    "Neural",
    "Parser",
    "Pipeline",
    "Run",
    "Sentence",
    "System",
    "Token",
    "Transition",
    "Tree",
    "TreeError",
    "Treebank",
    "Trees",
    "__version__",
    "classify",
    "compare",
    "decode",
    "deduce",
    "draw",
    "evaluate",
    "explain",
    "generate",
    "learn",
    "load",
    "planes",
    "read",
    "score",
    "stream",
    "structure",
    "survey",
    "text",
    "train",
    "train_pipeline",
    "transition",
    "treebank",
    "trees",
    "verify",
    "write",
]


def __getattr__(name: str) -> Any:
    """Names are imported when first used, so that ``import multiplane`` and ``--help`` stay quick."""
    if name in _FOLDERS:
        return importlib.import_module(f"multiplane.{name}")
    if name in _HOME_OF:
        value = getattr(importlib.import_module(f"multiplane.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'multiplane' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
