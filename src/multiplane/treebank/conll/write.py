"""Write sentences byte for byte, and trees as CoNLL-U."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import cast

from multiplane.errors import MultiplaneError
from multiplane.output import open_output
from multiplane.treebank.conll.boundaries import BYTE_ORDER_MARK, blank_line_after
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.tree import Tree
from multiplane.treebank.treebank import Treebank
from multiplane.treebank.words import treebank_of_trees


def write(treebank: Treebank | Sentence | Tree | Iterable[Sentence | Tree], path: str | Path) -> None:
    """Write a treebank, sentences or trees to a file, compressed by suffix; ``-`` is standard output.

    The file is replaced only when it is complete: after an error the old file is still there.

    >>> import tempfile, multiplane
    >>> tree = multiplane.Tree.from_arcs("hens>lay:nsubj lay>0 eggs>lay:obj")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     multiplane.write(tree, Path(folder) / "hens.conllu.gz")
    ...     multiplane.read(Path(folder) / "hens.conllu.gz")[0].tree == tree
    True
    """
    with open_output(path) as out:
        if isinstance(treebank, Treebank):
            out.write(treebank.layout.data.data)
            return
        is_one = isinstance(treebank, Sentence | Tree) or not isinstance(treebank, Iterable)
        before = b""
        for one in cast(Iterable[Sentence | Tree], [treebank] if is_one else treebank):
            data = _bytes_of(one)
            if before:
                out.write(blank_line_after(before))
                data = data.removeprefix(BYTE_ORDER_MARK)
            out.write(data)
            before = data


def _bytes_of(one: Sentence | Tree) -> bytes:
    if isinstance(one, Sentence):
        return one.raw
    if isinstance(one, Tree):
        return bytes(treebank_of_trees([one]))
    raise MultiplaneError(f"found {type(one).__name__} to be written; expected a treebank, sentences or trees")
