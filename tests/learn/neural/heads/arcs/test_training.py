"""The gradient of what distance and tags add to the scores of arcs; the loss against the scores of the parser."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.neural.training.test_trainer import GERMAN, SMALL, needs_torch

from multiplane.learn.neural.heads.arcs.training import arc_bias_gradients, arc_biases, arc_trainer
from multiplane.learn.neural.heads.losses import NEVER
from multiplane.learn.neural.training.batches import batch_of
from multiplane.learn.neural.training.trainer import Hyperparameters, TrainingStep


def losses(scores: NDArray[Any], gold: NDArray[Any]) -> NDArray[Any]:
    """For every row, −log of the probability of its gold column."""
    scores = scores.astype(np.float64)
    largest = scores.max(1, keepdims=True)
    total = np.log(np.exp(scores - largest).sum(1)) + largest[:, 0]
    return np.asarray(total - scores[np.arange(len(gold)), gold])


@needs_torch
def test_the_loss_is_that_of_the_scores_of_the_parser() -> None:
    trainer: Any = arc_trainer(GERMAN, epochs=20, **SMALL)
    for _ in range(10):
        trainer.step(np.arange(len(GERMAN)))
    torch, model = importlib.import_module("torch"), trainer.model()
    plain = Hyperparameters(dropout=0.0, input_dropout=0.0, smoothing=0.0)
    step = TrainingStep(torch, plain, np.random.default_rng(0), 1)
    weights = {name: torch.from_numpy(array) for name, array in model.scorer.head.weights.items()}
    (part,) = model.scorer.encoder.in_context(GERMAN.layout, 10_000)
    batch = batch_of(GERMAN.offsets, np.arange(len(GERMAN)))
    value, mistakes = trainer.head.loss(step, weights, torch.from_numpy(part.vectors), batch)
    ends = GERMAN.offsets[1:-1]
    gold = np.array([model.labels.index(word.deprel) for sentence in GERMAN for word in sentence])
    arcs = [scores.T[1:] for scores in model.arc_scores(GERMAN.layout)]
    labels = np.concatenate(model.label_scores(GERMAN.layout, GERMAN.heads))
    of_heads = np.concatenate([losses(*each) for each in zip(arcs, np.split(GERMAN.heads, ends), strict=True)])
    assert float(value) == pytest.approx(of_heads.mean() + losses(labels, gold).mean(), rel=1e-3)
    best = np.concatenate([scores.argmax(1) for scores in arcs])
    assert mistakes == int(((best != GERMAN.heads) | (labels.argmax(1) != gold)).sum())


def test_the_gradient_of_biases_is_the_gradient_of_their_sum() -> None:
    random = np.random.default_rng(0)
    starts, tags = np.array([0, 4, 6]), random.integers(0, 3, 6).astype(np.int32)
    distances, pairs = random.standard_normal(24).astype(np.float32), random.standard_normal((3, 3, 24))
    pairs = pairs.astype(np.float32)
    out, factors = np.empty((2, 4, 4), np.float32), random.standard_normal((2, 4, 4)).astype(np.float32)
    arc_biases(starts, tags, distances, pairs, out)
    factors[:, :, 0] = 0
    factors[out == NEVER] = 0
    gradients = np.zeros_like(distances), np.zeros_like(pairs)
    arc_bias_gradients(starts, tags, factors, *gradients)
    total = float((out * factors).sum())
    inner = float((distances * gradients[0]).sum() + (pairs * gradients[1]).sum())
    assert abs(total - inner) < 1e-4
    assert (out[1, 2:] == NEVER).all() and (out[0].diagonal() == NEVER).all()
