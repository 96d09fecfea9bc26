"""A tiny encoder and a tiny neural model with random weights, made without PyTorch."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from multiplane.kernels.arrays import Float32
from multiplane.learn.neural.encoders.layers import qrnn_shapes
from multiplane.learn.neural.encoders.letters import FIRST
from multiplane.learn.neural.encoders.qrnn import QrnnEncoder, qrnn_encoder
from multiplane.learn.neural.encoders.vocabulary import SLOTS, columns_for, vocabulary_of
from multiplane.learn.neural.heads.arcs.model import NeuralArcModel
from multiplane.learn.neural.heads.arcs.network import ArcSizes
from multiplane.learn.neural.heads.arcs.scorer import NeuralArcScorer, arc_head, known_tags
from multiplane.treebank import Treebank


def random_weights(shapes: Mapping[str, tuple[int, ...]], random: np.random.Generator) -> dict[str, Float32]:
    return {name: random.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def tiny_encoder(
    treebank: Treebank, random: np.random.Generator, hidden: int, windows: tuple[int, ...], groups: int = 6
) -> QrnnEncoder:
    """An encoder whose every weight is random, for the words of a treebank."""
    widths, rows = dict.fromkeys(SLOTS, 4), 50 if groups else 0
    vocabulary = vocabulary_of(treebank.layout, columns_for(treebank), widths, groups, rows)
    table = random.standard_normal(int(vocabulary.table_layout.table_starts[-1])).astype(np.float32)
    weights = random_weights(qrnn_shapes(vocabulary.width, hidden, windows), random)
    return qrnn_encoder(vocabulary, hidden, windows, table, weights)


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
    encoder = tiny_encoder(treebank, random, hidden, windows, groups)
    labels, tags = treebank.encode(["deprel"]).vocabularies["deprel"][1:], known_tags(treebank.layout)
    sizes = ArcSizes(hidden, len(tags) + FIRST, len(labels), arc, label)
    head = arc_head(tags, sizes, random_weights(sizes.shapes, random))
    return NeuralArcModel(labels, decoder, True, NeuralArcScorer(encoder, head))
