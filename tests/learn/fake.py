"""A model and a trainer whose every score and state is known beforehand: the judge of the training loop.

After its pass e the fake model gets the first ``CURVE[e]`` words of a treebank right, and hangs the rest on the root.
Its tensor tells in which order all sentences came, so that two trainings that differ anywhere differ in their bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.options import InEpochs
from multiplane.treebank import Treebank
from multiplane.treebank.conll.layout import Layout

CURVE = (10, 30, 20, 40, 40, 35, 30, 25, 20, 60)
PRIME = 2**31 - 1


class FakeModel:
    kind: ClassVar[str] = "fake"
    labels = ("dep",)

    def __init__(self, right: int, order: int) -> None:
        self.right, self.order = right, order

    def parse(self, layout: Layout, workers: int | None = None) -> Predicted:
        heads = layout.heads.copy()
        heads[self.right :] = 0
        nothing = np.zeros(len(heads), np.float32)
        return Predicted(heads, np.zeros(len(heads), np.int32), nothing, nothing, np.full(len(heads), -1, np.int32))

    def header(self) -> dict[str, Any]:
        return {"right": self.right}

    def tensors(self) -> dict[str, NDArray[Any]]:
        return {"order": np.array([self.order], np.int64)}

    @staticmethod
    def from_file(file: ModelFile) -> FakeModel:
        return FakeModel(file.integer("right"), int(file.tensor("order", np.int64, (1,))[0]))


@dataclass(frozen=True, kw_only=True)
class Fake(InEpochs):
    """The options of the fake kind."""

    kind: ClassVar[str] = "fake"
    models: ClassVar[Mapping[str, str]] = {"fake": "tests.learn.fake:FakeModel"}

    def new_trainer(self, train: Treebank) -> FakeTrainer:
        return FakeTrainer(train)


class FakeTrainer:
    def __init__(self, train: Treebank) -> None:
        self.sentences, self.seen, self.order = len(train), 0, 0

    def step(self, order: NDArray[np.int64]) -> tuple[int, int]:
        assert len(order)
        for sentence in order.tolist():
            self.order = (self.order * 1009 + sentence + 1) % PRIME
        self.seen += len(order)
        return len(order), 2 * len(order)

    def model(self) -> FakeModel:
        assert self.seen % self.sentences == 0
        return FakeModel(CURVE[self.seen // self.sentences - 1], self.order)

    def state(self) -> dict[str, NDArray[Any]]:
        return {"seen": np.array([self.seen, self.order], np.int64)}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        self.seen, self.order = map(int, state["seen"])
