"""What a treebank holds: sentences per class, gap degrees, planes, MH_k degrees, arc directions; of graphs planes,
crossings, words with several heads, covered roots, cycles.

The coverage tables of the papers in one: 2P Table 1, 1EC Table 1, SCH Table 1, BUF Table 2; DTS §4.

A survey of a part is added to that of the next, so that files of any size are surveyed in constant memory.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any, Self, overload

import numpy as np

from multiplane.characters import plural, visible
from multiplane.frames import frame_of_rows
from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.interpret import steps_of_sentences
from multiplane.kernels.jit import kernel
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.results import Forms, Result
from multiplane.structure.blocks import blocks_of, preorder, with_root
from multiplane.structure.classes import CLASSES, TreeClass
from multiplane.structure.classify import Classifications, classify_all
from multiplane.structure.edge_degree import degrees
from multiplane.structure.graphs import (
    AT_LEAST,
    COVERED_ROOTS,
    CROSSING_ARCS,
    CROSSINGS,
    CYCLIC,
    PLANES,
    ROOTS,
    SEVERAL_HEADS,
    graph_figures,
)
from multiplane.tables import FigureTable, percent
from multiplane.treebank import Treebank
from multiplane.treebank.graph import Graph
from multiplane.treebank.graph_arrays import graph_arrays

LABELS_SHOWN = 12
DEGREES = {
    "gap degree": "gap_degrees",
    "planes": "planes",
    "edge degree": "edge_degrees",
    "MH degree": "multi_headed_degrees",
}
ARCS = {
    "leftward arcs": "left",
    "rightward arcs": "right",
    "leftward arcs of length one": "left_adjacent",
    "rightward arcs of length one": "right_adjacent",
}


class SurveyFigures(Result):
    """What surveys of trees and of graphs share: they add up, and show themselves as tables and data.

    ``things`` are what is counted, ``size`` says how many; ``classes`` has how many of them are in each class,
    ``lines`` what else there is to say.
    """

    __slots__ = ()
    things = ""
    root_arcs: bool
    classes: Counter[str]

    def __add__(self, other: Self) -> Self:
        values = {one.name: (getattr(self, one.name), getattr(other, one.name)) for one in fields(self)}  # type: ignore[arg-type]
        joined = {
            name: max(both) if name in ("root_arcs", "longest") else both[0] + both[1] for name, both in values.items()
        }
        return type(self)(**joined)

    @property
    def size(self) -> int:
        """How many sentences or graphs were looked at."""
        raise NotImplementedError

    @property
    def headline(self) -> str:
        """How many there are of everything."""
        raise NotImplementedError

    def __repr__(self) -> str:
        first = "".join(f", {count:,} {name}" for name, count in list(self.classes.items())[:1])
        return f"<{type(self).__name__} of {self.headline}{first}>"

    def lines(self) -> list[str]:
        """What there is to say beside the classes."""
        raise NotImplementedError

    def label_table(self) -> FigureTable:
        """The labels of what is out of the ordinary; an empty table where there is nothing to be said of labels."""
        return FigureTable()

    def rows(self, classes: Iterable[str] | None = None) -> list[tuple[str, int]]:
        """Each class with how many are in it; ``classes`` are those to be listed."""
        return [(name, self.classes[name]) for name in (self.classes if classes is None else classes)]

    def as_data(self, classes: Iterable[str] | None = None) -> dict[str, Any]:
        """All figures as an object that JSON can hold; ``classes`` are those to be listed. The keys are stable."""
        raise NotImplementedError

    def tables(self, name: str = "", classes: Iterable[str] | None = None) -> list[FigureTable]:
        """The classes, the lines, the labels; ``name`` is a file's, ``classes`` are those to be listed."""
        counted = "root arcs count" if self.root_arcs else "root arcs do not count"
        rows = [(key, count, percent(count, self.size)) for key, count in self.rows(classes)]
        first = FigureTable(name, ["class", self.things, "share"], rows, f"{self.headline}; {counted}")
        return [first, *(FigureTable(note=line) for line in self.lines()), self.label_table()]

    def to_frame(self) -> Any:
        """The classes as a data frame of pandas: class, sentences or graphs, share in per cent."""
        rows = [(name, count, 100 * count / max(self.size, 1)) for name, count in self.rows()]
        return frame_of_rows(["class", self.things, "share"], rows)


@dataclass(slots=True, repr=False)
class Survey(SurveyFigures):
    """Counts over the sentences, words and arcs of a treebank.

    ``arcs`` counts arcs by direction, ``left`` where the dependent stands left of its head, and those of length one
    among them (``left_adjacent``, ``right_adjacent``); arcs from the root 0 are rightward ones, where they count.
    ``strongly_ill_nested`` counts the trees that are strongly ill-nested for their gap degree.
    ``bounded`` counts the sentences whose planes or binarization could only be bounded.
    """

    things = "sentences"
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

    @property
    def size(self) -> int:
        return self.sentences

    @property
    def headline(self) -> str:
        return f"{plural(self.sentences, 'sentence')}, {plural(self.words, 'word')}"

    def lines(self) -> list[str]:
        """The degrees, nesting and directions of arcs, in words."""
        total = self.arcs["left"] + self.arcs["right"]
        directions = " · ".join(
            f"{side}ward {percent(self.arcs[side], total)} "
            f"(of length one {percent(self.arcs[f'{side}_adjacent'], total)})"
            for side in ("left", "right")
        )
        said = {title: _by_degree(getattr(self, name)) for title, name in DEGREES.items()}
        said["nesting"] = f"{plural(self.strongly_ill_nested, 'tree')} strongly ill-nested for their gap degree"
        said["arcs"] = directions
        if self.bounded:
            said["bounded"] = f"{plural(self.bounded, 'sentence')} too entangled for exact planes or gap degrees"
        return [f"{title:<12}{text}" for title, text in said.items()]

    def label_table(self) -> FigureTable:
        """The labels of non-projective arcs, the most frequent first, each with its share of all its arcs."""
        if not self.non_projective_arcs:
            return FigureTable()
        frequent = most_frequent_first(self.non_projective_labels)[:LABELS_SHOWN]
        counts = [(label, count, self.labels[label]) for label, count in frequent]
        counts.append(("all labels", self.non_projective_arcs, self.words))
        rows = [(label, count, percent(count, whole)) for label, count, whole in counts]
        return FigureTable("", ["non-projective arcs", "count", "of all with that label"], rows)

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


@dataclass(slots=True, repr=False)
class GraphSurvey(SurveyFigures):
    """Counts over the graphs of a treebank.

    ``planes`` counts graphs by the planes that they need, ``bounded`` those where that is an upper bound only.
    ``crossing_arcs`` cross some other arc. ``several_heads`` are words with more than one head, the root counted;
    ``roots`` words without a head among the words, ``covered_roots`` those of them that lie under an arc.
    """

    things = "graphs"
    root_arcs: bool
    graphs: int = 0
    words: int = 0
    empty_nodes: int = 0
    arcs: int = 0
    crossings: int = 0
    crossing_arcs: int = 0
    several_heads: int = 0
    graphs_with_several_heads: int = 0
    roots: int = 0
    covered_roots: int = 0
    graphs_with_covered_roots: int = 0
    cyclic_graphs: int = 0
    bounded: int = 0
    planes: Counter[int] = field(default_factory=Counter)

    @property
    def size(self) -> int:
        return self.graphs

    @property
    def classes(self) -> Counter[str]:  # type: ignore[override]
        """How many graphs are in each class: planar, k-planar as far as needed, single-head and so on."""
        planes = {
            "planar" if k == 1 else f"{k}-planar": self.in_planes(k) for k in range(1, max(self.planes, default=1) + 1)
        }
        return Counter(
            planes
            | {
                "single-head": self.graphs - self.graphs_with_several_heads,
                "acyclic": self.graphs - self.cyclic_graphs,
                "no-covered-roots": self.graphs - self.graphs_with_covered_roots,
            }
        )

    @property
    def headline(self) -> str:
        counts = {"graph": self.graphs, "word": self.words, "empty node": self.empty_nodes, "arc": self.arcs}
        return ", ".join(plural(count, noun) for noun, count in counts.items() if count or noun != "empty node")

    def lines(self) -> list[str]:
        """Planes, crossings, heads and roots, in words."""
        crossing, several = self.crossing_arcs, self.several_heads
        said = {
            "planes": _by_degree(self.planes),
            "crossing arcs": f"{crossing:,} ({percent(crossing, self.arcs)}), {plural(self.crossings, 'crossing')}",
            "several heads": f"{plural(several, 'word')} ({percent(several, self.words + self.empty_nodes)})",
            "covered roots": f"{self.covered_roots:,} of {self.roots:,} roots",
        }
        if self.bounded:
            said["bounded"] = f"{plural(self.bounded, 'graph')} too entangled for exact planes"
        return [f"{title:<15}{text}" for title, text in said.items()]

    def as_data(self, classes: Iterable[str] | None = None) -> dict[str, Any]:
        """All figures as an object that JSON can hold. The keys are stable."""
        return {
            "graphs": self.graphs,
            "words": self.words,
            "empty_nodes": self.empty_nodes,
            "arcs": self.arcs,
            "root_arcs": self.root_arcs,
            "planes": {str(planes): count for planes, count in sorted(self.planes.items())},
            "bounded": self.bounded,
            "crossings": self.crossings,
            "crossing_arcs": self.crossing_arcs,
            "words_with_several_heads": self.several_heads,
            "graphs_with_several_heads": self.graphs_with_several_heads,
            "roots": self.roots,
            "covered_roots": self.covered_roots,
            "graphs_with_covered_roots": self.graphs_with_covered_roots,
            "cyclic_graphs": self.cyclic_graphs,
        }

    def in_planes(self, k: int) -> int:
        """How many graphs fit in k planes."""
        return sum(count for planes, count in self.planes.items() if planes <= k)


@overload
def survey(
    source: Treebank, root_arcs: bool = True, workers: int | None = None, classes: Mapping[str, TreeClass] = CLASSES
) -> Survey: ...


@overload
def survey(source: Sequence[Graph], root_arcs: bool = True, workers: int | None = None) -> GraphSurvey: ...


def survey(
    source: Treebank | Sequence[Graph],
    root_arcs: bool = True,
    workers: int | None = None,
    classes: Mapping[str, TreeClass] = CLASSES,
) -> Survey | GraphSurvey:
    """Count everything in the trees of a treebank, or in graphs; ``classes`` are those of trees to be counted.

    >>> import multiplane
    >>> found = survey(multiplane.read("sample:dutch"))
    >>> found.classes["projective"] < found.classes["2-planar"] <= found.sentences
    True
    >>> found = survey([Graph.from_arcs(4, [(1, 3), (4, 2)]), Graph.from_arcs(2, [(0, 1), (1, 2)])])
    >>> found.graphs, found.in_planes(1), found.in_planes(2), found.covered_roots
    (2, 1, 2, 0)
    """
    if isinstance(source, Treebank):
        return _survey_of_trees(source, root_arcs, workers, classes)
    return _survey_of_graphs(source, root_arcs, workers)


def _survey_of_trees(
    treebank: Treebank, root_arcs: bool, workers: int | None, classes: Mapping[str, TreeClass]
) -> Survey:
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


def _survey_of_graphs(graphs: Sequence[Graph], root_arcs: bool, workers: int | None) -> GraphSurvey:
    table = graph_figures(graph_arrays(graphs), root_arcs, workers)
    planes, counts = np.unique(table[:, PLANES], return_counts=True)
    empty = sum(len(graph.ids) - sum("." not in node for node in graph.ids) for graph in graphs)
    return GraphSurvey(
        root_arcs,
        graphs=len(graphs),
        words=sum(graph.words for graph in graphs) - empty,
        empty_nodes=empty,
        arcs=sum(len(graph.arcs) for graph in graphs),
        crossings=int(table[:, CROSSINGS].sum()),
        crossing_arcs=int(table[:, CROSSING_ARCS].sum()),
        several_heads=int(table[:, SEVERAL_HEADS].sum()),
        graphs_with_several_heads=int((table[:, SEVERAL_HEADS] > 0).sum()),
        roots=int(table[:, ROOTS].sum()),
        covered_roots=int(table[:, COVERED_ROOTS].sum()),
        graphs_with_covered_roots=int((table[:, COVERED_ROOTS] > 0).sum()),
        cyclic_graphs=int(table[:, CYCLIC].sum()),
        bounded=int((table[:, PLANES] > table[:, AT_LEAST]).sum()),
        planes=Counter(dict(zip(planes.tolist(), counts.tolist(), strict=True))),
    )


@dataclass(frozen=True, slots=True)
class Surveys(Result):
    """The surveys of several files; ``classes`` are those that are listed, by default all that were counted."""

    of_files: Sequence[tuple[str, Survey | GraphSurvey]]
    classes: Sequence[str] | None = None

    def as_data(self) -> list[dict[str, Any]]:
        """A list of all figures of each file."""
        return [{"file": name, **found.as_data(self.classes)} for name, found in self.of_files]

    def tables(self) -> list[FigureTable]:
        """The tables of each file, and of all together where there are several."""
        named = list(self.of_files)
        if len(named) > 1:
            named.append(("total", reduce(add, (found for _, found in named))))
        return [table for name, found in named for table in found.tables(name, self.classes)]

    def as_csv(self) -> str:
        """A line for each file: its size, how many sentences are in each class, and what is not projective."""
        others = ("non_projective_arcs", "crossings", "strongly_ill_nested")
        written = io.StringIO()
        out = csv.writer(written, lineterminator="\n")
        out.writerow(["file", "sentences", "words", "root_arcs", *(self.classes or ()), *others])
        for name, found in self.of_files:
            figures = [*(count for _, count in found.rows(self.classes)), *(getattr(found, other) for other in others)]
            out.writerow([visible(name), found.size, found.words, str(found.root_arcs).lower(), *figures])
        return written.getvalue()

    def side_by_side(self) -> FigureTable:
        """One table with a column for each file: its size, then the share of each class, degree and direction with its
        count, as the papers print it.
        """
        found = [one for _, one in self.of_files if isinstance(one, Survey)]
        sentences, words = [one.sentences for one in found], [one.words for one in found]
        arcs = [one.arcs["left"] + one.arcs["right"] for one in found]

        def row(name: str, parts: Iterable[int], wholes: list[int]) -> list[str]:
            return [name, *map(_share, parts, wholes)]

        rows: list[Sequence[object]] = [["sentences", *sentences], ["words", *words]]
        rows += [row(name, (one.classes[name] for one in found), sentences) for name in self.classes or ()]
        strongly = (one.strongly_ill_nested for one in found)
        rows.append(row("strongly ill-nested for its gap degree", strongly, sentences))
        for title, attribute in DEGREES.items():
            counts: list[Counter[int]] = [getattr(one, attribute) for one in found]
            values = sorted(set[int]().union(*counts))
            rows += [row(f"{title} {value}", (count[value] for count in counts), sentences) for value in values]
        rows += [row(name, (one.arcs[kind] for one in found), arcs) for name, kind in ARCS.items()]
        rows.append(row("non-projective arcs", (one.non_projective_arcs for one in found), words))
        title = "root arcs count" if found[0].root_arcs else "root arcs do not count"
        return FigureTable("", [title, *column_names([path for path, _ in self.of_files])], rows)


def forms_of_table(table: FigureTable) -> Forms:
    """A table alone as what can be written: text, Markdown or LaTeX."""
    return {".txt": table.as_text, ".md": table.as_markdown, ".tex": table.as_latex}


def column_names(paths: list[str]) -> list[str]:
    """Short names of files: of treebanks in folders of their own the folders, where these differ.

    >>> column_names(["ud/danish/train.conllu", "ud/dutch/train.conllu"])
    ['danish', 'dutch']
    >>> column_names(["one.conllu", "sample:"])
    ['one', 'sample:']
    """
    stems = [path if path.startswith("sample:") or path == "-" else Path(path).name.split(".")[0] for path in paths]
    folders = [Path(path).parent.name for path in paths]
    for names in (stems, folders):
        if all(names) and len(set(names)) == len(names):
            return names
    return paths


def most_frequent_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Names and counts, the most frequent first, ties in alphabetical order.

    >>> most_frequent_first({"obj": 1, "nsubj": 2, "det": 1})
    [('nsubj', 2), ('det', 1), ('obj', 1)]
    """
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} ({part:,})" if whole else "–"


def _by_degree(counts: Counter[int]) -> str:
    return " · ".join(f"{value}: {count:,}" for value, count in sorted(counts.items()))


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
