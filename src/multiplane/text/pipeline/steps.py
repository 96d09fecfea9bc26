"""The steps of a pipeline: each says what it needs and what it gives, runs over treebanks, and goes into a file.

A new kind of step is a class with what `PipelineStep` asks for, and a line in `READERS`. Files have the steps `USUAL`,
with or without a lemmatizer, unless they list others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.parser import parser_of
from multiplane.text.lemmatizer import Lemmatizer
from multiplane.text.tagger import Tagger
from multiplane.text.tokenizer.model import Tokenizer
from multiplane.treebank.treebank import Treebank

TOKENS, TAGS, LEMMAS, TREES = "tokens", "tags", "lemmas", "trees"


class PipelineStep(Protocol):
    """One step of a pipeline, from treebank to treebank: ``name`` is its own in the pipeline and in files."""

    name: ClassVar[str]
    needs: ClassVar[tuple[str, ...]]
    gives: ClassVar[str]

    @property
    def kind(self) -> str:
        """What a file calls it: its name, or the kind of a model."""

    def annotate(self, treebank: Treebank, workers: int | None = None, *, overwrite: bool = False) -> Treebank:
        """The treebank with what the step gives, where it is missing; with ``overwrite``, everywhere."""

    def header(self) -> dict[str, Any]: ...
    def tensors(self) -> dict[str, NDArray[Any]]: ...


READERS: dict[str, Callable[[ModelFile], PipelineStep]] = {
    "tokenizer": Tokenizer.from_file,
    "tagger": Tagger.from_file,
    "lemmatizer": Lemmatizer.from_file,
    "parser": parser_of,
}
USUAL = tuple(READERS)


def check_steps(steps: Sequence[PipelineStep]) -> None:
    """Raise if two steps have one name, or a step comes before one that gives what it needs.

    >>> import multiplane
    >>> nlp = multiplane.load()
    >>> check_steps([nlp.lemmatizer, nlp.tagger, nlp.parser])
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found lemmatizer before tagger; expected it after, as it needs tags
    """
    names = [step.name for step in steps]
    for place, step in enumerate(steps):
        if step.name in names[:place]:
            raise MultiplaneError(f"found two steps called {step.name}; expected one")
        for later in steps[place + 1 :]:
            if later.gives in step.needs:
                found = f"found {step.name} before {later.name}"
                raise MultiplaneError(f"{found}; expected it after, as it needs {later.gives}")


def names_as_data(steps: Sequence[PipelineStep]) -> Mapping[str, Any]:
    """The names of steps for the header of a file, if they are not the usual ones.

    >>> import multiplane
    >>> nlp = multiplane.load()
    >>> names_as_data(nlp.steps), names_as_data([nlp.tagger, nlp.parser])
    ({}, {'steps': ['tagger', 'parser']})
    """
    names = [step.name for step in steps]
    usual = [name for name in USUAL if name != Lemmatizer.name or name in names]
    return {} if names == usual else {"steps": names}


def steps_from_file(file: ModelFile, parser: ModelFile | None = None) -> list[PipelineStep]:
    """The steps of the pipeline in a file, with its own parser or with that of another file."""
    names = [name for name in USUAL if name != Lemmatizer.name or name in file.header]
    if "steps" in file.header:
        names = file.strings("steps")
    for name in names:
        if name not in READERS:
            raise file.fault(f"a step {name!r}", f"one of {', '.join(READERS)}")
    replaced = {} if parser is None else {"parser": parser}
    return [READERS[name](replaced.get(name) or file.part(name)) for name in names]
