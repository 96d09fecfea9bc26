"""The sum over all projective trees and the probability of every arc, O(n³): inside–outside over Eisner's spans.

Every projective tree has one derivation by the spans of `eisner`, so sums over derivations are sums over trees. The
inside pass adds up, in logarithms; the outside pass hands the share of each span back to its parts, widest first.
"""

from __future__ import annotations

import numpy as np

from multiplane.decode.scores import FORBIDDEN
from multiplane.decode.spanning.matrix_tree import log_add
from multiplane.kernels.arrays import Float64
from multiplane.kernels.jit import kernel

Spans = tuple[Float64, Float64, Float64]


@kernel
def inside(arcs: Float64, first: int) -> Spans:
    """Sums on the nodes from ``first`` on: two spans that meet, all that i governs up to j, all that j governs to i."""
    nodes = len(arcs)
    joined = np.full((nodes, nodes), FORBIDDEN)
    right = np.full((nodes, nodes), FORBIDDEN)
    left = np.full((nodes, nodes), FORBIDDEN)
    for i in range(nodes - 1, first - 1, -1):
        right[i, i] = left[i, i] = 0.0
        for j in range(i + 1, nodes):
            for k in range(i, j):
                joined[i, j] = log_add(joined[i, j], right[i, k] + left[k + 1, j])
            for k in range(i + 1, j + 1):
                right[i, j] = log_add(right[i, j], arcs[i, k] + joined[i, k] + right[k, j])
            for k in range(i, j):
                left[i, j] = log_add(left[i, j], left[i, k] + arcs[j, k] + joined[k, j])
    return joined, right, left


@kernel
def outside(arcs: Float64, spans: Spans, share_right: Float64, share_left: Float64, share: Float64) -> None:
    """Hand the shares of whole spans down to all spans inside them, and to the arcs."""
    joined, right, left = spans
    nodes = len(arcs)
    share_joined = np.zeros((nodes, nodes))
    for width in range(nodes - 1, 0, -1):
        for i in range(nodes - width):
            j = i + width
            if share_right[i, j] > 0.0:
                for k in range(i + 1, j + 1):
                    part = share_right[i, j] * np.exp(arcs[i, k] + joined[i, k] + right[k, j] - right[i, j])
                    share[i, k] += part
                    share_joined[i, k] += part
                    share_right[k, j] += part
            if share_left[i, j] > 0.0:
                for k in range(i, j):
                    part = share_left[i, j] * np.exp(left[i, k] + arcs[j, k] + joined[k, j] - left[i, j])
                    share[j, k] += part
                    share_joined[k, j] += part
                    share_left[i, k] += part
            if share_joined[i, j] > 0.0:
                for k in range(i, j):
                    part = share_joined[i, j] * np.exp(right[i, k] + left[k + 1, j] - joined[i, j])
                    share_right[i, k] += part
                    share_left[k + 1, j] += part


@kernel
def projective_arc_probabilities(arcs: Float64, single_root: bool) -> tuple[float, Float64]:
    """The log of the sum, and the share in it of the trees that have each arc."""
    nodes = len(arcs)
    last = nodes - 1
    spans = inside(arcs, 1 if single_root else 0)
    right, left = spans[1], spans[2]
    share = np.zeros((nodes, nodes))
    share_right = np.zeros((nodes, nodes))
    share_left = np.zeros((nodes, nodes))
    log_sum = right[0, last] if not single_root else FORBIDDEN
    if single_root:
        for root in range(1, nodes):
            log_sum = log_add(log_sum, arcs[0, root] + left[1, root] + right[root, last])
    if log_sum == FORBIDDEN:
        return log_sum, share
    if single_root:
        for root in range(1, nodes):
            part = np.exp(arcs[0, root] + left[1, root] + right[root, last] - log_sum)
            share[0, root] = share_left[1, root] = share_right[root, last] = part
    else:
        share_right[0, last] = 1.0
    outside(arcs, spans, share_right, share_left, share)
    return log_sum, share
