"""A pipeline: tokenizer, tagger, lemmatizer and parser, one after the other, each from treebank to treebank.

What is there is kept: a stage fills only what is missing, unless its layer is to be overwritten. Trees are always new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from multiplane.characters import visible
from multiplane.errors import MultiplaneError
from multiplane.learn.columns import filled_shares
from multiplane.learn.model.contents import ModelFile, as_part
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.model.parser import EMBEDDED, PIPELINE, Parser, embedded_or_error, parser_of
from multiplane.learn.model.sources import Sentences, as_treebank
from multiplane.notices import notice_once
from multiplane.parallel import stream_in_threads
from multiplane.text.lemmatizer import Lemmatizer
from multiplane.text.pipeline.unknown_words import is_unfamiliar
from multiplane.text.tagger import Tagger
from multiplane.text.tokenizer.model import Tokenizer
from multiplane.treebank.treebank import Treebank

LAYERS = ("tags", "lemmas")
"""What can be overwritten."""

TOKENIZER, TAGGER, LEMMATIZER, PARSER = "tokenizer", "tagger", "lemmatizer", "parser"


@dataclass(frozen=True, slots=True, eq=False)
class Pipeline:
    """From text, or from sentences that lack tags or lemmas, to trees; it changes nothing in itself: threads share it.

    A treebank without lemmas gives a pipeline without a lemmatizer.

    >>> import multiplane
    >>> nlp = multiplane.load()
    >>> first, second = nlp("Hens lay eggs. They hatch.")
    >>> [(word.form, word.upos) for word in first]
    [('Hens', 'NOUN'), ('lay', 'VERB'), ('eggs', 'NOUN'), ('.', 'PUNCT')]
    >>> second.tree.heads.tolist()
    [2, 0, 2]
    """

    tokenizer: Tokenizer
    tagger: Tagger
    lemmatizer: Lemmatizer | None
    parser: Parser
    overwrite: frozenset[str] = frozenset()

    def __call__(self, text: str, *, workers: int | None = None) -> Treebank:
        """The sentences of a text, with tags, lemmas and trees."""
        if not isinstance(text, str):
            found = f"found {None if text is None else type(text).__name__}"
            raise MultiplaneError(f"{found}; expected a text: nlp.parse takes treebanks, Paths and lists of words")
        return self.parse_treebank(self.tokenizer.tokenize(text), workers=workers)

    def pipe(self, texts: Iterable[str], *, workers: int | None = None) -> Iterator[Treebank]:
        """The texts with their trees, in order, several at once; only a few of them are in memory.

        >>> import multiplane
        >>> nlp = multiplane.load()
        >>> [len(document) for document in nlp.pipe(["Hens lay eggs.", "They hatch. They grow."])]
        [1, 2]
        """
        return stream_in_threads(lambda text: self(text, workers=1), texts, workers)

    def parse(self, sentences: str | Sentences, *, workers: int | None = None, transitions: bool = False) -> Treebank:
        """Sentences with tags, lemmas and trees: a text, or whatever `Parser.parse` takes, tagged or not.

        A `str` is always a text; a file is a `pathlib.Path`.

        >>> import multiplane
        >>> nlp = multiplane.load()
        >>> nlp.parse(["Hens", "lay", "eggs"])[0][1].upos
        'NOUN'
        """
        if isinstance(sentences, str):
            return self(sentences, workers=workers)
        return self.parse_treebank(as_treebank(sentences), workers=workers, transitions=transitions)

    def parse_treebank(self, treebank: Treebank, *, workers: int | None = None, transitions: bool = False) -> Treebank:
        """The same for a treebank: for parts of a file."""
        annotated = self.annotate(treebank, workers=workers)
        return self.parser.parse_treebank(annotated, workers=workers, transitions=transitions)

    def annotate(self, treebank: Treebank, *, workers: int | None = None) -> Treebank:
        """Tags and lemmas where they are missing, or in place of what is there.

        Where most words are unknown, a notice says so, once.
        """
        if is_unfamiliar(treebank, self.tagger.dictionary):
            language = self.training.get("language")
            trained_on = f", which was trained on {visible(str(language))}" if language else ""
            text = f"most words are unknown to the model{trained_on}; expect many errors"
            notice_once("unknown words", f"warning: {treebank.source}: {text}")
        tagged = self.tagger.tag(treebank, workers, overwrite="tags" in self.overwrite)
        if self.lemmatizer is None:
            return tagged
        return self.lemmatizer.lemmatize(tagged, workers, overwrite="lemmas" in self.overwrite)

    def overwriting(self, layers: Iterable[str]) -> Pipeline:
        """The same pipeline, but it replaces the tags or lemmas of its input.

        >>> import multiplane
        >>> multiplane.load().overwriting(["trees"])
        Traceback (most recent call last):
          ...
        multiplane.errors.MultiplaneError: found layer 'trees' to overwrite; expected tags or lemmas
        """
        chosen = frozenset(layers)
        for name in sorted(chosen.difference(LAYERS)):
            raise MultiplaneError(f"found layer {name!r} to overwrite; expected {' or '.join(LAYERS)}")
        return replace(self, overwrite=chosen)

    def with_beam(self, beam: int) -> Pipeline:
        """The same pipeline with a beam of another width in its parser; 1 is greedy."""
        return replace(self, parser=self.parser.with_beam(beam))

    def with_decoder(self, decoder: str) -> Pipeline:
        """The same pipeline with another class of trees for its parser to search."""
        return replace(self, parser=self.parser.with_decoder(decoder))

    @property
    def training(self) -> Mapping[str, Any]:
        """The figures of the parser's training."""
        return self.parser.training

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that the parser gives."""
        return self.parser.labels

    @property
    def builds_graphs(self) -> bool:
        """Whether its parser writes graphs into DEPS, rather than trees into HEAD and DEPREL."""
        return self.parser.builds_graphs

    def warning_about(self, treebank: Treebank) -> str:
        """Nothing is missing that the pipeline does not fill, but for the forms."""
        words = treebank.word_count
        if not words or filled_shares(treebank, ["form"])["form"] > 0:
            return ""
        return f"{treebank.source}: FORM is empty, so expect many errors"

    def save(self, path: str | Path) -> None:
        """Write all parts to one file, whole or not at all; the same pipeline, the same bytes."""
        header: dict[str, Any] = {}
        tensors: dict[str, Any] = {}
        model = self.parser.model
        parts: list[tuple[str, str, Mapping[str, Any], Mapping[str, Any]]] = [
            (TOKENIZER, TOKENIZER, self.tokenizer.header(), self.tokenizer.tensors()),
            (TAGGER, TAGGER, self.tagger.header(), self.tagger.tensors()),
            (PARSER, model.kind, {**model.header(), "training": dict(self.training)}, model.tensors()),
        ]
        if self.lemmatizer is not None:
            parts.append((LEMMATIZER, LEMMATIZER, self.lemmatizer.header(), self.lemmatizer.tensors()))
        for part in parts:
            part_header, part_tensors = as_part(*part)
            header |= part_header
            tensors |= part_tensors
        save_model(path, PIPELINE, header, tensors)

    @staticmethod
    def from_file(file: ModelFile, parser: ModelFile | None = None) -> Pipeline:
        """The pipeline in a file, with its own parser or with that of another file."""
        return Pipeline(
            Tokenizer.from_file(file.part(TOKENIZER)),
            Tagger.from_file(file.part(TAGGER)),
            Lemmatizer.from_file(file.part(LEMMATIZER)) if LEMMATIZER in file.header else None,
            parser_of(parser or file.part(PARSER)),
        )

    def __repr__(self) -> str:
        return f"<Pipeline: {self.tagger!r}, {self.parser!r}>"


def load(model: str | Path = EMBEDDED[0]) -> Parser | Pipeline:
    """The pipeline or the parser in a file; an English pipeline of the package by the name english or english-fast.

    >>> load()
    <Pipeline: <Tagger: ...>, <Parser ..., LAS ...>>
    >>> load("no/such.model")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such.model: no such file
    """
    name = str(model)
    if name not in EMBEDDED:
        file = load_model(model)
        return Pipeline.from_file(file) if file.kind == PIPELINE else parser_of(file)
    parser = None if name == EMBEDDED[0] else load_model(embedded_or_error(name))
    return Pipeline.from_file(load_model(embedded_or_error(EMBEDDED[0])), parser)
