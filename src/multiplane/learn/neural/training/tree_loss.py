"""The loss of whole trees: how unlikely the gold tree is among all trees of a class, by their marginals.

Its gradient with respect to the score of an arc is the probability of the arc, minus one if it is gold.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from multiplane.decode.marginals import marginals
from multiplane.kernels.arrays import Float32, Int64
from multiplane.learn.neural.training.batches import Batch
from multiplane.structure import classify_all, tree_class


def tree_loss(torch: Any, scores: Any, batch: Batch, class_name: str) -> Any:
    """The mean over all words of a batch; sentences whose gold trees are outside the class have no part in it."""

    class TreeLoss(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(context: Any, scores: Any) -> Any:
            value, gradient = loss_and_gradient(scores.detach().numpy(), batch, class_name)
            context.gradient = torch.from_numpy(gradient)
            return torch.tensor(value, dtype=torch.float32)

        @staticmethod
        def backward(context: Any, factor: Any) -> Any:
            return context.gradient * factor

    return TreeLoss.apply(scores)


def loss_and_gradient(scores: Float32, batch: Batch, class_name: str) -> tuple[float, Float32]:
    """The loss of a batch with these scores of arcs, by sentence, head and dependent, and its gradient."""
    lengths = np.diff(batch.starts) - 1
    offsets: Int64 = np.concatenate([[0], np.cumsum(lengths)])
    holds = tree_class(class_name).holds(classify_all(batch.heads.astype(np.int32), offsets))
    gradient, total = np.zeros_like(scores), 0.0
    for sentence in np.flatnonzero(holds).tolist():
        heads = batch.heads[offsets[sentence] : offsets[sentence + 1]]
        nodes, words = len(heads) + 1, np.arange(1, len(heads) + 1)
        found = marginals(scores[sentence, :nodes, :nodes], class_name, single_root=int((heads == 0).sum()) == 1)
        total += found.log_partition - float(scores[sentence, heads, words].sum(dtype=np.float64))
        gradient[sentence, :nodes, :nodes] = found.probability
        gradient[sentence, heads, words] -= 1
    return total / len(batch.heads), gradient / np.float32(len(batch.heads))
