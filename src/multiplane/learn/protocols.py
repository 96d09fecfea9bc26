"""What a kind of model consists of besides its options: a trainer, and the models that it gives."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from numpy.typing import NDArray

from multiplane.kernels.arrays import Int64
from multiplane.learn.model.predicted import Predicted
from multiplane.treebank.conll.layout import Layout
from multiplane.treebank.deps import GraphArcs
from multiplane.treebank.treebank import Treebank


class Model(Protocol):
    """A finished model of any kind."""

    @property
    def kind(self) -> str: ...
    @property
    def labels(self) -> tuple[str, ...]: ...
    def header(self) -> dict[str, Any]: ...
    def tensors(self) -> dict[str, NDArray[Any]]: ...


@runtime_checkable
class TreeModel(Model, Protocol):
    """A model that parses into trees."""

    def parse(self, layout: Layout, workers: int | None = None) -> Predicted: ...


@runtime_checkable
class GraphParser(Model, Protocol):
    """A model that parses into graphs, in which a word may have several heads."""

    def parse_graphs(self, treebank: Treebank, workers: int | None = None) -> GraphArcs: ...


class Trainer(Protocol):
    """A model in training: it learns from the sentences with these numbers, and gives a finished model at any time.

    A step returns the number of mistakes and of decisions. The state is all that training depends on, for checkpoints.
    """

    def step(self, order: Int64) -> tuple[int, int]: ...
    def model(self) -> Model: ...
    def state(self) -> dict[str, NDArray[Any]]: ...
    def restore(self, state: dict[str, NDArray[Any]]) -> None: ...
