"""Logistic regression for the decisions of the tokenizer, by stochastic gradient steps with AdaGrad's step sizes.

It learns from the right history. The training text is taken sentence by sentence in any order: what a decision looks at
begins with its sentence. In a pass by general features, those of classes of characters, these learn all they can of
where tokens end without a space; the others then learn only where these are wrong, and what was never seen is decided
by its class. Unlike a perceptron, the scores are comparable with each other as log-odds: whether sentence ends are too
many or too few can be set right afterwards by one number.
"""

from __future__ import annotations

import math

import numpy as np

from multiplane.kernels.alignment import aligned
from multiplane.kernels.arrays import Float32, Int8, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.transition.linear.weights import FINEST, LARGEST
from multiplane.text.tokenizer.boundaries import DECISIONS, begin_sentence, cross_gap, follow, is_decided, read_letter
from multiplane.text.tokenizer.characters import PARAGRAPH, SPACE, Characters
from multiplane.text.tokenizer.features import FEATURES, Lexicon, boundary_features, keep_general

RATE = np.float32(0.05)
SMOOTHING = np.float32(0.1)
MIN_ERROR = np.float32(0.02)
"""A decision that is this close to certain teaches nothing."""


@kernel(steps=lambda text, *_: 100 * len(text.classes))
def learn(
    text: Characters,
    gold: Int8,
    starts: Int64,
    order: Int64,
    lexicon: Lexicon,
    splits_letters: bool,
    joins_words: bool,
    weights: Float32,
    squares: Float32,
    general: bool,
) -> None:
    """One pass over the sentences in this order, by all features, or between characters by general ones only.

    ``squares`` are the sums of squared gradients.
    """
    rows = np.empty(FEATURES, np.int32)
    scores = np.empty(DECISIONS, np.float32)
    mask = len(weights) - 1
    for sentence in order:
        state = begin_sentence(starts[sentence])
        for at in range(starts[sentence], starts[sentence + 1]):
            if text.classes[at] <= SPACE:
                state = cross_gap(state, at)
                continue
            state = read_letter(state, int(text.small[at]), int(text.classes[at]))
            right = int(gold[at])
            following = text.classes[at + 1]
            first = 1 if following == SPACE and not joins_words else 0
            is_open = following != PARAGRAPH and right >= first and not is_decided(text, at, splits_letters)
            if is_open and not (general and following == SPACE):
                count = boundary_features(text, at, state, lexicon, mask, rows)
                found = rows[: keep_general(rows, count) if general else count]
                add_up(weights, found, scores)
                to_probabilities(scores, first)
                for decision in range(first, DECISIONS):
                    error = np.float32(decision == right) - scores[decision]
                    if abs(error) > MIN_ERROR:
                        for row in found:
                            squares[row, decision] += error * error
                            step = RATE / np.float32(math.sqrt(squares[row, decision] + SMOOTHING))
                            weights[row, decision] += step * error
            state = follow(state, at, right)


@kernel
def add_up(weights: Float32, rows: Int32, scores: Float32) -> None:
    """The scores of all decisions: sums over the rows of features."""
    for decision in range(DECISIONS):
        scores[decision] = np.float32(0)
    for row in rows:
        for decision in range(DECISIONS):
            scores[decision] += weights[row, decision]


@kernel
def to_probabilities(scores: Float32, first: int) -> None:
    """The probabilities of the decisions from ``first`` on, in place of their scores."""
    highest = scores[first]
    for decision in range(first + 1, DECISIONS):
        highest = max(highest, scores[decision])
    total = np.float32(0)
    for decision in range(first, DECISIONS):
        scores[decision] = np.float32(math.exp(scores[decision] - highest))
        total += scores[decision]
    for decision in range(first, DECISIONS):
        scores[decision] /= total


def rounded(weights: Float32) -> tuple[Int8, float]:
    """The weights as int8 under one scale, and that scale.

    >>> table, scale = rounded(np.array([[4, -1, 0, 0]], np.float32))
    >>> table.tolist(), scale
    ([[127, -32, 0, 0]], 31.75)
    """
    largest = float(np.abs(weights).max())
    scale = min(FINEST, LARGEST / largest) if largest else FINEST
    out = aligned(weights.shape, np.int8)
    out[:] = np.rint(weights * np.float32(scale))
    return out, scale
