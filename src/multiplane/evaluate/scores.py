"""All scores of a prediction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from multiplane.evaluate import breakdown
from multiplane.evaluate.alignment import Alignment, align
from multiplane.evaluate.attachment import ATTACHMENT_SCORES, Attachment, attachment
from multiplane.evaluate.conventions import Convention, choose_convention
from multiplane.evaluate.groups import GROUP_FIGURES, Group
from multiplane.evaluate.transitions import by_transition, recorded_transitions
from multiplane.frames import frame_of_rows
from multiplane.notebook import html_table
from multiplane.treebank import Treebank


@dataclass(frozen=True, slots=True)
class Scores:
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
        return f"<Scores: LAS {self.las:.2f}, UAS {self.uas:.2f} on {self.sentences:,} sentences, {self.words:,} words>"

    def _repr_html_(self) -> str:
        parts = {"all words": self.with_punctuation, "without punctuation": self.without_punctuation}
        rows = [
            (name, part.words, *(getattr(part, score) for score in ATTACHMENT_SCORES)) for name, part in parts.items()
        ]
        title = f"LAS {self.las:.2f}, UAS {self.uas:.2f}: {self.convention.name}, {self.sentences:,} sentences"
        attachment = html_table(title, ["", "words", "UAS", "LAS", "label accuracy", "CLAS"], rows)
        kinds = {"projective arcs": self.projective, "non-projective arcs": self.non_projective}
        arcs = [(name, *(getattr(group, column) for column in GROUP_FIGURES)) for name, group in kinds.items()]
        return attachment + html_table("", ["", *(name.replace("_", " ") for name in GROUP_FIGURES)], arcs)

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

    def to_json(self) -> str:
        """All figures as JSON, with the keys of ``multiplane eval --json``."""
        return json.dumps(self.as_data(), ensure_ascii=False)

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


def evaluate(
    gold: Treebank,
    predicted: Treebank,
    convention: str | None = None,
    *,
    punctuation: bool | None = None,
    subtypes: bool | None = None,
    transitions: Sequence[str] | None = None,
) -> Scores:
    """Compare a prediction with the gold standard; both must have the same words.

    The convention is ``"conll-x"`` (without punctuation, whole labels) or ``"conll-2018"`` (all words, main relations),
    by default that of the gold treebank's format; ``punctuation`` and ``subtypes`` override it. ``transitions`` names
    the transition that built the arc of each word; by default, those recorded in MISC are used.

    >>> import multiplane
    >>> gold = multiplane.read("sample:dutch")
    >>> evaluate(gold, gold).las
    100.0
    >>> to_the_left = [word.id - 1 for sentence in gold for word in sentence]
    >>> scores = evaluate(gold, gold.with_trees(to_the_left))
    >>> round(scores.uas, 2), scores.label_accuracy, scores.non_projective.recall
    (8.38, 100.0, 0.0)
    """
    both = align(gold, predicted, choose_convention(gold.format, convention, punctuation, subtypes))
    built_by = by_transition(both, transitions) if transitions is not None else recorded(both, predicted)
    return score(both, built_by)


def recorded(both: Alignment, predicted: Treebank) -> dict[str, Group]:
    """The precision of the transitions that the prediction records in MISC."""
    return by_transition(both, *recorded_transitions(predicted))


def score(both: Alignment, built_by: dict[str, Group]) -> Scores:
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
