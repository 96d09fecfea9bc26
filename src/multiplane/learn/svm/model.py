"""A finished parser of support vector machines: system, features, labels, support vectors. It goes into a file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.learn.features.attributes import Attributes, compile_attributes, hash_attributes
from multiplane.learn.features.templates import FeatureModel, Features
from multiplane.learn.model.file import ModelFile
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.svm.classifier import PackedClassifiers, kernel_powers
from multiplane.learn.svm.parsing import ROW_BITS, new_judge, parse_with_machines
from multiplane.learn.transition.choosing import Machine
from multiplane.learn.transition.context import new_context
from multiplane.learn.transition.greedy import new_arcs
from multiplane.learn.transition.model import frame_of, machine_of
from multiplane.learn.transition.results import plain_labels, predicted_trees
from multiplane.learn.transition.roots import Roots
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.transition import TransitionSystem
from multiplane.treebank.conll.layout import Layout


@dataclass(frozen=True, eq=False)
class LibsvmModel:
    """Everything that parsing needs; ``arc_labels`` are those that the system builds, ``labels`` those of the trees."""

    system: TransitionSystem
    features: FeatureModel
    arc_labels: tuple[str, ...]
    roots: Roots
    transition_classifiers: PackedClassifiers
    label_classifiers: PackedClassifiers

    kind: ClassVar[str] = "libsvm"

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return plain_labels(self.system, self.arc_labels, self.roots)

    @property
    def transition_names(self) -> tuple[str, ...]:
        return self.system.names(1)

    @cached_property
    def _compiled(self) -> tuple[Attributes, Machine, tuple[Features, Features]]:
        return (
            compile_attributes(self.features.attributes),
            machine_of(self.system, len(self.arc_labels), labels_count=False),
            self.features.compile(),
        )

    def parse(self, layout: Layout, workers: int | None = None) -> Predicted:
        """The trees of all sentences."""
        attributes, machine, features = self._compiled
        words = np.empty((len(layout.columns), len(attributes.rows)), np.int32)
        arcs, offsets = new_arcs(len(words)), np.array(layout.offsets)

        def work(piece: tuple[int, int]) -> None:
            first, last = piece
            spans, own = layout.spans[first : last + 1], layout.offsets[first : last + 1]
            hash_attributes(layout.data, spans, own, layout.columns, attributes, words)
            longest = int(np.diff(own).max(initial=1))
            judges = (
                new_judge(features[0], self.transition_classifiers, len(machine.places)),
                new_judge(features[1], self.label_classifiers, len(self.arc_labels)),
            )
            memory, context = self.system.memory(longest), new_context(longest)
            parse_with_machines(machine, *judges, memory, context, words, offsets, first, last, arcs)

        in_threads(work, even_pieces(offsets, workers or cores()) if len(words) else [], workers)
        return predicted_trees(self.system, arcs, offsets, self.arc_labels, self.roots)

    def header(self) -> dict[str, Any]:
        """What a file says of the model, apart from its classifiers."""
        return {
            "system": self.system.name,
            "features": {"transition": list(self.features.transition), "label": list(self.features.label)},
            "labels": list(self.arc_labels),
            "roots": {"label": self.roots.label, "dependent": self.roots.dependent, "single": self.roots.single},
            "other": {"transition": self.transition_classifiers.other, "label": self.label_classifiers.other},
        }

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The classifiers."""
        both = {"transition": self.transition_classifiers, "label": self.label_classifiers}
        return {
            f"{part}_{name}": array
            for part, classifiers in both.items()
            for name, array in classifiers._asdict().items()
            if name not in ("other", "powers")
        }

    @classmethod
    def from_file(cls, file: ModelFile) -> LibsvmModel:
        """The model that a file holds; a clear error where something in it does not fit together."""
        system, features, labels, roots = frame_of(file)
        if not features.transition or not features.label:
            raise file.fault("no templates", "at least one of each kind")
        return cls(
            system,
            features,
            labels,
            roots,
            _classifiers(file, "transition", len(features.transition), len(system.names(1))),
            _classifiers(file, "label", len(features.label), len(labels)),
        )


def _classifiers(file: ModelFile, name: str, templates: int, classes: int) -> PackedClassifiers:
    """The classifiers of a file, all their places within bounds."""
    class_starts = _starts(file, f"{name}_class_starts", None)
    parts = len(class_starts) - 1
    total = int(class_starts[-1])
    widths = np.diff(class_starts)
    if parts < 1 or widths.min() < 1 or widths.max() > classes:
        raise file.fault(f"parts of {name}s without classes, or with too many", f"1 to {classes}")
    vector_starts = _starts(file, f"{name}_vector_starts", total + 1)
    vectors = int(vector_starts[-1])
    held = np.diff(vector_starts[class_starts])
    coefficient_starts = _starts(file, f"{name}_coefficient_starts", parts + 1)
    intercept_starts = _starts(file, f"{name}_intercept_starts", parts + 1)
    if (np.diff(coefficient_starts) != held * (widths - 1)).any():
        raise file.fault(f"coefficients of {name}s that do not fit their vectors", "one for each other class")
    if (np.diff(intercept_starts) != widths * (widths - 1) // 2).any():
        raise file.fault(f"intercepts of {name}s that do not fit their classes", "one for every two")
    keys = file.tensor(f"{name}_keys", np.int32, (None,), low=0, high=(1 << ROW_BITS) - 1)
    if len(keys) > parts or (np.diff(keys) <= 0).any():
        raise file.fault(f"keys of {name}s out of order", f"at most {parts}, ascending")
    numbers = file.tensor(f"{name}_classes", np.int32, (total,), low=0, high=classes - 1)
    return PackedClassifiers(
        keys,
        file.integer("other", name, low=0, high=parts - 1),
        numbers,
        class_starts,
        file.tensor(f"{name}_vectors", np.int32, (templates, vectors)),
        vector_starts,
        file.tensor(f"{name}_coefficients", np.float64, (int(coefficient_starts[-1]),)),
        coefficient_starts,
        file.tensor(f"{name}_intercepts", np.float64, (int(intercept_starts[-1]),)),
        intercept_starts,
        kernel_powers(templates),
    )


def _starts(file: ModelFile, name: str, length: int | None) -> NDArray[np.int64]:
    starts = file.tensor(name, np.int64, (length,), low=0)
    if not len(starts) or starts[0] != 0 or (np.diff(starts) < 0).any():
        raise file.fault(f"tensor '{name}' out of order", "places that ascend from 0")
    return starts
