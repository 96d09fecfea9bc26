"""A finished transition parser, whatever scores its transitions: it parses, and goes into a file.

A new kind of model is a subclass with a scorer of its own: see `linear.model` and `multiplane.papers.svm.model`.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.learn.features.attributes import Attributes, compile_attributes, hash_attributes
from multiplane.learn.features.clusters import Clusters, clusters_from_file
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.model.contents import ModelFile, fits_column
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.transition.actions import CompiledSystem, compile_system
from multiplane.learn.transition.attach import class_to_keep
from multiplane.learn.transition.context import new_context
from multiplane.learn.transition.easy_first import EASY_FIRST_STEPS, new_gap_scores, parse_easy_first, reach, steps_of
from multiplane.learn.transition.results import BuiltArcs, Roots, new_arcs, plain_labels, predicted_trees
from multiplane.learn.transition.scorer import TransitionScorer, new_choices
from multiplane.learn.transition.search import new_beam, parse_range, parse_range_with_beam
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.transition import System
from multiplane.treebank.conll.layout import Layout

MAX_BEAM = 4096


@dataclass(frozen=True, eq=False)
class TransitionModel:
    """System, features, labels, roots and search; ``arc_labels`` are those that the system builds, ``labels`` those of
    the finished trees.
    """

    system: System
    features: FeatureModel
    arc_labels: tuple[str, ...]
    roots: Roots
    beam: int
    clusters: Clusters | None

    kind: ClassVar[str]

    def new_scorer(self, words: Int32) -> TransitionScorer:
        """A scorer for one thread; ``words`` are the attributes of all words, a row each."""
        raise NotImplementedError

    def scorers(
        self, layout: Layout, words: Int32, first: int, last: int
    ) -> Iterator[tuple[int, int, TransitionScorer]]:
        """Scorers for one thread, which parse the sentences first .. last−1 between them; each after its sentences.

        One for all of them, unless what a scorer knows of a word takes much space.
        """
        yield first, last, self.new_scorer(words)

    @property
    def joint_labels(self) -> bool:
        """Whether the score of a label counts in the choice of a transition."""
        return False

    @property
    def score_unit(self) -> float:
        """The factor from the model's scores to those that users see."""
        return 1.0

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return plain_labels(self.system, self.arc_labels, self.roots)

    @property
    def transition_names(self) -> tuple[str, ...]:
        return self.steps.names(1)

    @cached_property
    def steps(self) -> System:
        """The transitions that are scored."""
        return steps_of(self.system)

    @cached_property
    def compiled(self) -> tuple[Attributes, CompiledSystem]:
        """The attributes and the system as kernels take them."""
        return (
            compile_attributes(self.features.attributes, self.clusters),
            compile_system(
                self.steps, self.arc_labels, self.joint_labels, class_to_keep(self.system), self.roots.single
            ),
        )

    def with_beam(self, beam: int) -> Self:
        """The same model with a beam of another width; 1 is greedy."""
        return replace(self, beam=checked_beam(beam))

    def parse(self, layout: Layout, workers: int | None = None) -> Predicted:
        """The trees of all sentences."""
        arcs, offsets = self.built_arcs(layout, workers), np.array(layout.offsets)
        return predicted_trees(self.system, arcs, offsets, self.arc_labels, self.roots)

    def built_arcs(self, layout: Layout, workers: int | None = None, always_beam: bool = False) -> BuiltArcs:
        """The arcs of all sentences as the system builds them: undirected, or lifted, with labels that say so."""
        attributes, compiled = self.compiled
        words = np.empty((len(layout.columns), len(attributes.rows)), np.int32)
        arcs = new_arcs(len(words))
        offsets = np.array(layout.offsets)

        def work(piece: tuple[int, int]) -> None:
            first, last = piece
            spans, own = layout.spans[first : last + 1], layout.offsets[first : last + 1]
            hash_attributes(layout.data, spans, own, layout.columns, attributes, words)
            longest = int(np.diff(own).max(initial=1))
            memory, context = self.steps.memory(longest), new_context(longest)
            choices = new_choices(len(compiled.places))
            for begin, end, scorer in self.scorers(layout, words, first, last):
                model = compiled, scorer
                if self.steps is EASY_FIRST_STEPS:
                    gaps, sight = new_gap_scores(longest), reach(self.features.compile()[0])
                    parse_easy_first(*model, choices, memory, context, offsets, begin, end, gaps, sight, arcs)
                elif self.beam == 1 and not always_beam:
                    parse_range(*model, choices, memory, context, offsets, begin, end, arcs)
                else:
                    beam = new_beam(self.beam, memory, longest)
                    parse_range_with_beam(*model, choices, beam, offsets, begin, end, arcs)

        in_threads(work, even_pieces(offsets, workers or cores()) if len(words) else [], workers)
        unit = np.float32(self.score_unit)
        return arcs._replace(scores=arcs.scores * unit, margins=arcs.margins * unit)

    def header(self) -> dict[str, Any]:
        """The header of a model file, without the scorer's part."""
        clusters = {} if self.clusters is None else {"clusters": list(self.clusters.names)}
        return {
            **clusters,
            "system": self.system.as_data(),
            "features": self.features.as_data(),
            "labels": list(self.arc_labels),
            "roots": {"label": self.roots.label, "dependent": self.roots.dependent, "single": self.roots.single},
            "beam": self.beam,
        }

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file, without the scorer's."""
        return {} if self.clusters is None else self.clusters.tensors()


class ModelSettings(NamedTuple):
    """What the files of all transition models hold: the fields of `TransitionModel`."""

    system: System
    features: FeatureModel
    arc_labels: tuple[str, ...]
    roots: Roots
    beam: int
    clusters: Clusters | None


def settings_from_file(file: ModelFile) -> ModelSettings:
    """Read the settings from a file, and check that they fit together."""
    clusters = clusters_from_file(file)
    labels = tuple(file.labels("labels"))
    features = FeatureModel(tuple(file.strings("features", "transition")), tuple(file.strings("features", "label")))
    roots = Roots(file.text("roots", "label"), file.text("roots", "dependent"), file.flag("roots", "single"))
    try:
        system = System.from_data(file.entries("system"))
        compile_system(steps_of(system), labels)
        compile_attributes(features.attributes, clusters)
    except MultiplaneError as error:
        raise MultiplaneError(f"{file.path}: {error}") from error
    for label in plain_labels(system, labels, roots):
        if not fits_column(label):
            raise file.fault(f"the label {reprlib.repr(label)}", "text for a column")
    return ModelSettings(system, features, labels, roots, file.integer("beam", low=1, high=MAX_BEAM), clusters)


def checked_beam(beam: int) -> int:
    """Return the width of a beam; raise if it is out of range.

    >>> checked_beam(0)
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found a beam of 0; expected 1 to 4096
    """
    if not 1 <= beam <= MAX_BEAM:
        raise MultiplaneError(f"found a beam of {beam}; expected 1 to {MAX_BEAM}")
    return beam
