"""A finished transition parser of support vector machines: support vectors, coefficients and intercepts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Int32, Int64
from multiplane.learn.features.configurations import CompiledTemplates
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.transition.model import TransitionModel, settings_from_file
from multiplane.papers.svm.classifier import PackedClassifiers, kernel_powers
from multiplane.papers.svm.scorer import ROW_MASK, SvmScorer, new_svm_scorer


@dataclass(frozen=True, eq=False)
class LibsvmModel(TransitionModel):
    """A transition model whose scores are the votes of support vector machines."""

    classifiers: PackedClassifiers
    label_classifiers: PackedClassifiers

    kind: ClassVar[str] = "libsvm"

    @cached_property
    def _templates(self) -> tuple[CompiledTemplates, CompiledTemplates]:
        return self.features.compile()

    def new_scorer(self, words: Int32) -> SvmScorer:
        """A scorer for one thread."""
        both, classes = (self.classifiers, self.label_classifiers), (len(self.transition_names), len(self.arc_labels))
        return new_svm_scorer(self._templates, both, classes, words)

    def header(self) -> dict[str, Any]:
        """Everything but the arrays, for a model file."""
        other = {"transition": self.classifiers.other, "label": self.label_classifiers.other}
        return {**super().header(), "other": other}

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The classifiers, and the words that have clusters."""
        both = {"transition": self.classifiers, "label": self.label_classifiers}
        arrays = {
            f"{part}_{name}": array
            for part, classifiers in both.items()
            for name, array in classifiers._asdict().items()
            if name not in ("other", "powers")
        }
        return {**arrays, **super().tensors()}

    @classmethod
    def from_file(cls, file: ModelFile) -> LibsvmModel:
        """Read the model from a file, and check that everything in it fits together."""
        settings = settings_from_file(file)
        features = settings.features
        if not features.transition or not features.label:
            raise file.fault("no templates", "at least one of each kind")
        return cls(
            *settings,
            _classifiers(file, "transition", len(features.transition), len(settings.system.names(1))),
            _classifiers(file, "label", len(features.label), len(settings.arc_labels)),
        )


def _classifiers(file: ModelFile, name: str, templates: int, classes: int) -> PackedClassifiers:
    """The classifiers in a file, with all their indices within bounds."""
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
    keys = file.tensor(f"{name}_keys", np.int32, (None,), low=0, high=ROW_MASK)
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


def _starts(file: ModelFile, name: str, length: int | None) -> Int64:
    starts = file.tensor(name, np.int64, (length,), low=0)
    if not len(starts) or starts[0] != 0 or (np.diff(starts) < 0).any():
        raise file.fault(f"tensor '{name}' out of order", "places that ascend from 0")
    return starts
