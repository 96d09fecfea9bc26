"""The seam below heads: an encoder of one's own has two halves and a line in the table, and all else works with it."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.features.attributes import FORM
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.neural.encoders import ENCODERS, InContext
from multiplane.learn.neural.heads.arcs.ensemble import ensemble_of
from multiplane.learn.neural.heads.arcs.training import arc_trainer
from multiplane.learn.neural.heads.transitions.training import transition_trainer
from multiplane.learn.neural.training.adam import Learned, learned, update
from multiplane.learn.neural.training.several import branched
from multiplane.learn.neural.training.trainer import Hyperparameters
from multiplane.treebank import Treebank
from multiplane.treebank.conll.layout import Layout

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch: make test-neural")
GERMAN = multiplane.read("sample:german")
CHOSEN = Hyperparameters(batch=60, pool=2, branches=2, min_shared_batches=1, average_every=4)
OPTIONS: dict[str, Any] = {"encoder": "lengths", "epochs": 3, "hyperparameters": CHOSEN, "arc": 16, "label": 16}


def lengths(layout: Layout) -> Any:
    """For every word, a one and its length in bytes."""
    found = layout.columns[:, FORM + 1] - layout.columns[:, FORM]
    return np.stack([np.ones(len(found)), found / 10], 1).astype(np.float32)


@dataclass(frozen=True, eq=False)
class LengthEncoder:
    """The parsing half: words are known by their length, the root by zeros, and all have something in common."""

    stored: Mapping[str, Any]

    kind: ClassVar[str] = "lengths"
    attributes: ClassVar[tuple[str, ...]] = ("form",)

    @property
    def width(self) -> int:
        return int(self.stored["common"].shape[0])

    def in_context(self, layout: Layout, words_at_a_time: int) -> Iterator[InContext]:
        rows = lengths(layout)
        for number, (first, last) in enumerate(pairwise(layout.offsets.tolist())):
            nodes = np.concatenate([np.zeros((1, 2), np.float32), rows[first:last]])
            vectors = nodes @ self.stored["length weights"].astype(np.float32) + self.stored["common"]
            yield InContext(number, number + 1, np.array([0, len(nodes)]), vectors.astype(np.float32))

    def header(self) -> dict[str, Any]:
        return {}

    def tensors(self) -> dict[str, Any]:
        return dict(self.stored)

    @classmethod
    def from_file(cls, file: Any) -> Self:
        common = file.tensor("common", np.float32, (None,))
        return cls({"common": common, "length weights": file.tensor("length weights", np.float16, (2, len(common)))})


class LengthTraining:
    """The training half: the trainer learns the weights of lengths, this one what all words have in common."""

    def __init__(self, train: Treebank, seed: int, width: int = 8) -> None:
        self.width, self.shapes = width, {"length weights": (2, width)}
        self.learned = {"common": learned(np.random.default_rng(seed).standard_normal(width).astype(np.float32))}
        self._rows = lengths(train.layout)

    def vectors(self, step: Any, weights: Any, batch: Any) -> tuple[Any, Any]:
        nodes = np.zeros((int(batch.starts[-1]), 2), np.float32)
        nodes[batch.word_rows] = self._rows[batch.words]
        common = step.torch.from_numpy(self.learned["common"].values.copy()).requires_grad_()
        return step.torch.from_numpy(nodes) @ weights["length weights"] + common, common

    def update(self, used: Any, rate: Any, correction: Any) -> None:
        update(self.learned["common"], used.grad.numpy(), np.float32(1), rate, correction)

    def branch(self) -> Self:
        other = copy(self)
        other.learned = {"common": Learned(*(array.copy() for array in self.learned["common"]))}
        return other

    def finished(self, weights: Any, learned: Any) -> LengthEncoder:
        stored = {"length weights": weights["length weights"].astype(np.float16), "common": learned["common"].copy()}
        return LengthEncoder(stored)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line in the table."""
    monkeypatch.setitem(ENCODERS, "lengths", (f"{__name__}:LengthEncoder", f"{__name__}:LengthTraining"))


def arcs(seed: int = 0, **more: Any) -> Any:
    return arc_trainer(GERMAN, seed=seed, **{**OPTIONS, **more})


def transitions(seed: int = 0) -> Any:
    options = {**OPTIONS, "hyperparameters": replace(CHOSEN, smoothing=0.0)}
    return transition_trainer(GERMAN, system="swap", seed=seed, state=16, **options)


def learnt(trainer: Any, epochs: int = 3) -> Any:
    for epoch in range(epochs):
        trainer.step(np.random.default_rng(epoch).permutation(len(GERMAN)))
    return trainer


def as_bytes(model: Any) -> list[bytes]:
    return [array.tobytes() for array in model.tensors().values()]


@pytest.mark.parametrize("make", [arcs, transitions])
def test_every_head_learns_and_parses_with_it_and_files_hold_it(make: Callable[..., Any], tmp_path: Path) -> None:
    trainer = make()
    first, last = (trainer.step(np.arange(len(GERMAN)))[0] for _ in range(2))
    assert first > 0 and last > 0
    model = trainer.model()
    Parser(model).save(tmp_path / "a.model")
    assert load_model(tmp_path / "a.model").text("encoder", "kind") == "lengths"
    loaded = Parser.load(tmp_path / "a.model")
    assert bytes(loaded.parse(GERMAN)) == bytes(Parser(model).parse(GERMAN, workers=1))
    assert "FORM" in Parser(model, {"columns": {"form": 1.0}}).warning_about(no_forms())


def no_forms() -> Treebank:
    lines = "".join(f"{number}\t_\t_\t_\t_\t_\t_\t_\t_\t_\n" for number in range(1, 60))
    return Treebank.from_text(f"{lines}\n".encode(), heads_required=False)


@pytest.mark.parametrize("make", [arcs, transitions])
def test_what_it_learns_by_itself_is_kept_and_goes_on(make: Callable[..., Any]) -> None:
    whole, begun, resumed = learnt(make()), learnt(make(), 1), make()
    resumed.restore(begun.state())
    for epoch in (1, 2):
        resumed.step(np.random.default_rng(epoch).permutation(len(GERMAN)))
    assert as_bytes(whole.model()) == as_bytes(resumed.model())
    started = make().averages()["common"]
    assert not np.array_equal(whole.averages()["common"], started)
    assert not np.array_equal(whole.averages()["common"], whole.encoder.learned["common"].values)


def test_branches_and_ensembles_hold_it() -> None:
    several = learnt(branched(arcs(5), GERMAN, seed=5, epochs=3))
    one, two = (trainer.averages()["common"] for trainer in several.trainers)
    assert not np.array_equal(one, two)
    np.testing.assert_allclose(several.model().scorer.encoder.stored["common"], (one + two) / 2, rtol=1e-6)
    other = learnt(arcs(encoder="qrnn", hidden=32)).model()
    mixed = ensemble_of([several.model(), other])
    assert (mixed.parse(GERMAN.layout).heads >= 0).all()


def test_an_encoder_that_is_not_known_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(MultiplaneError, match="found encoder 'abacus'; expected qrnn or lengths"):
        arcs(encoder="abacus")
    Parser(learnt(arcs(), 1).model()).save(tmp_path / "a.model")
    file = load_model(tmp_path / "a.model")
    header = {**file.header, "encoder": {"kind": "abacus"}}
    save_model(tmp_path / "a.model", file.kind, header, file.tensors)
    with pytest.raises(MultiplaneError, match=r"a.model: found an encoder of kind 'abacus'; expected one of kind qrnn"):
        Parser.load(tmp_path / "a.model")
