"""The sums and their gradient, which PyTorch knows nothing of: each is the transpose of the other."""

from __future__ import annotations

import importlib
import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.learn.neural.training.test_trainer import needs_torch

from multiplane.learn.neural.heads.transitions.loss import (
    add_all_vectors,
    decision_loss,
    decision_scores,
    spread_gradient,
)
from multiplane.learn.neural.heads.transitions.recording import RecordedDecisions

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
