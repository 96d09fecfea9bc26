"""How much of a treebank a model gets right."""

from __future__ import annotations

import multiplane
from multiplane.learn.protocols import Model


def labelled_share(model: Model, treebank: multiplane.Treebank) -> float:
    """The share of words with the right head and label."""
    predicted = model.parse(treebank.layout)
    wanted = [label for sentence in treebank for label in sentence.tree.labels]
    found = [model.labels[number] for number in predicted.labels.tolist()]
    right = [a == b and c == d for a, b, c, d in zip(found, wanted, predicted.heads, treebank.heads, strict=True)]
    return sum(right) / len(right)
