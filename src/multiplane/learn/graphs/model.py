"""A finished graph parser: it parses into arcs, and goes into a file like any other model."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int8, Int64
from multiplane.learn.features.attributes import Attributes, compile_attributes, hash_attributes
from multiplane.learn.features.clusters import Clusters, clusters_from_file
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.graphs.attach import Rivals, RootRules, kept_class_of
from multiplane.learn.graphs.examples import GraphRoots, label_parts
from multiplane.learn.graphs.greedy import BuiltGraphs, new_graphs, parse_range_of_graphs
from multiplane.learn.graphs.labels import MarkedWords, has_gaps, without_gaps
from multiplane.learn.graphs.system import arcs_per_word, check_builds_graphs
from multiplane.learn.model.contents import ModelFile, fits_column
from multiplane.learn.transition.actions import CompiledSystem, check_trainable, compile_system
from multiplane.learn.transition.context import new_context
from multiplane.learn.transition.linear.model import table_from_file, table_header, table_tensors
from multiplane.learn.transition.linear.scorer import new_linear_scorer
from multiplane.learn.transition.scorer import new_choices
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.transition import System
from multiplane.transition.machine.memory import new_memory
from multiplane.treebank.deps import GraphArcs
from multiplane.treebank.treebank import Treebank


@dataclass(frozen=True, eq=False)
class GraphsModel:
    """System, features, labels and weights; ``arc_labels`` are those that the system builds, with gaps and joined."""

    system: System
    features: FeatureModel
    arc_labels: tuple[str, ...]
    roots: GraphRoots
    spelling: Mapping[str, Mapping[str, str]]
    clusters: Clusters | None
    weights: Int8
    label_weights: Int8

    kind: ClassVar[str] = "graphs"

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of finished graphs, with gaps for words."""
        parts = (name for label in self.arc_labels for _, name in label_parts(label))
        return tuple(dict.fromkeys((*parts, self.roots.label)))

    @cached_property
    def _compiled(self) -> tuple[Attributes, CompiledSystem]:
        return (
            compile_attributes(self.features.attributes, self.clusters),
            compile_system(self.system, self.arc_labels),
        )

    def parse_graphs(self, treebank: Treebank, workers: int | None = None) -> GraphArcs:
        """The graphs of all sentences; each word's arcs are sorted by head."""
        built = self._built(treebank, workers)
        arcs = self._arcs(treebank.offsets, built)
        return _each_once(self._with_words(treebank, arcs))

    def _built(self, treebank: Treebank, workers: int | None) -> BuiltGraphs:
        layout = treebank.layout
        attributes, compiled = self._compiled
        words = np.empty((len(layout.columns), len(attributes.rows)), np.int32)
        slope = arcs_per_word(self.system)
        graphs = new_graphs(len(treebank), len(words), slope + 1)
        offsets = np.array(layout.offsets)
        in_label = np.array([any(root for root, _ in label_parts(label)) for label in self.arc_labels], np.int8)
        rules = RootRules(self.roots.single, self.roots.attached, self.roots.present, in_label)
        kind = kept_class_of(self.system)
        templates = self.features.compile()

        def work(piece: tuple[int, int]) -> None:
            first, last = piece
            spans, own = layout.spans[first : last + 1], layout.offsets[first : last + 1]
            hash_attributes(layout.data, spans, own, layout.columns, attributes, words)
            longest = int(np.diff(own).max(initial=1))
            scorer = new_linear_scorer(templates, self.weights, self.label_weights, words)
            rivals = Rivals(np.zeros(longest + 1, np.int32), np.zeros(longest + 1, np.float32))
            most_arcs = (slope + 1) * longest + 1
            memory, planes = new_memory(longest, self.system.stacks, most_arcs), np.zeros(most_arcs, np.int32)
            state = (new_choices(len(compiled.places)), memory, new_context(longest), planes, rivals)
            parse_range_of_graphs(compiled, scorer, *state, offsets, first, last, slope, kind, rules, graphs)

        in_threads(work, even_pieces(offsets, workers or cores()) if len(words) else [], workers)
        return graphs

    def _arcs(self, offsets: Int64, built: BuiltGraphs) -> GraphArcs:
        """The arcs that the built ones represent, sorted by sentence, dependent and head."""
        capacity = arcs_per_word(self.system) + 1
        ends = np.cumsum(built.counts)
        within = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - built.counts, built.counts)
        places = np.repeat(capacity * offsets[:-1], built.counts) + within
        bases = np.repeat(offsets[:-1], built.counts)
        heads, words, labels = built.heads[places], bases + built.dependents[places] - 1, built.labels[places]
        names: dict[str, int] = {}
        parts = [
            [(root, names.setdefault(name, len(names))) for root, name in label_parts(label)]
            for label in self.arc_labels
        ]
        counts = np.array([len(found) for found in parts], np.int64)[labels]
        flat = np.array([part for found in parts for part in found], np.int32).reshape(-1, 2)
        firsts = np.cumsum([0, *(len(found) for found in parts)])[:-1]
        index = np.repeat(firsts[labels] - (np.cumsum(counts) - counts), counts) + np.arange(int(counts.sum()))
        chosen = flat[index]
        heads, words = np.where(chosen[:, 0] == 1, 0, np.repeat(heads, counts)), np.repeat(words, counts)
        roots = np.flatnonzero(built.roots)
        root_label = names.setdefault(self.roots.label, len(names))
        heads = np.concatenate([heads, np.zeros(len(roots), np.int32)])
        words = np.concatenate([words, roots])
        labels = np.concatenate([chosen[:, 1], np.full(len(roots), root_label, np.int32)])
        order = np.lexsort((labels, heads, words))
        heads, words, labels = heads[order], words[order], labels[order]
        starts = np.searchsorted(words, offsets).astype(np.int64)
        dependents = words - np.repeat(offsets[:-1], np.diff(starts)) + 1
        parts_of = (heads.astype(np.int32), dependents.astype(np.int32), labels.astype(np.int32))
        return GraphArcs(starts, *parts_of, tuple(names))

    def _with_words(self, treebank: Treebank, arcs: GraphArcs) -> GraphArcs:
        """The arcs with the gaps in their labels filled."""
        gaps = np.array([has_gaps(name) for name in arcs.vocabulary], np.bool_)
        places = np.flatnonzero(gaps[arcs.labels])
        if not len(places):
            return arcs
        marked = MarkedWords(treebank, arcs)
        bases = np.repeat(treebank.offsets[:-1], np.diff(arcs.starts))[places] - 1
        columns = (bases + arcs.heads[places], bases + arcs.dependents[places], arcs.labels[places])
        texts = [
            without_gaps(marked, self.spelling, head, word, arcs.vocabulary[label])
            for head, word, label in zip(*(column.tolist() for column in columns), strict=True)
        ]
        numbers = {name: number for number, name in enumerate(arcs.vocabulary)}
        labels = arcs.labels.copy()
        labels[places] = [numbers.setdefault(_text_for_deps(text), len(numbers)) for text in texts]
        return GraphArcs(arcs.starts, arcs.heads, arcs.dependents, labels, tuple(numbers))

    def header(self) -> dict[str, Any]:
        """Everything but the arrays, for a model file."""
        clusters = {} if self.clusters is None else {"clusters": list(self.clusters.names)}
        return {
            **clusters,
            "system": self.system.as_data(),
            "features": self.features.as_data(),
            "labels": list(self.arc_labels),
            "spelling": {relation: dict(words) for relation, words in self.spelling.items()},
            "roots": self.roots._asdict(),
            **table_header(self.weights, self.label_weights),
        }

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The weights that are not zero, and the words that have clusters."""
        return {
            **table_tensors(self.weights, self.label_weights),
            **({} if self.clusters is None else self.clusters.tensors()),
        }

    @classmethod
    def from_file(cls, file: ModelFile) -> GraphsModel:
        """Read the model from a file, and check that everything in it fits together."""
        clusters = clusters_from_file(file)
        labels = tuple(file.labels("labels"))
        features = FeatureModel(tuple(file.strings("features", "transition")), tuple(file.strings("features", "label")))
        flags = (file.flag("roots", name) for name in ("single", "attached", "present"))
        roots = GraphRoots(file.text("roots", "label"), *flags)
        spelling = {relation: file.entries("spelling", relation) for relation in file.entries("spelling")}
        for text in (roots.label, *(word for words in spelling.values() for word in words.values())):
            if not isinstance(text, str) or not fits_column(text) or "|" in text:
                raise file.fault(f"{reprlib.repr(text)} as part of a label", "text for a column")
        try:
            system = System.from_data(file.entries("system"))
            check_builds_graphs(system)
            check_trainable(system, graphs=True)
            compile_system(system, labels)
            compile_attributes(features.attributes, clusters)
        except MultiplaneError as error:
            raise MultiplaneError(f"{file.path}: {error}") from error
        weights = table_from_file(file, "transition", len(system.names(1)))
        label_weights = table_from_file(file, "label", len(labels))
        return cls(system, features, labels, roots, spelling, clusters, weights, label_weights)


def _each_once(arcs: GraphArcs) -> GraphArcs:
    """The arcs without duplicates; equal arcs are adjacent."""
    sentences = np.repeat(np.arange(len(arcs.starts) - 1), np.diff(arcs.starts))
    columns = np.stack([sentences, arcs.dependents, arcs.heads, arcs.labels])
    kept = np.ones(len(sentences), np.bool_)
    kept[1:] = (columns[:, 1:] != columns[:, :-1]).any(axis=0)
    if kept.all():
        return arcs
    starts = np.concatenate([[0], np.cumsum(kept)])[arcs.starts].astype(np.int64)
    return GraphArcs(starts, arcs.heads[kept], arcs.dependents[kept], arcs.labels[kept], arcs.vocabulary)


def _text_for_deps(text: str) -> str:
    """A label without the characters that separate arcs, which a lemma may contain.

    >>> _text_for_deps("obl:a|b c")
    'obl:a_b_c'
    """
    return text.replace("|", "_").replace(" ", "_")
