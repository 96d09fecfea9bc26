"""The training and the development set, from files, treebanks or sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from multiplane.characters import plural
from multiplane.errors import MultiplaneError
from multiplane.learn.training.development import hold_out
from multiplane.treebank.conll.read import read
from multiplane.treebank.deps import read_deps
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.treebank import Treebank

Source = Treebank | str | Path | Iterable[str | Path | Sentence]


def training_sets(
    train: Source, dev: Source | None, seed: int, announce: Callable[[str], None], *, graphs: bool = False
) -> tuple[Treebank, Treebank]:
    """The training and the development set, of graphs or of trees; without ``dev``, a tenth of ``train`` is held out.

    >>> training_sets("sample:dutch", None, 0, print)
    No development set given: holding out 1 of 18 sentences
    (<Treebank sample:dutch: 17 sentences, 166 words>, <Treebank sample:dutch: 1 sentence, 13 words>)
    """
    treebank_of = graphs_of if graphs else trees_of
    training = treebank_of(train)
    if dev is not None:
        return training, treebank_of(dev)
    training, development = hold_out(training, seed)
    whole = len(training) + len(development)
    announce(f"No development set given: holding out {len(development):,} of {plural(whole, 'sentence')}")
    return training, development


def trees_of(source: Source) -> Treebank:
    """One treebank made of all the sources; an error where a word has no head.

    >>> trees_of(["sample:dutch-2", "sample:dutch-3"])
    <Treebank <sentences>: 2 sentences, 24 words>
    """
    treebank = _treebank_of(source, heads_required=True)
    if treebank.heads.min() < 0:
        word = int((treebank.heads < 0).argmax())
        line = treebank.layout.lines[int(treebank.offsets.searchsorted(word, side="right")) - 1]
        raise MultiplaneError(f"{treebank.source}:{line}: found a word without HEAD; expected a tree to learn from")
    return treebank


def graphs_of(source: Source) -> Treebank:
    """One treebank made of all the sources; an error where DEPS holds no graphs, or malformed ones. HEAD may be absent.

    >>> graphs_of("sample:dutch-2")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: sample:dutch-2: found no DEPS; expected graphs in that column
    """
    treebank = _treebank_of(source, heads_required=False)
    read_deps(treebank)
    return treebank


def _treebank_of(source: Source, heads_required: bool) -> Treebank:
    if isinstance(source, Treebank):
        treebank = source
    elif isinstance(source, str | Path):
        treebank = read(source, heads_required=heads_required)
    else:
        parts = [[part] if isinstance(part, Sentence) else read(part, heads_required=heads_required) for part in source]
        if len(parts) == 1 and isinstance(parts[0], Treebank):
            return _treebank_of(parts[0], heads_required)
        treebank = Treebank.from_sentences(sentence for part in parts for sentence in part)
    if treebank.word_count == 0:
        raise MultiplaneError(f"{treebank.source}: found no words; expected sentences to learn from")
    return treebank
