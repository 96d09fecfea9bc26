"""A finished linear transition parser: two tables of int8 weights, sparse in its file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from numpy.typing import NDArray

from multiplane.kernels.arrays import Int8, Int32
from multiplane.learn.features.configurations import CompiledTemplates
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.transition.easy_first import steps_of
from multiplane.learn.transition.linear.scorer import LinearScorer, new_linear_scorer
from multiplane.learn.transition.linear.weights import dense, max_bits, pruned, sparse, sparse_from_file
from multiplane.learn.transition.model import TransitionModel, settings_from_file

REMOVED = ("guide", "mirrored")
MAX_SCALE = 1e9


@dataclass(frozen=True, eq=False)
class LinearModel(TransitionModel):
    """A transition model whose scores are sums of weights; ``scale`` times as large as in training, and rounded."""

    weights: Int8
    label_weights: Int8
    scale: float
    joint_labels: bool = False

    kind: ClassVar[str] = "transition"

    @property
    def score_unit(self) -> float:
        return 1 / self.scale

    @cached_property
    def _templates(self) -> tuple[CompiledTemplates, CompiledTemplates]:
        return self.features.compile()

    def new_scorer(self, words: Int32) -> LinearScorer:
        """A scorer for one thread."""
        return new_linear_scorer(self._templates, self.weights, self.label_weights, words)

    def pruned(self, least: int) -> LinearModel:
        """The same model without weights smaller than ``least``, of at most 127: a smaller file."""
        return replace(self, weights=pruned(self.weights, least), label_weights=pruned(self.label_weights, least))

    def header(self) -> dict[str, Any]:
        """Everything but the arrays, for a model file."""
        return {
            **super().header(),
            **table_header(self.weights, self.label_weights),
            "scale": self.scale,
            "labels_count": self.joint_labels,
        }

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The weights that are not zero, and the words that have clusters."""
        return {**table_tensors(self.weights, self.label_weights), **super().tensors()}

    @classmethod
    def from_file(cls, file: ModelFile) -> LinearModel:
        """Read the model from a file, and check that everything in it fits together."""
        if any(name in file.header for name in REMOVED):
            raise file.fault("a guided parser", "one without a guide: train it again")
        settings = settings_from_file(file)
        scale = file.number("scale")
        if not 1 / MAX_SCALE <= scale <= MAX_SCALE:
            raise file.fault(f"{scale} as 'scale' in its header", f"a number from 0 to {MAX_SCALE:.0f}")
        return cls(
            *settings,
            table_from_file(file, "transition", len(steps_of(settings.system).names(1))),
            table_from_file(file, "label", len(settings.arc_labels)),
            scale,
            file.flag("labels_count"),
        )


def table_header(weights: Int8, label_weights: Int8) -> dict[str, Any]:
    """The sizes of both tables, for the header of a model file."""
    bits = [len(table).bit_length() - 1 for table in (weights, label_weights)]
    return {"bits": {"transition": bits[0], "label": bits[1]}}


def table_tensors(weights: Int8, label_weights: Int8) -> dict[str, NDArray[Any]]:
    """The weights of both tables that are not zero, for a model file."""
    tables = {"transition": sparse(weights), "label": sparse(label_weights)}
    return {f"{part}_{name}": array for part, table in tables.items() for name, array in table._asdict().items()}


def table_from_file(file: ModelFile, part: str, columns: int) -> Int8:
    """A weight table, ready for the kernels."""
    bits = file.integer("bits", part, low=0, high=max_bits(columns))
    return dense(sparse_from_file(file, f"{part}_", bits, columns), bits, columns)
