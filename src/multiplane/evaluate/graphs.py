"""Scores of predicted graphs: ELAS and EULAS of the IWPT 2020 and 2021 shared tasks; precision and recall of arcs.

ELAS is the F1 of the arcs of DEPS, empty nodes collapsed. EULAS compares labels without subtypes: every step of a path
such as ``conj:and>nsubj:pass`` up to its first colon. Both count what the official script counts: each pair of a gold
arc and a predicted arc that agree. Precision and recall count each arc once, also for arcs that cross another of their
own graph; arcs from the root cross nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from multiplane.characters import plural
from multiplane.evaluate.alignment import aligned_forms
from multiplane.evaluate.conventions import main_relation
from multiplane.evaluate.groups import Group, figure, share
from multiplane.evaluate.mismatch import check_same_words
from multiplane.evaluate.sources import Source, treebank_of
from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.results import Result
from multiplane.tables import FigureTable
from multiplane.treebank import Treebank
from multiplane.treebank.deps import GraphArcs, read_deps

SIDES = ("precision", "recall", "f1")
FIGURES = ("gold", "predicted", *SIDES, *(f"unlabelled_{side}" for side in SIDES))


@dataclass(frozen=True, slots=True)
class Overlap:
    """The numbers of gold arcs, of predicted arcs and of pairs that agree.

    >>> overlap = Overlap(gold=4, predicted=6, right=3)
    >>> overlap.precision, overlap.recall, overlap.f1
    (50.0, 75.0, 60.0)
    """

    gold: int
    predicted: int
    right: int

    def as_data(self) -> dict[str, float | None]:
        """Counts and shares as an object that JSON can hold."""
        return {name: figure(getattr(self, name)) for name in ("gold", "predicted", "right", *SIDES)}

    @property
    def precision(self) -> float:
        return share(self.right, self.predicted)

    @property
    def recall(self) -> float:
        return share(self.right, self.gold)

    @property
    def f1(self) -> float:
        return share(2 * self.right, self.gold + self.predicted)


@dataclass(frozen=True, slots=True)
class GraphScores(Result):
    """The scores of predicted graphs: ELAS and EULAS with their counts, all arcs, and those that cross others."""

    sentences: int
    words: int
    enhanced: Overlap
    enhanced_main: Overlap
    arcs: Group
    crossing: Group

    def __repr__(self) -> str:
        return f"<GraphScores: ELAS {self.elas:.2f}, EULAS {self.eulas:.2f} on {plural(self.sentences, 'sentence')}>"

    def tables(self) -> list[FigureTable]:
        """ELAS and EULAS; precision and recall of all arcs and of crossing arcs."""
        return self.side_by_side(["all"], [self])

    @staticmethod
    def side_by_side(files: Sequence[str], scores: Sequence[GraphScores], gold: str = "") -> list[FigureTable]:
        """The scores of several predictions of one gold treebank, a row each."""
        first, pairs = scores[0], list(zip(files, scores, strict=True))
        size = f"{plural(first.sentences, 'sentence')}, {plural(first.words, 'word')}"
        note = f"{size}, {plural(first.enhanced.gold, 'arc')}; IWPT 2020/2021: empty nodes collapsed, all words count"
        headings = ["", "predicted", *SIDES, *(f"unlabelled {side}" for side in SIDES)]
        parts = {"all arcs": "arcs", "crossing arcs": "crossing"}
        return [
            FigureTable(gold, ["", "ELAS", "EULAS"], [(file, one.elas, one.eulas) for file, one in pairs], note),
            *(
                FigureTable(
                    f"{title}: {getattr(first, part).gold:,}" + (f" in {gold}" if gold else ""),
                    headings,
                    [(file, *(getattr(getattr(one, part), name) for name in FIGURES[1:])) for file, one in pairs],
                )
                for title, part in parts.items()
            ),
        ]

    def as_data(self) -> dict[str, Any]:
        """All figures as an object that JSON can hold. The keys are stable."""
        groups = {"arcs": self.arcs, "crossing": self.crossing}
        return {
            "sentences": self.sentences,
            "words": self.words,
            "elas": self.enhanced.as_data(),
            "eulas": self.enhanced_main.as_data(),
            **{key: {name: figure(getattr(group, name)) for name in FIGURES} for key, group in groups.items()},
        }

    @property
    def elas(self) -> float:
        """Labelled F1 of the arcs of DEPS."""
        return self.enhanced.f1

    @property
    def eulas(self) -> float:
        """The same without the subtypes of labels."""
        return self.enhanced_main.f1


def evaluate_graphs(gold: Source, predicted: Source) -> GraphScores:
    """Compare predicted graphs with gold graphs, both in DEPS over the same words.

    >>> rows = ["1 She _ _ _ _ 2 nsubj 2:nsubj|3:nsubj _", "2 sits _ _ _ _ 0 root 0:root _"]
    >>> gold = Treebank.from_text("\\n".join([*rows, "3 here _ _ _ _ 2 advmod 2:advmod:loc _"]).replace(" ", "\\t"))
    >>> other = Treebank.from_text(bytes(gold).replace(b"|3:nsubj", b"").replace(b":advmod:loc", b":advmod"))
    >>> scores = evaluate_graphs(gold, other)
    >>> round(scores.elas, 2), round(scores.eulas, 2), scores.arcs.precision, scores.arcs.recall
    (57.14, 85.71, 66.66666666666667, 50.0)
    """
    gold, predicted = treebank_of(gold), treebank_of(predicted)
    check_same_words(gold, predicted, *aligned_forms(gold, predicted))
    return score_arcs(gold, read_deps(gold), read_deps(predicted))


def score_arcs(words: Treebank, gold: GraphArcs, predicted: GraphArcs) -> GraphScores:
    """The scores of arcs that are still arrays; the words are those of both."""
    both = gold, predicted
    pairs = [_pair_keys(words, arcs) for arcs in both]
    whole = _with_labels(both, pairs, str)
    main = _with_labels(both, pairs, main_path)
    distinct = [np.unique(keys, return_index=True)[1] for keys in whole]
    crossing = [crossing_arcs(arcs.starts, arcs.heads, arcs.dependents) for arcs in both]
    return GraphScores(
        len(words),
        words.word_count,
        _overlap(*whole),
        _overlap(*main),
        _group(pairs, whole, distinct),
        _group(pairs, whole, [kept[mask[kept]] for kept, mask in zip(distinct, crossing, strict=True)]),
    )


def main_path(label: str) -> str:
    """The steps of a label without their subtypes.

    >>> main_path("conj:and>nsubj:pass"), main_path("obl:in")
    ('conj>nsubj', 'obl')
    """
    return ">".join(map(main_relation, label.split(">")))


def _pair_keys(words: Treebank, arcs: GraphArcs) -> Int64:
    """A number for the head and dependent of each arc, another for every pair of words of the treebank."""
    lengths = np.diff(words.offsets)
    dependents = np.repeat(words.offsets[:-1], np.diff(arcs.starts)) + arcs.dependents
    return dependents * (int(lengths.max(initial=0)) + 1) + arcs.heads


def _with_labels(
    both: tuple[GraphArcs, GraphArcs], pairs: list[Int64], compared: Callable[[str], str]
) -> tuple[Int64, Int64]:
    """A number for head, dependent and compared label of each arc, in one numbering for both sides."""
    numbers: dict[str, int] = {}
    labels = [
        np.array([numbers.setdefault(compared(label), len(numbers)) for label in arcs.vocabulary], np.int64)[
            arcs.labels
        ]
        for arcs in both
    ]
    count = max(1, len(numbers))
    return pairs[0] * count + labels[0], pairs[1] * count + labels[1]


def _overlap(gold: Int64, predicted: Int64) -> Overlap:
    """The pairs of arcs that agree: with two arcs alike on both sides, four."""
    (gold_keys, gold_counts), (keys, counts) = (np.unique(side, return_counts=True) for side in (gold, predicted))
    _, here, there = np.intersect1d(gold_keys, keys, assume_unique=True, return_indices=True)
    return Overlap(len(gold), len(predicted), int((gold_counts[here] * counts[there]).sum()))


def _group(pairs: list[Int64], whole: tuple[Int64, Int64], chosen: list[Int64]) -> Group:
    """The chosen arcs of both sides, and how many of each are on the other side."""
    (gold, predicted), (gold_pairs, predicted_pairs) = whole, pairs
    there, here = chosen
    return Group(
        gold=len(there),
        predicted=len(here),
        found_heads=int(np.isin(gold_pairs[there], predicted_pairs).sum()),
        found=int(np.isin(gold[there], predicted).sum()),
        right_heads=int(np.isin(predicted_pairs[here], gold_pairs).sum()),
        right=int(np.isin(predicted[here], gold).sum()),
    )


@kernel
def crossing_arcs(starts: Int64, heads: Int32, dependents: Int32) -> Bool:
    """Whether each arc crosses another of its sentence; arcs from the root cross none."""
    crosses = np.zeros(len(heads), np.bool_)
    for sentence in range(len(starts) - 1):
        first, last = starts[sentence], starts[sentence + 1]
        lefts = np.minimum(heads[first:last], dependents[first:last])
        rights = np.maximum(heads[first:last], dependents[first:last])
        order = np.argsort(lefts)
        for place in range(len(order)):
            arc = order[place]
            after = place + 1
            while lefts[arc] > 0 and after < len(order) and lefts[order[after]] < rights[arc]:
                other = order[after]
                if lefts[other] > lefts[arc] and rights[other] > rights[arc]:
                    crosses[first + arc] = True
                    crosses[first + other] = True
                after += 1
    return crosses
