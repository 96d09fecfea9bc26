"""The development set: a tenth of the training sentences where none is given, and a model's scores on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Any

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.evaluate.arrays import attachment_of
from multiplane.evaluate.conventions import choose_convention
from multiplane.evaluate.graphs import score_arcs
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.protocols import GraphParser, Model, TreeModel
from multiplane.treebank.deps import read_deps
from multiplane.treebank.treebank import Treebank

HELD_OUT = 10
"""One sentence in ten is held out."""

TIE = 0.1
"""A class of trees is among the best if none has more LAS than this beyond it."""


@dataclass(frozen=True, slots=True, order=True)
class DevelopmentScores:
    """LAS, LAS on whole labels and UAS in percent, by the convention of the treebank's format, as `evaluate` has it.

    CoNLL-U: all words count, and main relations are compared; CoNLL-X: punctuation does not count, whole labels are
    compared. Better scores compare as greater: LAS decides, then whole labels, then heads.
    """

    las: float
    las_subtypes: float
    uas: float
    words: int

    @property
    def text(self) -> str:
        """The two main scores, for people."""
        return f"LAS {self.las:.2f}  UAS {self.uas:.2f}"

    def as_data(self) -> dict[str, Any]:
        """The scores for the header of a model file."""
        return asdict(self)


@dataclass(frozen=True, slots=True, order=True)
class GraphDevelopmentScores:
    """ELAS, EULAS and the F1 of arcs without labels, in percent. Better scores compare as greater, ELAS first."""

    elas: float
    eulas: float
    unlabelled: float
    words: int

    @property
    def text(self) -> str:
        """The two main scores, for people."""
        return f"ELAS {self.elas:.2f}  EULAS {self.eulas:.2f}"

    def as_data(self) -> dict[str, Any]:
        """The scores for the header of a model file."""
        return asdict(self)


AnyScores = DevelopmentScores | GraphDevelopmentScores


def scores_from_data(data: dict[str, Any]) -> AnyScores:
    """The scores that `as_data` describes.

    >>> scores_from_data({"elas": 85.0, "eulas": 86.0, "unlabelled": 88.0, "words": 10}).text
    'ELAS 85.00  EULAS 86.00'
    """
    kind = GraphDevelopmentScores if "elas" in data else DevelopmentScores
    names = [one.name for one in fields(kind)]
    if sorted(data) != sorted(names) or not all(type(value) in (int, float) for value in data.values()):
        raise MultiplaneError(f"found other scores than {', '.join(names)}; expected numbers for these")
    return kind(**data)


def scores_of_model(gold: Treebank, model: Model) -> AnyScores:
    """The scores of a model's prediction, of trees or of graphs."""
    if isinstance(model, GraphParser):
        found = score_arcs(gold, read_deps(gold), model.parse_graphs(gold))
        elas, eulas, unlabelled = (round(f1, 4) for f1 in (found.elas, found.eulas, found.arcs.unlabelled_f1))
        return GraphDevelopmentScores(elas, eulas, unlabelled, gold.word_count)
    assert isinstance(model, TreeModel)
    return development_scores(gold, model.parse(gold.layout), model.labels)


def scored(gold: Treebank, model: Any, classes: Sequence[str] = ()) -> tuple[Model, AnyScores]:
    """A model and its scores; of ``classes`` of trees, the widest first, it searches the first that is among the best.

    >>> import multiplane
    >>> model = multiplane.Parser.load().model
    >>> scored(multiplane.read("sample:english-1"), model, ("all", "projective"))[0].decoder
    'all'
    """
    models = [model.with_decoder(name) for name in classes] or [model]
    scores: list[Any] = [scores_of_model(gold, one) for one in models]
    good = (number for number in range(len(classes)) if scores[number].las >= max(one.las for one in scores) - TIE)
    chosen = next(good, 0)
    return models[chosen], scores[chosen]


def development_scores(gold: Treebank, predicted: Predicted, labels: Sequence[str]) -> DevelopmentScores:
    """The scores of a prediction; ``labels`` are the model's.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2")
    >>> encoded = dutch.encode(["deprel"])
    >>> nothing, none = np.zeros(dutch.word_count, np.float32), np.full(dutch.word_count, -1, np.int32)
    >>> gold = Predicted(dutch.heads, encoded.ids["deprel"] - 1, nothing, nothing, none)
    >>> development_scores(dutch, gold, encoded.vocabularies["deprel"][1:]).las
    100.0
    """
    convention = choose_convention(gold.format)
    counted = partial(attachment_of, gold, predicted.heads, predicted.labels, labels)
    main, whole = (
        counted(subtypes=subtypes, punctuation=convention.punctuation) for subtypes in (convention.subtypes, True)
    )
    if main.words == 0:
        main, whole = counted(subtypes=convention.subtypes), counted(subtypes=True)
    return DevelopmentScores(round(main.las, 4), round(whole.las, 4), round(main.uas, 4), main.words)


def hold_out(treebank: Treebank, seed: int) -> tuple[Treebank, Treebank]:
    """A treebank without a tenth of its sentences, and that tenth, chosen by the seed.

    >>> import multiplane
    >>> rest, tenth = hold_out(multiplane.read("sample:english"), seed=0)
    >>> len(rest), len(tenth)
    (21, 2)
    """
    if len(treebank) < 2:
        found = f"{len(treebank)} sentence" + "s" * (len(treebank) != 1)
        raise MultiplaneError(f"{treebank.source}: found {found} and no development set; expected at least two")
    order = np.random.default_rng([seed]).permutation(len(treebank))
    chosen = set(order[: max(1, len(treebank) // HELD_OUT)].tolist())
    parts: tuple[list[Any], list[Any]] = ([], [])
    for number, sentence in enumerate(treebank):
        parts[number in chosen].append(sentence)
    return Treebank.from_sentences(parts[0]), Treebank.from_sentences(parts[1])
