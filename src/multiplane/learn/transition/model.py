"""A finished transition parser: a system, a feature model, labels and weights. It parses, and goes into a file."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.learn.features.attributes import Attributes, compile_attributes, hash_attributes
from multiplane.learn.features.clusters import Clusters, clusters_from_file
from multiplane.learn.features.templates import FeatureModel
from multiplane.learn.model.file import ModelFile, fits_column
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.transition.actions import arc_places
from multiplane.learn.transition.beam import new_beam, parse_range_with_beam
from multiplane.learn.transition.choosing import Machine, new_options
from multiplane.learn.transition.context import LABELS_APART, new_context
from multiplane.learn.transition.greedy import Arcs, new_arcs, parse_range
from multiplane.learn.transition.results import plain_labels, predicted_trees
from multiplane.learn.transition.roots import Roots
from multiplane.learn.transition.scoring import Scorer, new_scorer, new_workspace
from multiplane.learn.transition.weights import Bytes, SparseTable, column_type, dense, pruned, row_width, sparse
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.transition import TransitionSystem, get
from multiplane.treebank.conll.layout import Layout

MOST_WEIGHTS = 1 << 28
MOST_TRANSITIONS = 32
MOST_LABELS = LABELS_APART - 2
MOST_BEAM = 4096
LARGEST_SCALE = 1e9
LONGEST_NAME = 100


@dataclass(frozen=True, eq=False)
class TransitionModel:
    """Everything that parsing needs; ``arc_labels`` are those that the system builds, ``labels`` those of the trees."""

    system: TransitionSystem
    features: FeatureModel
    arc_labels: tuple[str, ...]
    roots: Roots
    weights: Bytes
    label_weights: Bytes
    scale: float
    labels_count: bool = False
    beam: int = 1
    clusters: Clusters | None = None

    kind: ClassVar[str] = "transition"

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return plain_labels(self.system, self.arc_labels, self.roots)

    @cached_property
    def _compiled(self) -> tuple[Attributes, Machine, Scorer]:
        return (
            compile_attributes(self.features.attributes, self.clusters),
            machine_of(self.system, len(self.arc_labels), self.labels_count),
            new_scorer(*self.features.compile(), self.weights, self.label_weights),
        )

    @property
    def transition_names(self) -> tuple[str, ...]:
        return self.system.names(1)

    def with_beam(self, beam: int) -> TransitionModel:
        """The same model with another beam; 1 is greedy."""
        return replace(self, beam=checked_beam(beam))

    def pruned(self, least: int) -> TransitionModel:
        """The same model without weights smaller than ``least``, of at most 127: a smaller file."""
        weights, label_weights = pruned(self.weights, least), pruned(self.label_weights, least)
        return replace(self, weights=weights, label_weights=label_weights)

    def parse(self, layout: Layout, workers: int | None = None) -> Predicted:
        """The trees of all sentences."""
        offsets = np.array(layout.offsets)
        arcs = self._arcs(layout, workers)
        return predicted_trees(self.system, arcs, offsets, self.arc_labels, self.roots)

    def _arcs(self, layout: Layout, workers: int | None, always_beam: bool = False) -> Arcs:
        attributes, machine, scorer = self._compiled
        words = np.empty((len(layout.columns), len(attributes.rows)), np.int32)
        arcs = new_arcs(len(words))
        offsets = np.array(layout.offsets)

        def work(piece: tuple[int, int]) -> None:
            first, last = piece
            spans, own = layout.spans[first : last + 1], layout.offsets[first : last + 1]
            hash_attributes(layout.data, spans, own, layout.columns, attributes, words)
            longest = int(np.diff(own).max(initial=1))
            memory, workspace, options = (
                self.system.memory(longest),
                new_workspace(scorer),
                new_options(len(machine.places)),
            )
            if self.beam == 1 and not always_beam:
                context = new_context(longest)
                parse_range(machine, scorer, workspace, options, memory, context, words, offsets, first, last, arcs)
            else:
                beam = new_beam(self.beam, memory, longest)
                parse_range_with_beam(machine, scorer, workspace, options, beam, words, offsets, first, last, arcs)

        in_threads(work, even_pieces(offsets, workers or cores()) if len(words) else [], workers)
        scale = np.float32(1 / self.scale)
        return arcs._replace(scores=arcs.scores * scale, margins=arcs.margins * scale)

    def header(self) -> dict[str, Any]:
        """What a file says of the model, apart from its weights."""
        clusters = {} if self.clusters is None else {"clusters": list(self.clusters.names)}
        return {
            **clusters,
            "system": self.system.name,
            "features": {"transition": list(self.features.transition), "label": list(self.features.label)},
            "labels": list(self.arc_labels),
            "roots": {"label": self.roots.label, "dependent": self.roots.dependent, "single": self.roots.single},
            "bits": {"transition": _bits(self.weights), "label": _bits(self.label_weights)},
            "scale": self.scale,
            "labels_count": self.labels_count,
            "beam": self.beam,
        }

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The weights that are not zero, and the words that have clusters."""
        tables = {"transition": sparse(self.weights), "label": sparse(self.label_weights)}
        weights = {f"{part}_{name}": array for part, table in tables.items() for name, array in table._asdict().items()}
        return weights if self.clusters is None else {**weights, **self.clusters.tensors()}

    @classmethod
    def from_file(cls, file: ModelFile) -> TransitionModel:
        """The model that a file holds; a clear error where something in it does not fit together."""
        clusters = clusters_from_file(file)
        system, features, labels, roots = frame_of(file, clusters)
        scale = file.number("scale")
        if not 1 / LARGEST_SCALE <= scale <= LARGEST_SCALE:
            raise file.fault(f"{scale} as 'scale' in its header", f"a number from 0 to {LARGEST_SCALE:.0f}")
        return cls(
            system,
            features,
            labels,
            roots,
            _table(file, "transition", len(system.names(1))),
            _table(file, "label", len(labels)),
            scale,
            file.flag("labels_count"),
            file.integer("beam", low=1, high=MOST_BEAM),
            clusters,
        )


class Frame(NamedTuple):
    """What the files of all transition models say: the system, its features, its labels and its roots."""

    system: TransitionSystem
    features: FeatureModel
    labels: tuple[str, ...]
    roots: Roots


def frame_of(file: ModelFile, clusters: Clusters | None = None) -> Frame:
    """The frame of a model in a file; a clear error where something in it does not fit together."""
    name, labels = file.text("system"), tuple(file.labels("labels"))
    if len(name) > LONGEST_NAME:
        raise file.fault(f"a system with a name of {len(name)} letters", f"{LONGEST_NAME} at most")
    features = FeatureModel(tuple(file.strings("features", "transition")), tuple(file.strings("features", "label")))
    roots = Roots(file.text("roots", "label"), file.text("roots", "dependent"), file.flag("roots", "single"))
    try:
        system = get(name)
        machine_of(system, len(labels), False)
        compile_attributes(features.attributes, clusters)
    except MultiplaneError as error:
        raise MultiplaneError(f"{file.path}: {error}") from error
    for label in plain_labels(system, labels, roots):
        if not fits_column(label):
            raise file.fault(f"the label {reprlib.repr(label)}", "text for a column")
    return Frame(system, features, labels, roots)


def machine_of(system: TransitionSystem, labels: int, labels_count: bool) -> Machine:
    """The system as the kernels take it; an error if it is not one that can be learned."""
    if not 1 <= labels <= MOST_LABELS:
        raise MultiplaneError(f"found {labels} labels; expected 1 to {MOST_LABELS}")
    if not system.has_families and len(system.effects) > MOST_TRANSITIONS:
        found = f"system {system.name}: found {len(system.effects)} transitions"
        raise MultiplaneError(f"{found}; expected at most {MOST_TRANSITIONS}")
    places = arc_places(system)
    return Machine(system.program(0), places, system.root, system.is_undirected, labels, labels_count)


def checked_beam(beam: int) -> int:
    """The width of a beam, if it is one that there can be.

    >>> checked_beam(0)
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found a beam of 0; expected 1 to 4096
    """
    if not 1 <= beam <= MOST_BEAM:
        raise MultiplaneError(f"found a beam of {beam}; expected 1 to {MOST_BEAM}")
    return beam


def _bits(table: Bytes) -> int:
    return len(table).bit_length() - 1


def _table(file: ModelFile, part: str, columns: int) -> Bytes:
    """A table of weights as the kernels want it."""
    bits = file.integer("bits", part, low=0, high=(MOST_WEIGHTS // row_width(columns)).bit_length() - 1)
    kind = column_type(row_width(columns))
    gaps = file.tensor(f"{part}_gaps", np.uint8, (None,), low=1)
    counts = file.tensor(f"{part}_counts", kind, (len(gaps),), high=columns)
    total = int(counts.sum(dtype=np.int64))
    if gaps.sum(dtype=np.int64) > 1 << bits:
        raise file.fault(f"weights beyond row {1 << bits} of {part}s", "none there")
    numbers = file.tensor(f"{part}_columns", kind, (total,), high=columns - 1)
    values = file.tensor(f"{part}_values", np.int8, (total,))
    return dense(SparseTable(gaps, counts, numbers, values), bits, columns)
