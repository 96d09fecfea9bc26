"""Training: it fits, repeats itself, goes on where it stopped, and agrees with the parser; sums and their gradient.

Most need PyTorch."""

from __future__ import annotations

import importlib
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.learn.neural.training.test_trainer import needs_torch

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.model.file import load_model
from multiplane.learn.neural.heads.losses import torch_label_scores
from multiplane.learn.neural.heads.transitions.network import SCALE, parts_of_vectors
from multiplane.learn.neural.heads.transitions.recording import RecordedDecisions
from multiplane.learn.neural.heads.transitions.training import (
    UNSMOOTHED,
    add_all_vectors,
    decision_loss,
    decision_scores,
    neural_transition_trainer,
    spread_gradient,
    transition_trainer,
)
from multiplane.learn.neural.training.batches import batch_of
from multiplane.learn.neural.training.several import Several
from multiplane.learn.neural.training.trainer import NeuralTrainer
from multiplane.learn.neural.weights import in_32_bit_floats

GERMAN = multiplane.read("sample:german")
SMALL: dict[str, Any] = {
    "hidden": 32,
    "state": 32,
    "label": 16,
    "hyperparameters": replace(UNSMOOTHED, batch=60, pool=2),
}


def as_bytes(trainer: NeuralTrainer | Several) -> list[bytes]:
    return [array.tobytes() for array in trainer.model().tensors().values()]


def test_systems_with_families_are_refused_before_anything_else() -> None:
    with pytest.raises(MultiplaneError, match="found system easy-first for model neural; expected"):
        transition_trainer(GERMAN, system="easy-first")


@needs_torch
def test_smoothing_changes_what_is_learnt() -> None:
    found = []
    for smoothing in (0.0, 0.5):
        options = {**SMALL, "hyperparameters": replace(SMALL["hyperparameters"], smoothing=smoothing)}
        trainer = transition_trainer(GERMAN[:20], epochs=2, **options)
        trainer.step(np.arange(20))
        found.append(as_bytes(trainer))
    assert found[0] != found[1]


@needs_torch
@pytest.mark.parametrize("system", ["arc-eager", "arc-standard", "2-planar", "swap", "covington", "undirected-planar"])
def test_the_sample_is_learnt_by_heart(system: str) -> None:
    trainer = transition_trainer(GERMAN, system=system, epochs=60, **SMALL)
    mistakes = [trainer.step(np.random.default_rng(epoch).permutation(len(GERMAN)))[0] for epoch in range(60)]
    assert mistakes[-1] < 0.3 * mistakes[0]
    predicted = trainer.model().parse(GERMAN.layout)
    assert (predicted.heads == GERMAN.heads).mean() > 0.85


@needs_torch
def test_slices_of_a_pass_change_nothing_and_seeds_do() -> None:
    order = np.random.default_rng(3).permutation(len(GERMAN))
    whole, parts, other = (transition_trainer(GERMAN, epochs=2, seed=seed, **SMALL) for seed in (0, 0, 1))
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
    whole, begun, resumed = (transition_trainer(GERMAN, system="2-planar", epochs=2, **SMALL) for _ in range(3))
    whole.step(order)
    whole.step(order)
    begun.step(order)
    begun.step(order[:7])
    resumed.restore(begun.state())
    resumed.step(order[7:])
    assert as_bytes(whole) == as_bytes(resumed)


def branched(threads: int | None = None) -> Several:
    """Two branches that part after the first of three passes."""
    hyperparameters = replace(SMALL["hyperparameters"], branches=2, min_shared_batches=1)
    options = {
        **SMALL,
        "hyperparameters": hyperparameters,
        "system": "2-planar",
        "epochs": 3,
        "seed": 5,
        "threads": threads,
    }
    return neural_transition_trainer(GERMAN, **options)


@needs_torch
@pytest.mark.parametrize("cut", [-9, 0, 17])
def test_neither_threads_nor_a_break_change_what_branches_learn(cut: int) -> None:
    order = np.concatenate([np.random.default_rng(epoch).permutation(len(GERMAN)) for epoch in range(3)])
    whole, one_by_one, begun, resumed = branched(), branched(threads=1), branched(), branched()
    whole.step(order)
    one_by_one.step(order)
    begun.step(order[: len(GERMAN) + cut])
    resumed.restore(begun.state())
    resumed.step(order[len(GERMAN) + cut :])
    assert len(whole.trainers) == 2 and as_bytes(whole.trainers[0]) != as_bytes(whole.trainers[1])
    assert as_bytes(whole) == as_bytes(one_by_one) == as_bytes(resumed)
    assert as_bytes(whole) != as_bytes(whole.trainers[0])


@needs_torch
def test_branches_write_to_memory_of_their_own() -> None:
    trainer: Any = transition_trainer(GERMAN, **SMALL)
    other: Any = trainer.branch(7)
    head = ("_choices", "_memory", "_context", "_root_rows")
    written = {"": ("_gradient", "_dense"), "head": head, "encoder": ("_table", "_sums", "_last_update")}
    for part, name in [(part, name) for part, names in written.items() for name in names]:
        pairs = (getattr(getattr(each, part) if part else each, name) for each in (trainer, other))
        arrays = [[each] if isinstance(each, np.ndarray) else list(each) for each in pairs]
        assert not any(np.shares_memory(one, two) for one, two in zip(*arrays, strict=True)), name
    assert not np.shares_memory(trainer.head._gold.scratch, other.head._gold.scratch)


@needs_torch
def test_pytorch_and_the_parser_compute_the_same() -> None:
    trainer: Any = transition_trainer(GERMAN, system="2-planar", epochs=10, **SMALL)
    for _ in range(10):
        trainer.step(np.arange(len(GERMAN)))
    torch = importlib.import_module("torch")
    model = trainer.model()
    sizes = model.head.sizes
    batch = batch_of(GERMAN.offsets, np.arange(len(GERMAN)))
    plain = in_32_bit_floats(model.head.stored, sizes.shapes)
    weights = {name: torch.from_numpy(array) for name, array in plain.items()}
    (part,) = model.encoder.in_context(GERMAN.layout, 10_000)
    x = torch.from_numpy(part.vectors)
    parts = torch.cat([x @ weights["address weights"], weights["address empty"][None]])
    ((_, _, scorer),) = model.scorers(GERMAN.layout, np.empty((GERMAN.word_count, 0), np.int32), 0, len(GERMAN))
    ours = scorer.vectors.parts[:, : parts.shape[1]]
    np.testing.assert_allclose(ours, parts.numpy(), rtol=1e-3, atol=1e-4)
    decisions, _ = trainer.head._record(plain, batch, scorer.vectors, False)
    heads, dependents = (
        torch.addmm(weights[f"{side} bias"], x, weights[f"{side} weights"]) for side in ("head", "dependent")
    )
    of_labels, of_arcs = ([side[:, part] for side in (heads, dependents)] for part in parts_of_vectors(sizes))
    theirs = decision_scores(torch, weights, parts, *of_arcs, decisions).numpy()
    without_arcs = [torch.zeros_like(side) for side in of_arcs]
    assert abs(theirs - decision_scores(torch, weights, parts, *without_arcs, decisions).numpy()).max() > 0.01
    scores = np.empty_like(theirs)
    kernels = importlib.import_module("multiplane.learn.neural.heads.transitions.scorer")
    for number in range(len(theirs)):
        rows = decisions.rows[number], scorer.feature_weights, decisions.features[number]
        kernels.add_vectors(scorer.vectors.parts, *rows, scorer.bias, scorer.state[0])
        kernels.rectify_row(scorer.state[0])
        kernels.multiply_row(scorer.state, scorer.transitions.panels, scorer.transitions.bias, scorer.score_row)
        kernels.add_arc_scores(scorer.vectors, decisions.arcs[number], sizes.label, scorer.arc_scale, scorer.scores)
        scores[number] = scorer.scores[: theirs.shape[1]] / SCALE
    np.testing.assert_allclose(scores, theirs, rtol=1e-3, atol=1e-3)
    head_rows = batch.root_rows + GERMAN.heads
    labels = torch_label_scores(torch, weights, of_labels[0][head_rows], of_labels[1][batch.word_rows]).numpy()
    for number in range(0, len(labels), 7):
        pair = scorer.vectors.heads[head_rows[number]], scorer.vectors.dependents[batch.word_rows[number]]
        kernels.join(*pair, scorer.pair)
        kernels.multiply_row(scorer.pair[:1], scorer.label_sum.panels, scorer.label_sum.bias, scorer.label_score_row)
        kernels.add_products(scorer.pair[1:], scorer.label_product.panels, scorer.label_score_row)
        found = scorer.label_scores[: labels.shape[1]]
        np.testing.assert_allclose(found, labels[number], rtol=1e-3, atol=1e-3)


@needs_torch
def test_a_loss_that_is_no_number_stops_training() -> None:
    trainer = transition_trainer(GERMAN, epochs=2, **SMALL)
    trainer._weights[0]["layer 0 bias"][:] = np.nan
    with pytest.raises(MultiplaneError, match=r"sample:german:\d+: found a loss that is no number in epoch 1"):
        trainer.step(np.arange(len(GERMAN)))


@needs_torch
def test_train_takes_a_system_with_a_neural_model(tmp_path: Path) -> None:
    place = tmp_path / "one.model"
    parser = multiplane.train(GERMAN, "sample:dutch", model="neural", system="swap", epochs=1, output=place)
    assert parser.model.kind == "neural-transition" and parser.model.header()["system"]["name"] == "swap"
    assert load_model(place).kind == "neural-transition"
    assert Parser.load(place).parse(GERMAN).word_count
    with pytest.raises(MultiplaneError, match="found trees and system"):
        multiplane.train(GERMAN, "sample:dutch", model="neural", system="swap", trees="projective")


@needs_torch
def test_oracles_make_a_difference() -> None:
    order = np.arange(len(GERMAN))
    models = []
    for oracle in ("dynamic", "static"):
        trainer = transition_trainer(GERMAN, oracle=oracle, epochs=2, **SMALL)
        trainer.step(order)
        trainer.step(order)
        models.append(as_bytes(trainer))
    assert models[0] != models[1]


NO_ARCS = np.zeros((0, 0, 2), np.int64)


@given(st.integers(0, 2**32), st.integers(0, 5), st.integers(1, 4), st.integers(1, 3), st.integers(1, 6))
def test_the_gradient_is_the_transpose_of_the_sums(
    seed: int, decisions: int, addresses: int, templates: int, units: int
) -> None:
    random = np.random.default_rng(seed)
    parts = random.standard_normal((7, addresses * units)).astype(np.float32)
    features = random.standard_normal((4, units)).astype(np.float32)
    rows, feature_rows = random.integers(0, 7, (decisions, addresses)), random.integers(0, 4, (decisions, templates))
    gradient = random.standard_normal((decisions, units)).astype(np.float32)
    out = np.empty((decisions, units), np.float32)
    add_all_vectors(parts, features, np.zeros(units, np.float32), rows, feature_rows, out)
    back, back_features = np.zeros_like(parts), np.zeros_like(features)
    spread_gradient(gradient, rows, feature_rows, back, back_features)
    forwards = float((out.astype(np.float64) * gradient).sum())
    backwards = float((parts.astype(np.float64) * back).sum() + (features.astype(np.float64) * back_features).sum())
    assert abs(forwards - backwards) < 1e-4


@needs_torch
def test_the_loss_is_the_share_of_what_is_not_right() -> None:
    torch = importlib.import_module("torch")
    applicable = np.array([[True, True, True], [True, False, True]])
    right = np.array([[True, True, False], [False, False, True]])
    rows = np.zeros((2, 1), np.int64)
    loss = decision_loss(torch, torch.zeros(2, 3), RecordedDecisions(rows, NO_ARCS, rows, applicable, right))
    assert math.isclose(float(loss), (math.log(3 / 2) + math.log(2)) / 2, rel_tol=1e-6)


@needs_torch
def test_smoothing_takes_a_share_of_right_transitions_for_any_applicable_ones() -> None:
    torch = importlib.import_module("torch")
    applicable, right = np.array([[True, True, True, False]]), np.array([[True, False, False, False]])
    rows = np.zeros((1, 1), np.int64)
    recorded = RecordedDecisions(rows, NO_ARCS, rows, applicable, right)
    loss = decision_loss(torch, torch.tensor([[1.0, 2.0, -1.0, 9.0]]), recorded, smoothing=0.2)
    logarithms = [score - math.log(math.exp(1) + math.exp(2) + math.exp(-1)) for score in (1, 2, -1)]
    assert math.isclose(float(loss), -0.8 * logarithms[0] - 0.2 * sum(logarithms) / 3, rel_tol=1e-6)


@needs_torch
def test_gradients_are_those_of_small_differences() -> None:
    torch = importlib.import_module("torch")
    random = np.random.default_rng(0)
    shapes = {
        "parts": (6, 12),
        "heads": (5, 7),
        "dependents": (5, 7),
        "feature weights": (4, 4),
        "state bias": (4,),
        "transition weights": (4, 3),
        "transition bias": (3,),
    }
    values = {name: random.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
    applicable = random.random((9, 3)) < 0.7
    applicable[:, 0] = True
    right = applicable & (random.random((9, 3)) < 0.5)
    right[:, 0] |= ~right.any(1)
    rows, arcs, features = (
        random.integers(0, 6, (9, 3)),
        random.integers(0, 6, (9, 3, 2)),
        random.integers(0, 4, (9, 2)),
    )
    decisions = RecordedDecisions(rows, arcs, features, applicable, right)

    def loss(changed: dict[str, np.ndarray]) -> tuple[float, dict[str, np.ndarray]]:
        tensors = {name: torch.from_numpy(array.copy()).requires_grad_() for name, array in changed.items()}
        scores = decision_scores(
            torch, tensors, *(tensors[name] for name in ("parts", "heads", "dependents")), decisions
        )
        value = decision_loss(torch, scores, decisions)
        value.backward()
        return float(value.detach()), {name: tensor.grad.numpy() for name, tensor in tensors.items()}

    _, gradients = loss(values)
    for name, array in values.items():
        for place in [*np.ndindex(array.shape)][:6]:
            more, less = array.copy(), array.copy()
            more[place] += 1e-2
            less[place] -= 1e-2
            slope = (loss({**values, name: more})[0] - loss({**values, name: less})[0]) / 2e-2
            assert abs(slope - gradients[name][place]) < 5e-3
