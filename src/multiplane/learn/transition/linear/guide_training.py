"""Training a guide: what it finds in the sentences that a parser learns from must be as good and as bad as elsewhere.

So the treebank is cut in two, and each half is parsed by a guide that has learned from the other; the guide that goes
into the model has learned from all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Protocol

import numpy as np

from multiplane.kernels.arrays import Int64
from multiplane.learn.features.attributes import compile_attributes, word_attributes
from multiplane.learn.features.clusters import hashes_of
from multiplane.learn.transition.guide import GuideTrees, guide_trees
from multiplane.learn.transition.linear.model import LinearModel
from multiplane.parallel import cores, in_threads
from multiplane.treebank.treebank import Treebank

FOLDS = 2
EPOCHS = 4
LARGE_PRIME = 1_000_003
AT_ONCE = 2
"""More trainers than these would take much memory."""

LEAST_SHARE = 0.25
"""Of the words, for the smaller half."""

SLICE = 1_000
"""Sentences between two looks at whether training was stopped."""


class GuideTrainer(Protocol):
    """What trains a guide: the trainer of linear transition parsers."""

    def step(self, order: Int64) -> tuple[int, int]:
        """Learn from these sentences."""

    def model(self) -> LinearModel:
        """What was learned."""


def train_guide(new_trainer: Callable[[int], GuideTrainer], train: Treebank) -> tuple[LinearModel, GuideTrees]:
    """A guide, and the trees that guides which have not seen a sentence give it.

    ``new_trainer`` makes a trainer for so many sentences of the treebank. The result is the same for any number of
    cores.
    """
    fold = folds_of(train)

    def learn(left_out: int) -> LinearModel:
        others = np.flatnonzero(fold != left_out)
        chosen = others if len(others) else np.arange(len(train))
        trainer = new_trainer(len(chosen))
        for epoch in range(EPOCHS):
            order = np.random.default_rng([left_out, epoch]).permutation(chosen)
            for start in range(0, len(order), SLICE):
                if stop.is_set():
                    break
                trainer.step(order[start : start + SLICE])
        return trainer.model()

    stop = Event()
    *halves, guide = in_threads(learn, range(FOLDS + 1), min(cores(), AT_ONCE), stop)
    found = [model.parse(train.layout) for model in halves]
    of_word = np.repeat(fold, np.diff(train.offsets))
    heads, labels = (np.choose(of_word, columns) for columns in ([p.heads for p in found], [p.labels for p in found]))
    return guide, guide_trees(heads, labels, hashes_of(list(guide.labels)))


def folds_of(train: Treebank) -> Int64:
    """The half that every sentence is in; sentences with the same words are in the same one, or, where that would not
    make halves (there may be no words, but their tags and trees), those with the same words and trees.

    >>> import multiplane
    >>> german = multiplane.read("sample:german")
    >>> halves = folds_of(german + german)
    >>> bool((halves[: len(german)] == halves[len(german) :]).all()), sorted({*halves.tolist()})
    (True, [0, 1])
    """
    forms = word_attributes(train.layout, compile_attributes(["form"]))[:, 0].astype(np.int64)
    offsets = np.array(train.offsets)
    by_words = _halves(forms, offsets)
    share = np.diff(offsets)[by_words == 0].sum() / len(forms)
    if LEAST_SHARE <= share <= 1 - LEAST_SHARE:
        return by_words
    places = np.arange(len(forms)) - np.repeat(offsets[:-1], np.diff(offsets))
    by_trees = _halves(forms + (places * LARGE_PRIME ^ train.heads) * LARGE_PRIME, offsets)
    return by_trees if len(set(by_trees.tolist())) == FOLDS else np.arange(len(train)) % FOLDS


def _halves(values: Int64, offsets: Int64) -> Int64:
    """A half for every sentence, by the sum of the values of its words."""
    ends = np.concatenate([[0], np.cumsum(values)])[offsets]
    return np.asarray((np.diff(ends) >> 7) % FOLDS, np.int64)
