"""All scores of a prediction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from multiplane.characters import plural
from multiplane.evaluate import breakdown
from multiplane.evaluate.alignment import Alignment, align
from multiplane.evaluate.attachment import Attachment, attachment
from multiplane.evaluate.conventions import Convention, choose_convention
from multiplane.evaluate.groups import GROUP_FIGURES, Group
from multiplane.evaluate.sources import Source, treebank_of
from multiplane.evaluate.transitions import by_transition, recorded_transitions
from multiplane.frames import frame_of_rows
from multiplane.results import Result
from multiplane.tables import FigureTable
from multiplane.treebank import Treebank

HEADINGS = {column: column.replace("_", " ") for column in GROUP_FIGURES}
HEADINGS_OF = {
    "sentence-length": {"gold": "words", "unlabelled_precision": "UAS", "precision": "LAS"},
    "transition": {column: HEADINGS[column] for column in ("predicted", "precision", "unlabelled_precision")},
}
BREAKDOWNS = ("direction", "length", "sentence-length", "label", "transition")


@dataclass(frozen=True, slots=True)
class Scores(Result):
    """The scores of a prediction, in percent; NaN for a score over no words.

    All but ``with_punctuation`` and ``without_punctuation`` are over the words that the convention counts.
    """

    convention: Convention
    sentences: int
    words: int
    with_punctuation: Attachment
    without_punctuation: Attachment
    projective: Group
    non_projective: Group
    by_direction: dict[str, Group]
    by_length: dict[str, Group]
    by_sentence_length: dict[str, Group]
    by_label: dict[str, Group]
    by_transition: dict[str, Group]

    def __repr__(self) -> str:
        size = f"{plural(self.sentences, 'sentence')}, {plural(self.words, 'word')}"
        return f"<Scores: LAS {self.las:.2f}, UAS {self.uas:.2f} on {size}>"

    def tables(self) -> list[FigureTable]:
        """The main scores, with and without punctuation."""
        return self.side_by_side(["all"], [self])

    @staticmethod
    def side_by_side(files: Sequence[str], scores: Sequence[Scores], gold: str = "") -> list[FigureTable]:
        """The main scores of several predictions of one gold treebank, a row each, with and without punctuation."""
        first = scores[0]
        name = {"conll-x": "CoNLL-X", "conll-2018": "CoNLL 2018"}[first.convention.name]
        counted = "all words count" if first.convention.punctuation else "punctuation does not count"
        labels = "whole labels" if first.convention.subtypes else "main relations"
        size = f"{plural(first.sentences, 'sentence')}, {plural(first.words, 'word')}"
        headings = ["", "UAS", "LAS", "label accuracy", "CLAS"]
        both_sides = ["projective: precision", "recall", "non-projective: precision", "recall"]
        pairs = list(zip(files, scores, strict=True))
        rows = [
            (
                *(file, *one.counted.figures()),
                *(one.projective.precision, one.projective.recall),
                *(one.non_projective.precision, one.non_projective.recall),
            )
            for file, one in pairs
        ]
        others = [one.without_punctuation if first.convention.punctuation else one.with_punctuation for one in scores]
        kind = "without" if first.convention.punctuation else "with"
        return [
            FigureTable(gold, [*headings, *both_sides], rows, f"{size}; {name}: {counted}, {labels}"),
            FigureTable(
                f"{kind} punctuation: {plural(others[0].words, 'word')}",
                headings,
                [(file, *other.figures()) for file, other in zip(files, others, strict=True)],
            ),
        ]

    def breakdown(self, by: str, file: str = "") -> FigureTable:
        """Precision and recall of the groups that have arcs: by direction, length, sentence-length, label, transition.

        >>> import multiplane
        >>> dutch = multiplane.read("sample:dutch")
        >>> print(score(dutch, dutch).breakdown("direction").as_markdown(), end="")
        **by direction**
        <BLANKLINE>
        | direction | gold | predicted | precision | recall | unlabelled precision | unlabelled recall |
        |---|--:|--:|--:|--:|--:|--:|
        | left | 110 | 110 | 100.00 | 100.00 | 100.00 | 100.00 |
        | right | 51 | 51 | 100.00 | 100.00 | 100.00 | 100.00 |
        | root | 18 | 18 | 100.00 | 100.00 | 100.00 | 100.00 |
        """
        title, headings = by.replace("-", " "), HEADINGS_OF.get(by, HEADINGS)
        groups: dict[str, Group] = getattr(self, f"by_{by.replace('-', '_')}")
        rows = [
            (key, *(getattr(group, column) for column in headings))
            for key, group in groups.items()
            if group.gold or group.predicted
        ]
        if not rows:
            start = f"{file}: " if file else ""
            return FigureTable(note=f"{start}no transitions are recorded in MISC or PDEPREL (Transition=...)")
        return FigureTable(f"{file}: by {title}" if file else f"by {title}", [title, *headings.values()], rows)

    def as_data(self) -> dict[str, Any]:
        """All figures as an object that JSON can hold. The keys are stable."""
        return {
            "convention": self.convention.name,
            "punctuation": self.convention.punctuation,
            "subtypes": self.convention.subtypes,
            "sentences": self.sentences,
            **self.counted.as_data(),
            "projective": self.projective.as_data(),
            "non_projective": self.non_projective.as_data(),
            "with_punctuation": self.with_punctuation.as_data(),
            "without_punctuation": self.without_punctuation.as_data(),
            **{
                name: {key: group.as_data() for key, group in getattr(self, name).items()}
                for name in self.__slots__
                if name.startswith("by_")
            },
        }

    def to_frame(self) -> Any:
        """Precision and recall as a data frame of pandas, a row for each group of arcs: all, by label, by length, …."""
        groups = [
            ("projectivity", "projective", self.projective),
            ("projectivity", "non-projective", self.non_projective),
        ]
        groups += [
            (name.removeprefix("by_").replace("_", " "), key, group)
            for name in self.__slots__
            if name.startswith("by_")
            for key, group in getattr(self, name).items()
        ]
        headings = ["by", "group", *GROUP_FIGURES]
        return frame_of_rows(
            headings, [(by, key, *(getattr(group, n) for n in GROUP_FIGURES)) for by, key, group in groups]
        )

    @property
    def counted(self) -> Attachment:
        """The scores over the words that the convention counts."""
        return self.with_punctuation if self.convention.punctuation else self.without_punctuation

    @property
    def uas(self) -> float:
        """Unlabelled attachment score: the share of words with the right head."""
        return self.counted.uas

    @property
    def las(self) -> float:
        """Labelled attachment score: the share of words with the right head and label."""
        return self.counted.las

    @property
    def clas(self) -> float:
        """Content-word labelled attachment score: the F1 of arcs with content relations."""
        return self.counted.clas

    @property
    def label_accuracy(self) -> float:
        """The share of words with the right label, with any head."""
        return self.counted.label_accuracy


def score(
    gold: Source,
    predicted: Source,
    convention: str | None = None,
    *,
    punctuation: bool | None = None,
    subtypes: bool | None = None,
    transitions: Sequence[str] | None = None,
) -> Scores:
    """Compare a prediction with the gold standard: treebanks, files or sentences, which must have the same words.

    The convention is ``"conll-x"`` (without punctuation, whole labels) or ``"conll-2018"`` (all words, main relations),
    by default that of the gold treebank's format; ``punctuation`` and ``subtypes`` override it. ``transitions`` names
    the transition that built the arc of each word; by default, those recorded in MISC are used.

    >>> import multiplane
    >>> gold = multiplane.read("sample:dutch")
    >>> score(gold, gold).las
    100.0
    >>> to_the_left = [word.id - 1 for sentence in gold for word in sentence]
    >>> scores = score(gold, gold.with_trees(to_the_left))
    >>> round(scores.uas, 2), scores.label_accuracy, scores.non_projective.recall
    (8.38, 100.0, 0.0)
    """
    gold, predicted = treebank_of(gold), treebank_of(predicted)
    both = align(gold, predicted, choose_convention(gold.format, convention, punctuation, subtypes))
    built_by = by_transition(both, transitions) if transitions is not None else recorded(both, predicted)
    return score_aligned(both, built_by)


def recorded(both: Alignment, predicted: Treebank) -> dict[str, Group]:
    """The precision of the transitions that the prediction records in MISC."""
    return by_transition(both, *recorded_transitions(predicted))


def score_aligned(both: Alignment, built_by: dict[str, Group]) -> Scores:
    """All scores of treebanks that are already aligned."""
    return Scores(
        both.convention,
        sentences=len(both.offsets) - 1,
        words=len(both.gold_heads),
        with_punctuation=attachment(both, np.ones_like(both.punctuation)),
        without_punctuation=attachment(both, ~both.punctuation),
        **breakdown.by_projectivity(both),
        by_direction=breakdown.by_direction(both),
        by_length=breakdown.by_length(both),
        by_sentence_length=breakdown.by_sentence_length(both),
        by_label=breakdown.by_label(both),
        by_transition=built_by,
    )


evaluate = score
"""The same function under its old name."""
