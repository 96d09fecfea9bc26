"""The loss of decisions and of labels, as PyTorch differentiates it.

The sums over the words at the addresses of configurations are computed by kernels, forwards and backwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from multiplane.kernels.arrays import Float32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.heads.arcs.network import SLOPE
from multiplane.learn.neural.heads.losses import NEVER
from multiplane.learn.neural.heads.transitions.network import arc_scale
from multiplane.learn.neural.heads.transitions.recording import RecordedDecisions
from multiplane.learn.neural.heads.transitions.scorer import add_vectors


def decision_scores(
    torch: Any, weights: Mapping[str, Any], parts: Any, heads: Any, dependents: Any, decisions: RecordedDecisions
) -> Any:
    """The scores of all transitions at every decision, with those of the arcs that they build.

    ``heads`` and ``dependents`` are the vectors of all nodes that arcs are scored by.
    """
    state = sums_of(torch)(parts, weights["feature weights"], weights["state bias"], decisions.rows, decisions.features)
    scores = torch.addmm(
        weights["transition bias"], torch.nn.functional.leaky_relu(state, float(SLOPE)), weights["transition weights"]
    )
    built = np.flatnonzero((decisions.arcs[:, :, 0] < len(heads)).any(0))
    ends = [
        torch.cat([side, side.new_zeros(1, side.shape[1])])[torch.from_numpy(decisions.arcs[:, built, number])]
        for number, side in enumerate((heads, dependents))
    ]
    of_arcs = arc_scale(heads.shape[1]) * (ends[0] * ends[1]).sum(2)
    return scores.index_add(1, torch.from_numpy(built), of_arcs)


def decision_loss(torch: Any, scores: Any, decisions: RecordedDecisions, smoothing: float = 0.0) -> Any:
    """The mean of −log of the probability of all right transitions together, among the applicable ones.

    With ``smoothing`` as if a share of the right ones were any applicable ones.
    """
    is_applicable = torch.from_numpy(decisions.applicable)
    applicable = scores.masked_fill(~is_applicable, float(NEVER))
    right = scores.masked_fill(torch.from_numpy(~decisions.right), float(NEVER))
    total = torch.logsumexp(applicable, 1)
    of_right = (total - torch.logsumexp(right, 1)).mean()
    if smoothing == 0:
        return of_right
    mean = (scores * is_applicable).sum(1) / is_applicable.sum(1)
    return (1 - smoothing) * of_right + smoothing * (total - mean).mean()


def sums_of(torch: Any) -> Any:
    """What the words at addresses and the features add up to, as a differentiable function."""

    class Sums(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(context: Any, parts: Any, features: Any, bias: Any, rows: Int64, feature_rows: Int64) -> Any:
            out = np.empty((len(rows), len(bias)), np.float32)
            arrays = [tensor.detach().numpy() for tensor in (parts, features, bias)]
            add_all_vectors(arrays[0], arrays[1], arrays[2], rows, feature_rows, out)
            context.kept = parts.shape, features.shape, rows, feature_rows
            return torch.from_numpy(out)

        @staticmethod
        def backward(context: Any, gradient: Any) -> Any:
            parts_shape, features_shape, rows, feature_rows = context.kept
            parts, features = np.zeros(parts_shape, np.float32), np.zeros(features_shape, np.float32)
            spread_gradient(gradient.contiguous().numpy(), rows, feature_rows, parts, features)
            return torch.from_numpy(parts), torch.from_numpy(features), gradient.sum(0), None, None

    return Sums.apply


@kernel
def add_all_vectors(
    parts: Float32, features: Float32, bias: Float32, rows: Int64, feature_rows: Int64, out: Float32
) -> None:
    """The hidden layers of all decisions before the rectifier."""
    for decision in range(len(rows)):
        add_vectors(parts, rows[decision], features, feature_rows[decision], bias, out[decision])


@kernel
def spread_gradient(gradient: Float32, rows: Int64, feature_rows: Int64, parts: Float32, features: Float32) -> None:
    """Add the gradient of every hidden layer to those of all that was added up in it."""
    units = gradient.shape[1]
    for decision in range(len(rows)):
        for address in range(rows.shape[1]):
            row, begin = rows[decision, address], address * units
            for unit in range(units):
                parts[row, begin + unit] += gradient[decision, unit]
        for feature in range(feature_rows.shape[1]):
            row = feature_rows[decision, feature]
            for unit in range(units):
                features[row, unit] += gradient[decision, unit]
