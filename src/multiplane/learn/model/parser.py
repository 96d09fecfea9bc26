"""A trained parser: from a file or from training, over treebanks, back into a file."""

from __future__ import annotations

import reprlib
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, cast, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64
from multiplane.learn.columns import EmptyColumnsWarning, warning_about
from multiplane.learn.kinds import file_kinds, model_class
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.model.recording import record_transitions
from multiplane.learn.model.sources import Sentences, as_treebank
from multiplane.learn.model.warming import warm_up
from multiplane.learn.protocols import GraphParser, Model, TreeModel
from multiplane.treebank.deps import GraphArcs, with_deps
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.treebank import Treebank

CHECKPOINT = "checkpoint"
"""The kind of file that holds a training under way."""

PIPELINE = "pipeline"
"""The kind of file that holds a parser among other parts."""

EMBEDDED = ("english", "english-fast")
"""The names of the models inside the package, the default first."""


@dataclass(frozen=True, slots=True, eq=False)
class Parser:
    """A model, and the figures of its training: scores on the development set, epochs, licence and source of data.

    >>> import multiplane
    >>> parser = Parser.load()
    >>> parsed = parser.parse(multiplane.read("sample:english-1"))
    >>> len(parsed), parsed[0][1].form
    (1, 'The')
    >>> parser
    <Parser neural, ...: ... labels, LAS ... on ... sentences>
    """

    name: ClassVar[str] = "parser"
    needs: ClassVar[tuple[str, ...]] = ("tokens", "tags", "lemmas")
    gives: ClassVar[str] = "trees"

    model: Model
    training: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def load(path: str | Path = EMBEDDED[0]) -> Parser:
        """The parser in a file, of a pipeline too; by default, or by a name such as ``english``, one of the package.

        >>> Parser.load("no/such.model")
        Traceback (most recent call last):
          ...
        multiplane.errors.MultiplaneError: no/such.model: no such file
        """
        return parser_of(load_model(embedded_or_error(str(path)) if str(path) in EMBEDDED else path))

    def save(self, path: str | Path) -> None:
        """Write the parser to a file, whole or not at all; the same parser, the same bytes."""
        save_model(path, self.kind, self.header(), self.tensors())

    @property
    def kind(self) -> str:
        """The kind of its model."""
        return self.model.kind

    def header(self) -> dict[str, Any]:
        """Everything but the arrays, for a model file."""
        return {**self.model.header(), "training": dict(self.training)}

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The arrays of its model."""
        return self.model.tensors()

    def parse(
        self,
        sentences: Sentences,
        *,
        workers: int | None = None,
        transitions: bool = False,
    ) -> Treebank:
        """The sentences with this parser's heads and labels, or with its graphs in DEPS; no other byte changes.

        They are a treebank, a `Path`, sentences, or words: a list of forms, of tuples (form, upos, xpos, feats, lemma)
        or of dictionaries, or a list of such lists. HEAD may be missing. Where columns are empty that the model was
        trained with, an `EmptyColumnsWarning` says so. With ``transitions``, MISC (PDEPREL in CoNLL-X) records which
        transition built each arc of a tree.

        >>> words = [("Hens", "NOUN", "NNS", "Number=Plur", "hen"), ("lay", "VERB", "VBP", "VerbForm=Fin", "lay")]
        >>> [(word.form, word.head_id) for word in Parser.load().parse(words)[0]]
        [('Hens', 2), ('lay', 0)]
        """
        return self.parse_treebank(self._checked(sentences), workers=workers, transitions=transitions)

    def _checked(self, sentences: Sentences) -> Treebank:
        """A treebank of the sentences; a warning, where the caller of the caller is, if it lacks columns."""
        treebank = as_treebank(sentences)
        warning = self.warning_about(treebank)
        if warning:
            warnings.warn(warning, EmptyColumnsWarning, stacklevel=3)
        return treebank

    def warning_about(self, treebank: Treebank) -> str:
        """One line about the columns that are empty although the model was trained with them; empty if none is."""
        reads = self.model if hasattr(self.model, "attributes") else getattr(self.model, "features", None)
        return "" if reads is None else warning_about(treebank, reads.attributes, self.training)

    def parse_treebank(self, sentences: Treebank, *, workers: int | None = None, transitions: bool = False) -> Treebank:
        """The same for a treebank, without a look at its columns: for parts of a file."""
        if isinstance(self.model, GraphParser) and not transitions:
            return with_deps(sentences, self.model.parse_graphs(sentences, workers))
        predicted = self._tree_model().parse(sentences.layout, workers)
        parsed = sentences.with_trees(predicted.heads, predicted.labels, self.model.labels)
        if not transitions:
            return parsed
        names = getattr(self.model, "transition_names", None)
        if names is None:
            raise MultiplaneError(f"found model {self.model.kind}; expected a transition model: no other has any")
        return record_transitions(parsed, predicted.transitions, names)

    def annotate(self, treebank: Treebank, workers: int | None = None, *, overwrite: bool = True) -> Treebank:
        """The treebank with new trees: what a step of a pipeline does."""
        return self.parse_treebank(treebank, workers=workers)

    def warm(self) -> None:
        """Compile, or load, all that later calls can need, so that none of them waits: before a service begins."""
        warm_up(self.parse_treebank)

    def predict(self, treebank: Sentences, *, workers: int | None = None) -> Predicted:
        """Heads and labels as flat arrays, with the score of each arc and its lead on the next best choice."""
        return self._tree_model().parse(self._checked(treebank).layout, workers)

    @property
    def builds_graphs(self) -> bool:
        """Whether the parser writes graphs into DEPS, rather than trees into HEAD and DEPREL."""
        return isinstance(self.model, GraphParser)

    def graphs(self, treebank: Sentences, *, workers: int | None = None) -> GraphArcs:
        """The arcs of the graphs of all sentences as flat arrays, of a parser that was trained on graphs."""
        if not isinstance(self.model, GraphParser):
            found = f"found model {self.model.kind}, of trees"
            raise MultiplaneError(f"{found}; expected one of graphs, from a training with model 'graphs'")
        return self.model.parse_graphs(self._checked(treebank), workers)

    def _tree_model(self) -> TreeModel:
        if not isinstance(self.model, TreeModel):
            raise MultiplaneError(f"found model {self.model.kind}, of graphs; expected one of trees")
        return self.model

    @overload
    def arc_scores(self, sentences: Sentence) -> Float64: ...  # type: ignore[overload-overlap]
    @overload
    def arc_scores(self, sentences: Sentences) -> list[Float64]: ...
    def arc_scores(self, sentences: Sentences) -> Float64 | list[Float64]:
        """The scores that an arc-factored model gives all arcs of a sentence, or of each sentence of a treebank.

        ``[h, d]`` is the score of the arc from node h to node d, node 0 being the root; −inf where there can be none.

        >>> import multiplane
        >>> from multiplane.decode import decode
        >>> parser = Parser.load().with_decoder("projective")
        >>> sentence = multiplane.read("sample:english-1")[0]
        >>> scores = parser.arc_scores(sentence)
        >>> scores.shape == (len(sentence) + 1, len(sentence) + 1)
        True
        >>> decode(scores, "projective").heads.tolist() == parser.predict([sentence]).heads.tolist()
        True
        """
        treebank, is_one = _sentences(sentences)
        found: list[Float64] = self._of_graphs("arc_scores")(treebank.layout)
        return found[0] if is_one else found

    @overload
    def label_scores(  # type: ignore[overload-overlap]
        self, sentences: Sentence, heads: ArrayLike | None = None
    ) -> NDArray[Any]: ...
    @overload
    def label_scores(self, sentences: Sentences, heads: ArrayLike | None = None) -> list[NDArray[Any]]: ...
    def label_scores(self, sentences: Sentences, heads: ArrayLike | None = None) -> NDArray[Any] | list[NDArray[Any]]:
        """The scores that an arc-factored model gives all labels of the arcs of a sentence, or of each sentence.

        ``[w, l]`` is the score of the label ``parser.labels[l]`` for the arc into word w, counted from 0. ``heads`` are
        those of all words, one sentence after the other; by default those that the parser finds.

        >>> import multiplane
        >>> parser = Parser.load()
        >>> sentence = multiplane.read("sample:english-1")[0]
        >>> best = parser.label_scores(sentence, sentence.heads).argmax(axis=1)
        >>> [parser.labels[label] for label in best] == [word.deprel for word in sentence]
        True
        """
        treebank, is_one = _sentences(sentences)
        score = self._of_graphs("label_scores")
        chosen = self.predict(treebank).heads if heads is None else np.asarray(heads, np.int32)
        if chosen.shape != (treebank.word_count,):
            raise MultiplaneError(f"found heads of shape {chosen.shape}; expected one for each of the words")
        lengths = np.repeat(np.diff(treebank.offsets), np.diff(treebank.offsets))
        if ((chosen < 0) | (chosen > lengths)).any():
            raise MultiplaneError("found a head that is no node of its sentence; expected 0 to its number of words")
        found: list[NDArray[Any]] = score(treebank.layout, chosen)
        return found[0] if is_one else found

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that the parser gives."""
        return self.model.labels

    def _of_graphs(self, method: str) -> Callable[..., Any]:
        found: Callable[..., Any] | None = getattr(self.model, method, None)
        if found is None:
            raise MultiplaneError(f"found model {self.model.kind}; expected an arc-factored model")
        return found

    def with_beam(self, beam: int) -> Parser:
        """The same parser with a beam of another width; 1 is greedy."""
        return self._with("with_beam", beam, "beam", "transition")

    def with_decoder(self, decoder: str) -> Parser:
        """The same parser with another class of trees to search."""
        return self._with("with_decoder", decoder, "decoder", "arc-factored")

    def _with(self, method: str, value: int | str, name: str, kind: str) -> Parser:
        change = getattr(self.model, method, None)
        if change is None:
            raise MultiplaneError(f"found a {name} for model {self.model.kind}; expected one for a {kind} model only")
        return replace(self, model=change(value))

    def __repr__(self) -> str:
        header = self.model.header()
        how = header["system"]["name"] if "system" in header else header.get("decoder")
        return f"<Parser {self.model.kind}, {how}: {len(self.model.labels)} labels{_scores_in_words(self.training)}>"


def _sentences(source: Sentences) -> tuple[Treebank, bool]:
    """A treebank, and whether it stands for a single sentence."""
    return as_treebank(source), isinstance(source, Sentence)


def parser_of(file: ModelFile) -> Parser:
    """The parser that a file holds, alone or as a part."""
    if file.kind == CHECKPOINT:
        raise file.fault("the checkpoint of a training that is not complete", "a model: resume that training")
    if file.kind == PIPELINE:
        return parser_of(file.part("parser"))
    training = file.entries("training") if "training" in file.header else {}
    return Parser(model_of(file), training)


def model_of(file: ModelFile) -> Model:
    """The model that a file holds, by its kind."""
    found = model_class(file.kind)
    if found is None:
        raise file.fault(f"a model of kind {reprlib.repr(file.kind)}", f"one of {', '.join(file_kinds())}")
    return cast(Model, found.from_file(file))


def embedded_model(name: str = EMBEDDED[0]) -> Path | None:
    """A model inside the package, if it is there."""
    place = files("multiplane.learn").joinpath("data", f"{name}.model")
    return Path(str(place)) if place.is_file() else None


def embedded_or_error(name: str) -> Path:
    """A model inside the package; an error if it is not there."""
    found = embedded_model(name)
    if found is None:
        raise MultiplaneError(f"found no model {name} inside the package; expected the path of one, from training")
    return found


def _scores_in_words(training: Mapping[str, Any]) -> str:
    development = training.get("development")
    las = development.get("las") if isinstance(development, Mapping) else None
    if not isinstance(las, int | float) or not 0 <= las <= 100:
        return ""
    held_out = " held out" if training.get("held_out") else ""
    return f", LAS {las:.2f} on {training['development'].get('sentences')} sentences{held_out}"
