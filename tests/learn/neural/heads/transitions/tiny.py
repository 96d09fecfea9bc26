"""A tiny neural transition model with random weights, made without PyTorch."""

from __future__ import annotations

import numpy as np
from tests.learn.neural.heads.arcs.tiny import random_weights, tiny_encoder

from multiplane.learn.neural.heads.transitions.addresses import addresses_for, features_for
from multiplane.learn.neural.heads.transitions.model import NeuralTransitionModel, transition_count, transition_head
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
    encoder = tiny_encoder(treebank, random, hidden, windows)
    transitions, addresses = get(system), addresses_for(get(system))
    data = training_data(treebank, transitions)
    outputs = transition_count(transitions), len(data.arc_labels)
    sizes = TransitionSizes(hidden, len(addresses), *outputs, state, label, arc, feature_rows)
    head = transition_head(addresses, sizes, random_weights(sizes.shapes, random))
    own = (transitions, features_for(transitions), data.arc_labels, data.roots, 1, None)
    return NeuralTransitionModel(*own, encoder, head)
