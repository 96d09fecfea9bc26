"""The network once more, a formula a line, in float64 and without any of its kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.learn.neural.encoders.qrnn import QrnnEncoder
from multiplane.learn.neural.heads.arcs.network import DISTANCES, ArcSizes
from multiplane.treebank.conll.layout import Layout

Weights = Mapping[str, NDArray[Any]]


def sigmoid(x: NDArray[Any]) -> NDArray[Any]:
    return 1 / (1 + np.exp(-x))


def normal(x: NDArray[Any], gain: NDArray[Any], shift: NDArray[Any]) -> NDArray[Any]:
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * gain + shift


def leaky(x: NDArray[Any]) -> NDArray[Any]:
    return np.where(x > 0, x, 0.1 * x)


def layer(x: NDArray[Any], window: int, weights: NDArray[Any], bias: NDArray[Any]) -> NDArray[Any]:
    n, d = x.shape
    out = np.zeros((n, d))
    around = [range(i - window, i + window + 1) for i in range(n)]
    rows = np.array([np.concatenate([x[j] if 0 <= j < n else np.zeros(d) for j in places]) for places in around])
    forget, candidate, output = np.split(rows @ weights + bias, 3, axis=1)
    for units, order in ((slice(0, d // 2), range(n)), (slice(d // 2, d), reversed(range(n)))):
        state = np.zeros(d)[units]
        for i in order:
            keep = sigmoid(forget[i, units])
            state = keep * state + (1 - keep) * np.tanh(candidate[i, units])
            out[i, units] = sigmoid(output[i, units]) * state
    return out


def in_context(encoder: QrnnEncoder, layout: Layout, first: int, last: int) -> NDArray[Any]:
    """The vectors of the nodes of one sentence, which has the words ``first`` to ``last`` − 1."""
    vocabulary, places = encoder.vocabulary, encoder.vocabulary.table_layout
    w = {name: encoder.stored[name].astype(np.float64) for name in encoder.shapes}
    rows = np.concatenate([vocabulary.root[None], vocabulary.rows(layout)[first:last]])
    embedded = np.zeros((len(rows), vocabulary.width))
    for node, column in np.ndindex(rows.shape):
        if rows[node, column] >= 0:
            width, place = places.widths[column], places.inputs[column]
            start = places.starts[column] + rows[node, column] * width
            embedded[node, place : place + width] += encoder.table[start : start + width]
    d = encoder.width
    y = embedded @ w["input weights"] + w["input bias"]
    x = normal(np.maximum(y[:, :d], y[:, d:]), w["input gain"], w["input shift"])
    for k, window in enumerate(encoder.windows):
        out = layer(x, window, w[f"layer {k} weights"], w[f"layer {k} bias"])
        x = x + normal(out, w[f"layer {k} gain"], w[f"layer {k} shift"])
    return x


def scores(
    w: Weights, sizes: ArcSizes, x: NDArray[Any], tags: NDArray[Any], heads: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The scores of all arcs, and those of the labels of these heads."""
    a = sizes.arc
    head = x @ w["head weights"] + w["head bias"]
    dependent = x @ w["dependent weights"] + w["dependent bias"]
    of_heads, of_dependents = leaky(head[:, :a]), leaky(dependent[:, :a])
    arcs = of_heads @ w["arc weights"] @ of_dependents.T + (of_heads @ w["arc head"])[:, None]
    for h in range(len(x)):
        for d_ in range(len(x)):
            bucket = sum(abs(h - d_) >= least for least in DISTANCES) + (0 if h < d_ else len(DISTANCES) + 1)
            arcs[h, d_] += w["arc distance"][bucket] + w["arc tags"][tags[h], tags[d_], bucket]
    np.fill_diagonal(arcs, -np.inf)
    arcs[:, 0] = -np.inf
    of_head, of_dependent = head[heads, a:], dependent[1:, a:]
    labels = leaky(of_head + of_dependent) @ w["label sum"] + w["label bias"]
    return arcs, labels + (of_head * of_dependent) @ w["label product"]
