"""What a treebank holds: sentences per class, gap degrees, planes, MH_k degrees, arc directions.

The coverage tables of the papers in one: 2P Table 1, 1EC Table 1, SCH Table 1, BUF Table 2.

A survey of a part is added to that of the next, so that files of any size are surveyed in constant memory.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from multiplane.frames import frame_of_rows
from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.interpret import steps_of_sentences
from multiplane.kernels.jit import kernel
from multiplane.notebook import html_table
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.structure.blocks import blocks_of, preorder, with_root
from multiplane.structure.classes import CLASSES, TreeClass
from multiplane.structure.classify import Classifications, classify_all
from multiplane.structure.edge_degree import degrees
from multiplane.treebank import Treebank


@dataclass(slots=True)
class Survey:
    """Counts over the sentences, words and arcs of a treebank.

    ``arcs`` counts arcs by direction, ``left`` where the dependent stands left of its head, and those of length one
    among them (``left_adjacent``, ``right_adjacent``); arcs from the root 0 are rightward ones, where they count.
    ``strongly_ill_nested`` counts the trees that are strongly ill-nested for their gap degree.
    ``bounded`` counts the sentences whose planes or binarization could only be bounded.
    """

    root_arcs: bool
    sentences: int = 0
    words: int = 0
    longest: int = 0
    crossings: int = 0
    bounded: int = 0
    strongly_ill_nested: int = 0
    classes: Counter[str] = field(default_factory=Counter)
    gap_degrees: Counter[int] = field(default_factory=Counter)
    planes: Counter[int] = field(default_factory=Counter)
    edge_degrees: Counter[int] = field(default_factory=Counter)
    multi_headed_degrees: Counter[int] = field(default_factory=Counter)
    arcs: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    non_projective_labels: Counter[str] = field(default_factory=Counter)

    @property
    def non_projective_arcs(self) -> int:
        return self.non_projective_labels.total()

    def __repr__(self) -> str:
        first = "".join(f", {count:,} {name}" for name, count in list(self.classes.items())[:1])
        return f"<Survey of {self.sentences:,} sentences, {self.words:,} words{first}>"

    def _repr_html_(self) -> str:
        degrees = {"gap degree": self.gap_degrees, "planes": self.planes, "edge degree": self.edge_degrees}
        notes = [
            f"{title}: " + " · ".join(f"{value}: {count:,}" for value, count in sorted(counts.items()))
            for title, counts in degrees.items()
        ]
        title = f"{self.sentences:,} sentences, {self.words:,} words, {self.non_projective_arcs:,} non-projective arcs"
        return html_table(title, ["class", "sentences", "% of sentences"], self._rows(), notes)

    def _rows(self) -> list[tuple[str, int, float]]:
        """Each class with its sentences and their share in per cent."""
        return [(name, count, 100 * count / max(self.sentences, 1)) for name, count in self.classes.items()]

    def as_data(self, classes: Iterable[str] | None = None) -> dict[str, Any]:
        """All figures as an object that JSON can hold; ``classes`` are those to be listed. The keys are stable."""
        return {
            "sentences": self.sentences,
            "words": self.words,
            "root_arcs": self.root_arcs,
            "classes": {name: self.classes[name] for name in (self.classes if classes is None else classes)},
            "longest": self.longest,
            "crossings": self.crossings,
            "bounded": self.bounded,
            "strongly_ill_nested": self.strongly_ill_nested,
            "gap_degrees": _by_value(self.gap_degrees),
            "planes": _by_value(self.planes),
            "edge_degrees": _by_value(self.edge_degrees),
            "multi_headed_degrees": _by_value(self.multi_headed_degrees),
            "arcs": {kind: self.arcs[kind] for kind in ("left", "right", "left_adjacent", "right_adjacent")},
            "non_projective_arcs": self.non_projective_arcs,
            "non_projective_labels": {
                label: {"non_projective": count, "all": self.labels[label]}
                for label, count in most_frequent_first(self.non_projective_labels)
            },
        }

    def to_json(self) -> str:
        """All figures as JSON, with the keys of ``multiplane analyze --json``."""
        return json.dumps(self.as_data(), ensure_ascii=False)

    def to_frame(self) -> Any:
        """The classes as a data frame of pandas: class, sentences, share in per cent."""
        return frame_of_rows(["class", "sentences", "share"], self._rows())

    def __add__(self, other: Survey) -> Survey:
        return Survey(
            self.root_arcs,
            self.sentences + other.sentences,
            self.words + other.words,
            max(self.longest, other.longest),
            self.crossings + other.crossings,
            self.bounded + other.bounded,
            self.strongly_ill_nested + other.strongly_ill_nested,
            *(
                getattr(self, name) + getattr(other, name)
                for name in (
                    "classes",
                    "gap_degrees",
                    "planes",
                    "edge_degrees",
                    "multi_headed_degrees",
                    "arcs",
                    "labels",
                    "non_projective_labels",
                )
            ),
        )


def survey(
    treebank: Treebank,
    root_arcs: bool = True,
    workers: int | None = None,
    classes: Mapping[str, TreeClass] = CLASSES,
) -> Survey:
    """Count everything in one treebank; ``classes`` are those whose sentences are counted.

    >>> import multiplane
    >>> found = survey(multiplane.read("sample:dutch"))
    >>> found.classes["projective"] < found.classes["2-planar"] <= found.sentences
    True
    """
    heads, offsets = treebank.heads, treebank.offsets
    trees = classify_all(heads, offsets, root_arcs, workers)
    encoded = treebank.encode(["deprel"])
    names, ids = encoded.vocabularies["deprel"], encoded.ids["deprel"]
    crossed = ids[non_projective_words(heads, offsets, trees, workers)]
    return Survey(
        root_arcs,
        sentences=len(treebank),
        words=len(heads),
        longest=int(np.diff(offsets).max(initial=0)),
        crossings=int(trees.crossings.sum()),
        bounded=int(
            (
                (trees.planes > trees.planes_at_least)
                | (trees.mildly_ill_nested_gap > trees.mildly_ill_nested_gap_at_least)
            ).sum()
        ),
        strongly_ill_nested=int((trees.mildly_ill_nested_gap_at_least > trees.gap_degree).sum()),
        classes=Counter({name: tree_class.count(trees) for name, tree_class in classes.items()}),
        gap_degrees=_histogram(trees.gap_degree),
        planes=_histogram(trees.planes),
        edge_degrees=_histogram(trees.edge_degree),
        multi_headed_degrees=_histogram(trees.multi_headed_degree),
        arcs=_directions(heads, offsets, root_arcs),
        labels=Counter({names[label]: count for label, count in _histogram(ids).items()}),
        non_projective_labels=Counter({names[label]: count for label, count in _histogram(crossed).items()}),
    )


def most_frequent_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Names and counts, the most frequent first, ties in alphabetical order.

    >>> most_frequent_first({"obj": 1, "nsubj": 2, "det": 1})
    [('nsubj', 2), ('det', 1), ('obj', 1)]
    """
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _by_value(counts: Counter[int]) -> dict[str, int]:
    return {str(value): count for value, count in sorted(counts.items())}


def _histogram(values: Int32) -> Counter[int]:
    found, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))


def _directions(heads: Int32, offsets: Int64, root_arcs: bool) -> Counter[str]:
    words = np.arange(len(heads)) - np.repeat(offsets[:-1], np.diff(offsets)) + 1
    reach = (heads - words)[root_arcs | (heads > 0)]
    return Counter(
        {
            "left": int((reach > 0).sum()),
            "right": int((reach < 0).sum()),
            "left_adjacent": int((reach == 1).sum()),
            "right_adjacent": int((reach == -1).sum()),
        }
    )


@kernel(steps=steps_of_sentences)
def mark_non_projective(heads: Int32, offsets: Int64, first: int, last: int, wanted: Bool, marks: Bool) -> None:
    """Mark the words whose arcs are non-projective, in the wanted ones of the sentences first .. last-1."""
    for sentence in range(first, last):
        if not wanted[sentence]:
            continue
        begin, end = offsets[sentence], offsets[sentence + 1]
        head = with_root(heads[begin:end])
        enter, leave = preorder(head)
        firsts, left, _ = blocks_of(head, enter, leave)
        marks[begin:end] = degrees(head, enter, leave, firsts, left)[1:] > 0


def non_projective_words(heads: Int32, offsets: Int64, trees: Classifications, workers: int | None = None) -> Bool:
    """Which words hang on non-projective arcs; ``trees`` are the classifications of the sentences."""
    heads = np.require(heads, np.int32, ["C", "W"])
    offsets = np.require(offsets, np.int64, ["C", "W"])
    marks = np.zeros(len(heads), np.bool_)
    wanted = ~trees.projective
    pieces = even_pieces(offsets, workers or cores())
    in_threads(lambda piece: mark_non_projective(heads, offsets, *piece, wanted, marks), pieces, workers)
    return marks
