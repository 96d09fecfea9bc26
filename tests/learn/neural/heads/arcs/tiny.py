"""A tiny neural model with random weights, made without PyTorch."""

from __future__ import annotations

import numpy as np

from multiplane.learn.neural.encoders.columns import columns_for
from multiplane.learn.neural.encoders.vocabulary import vocabulary_of
from multiplane.learn.neural.heads.arcs.model import NeuralArcModel, WordColumns, model_of_weights
from multiplane.learn.neural.heads.arcs.network import NetworkSizes
from multiplane.treebank import Treebank


def tiny_model(
    treebank: Treebank,
    *,
    seed: int = 0,
    decoder: str = "all",
    hidden: int = 10,
    windows: tuple[int, ...] = (1, 0),
    arc: int = 7,
    label: int = 5,
    groups: int = 6,
) -> NeuralArcModel:
    """A model whose every weight is random, for the words and labels of a treebank."""
    random = np.random.default_rng(seed)
    chosen = columns_for(treebank)
    slots = (*(column.slot for column in chosen), *["letters"] * (groups > 0))
    attributes = tuple(column.attribute for column in chosen)
    columns = WordColumns(attributes, slots, dict.fromkeys(slots, 4), groups, 50 if groups else 0)
    vocabulary = vocabulary_of(treebank.layout, chosen, columns.groups, columns.group_rows)
    layout = columns.embedding_layout(vocabulary)
    tag_column = columns.attributes.index("upos")
    labels = treebank.encode(["deprel"]).vocabularies["deprel"][1:]
    tags = int(vocabulary.row_counts[tag_column])
    sizes = NetworkSizes(columns.inputs, tags, len(labels), hidden, windows, arc, label)
    table = random.standard_normal(int(layout.table_starts[-1])).astype(np.float32)
    weights = {name: random.standard_normal(shape).astype(np.float32) for name, shape in sizes.shapes.items()}
    return model_of_weights(labels, decoder, True, columns, vocabulary, sizes, tag_column, table, weights)
