"""A pipeline: steps one after the other, each from treebank to treebank, as tokenizer, tagger, lemmatizer and parser.

What is there is kept: a step fills only what is missing, unless its layer is to be overwritten. Trees are always new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from multiplane.characters import visible
from multiplane.errors import MultiplaneError
from multiplane.learn.columns import filled_shares
from multiplane.learn.model.contents import ModelFile, as_part
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.model.parser import EMBEDDED, PIPELINE, Parser, embedded_or_error, parser_of
from multiplane.learn.model.sources import Sentences, as_treebank
from multiplane.learn.model.warming import warm_up
from multiplane.notices import notice_once
from multiplane.parallel import stream_in_threads
from multiplane.text.lemmatizer import Lemmatizer
from multiplane.text.pipeline.steps import (
    LEMMAS,
    TAGS,
    TOKENS,
    TREES,
    PipelineStep,
    check_steps,
    names_as_data,
    steps_from_file,
)
from multiplane.text.pipeline.unknown_words import is_unfamiliar
from multiplane.text.tagger import Tagger
from multiplane.text.tokenizer.model import Tokenizer
from multiplane.treebank.treebank import Treebank


@dataclass(frozen=True, slots=True, eq=False)
class Pipeline:
    """From text, or from sentences that lack tags or lemmas, to trees; it changes nothing in itself: threads share it.

    Its steps run in their order. A treebank without lemmas gives a pipeline without a lemmatizer; a pipeline without a
    tokenizer reads no text.

    >>> import multiplane
    >>> nlp = multiplane.load()
    >>> first, second = nlp("Hens lay eggs. They hatch.")
    >>> [(word.form, word.upos) for word in first]
    [('Hens', 'NOUN'), ('lay', 'VERB'), ('eggs', 'NOUN'), ('.', 'PUNCT')]
    >>> second.tree.heads.tolist()
    [2, 0, 2]
    """

    steps: Sequence[PipelineStep]
    overwrite: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        check_steps(self.steps)

    def step(self, name: str) -> Any:
        """The step with this name."""
        found = {step.name: step for step in self.steps}
        if name not in found:
            raise MultiplaneError(f"found no {name} in the pipeline; expected one: it has {', '.join(found)}")
        return found[name]

    @property
    def tokenizer(self) -> Tokenizer:
        """The step that splits text into sentences and tokens."""
        return cast(Tokenizer, self.step(Tokenizer.name))

    @property
    def tagger(self) -> Tagger:
        """The step that gives words their UPOS, XPOS and FEATS."""
        return cast(Tagger, self.step(Tagger.name))

    @property
    def lemmatizer(self) -> Lemmatizer | None:
        """The step that gives words their lemmas, if there is one."""
        return next((step for step in self.steps if isinstance(step, Lemmatizer)), None)

    @property
    def parser(self) -> Parser:
        """The step that gives sentences their trees."""
        return cast(Parser, self.step(Parser.name))

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
        """Parse a treebank that is part of a file."""
        self._warn_of_unknown_words(treebank)
        for step in self.steps:
            if transitions and isinstance(step, Parser):
                treebank = step.parse_treebank(treebank, workers=workers, transitions=True)
            else:
                treebank = step.annotate(treebank, workers, overwrite=step.gives in self.overwrite)
        return treebank

    def warm(self) -> None:
        """Compile, or load, all that later calls can need, so that none of them waits: before a service begins."""
        warm_up(self.overwriting((TAGS, LEMMAS)).parse_treebank, self)
        self.parser.warm()

    def annotate(self, treebank: Treebank, *, workers: int | None = None) -> Treebank:
        """Run the steps before the trees, as tags and lemmas.

        Where most words are unknown, a notice says so, once.
        """
        places = [place for place, step in enumerate(self.steps) if step.gives == TREES]
        before = tuple(self.steps[: places[0]] if places else self.steps)
        return replace(self, steps=before).parse_treebank(treebank, workers=workers)

    def _warn_of_unknown_words(self, treebank: Treebank) -> None:
        tagger = next((step for step in self.steps if isinstance(step, Tagger)), None)
        if tagger is not None and is_unfamiliar(treebank, tagger.dictionary):
            language = self.training.get("language")
            trained_on = f", which was trained on {visible(str(language))}" if language else ""
            text = f"most words are unknown to the model{trained_on}; expect many errors"
            notice_once("unknown words", f"warning: {treebank.source}: {text}")

    def overwriting(self, layers: Iterable[str]) -> Pipeline:
        """The same pipeline, but it overwrites these layers of its input, such as tags or lemmas.

        >>> import multiplane
        >>> multiplane.load().overwriting(["trees"])
        Traceback (most recent call last):
          ...
        multiplane.errors.MultiplaneError: found layer 'trees' to overwrite; expected tags or lemmas
        """
        chosen, given = frozenset(layers), {TAGS, LEMMAS, *(step.gives for step in self.steps)} - {TOKENS, TREES}
        for name in sorted(chosen - given):
            known = " or ".join(sorted(given, reverse=True))
            raise MultiplaneError(f"found layer {name!r} to overwrite; expected {known}")
        return replace(self, overwrite=chosen)

    def with_beam(self, beam: int) -> Pipeline:
        """The same pipeline with a beam of another width in its parser; 1 is greedy."""
        return self._with_parser(self.parser.with_beam(beam))

    def with_decoder(self, decoder: str) -> Pipeline:
        """The same pipeline with another class of trees for its parser to search."""
        return self._with_parser(self.parser.with_decoder(decoder))

    def _with_parser(self, parser: Parser) -> Pipeline:
        steps = tuple(parser if isinstance(step, Parser) else step for step in self.steps)
        return replace(self, steps=steps)

    @property
    def training(self) -> Mapping[str, Any]:
        """The figures of the parser's training; none without a parser."""
        return next((step.training for step in self.steps if isinstance(step, Parser)), {})

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that the parser gives."""
        return self.parser.labels

    @property
    def builds_graphs(self) -> bool:
        """Whether its parser writes graphs into DEPS, rather than trees into HEAD and DEPREL."""
        return self.parser.builds_graphs

    def warning_about(self, treebank: Treebank) -> str:
        """A warning if FORM is empty; the pipeline fills everything else itself."""
        words = treebank.word_count
        if not words or filled_shares(treebank, ["form"])["form"] > 0:
            return ""
        return f"{treebank.source}: FORM is empty, so expect many errors"

    def save(self, path: str | Path) -> None:
        """Write all steps to one file, whole or not at all; the same pipeline, the same bytes."""
        header: dict[str, Any] = {**names_as_data(self.steps)}
        tensors: dict[str, Any] = {}
        for step in self.steps:
            part_header, part_tensors = as_part(step.name, step.kind, step.header(), step.tensors())
            header |= part_header
            tensors |= part_tensors
        save_model(path, PIPELINE, header, tensors)

    @staticmethod
    def from_file(file: ModelFile, parser: ModelFile | None = None) -> Pipeline:
        """The pipeline in a file, with its own parser or with that of another file."""
        return Pipeline(tuple(steps_from_file(file, parser)))

    def __repr__(self) -> str:
        return f"<Pipeline: {', '.join(map(repr, self.steps))}>"


def load(model: str | Path = EMBEDDED[0], *, warm: bool = False) -> Parser | Pipeline:
    """The pipeline or the parser in a file; an English pipeline of the package by the name english or english-fast.

    With ``warm``, all that its calls can need is compiled or loaded before it is returned.

    >>> load()
    <Pipeline: <Tokenizer: ...>, <Tagger: ...>, <Lemmatizer: ...>, <Parser ..., LAS ...>>
    >>> load("no/such.model")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such.model: no such file
    """
    loaded = _load(model)
    if warm:
        loaded.warm()
    return loaded


def _load(model: str | Path) -> Parser | Pipeline:
    name = str(model)
    if name not in EMBEDDED:
        file = load_model(model)
        return Pipeline.from_file(file) if file.kind == PIPELINE else parser_of(file)
    parser = None if name == EMBEDDED[0] else load_model(embedded_or_error(name))
    return Pipeline.from_file(load_model(embedded_or_error(EMBEDDED[0])), parser)
