"""A tiny neural transition model with random weights, made without PyTorch."""

from __future__ import annotations

import numpy as np

from multiplane.learn.neural.encoders.columns import columns_for
from multiplane.learn.neural.encoders.vocabulary import vocabulary_of
from multiplane.learn.neural.heads.arcs.model import WordColumns
from multiplane.learn.neural.heads.transitions.addresses import addresses_for, features_for
from multiplane.learn.neural.heads.transitions.model import (
    NeuralTransitionModel,
    stored_weights,
    transition_count,
)
from multiplane.learn.neural.heads.transitions.network import TransitionSizes
from multiplane.learn.transition.examples import training_data
from multiplane.transition import get
from multiplane.treebank import Treebank


def tiny_model(
    treebank: Treebank,
    system: str = "arc-eager",
    *,
    seed: int = 0,
    hidden: int = 10,
    windows: tuple[int, ...] = (1, 0),
    state: int = 7,
    label: int = 5,
    arc: int = 6,
    feature_rows: int = 64,
) -> NeuralTransitionModel:
    """A model whose every weight is random, for the words and labels of a treebank."""
    random = np.random.default_rng(seed)
    chosen = columns_for(treebank)
    slots = (*(column.slot for column in chosen), "letters")
    columns = WordColumns(tuple(column.attribute for column in chosen), slots, dict.fromkeys(slots, 4), 6, 50)
    vocabulary = vocabulary_of(treebank.layout, chosen, columns.groups, columns.group_rows)
    layout = columns.embedding_layout(vocabulary)
    transitions, addresses = get(system), addresses_for(get(system))
    data = training_data(treebank, transitions)
    sizes = TransitionSizes(
        columns.inputs,
        len(addresses),
        transition_count(transitions),
        len(data.arc_labels),
        hidden,
        windows,
        state,
        label,
        arc,
        feature_rows,
    )
    table = random.standard_normal(int(layout.table_starts[-1])).astype(np.float32)
    weights = {name: random.standard_normal(shape).astype(np.float32) for name, shape in sizes.shapes.items()}
    stored = stored_weights(columns, vocabulary, table, weights)
    own = (transitions, features_for(transitions), data.arc_labels, data.roots, 1, None)
    return NeuralTransitionModel(*own, addresses, columns, vocabulary, sizes, stored)
