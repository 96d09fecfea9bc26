"""Training: it fits, repeats itself, goes on where it stopped, and agrees with the parser; all but one need PyTorch."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.model.file import load_model
from multiplane.learn.neural.heads.arcs.network import bucket
from multiplane.learn.neural.heads.arcs.training import arc_trainer, torch_vectors
from multiplane.learn.neural.heads.losses import torch_label_scores
from multiplane.learn.neural.training import trainer as module
from multiplane.learn.neural.training.batches import batch_of
from multiplane.learn.neural.training.trainer import Hyperparameters, NeuralTrainer, TrainingStep
from multiplane.learn.training import development
from multiplane.learn.training.development import DevelopmentScores
from multiplane.treebank import Treebank

GERMAN = multiplane.read("sample:german")
SMALL: dict[str, Any] = {"hidden": 32, "arc": 16, "label": 16, "hyperparameters": Hyperparameters(batch=60, pool=2)}

try:
    importlib.import_module("torch")
    has_torch = True
except ImportError:
    has_torch = False
needs_torch = pytest.mark.skipif(not has_torch, reason="needs PyTorch: make test-neural")


def as_bytes(trainer: NeuralTrainer) -> list[bytes]:
    return [array.tobytes() for array in trainer.model().tensors().values()]


def test_without_pytorch_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(module.importlib, "import_module", fails)
    with pytest.raises(
        MultiplaneError, match=r"^Neural training needs PyTorch: install it with `pip install torch`.*CPU"
    ):
        module.load_torch(1)


@needs_torch
def test_smoothing_changes_what_is_learnt() -> None:
    found = []
    for smoothing in (0.0, 0.5):
        options = {**SMALL, "hyperparameters": Hyperparameters(batch=60, pool=2, smoothing=smoothing)}
        trainer = arc_trainer(GERMAN[:20], epochs=2, **options)
        trainer.step(np.arange(20))
        found.append(as_bytes(trainer))
    assert found[0] != found[1]


@needs_torch
def test_the_sample_is_learnt_by_heart() -> None:
    trainer = arc_trainer(GERMAN, epochs=100, **SMALL)
    for epoch in range(100):
        mistakes, words = trainer.step(np.random.default_rng(epoch).permutation(len(GERMAN)))
        assert words == GERMAN.word_count
    model = trainer.model()
    predicted = model.parse(GERMAN.layout)
    labels = np.array([word.deprel for sentence in GERMAN for word in sentence])
    assert (predicted.heads == GERMAN.heads).mean() > 0.96
    assert (np.array(model.labels)[predicted.labels] == labels).mean() > 0.96
    assert mistakes < 0.2 * words


@needs_torch
def test_slices_of_a_pass_change_nothing_and_seeds_do() -> None:
    order = np.random.default_rng(3).permutation(len(GERMAN))
    whole, parts, other = (arc_trainer(GERMAN, epochs=2, seed=seed, **SMALL) for seed in (0, 0, 1))
    for trainer in (whole, other):
        trainer.step(order)
        trainer.step(order[::-1])
    for piece in (order[:5], order[5:6], order[6:], order[::-1][:10], order[::-1][10:]):
        parts.step(piece)
    assert as_bytes(whole) == as_bytes(parts)
    assert as_bytes(whole) != as_bytes(other)


@needs_torch
def test_a_restored_trainer_goes_on_as_if_never_stopped() -> None:
    order = np.random.default_rng(3).permutation(len(GERMAN))
    whole, begun, resumed = (arc_trainer(GERMAN, epochs=2, **SMALL) for _ in range(3))
    whole.step(order)
    whole.step(order)
    begun.step(order)
    begun.step(order[:7])
    resumed.restore(begun.state())
    resumed.step(order[7:])
    assert as_bytes(whole) == as_bytes(resumed)
    for wrong in ({}, {**begun.state(), "pending": np.array([10**6])}):
        with pytest.raises(MultiplaneError, match="the state of the training"):
            resumed.restore(wrong)


@needs_torch
def test_pytorch_and_the_parser_compute_the_same() -> None:
    trainer = arc_trainer(GERMAN, epochs=20, **SMALL)
    for _ in range(20):
        trainer.step(np.arange(len(GERMAN)))
    torch = importlib.import_module("torch")
    scorer: Any = trainer.model().scorer
    batch = batch_of(GERMAN.offsets, np.arange(len(GERMAN)))
    step = TrainingStep(torch, Hyperparameters(dropout=0.0, input_dropout=0.0), np.random.default_rng(0), 1)
    weights = {name: torch.from_numpy(array) for name, array in scorer.head.weights.items()}
    (part,) = scorer.encoder.in_context(GERMAN.layout, 10_000)
    vectors = torch_vectors(step, weights, scorer.head.sizes, torch.from_numpy(part.vectors))
    known = list(scorer.in_context(GERMAN.layout))
    for place, name in enumerate(("head_arc", "head_label", "dependent_arc", "dependent_label")):
        theirs = (vectors[place] @ weights["arc weights"] if name == "head_arc" else vectors[place]).numpy()
        ours = np.concatenate([getattr(sentence, name) for sentence in known])[:, : theirs.shape[1]]
        np.testing.assert_allclose(ours, theirs, rtol=1e-3, atol=1e-4)
    labels = torch_label_scores(
        torch, weights, vectors[1][batch.root_rows + GERMAN.heads], vectors[3][batch.word_rows]
    ).numpy()
    lengths = np.cumsum(np.diff(GERMAN.offsets))[:-1]
    heads = np.split(GERMAN.heads, lengths)
    ours = np.concatenate([scorer.label_scores(*pair) for pair in zip(known, heads, strict=True)])
    np.testing.assert_allclose(ours, labels, rtol=1e-3, atol=1e-4)
    pair = vectors[0] @ weights["arc weights"] @ vectors[2].T + (vectors[0] @ weights["arc head"])[:, None]
    for number, sentence in enumerate(known):
        here = slice(batch.starts[number], batch.starts[number + 1])
        products = scorer.arc_scores(sentence)
        for h, d in np.argwhere(np.isfinite(products)):
            place = bucket(h, d)
            bias = scorer.head.weights["arc distance"][place]
            bias += scorer.head.weights["arc tags"][sentence.tags[h], sentence.tags[d], place]
            assert abs(products[h, d] - bias - float(pair[here, here][h, d])) < 1e-3


@needs_torch
def test_a_loss_that_is_no_number_stops_training() -> None:
    trainer = arc_trainer(GERMAN, epochs=2, **SMALL)
    trainer._weights[0]["layer 0 bias"][:] = np.nan
    with pytest.raises(MultiplaneError, match=r"sample:german:\d+: found a loss that is no number in epoch 1"):
        trainer.step(np.arange(len(GERMAN)))


@needs_torch
def test_train_resumes_to_the_same_bytes(tmp_path: Path) -> None:
    def trained(name: str, stop_after: int | None = None, **more: Any) -> bytes:
        def progress(now: Any) -> None:
            if stop_after is not None and now.epoch == stop_after and now.scores is not None:
                raise RuntimeError("killed")

        place = tmp_path / name
        options: dict[str, Any] = {"model": "neural", "epochs": 4, "output": place, "checkpoint": f"{place}.checkpoint"}
        multiplane.train(GERMAN, "sample:dutch", progress=progress, checkpoint_every=0, **options, **more)
        return place.read_bytes()

    whole = trained("whole.model")
    with pytest.raises(RuntimeError):
        trained("stopped.model", 3)
    assert trained("stopped.model", resume=True) == whole
    assert load_model(tmp_path / "whole.model").kind == "neural"
    assert Parser.load(tmp_path / "whole.model").with_decoder("projective").parse(GERMAN).word_count


@needs_torch
def test_the_decoder_is_the_users_choice() -> None:
    parser = multiplane.train(GERMAN, "sample:dutch", model="neural", trees="projective", epochs=1)
    assert parser.model.header()["decoder"] == "projective"
    with pytest.raises(MultiplaneError, match="beam"):
        multiplane.train(GERMAN, "sample:dutch", model="neural", beam=4)


@needs_torch
@pytest.mark.parametrize(("better", "chosen"), [("projective", "projective"), ("all", "all")])
@pytest.mark.parametrize("more", [{}, {"ensemble": 2}])
def test_held_out_sentences_decide_on_the_class_of_trees(
    better: str, chosen: str, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def scores_of(gold: Treebank, model: Any) -> DevelopmentScores:
        return DevelopmentScores(70.0 + (model.decoder == better), 60, 80, gold.word_count)

    monkeypatch.setattr(development, "scores_of_model", scores_of)
    path = tmp_path / "a.model"
    multiplane.train(GERMAN, "sample:dutch", model="neural", units=32, epochs=1, output=path, **more)
    parser = Parser.load(path)
    assert parser.model.header()["decoder"] == chosen and parser.training["development"]["las"] == 71
    parser = multiplane.train(GERMAN, "sample:dutch", model="neural", units=32, epochs=1, trees="gap-minding")
    assert parser.model.header()["decoder"] == "gap-minding"
