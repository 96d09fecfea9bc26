"""Calls of all kinds that a parser may get, made before the first real one: what they need is compiled, or loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from multiplane.kernels.interpret import kernels
from multiplane.learn.model.sources import as_treebank
from multiplane.treebank import read
from multiplane.treebank.treebank import Treebank

MAX_WORDS = 50
TEXT = "Hens lay eggs (don't they?), 3 a day.\n\nThey hatch\u2014see http://hens.org/eggs \u2026 Über-hens cannot!\n"
Parse = Callable[[Treebank], Treebank]


def warm_up(parse: Parse, read_text: Callable[[str], Treebank] | None = None) -> None:
    """Parse sentences and texts of all kinds with compiled kernels, and read and write the result."""
    with kernels("compiled"):
        for treebank in sentences_of_all_kinds():
            use(parse(treebank))
        for text in (TEXT, 20 * TEXT, "Hens", "") if read_text is not None else ():
            assert read_text is not None
            use(read_text(text))


def use(parsed: Treebank) -> None:
    """Write a result, and read its trees and columns."""
    str(parsed)
    for sentence in parsed:
        [(word.form, word.lemma, word.upos, word.feats, word.head_id, word.deprel) for word in sentence]


def sentences_of_all_kinds() -> Iterator[Treebank]:
    """Many sentences of a file, single ones, one of a single word and a long one that has nothing but forms."""
    sample = read("sample:english")
    yield sample
    yield as_treebank([sample[0]])
    yield as_treebank([["Hens"], ["Hens", "lay", "eggs", "."]])
    yield as_treebank([[word.form for sentence in sample for word in sentence][:MAX_WORDS]])
