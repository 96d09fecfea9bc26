"""Calls of all kinds that a parser may get, made before the first real one: what they need is compiled, or loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from multiplane.kernels.interpret import kernels
from multiplane.learn.model.sources import as_treebank
from multiplane.treebank import read
from multiplane.treebank.treebank import Treebank

MAX_WORDS = 50


def sentences_of_all_kinds() -> Iterator[Treebank]:
    """Many sentences of a file, single ones, one of a single word and a long one that has nothing but forms."""
    sample = read("sample:english")
    yield sample
    yield as_treebank([sample[0]])
    yield as_treebank([["Hens"], ["Hens", "lay", "eggs", "."]])
    yield as_treebank([[word.form for sentence in sample for word in sentence][:MAX_WORDS]])


def warm_up(parse: Callable[[Treebank], Treebank]) -> None:
    """Parse sentences of all kinds with compiled kernels, and read and write the result."""
    with kernels("compiled"):
        for treebank in sentences_of_all_kinds():
            parsed = parse(treebank)
            str(parsed)
            [(word.head_id, word.deprel, word.upos, word.lemma) for sentence in parsed for word in sentence]
