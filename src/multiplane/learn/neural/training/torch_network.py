"""The network of `multiplane.learn.neural.heads.arcs.network` as PyTorch differentiates it, for a batch of sentences.

Embeddings, the scan, and what distance and tags add to arcs are computed by kernels, forwards and backwards; products,
normalization and the loss are PyTorch's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.encoders.layers import MIN_VARIANCE
from multiplane.learn.neural.encoders.scan import HALF, ONE, ZERO, scan, squash
from multiplane.learn.neural.heads.arcs.network import SLOPE, NetworkSizes
from multiplane.learn.neural.training.batches import NEVER, Batch

Drop = Callable[[Any], Any]


class Loss(NamedTuple):
    """The loss of a batch as a tensor, and the number of words whose best head or label is wrong."""

    value: Any
    mistakes: int


def loss_of(
    torch: Any,
    weights: Mapping[str, Any],
    sizes: NetworkSizes,
    batch: Batch,
    inputs: Any,
    biases: Any,
    drop: Drop,
    smoothing: float = 0.0,
) -> Loss:
    """The mean loss of a batch's words: of their heads among all nodes, and of the labels of their gold arcs.

    The share ``smoothing`` of gold heads and labels is taken for any possible ones.
    """
    vectors = torch_vectors(torch, weights, sizes, batch.starts, inputs, drop)
    head_arc, head_label, dependent_arc, dependent_label = vectors
    nodes = torch.from_numpy(batch.nodes)
    scores = torch.baddbmm(
        (head_arc @ weights["arc head"])[nodes].unsqueeze(2) + biases,
        (head_arc @ weights["arc weights"])[nodes],
        dependent_arc[nodes].transpose(1, 2),
    )
    of_words = scores.transpose(1, 2)[torch.from_numpy(batch.is_word)]
    gold = torch.from_numpy(batch.heads)
    head = head_label[torch.from_numpy(batch.head_rows)]
    dependent = dependent_label[torch.from_numpy(batch.word_rows)]
    labels = torch_label_scores(torch, weights, head, dependent)
    gold_labels = torch.from_numpy(batch.labels)
    value = smoothed_loss(torch, of_words, gold, smoothing)
    value = value + smoothed_loss(torch, labels, gold_labels, smoothing)
    right = (of_words.detach().argmax(1) == gold) & (labels.detach().argmax(1) == gold_labels)
    return Loss(value, len(right) - int(right.sum()))


def smoothed_loss(torch: Any, scores: Any, gold: Any, share: float) -> Any:
    """The mean cross entropy of gold choices, as if a ``share`` of them were any possible ones (Szegedy et al. 2016).

    What is impossible has a score of `NEVER`.
    """
    logarithms = torch.nn.functional.log_softmax(scores, 1)
    of_gold = torch.nn.functional.nll_loss(logarithms, gold)
    if share == 0:
        return of_gold
    is_possible = scores > float(NEVER) / 2
    of_any = -((logarithms * is_possible).sum(1) / is_possible.sum(1)).mean()
    return (1 - share) * of_gold + share * of_any


def torch_vectors(
    torch: Any, weights: Mapping[str, Any], sizes: NetworkSizes, starts: Int64, inputs: Any, drop: Drop
) -> tuple[Any, Any, Any, Any]:
    """All nodes as heads and as dependents, of arcs and of labels."""
    functional = torch.nn.functional
    x = torch_in_context(torch, weights, sizes.hidden, sizes.windows, starts, inputs, drop)
    sides: list[Any] = []
    for side in ("head", "dependent"):
        y = torch.addmm(weights[f"{side} bias"], x, weights[f"{side} weights"])
        y = drop(torch.cat([functional.leaky_relu(y[:, : sizes.arc], float(SLOPE)), y[:, sizes.arc :]], 1))
        sides += [y[:, : sizes.arc], y[:, sizes.arc :]]
    return sides[0], sides[1], sides[2], sides[3]


def torch_in_context(
    torch: Any,
    weights: Mapping[str, Any],
    hidden: int,
    windows: tuple[int, ...],
    starts: Int64,
    inputs: Any,
    drop: Drop,
) -> Any:
    """The vectors of all nodes that the encoder makes of the network's inputs."""
    functional = torch.nn.functional
    recurrence = recurrence_of(torch)
    d, epsilon = hidden, float(MIN_VARIANCE)
    y = torch.addmm(weights["input bias"], inputs, weights["input weights"])
    x = torch.maximum(y[:, :d], y[:, d:])
    x = functional.layer_norm(x, (d,), weights["input gain"], weights["input shift"], epsilon)
    for number, window in enumerate(windows):
        name = f"layer {number}"
        seen = neighbours(torch, x, starts, window)
        gates = torch.addmm(weights[f"{name} bias"], seen, weights[f"{name} weights"])
        states = recurrence(gates, starts)
        x = x + drop(functional.layer_norm(states, (d,), weights[f"{name} gain"], weights[f"{name} shift"], epsilon))
    return x


def torch_label_scores(torch: Any, weights: Mapping[str, Any], head: Any, dependent: Any) -> Any:
    """The scores of all labels of arcs."""
    both = torch.nn.functional.leaky_relu(head + dependent, float(SLOPE))
    return (
        torch.addmm(weights["label bias"], both, weights["label sum"]) + (head * dependent) @ weights["label product"]
    )


def neighbours(torch: Any, x: Any, starts: Int64, window: int) -> Any:
    """Every row between those of its neighbours, zeros beyond the ends of its sentence."""
    if window == 0:
        return x
    numbers = np.arange(len(x))
    sentences = np.searchsorted(starts, numbers, side="right")
    parts = []
    for away in range(-window, window + 1):
        there = np.clip(numbers + away, 0, len(x) - 1)
        inside = (sentences[there] == sentences) & (there == numbers + away)
        moved = torch.roll(x, -away, 0) if away else x
        parts.append(moved * torch.from_numpy(inside.astype(np.float32))[:, None] if away else moved)
    return torch.cat(parts, 1)


def recurrence_of(torch: Any) -> Any:
    """The scan over gates, of all sentences of a batch, as a differentiable function."""

    class Recurrence(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(context: Any, gates: Any, starts: Int64) -> Any:
            squashed = gates.detach().numpy().copy()
            out = np.empty((len(squashed), squashed.shape[1] // 3), np.float32)
            states = np.empty_like(out)
            scan_batch(squashed, starts, states, out)
            context.kept = squashed, states, starts
            return torch.from_numpy(out)

        @staticmethod
        def backward(context: Any, gradient: Any) -> Any:
            squashed, states, starts = context.kept
            result = np.empty_like(squashed)
            scan_gradient(squashed, states, starts, gradient.contiguous().numpy(), result)
            return torch.from_numpy(result), None

    return Recurrence.apply


@kernel
def scan_batch(gates: Float32, starts: Int64, states: Float32, out: Float32) -> None:
    """The scan of every sentence of a batch; ``gates`` are squashed in place, ``states`` are kept for the gradient."""
    squash(gates, out.shape[1])
    for s in range(len(starts) - 1):
        here = slice(starts[s], starts[s + 1])
        scan(gates[here], states[here], out[here])


@kernel
def scan_gradient(gates: Float32, states: Float32, starts: Int64, gradient: Float32, result: Float32) -> None:
    """The gradient of `scan_batch` with respect to the gates before they were squashed."""
    units = states.shape[1]
    half = units // 2
    carried = np.zeros(units, np.float32)
    for s in range(len(starts) - 1):
        carried[:] = ZERO
        length = starts[s + 1] - starts[s]
        for first, last, begin, step in (
            (0, half, starts[s + 1] - 1, 1),
            (half, units, starts[s], -1),
        ):
            t = begin
            for count in range(length):
                for j in range(first, last):
                    keep, candidate = HALF + HALF * gates[t, j], gates[t, units + j]
                    show = HALF + HALF * gates[t, 2 * units + j]
                    before = states[t - step, j] if count < length - 1 else ZERO
                    of_state = gradient[t, j] * show + carried[j]
                    result[t, j] = of_state * (before - candidate) * keep * (ONE - keep)
                    result[t, units + j] = of_state * (ONE - keep) * (ONE - candidate * candidate)
                    result[t, 2 * units + j] = gradient[t, j] * states[t, j] * show * (ONE - show)
                    carried[j] = of_state * keep
                t -= step
