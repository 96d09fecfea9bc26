"""The pipeline from text to trees: tokenizer, tagger, lemmatizer and parser in one object, and in one file.

Every stage takes a treebank and gives a treebank with more columns filled. In a file, the header and the tensors of
each component stand under its name.
"""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any, Protocol

from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.learn.model.file import ModelFile, save_model
from multiplane.learn.model.parser import EMBEDDED, Parser, model_file
from multiplane.parallel import stream_in_threads
from multiplane.text.tokenizer.model import Tokenizer
from multiplane.text.tokenizer.stream import BLOCK_SIZE, tokenize_blocks
from multiplane.treebank.treebank import Treebank

KIND = "pipeline"
TAGS, LEMMAS = "tags", "lemmas"
LAYERS = (TAGS, LEMMAS)
COMPONENTS = {
    "tokenizer": ("multiplane.text.tokenizer.model", "Tokenizer"),
    "tagger": ("multiplane.text.tagger.model", "Tagger"),
    "lemmatizer": ("multiplane.text.lemmatizer.model", "Lemmatizer"),
}
"""Where the class of each component but the parser is defined."""


class Component(Protocol):
    """What goes into a file and comes back."""

    def header(self) -> dict[str, Any]: ...
    def tensors(self) -> dict[str, NDArray[Any]]: ...


class FillsTags(Component, Protocol):
    """A tagger: UPOS, XPOS and FEATS, where they are empty or are to be overwritten."""

    def tag(self, treebank: Treebank, workers: int | None = None, *, overwrite: bool = False) -> Treebank: ...


class FillsLemmas(Component, Protocol):
    """A lemmatizer: LEMMA, where it is empty or is to be overwritten."""

    def lemmatize(self, treebank: Treebank, workers: int | None = None, *, overwrite: bool = False) -> Treebank: ...


@dataclass(frozen=True, slots=True, eq=False)
class Pipeline:
    """From text to trees; any of the components after the tokenizer may be left out. Threads can share a pipeline.

    >>> import multiplane
    >>> from multiplane.text import train_tokenizer
    >>> german = multiplane.read("sample:german")
    >>> nlp = Pipeline(train_tokenizer(german), parser=multiplane.train(german, model="graph", epochs=2))
    >>> treebank = nlp("Der Hund bellt. Er schläft.")
    >>> len(treebank), [word.form for word in treebank[0]], len(treebank[0].tree)
    (2, ['Der', 'Hund', 'bellt', '.'], 4)
    """

    tokenizer: Tokenizer
    tagger: FillsTags | None = None
    lemmatizer: FillsLemmas | None = None
    parser: Parser | None = None
    training: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, text: str | bytes, *, ranges: bool = False, workers: int | None = None) -> Treebank:
        """The sentences of a text, with all that the components of the pipeline add."""
        return self.annotate(self.tokenizer.tokenize(text, ranges=ranges), workers=workers)

    def pipe(
        self, texts: Iterable[str | bytes], *, ranges: bool = False, workers: int | None = None
    ) -> Iterator[Treebank]:
        """A treebank for each text, in their order, on several cores, with a few texts in memory at a time.

        >>> import multiplane
        >>> from multiplane.text import train_tokenizer
        >>> nlp = Pipeline(train_tokenizer(multiplane.read("sample:german")))
        >>> [len(treebank) for treebank in nlp.pipe(["Der Hund bellt.", "", "Er schläft. Sie auch."])]
        [1, 0, 2]
        """
        return stream_in_threads(partial(self.__call__, ranges=ranges, workers=1), texts, workers)

    def parse_stream(
        self,
        stream: IO[bytes],
        *,
        ranges: bool = False,
        source: str = "<text>",
        workers: int | None = None,
        block_size: int = BLOCK_SIZE,
    ) -> Iterator[Treebank]:
        """The sentences of a stream of UTF-8, in treebanks, on several cores and in constant memory."""
        blocks = tokenize_blocks(self.tokenizer, stream, ranges=ranges, source=source, block_size=block_size)
        return self.annotate_blocks(blocks, workers=workers)

    def annotate_blocks(
        self, blocks: Iterable[Treebank], *, overwrite: Collection[str] = (), workers: int | None = None
    ) -> Iterator[Treebank]:
        """The same as `annotate` for treebanks one after the other, on several cores and in constant memory."""
        return stream_in_threads(partial(self.annotate, overwrite=overwrite, workers=1), blocks, workers)

    def annotate(self, treebank: Treebank, *, overwrite: Collection[str] = (), workers: int | None = None) -> Treebank:
        """A treebank with tags and lemmas where they are missing, and with trees.

        ``overwrite`` names the layers that are predicted even where they are given: ``tags``, ``lemmas``.
        """
        check_layers(overwrite)
        if not treebank.word_count:
            return treebank
        if self.tagger is not None:
            treebank = self.tagger.tag(treebank, workers, overwrite=TAGS in overwrite)
        if self.lemmatizer is not None:
            treebank = self.lemmatizer.lemmatize(treebank, workers, overwrite=LEMMAS in overwrite)
        return treebank if self.parser is None else self.parser.parse_treebank(treebank, workers=workers)

    def save(self, path: str | Path) -> None:
        """Write the pipeline to a file, whole or not at all; the same pipeline, the same bytes.

        >>> import tempfile
        >>> import multiplane
        >>> from multiplane.text import train_tokenizer
        >>> nlp = Pipeline(train_tokenizer(multiplane.read("sample:german")))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     nlp.save(Path(folder) / "german.model")
        ...     loaded = load(Path(folder) / "german.model")
        >>> bytes(loaded("Der Hund bellt.")) == bytes(nlp("Der Hund bellt."))
        True
        """
        parts: dict[str, Component | None] = {
            "tokenizer": self.tokenizer,
            "tagger": self.tagger,
            "lemmatizer": self.lemmatizer,
            "parser": None if self.parser is None else self.parser.model,
        }
        found = {name: part for name, part in parts.items() if part is not None}
        header: dict[str, Any] = {name: part.header() for name, part in found.items()}
        if self.parser is not None:
            header["parser"] |= {"kind": self.parser.model.kind, "training": dict(self.parser.training)}
        tensors = {f"{name}.{key}": tensor for name, part in found.items() for key, tensor in part.tensors().items()}
        save_model(path, KIND, {**header, "training": dict(self.training)}, tensors)

    def __repr__(self) -> str:
        parts = [name for name in ("tokenizer", "tagger", "lemmatizer", "parser") if getattr(self, name) is not None]
        return f"<Pipeline: {', '.join(parts)}>"


def check_layers(overwrite: Collection[str]) -> None:
    """An error that lists the layers if one of these is none.

    >>> check_layers(["tags", "trees"])
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found layer 'trees' to overwrite; expected tags, lemmas
    """
    for layer in overwrite:
        if layer not in LAYERS:
            raise MultiplaneError(f"found layer {layer!r} to overwrite; expected {', '.join(LAYERS)}")


def load(path: str | Path = EMBEDDED) -> Pipeline | Parser:
    """The pipeline in a file, or the parser if it holds one alone; by the name ``english``, that of the package.

    >>> load("no/such.model")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such.model: no such file
    """
    file = model_file(path)
    return pipeline_of(file) if file.kind == KIND else Parser.from_file(file)


def pipeline_of(file: ModelFile) -> Pipeline:
    """The pipeline that a file holds; a clear error where something in it does not fit together."""
    parts: dict[str, Any] = {}
    for name, (module, kind) in COMPONENTS.items():
        if name in file.header:
            parts[name] = getattr(importlib.import_module(module), kind).from_file(part_of(file, name))
    if "tokenizer" not in parts:
        raise file.fault("no 'tokenizer' in its header", "a pipeline")
    if "parser" in file.header:
        parts["parser"] = Parser.from_file(part_of(file, "parser"))
    return Pipeline(**parts, training=file.entries("training") if "training" in file.header else {})


def part_of(file: ModelFile, name: str) -> ModelFile:
    """The component of this name as a file of its own.

    >>> import numpy as np
    >>> file = ModelFile("m.model", KIND, {"tagger": {"bits": 3}}, {"tagger.rows": np.ones(2)}, 2, "0.1.0")
    >>> part = part_of(file, "tagger")
    >>> part.integer("bits"), list(part.tensors)
    (3, ['rows'])
    """
    header = file.entries(name)
    kind = file.text(name, "kind") if "kind" in header else name
    prefix = f"{name}."
    tensors = {key.removeprefix(prefix): tensor for key, tensor in file.tensors.items() if key.startswith(prefix)}
    return ModelFile(file.path, kind, header, tensors, file.version, file.written_by)
