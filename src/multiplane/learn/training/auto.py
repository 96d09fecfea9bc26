"""``--system auto``: the model that suits a treebank, by the structure of its trees and by cross-validation.

No single system wins everywhere, and a small difference on one part of a treebank may turn round on another. So a
candidate is taken only if it beats the default, arc-eager, significantly: by stratified shuffling over the sentences of
all folds, with the level divided by the number of candidates. Systems without crossing arcs are candidates for every
treebank, those with crossing arcs only where arc-eager loses a noticeable share of the arcs.

Neural models are better than all of them on every treebank measured, and take minutes to train: who prefers accuracy,
or has the time, gets one without a comparison. Who prefers speed gets a transition system.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any, cast

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.evaluate import paired_shuffling
from multiplane.evaluate.arrays import right_arcs_of
from multiplane.kernels.arrays import Int64
from multiplane.learn.model.parser import TreeModel
from multiplane.learn.training.config import TrainingConfig, new_trainer
from multiplane.learn.training.loop import TrainingStopped
from multiplane.notices import notice
from multiplane.structure import classify_all
from multiplane.transition.oracles import coverage
from multiplane.treebank.treebank import Treebank

DEFAULT = "arc-eager"
PROJECTIVE = ("arc-hybrid", "arc-standard")
CROSSING = ("swap", "2-planar", "covington", "arc-eager+pp:head")
DECODERS = ("projective", "all")
NOTICEABLE = 0.001
SENTENCES, FOLDS, EPOCHS = 2000, 3, 4
LEVEL = 0.05
PREFERENCES = ("speed", "accuracy")
LEAST_PASSES, LEARNED_PER_SECOND = 4, 5_000
"""A neural model that sees every word fewer times is no better than a linear one; and the words that it learns from in
a second, by a cautious estimate."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The candidate chosen, LAS of all in cross-validation, how sure it is that each differs from the default.

    ``projective`` and ``two_planar`` are shares of sentences, ``lost`` the share of arcs that arc-eager cannot build.
    """

    name: str
    options: Mapping[str, Any]
    scores: dict[str, float]
    p_values: dict[str, float]
    projective: float
    two_planar: float
    lost: float
    sentences: int

    @property
    def reason(self) -> str:
        """Why this one was chosen: one line with figures."""
        order = sorted(self.scores, key=lambda name: self.scores[name], reverse=True)
        scores = ", ".join(f"{name} {self.scores[name]:.2f}" for name in order)
        tested = f"in cross-validation on {self.sentences:,} sentences (LAS {scores})"
        why = f"no candidate is significantly better {tested}"
        if self.name != DEFAULT:
            why = f"significantly better than {DEFAULT}, p = {self.p_values[self.name]:.4f}, {tested}"
        return (
            f"{self.name}: {why}; {100 * self.projective:.1f} % of the trees are projective, "
            f"{100 * self.two_planar:.1f} % 2-planar, arc-eager loses {100 * self.lost:.2f} % of the arcs"
        )

    def as_data(self) -> dict[str, Any]:
        """Model, options and reason for the header of a model file."""
        return {**self.options, "reason": self.reason}


def is_neural_preferred(words: int, prefer: str | None, budget: float | None) -> bool:
    """Whether a neural model is to be trained on so many words, for who prefers something or has so many seconds.

    >>> is_neural_preferred(200_000, "accuracy", None), is_neural_preferred(200_000, "accuracy", 60)
    (True, False)
    """
    if prefer not in (None, *PREFERENCES):
        raise MultiplaneError(f"found {prefer!r} to prefer; expected {' or '.join(PREFERENCES)}")
    if prefer == "speed":
        return False
    if budget is None:
        return prefer == "accuracy"
    has_time = budget * LEARNED_PER_SECOND >= LEAST_PASSES * words
    return has_time and (prefer == "accuracy" or find_spec("torch") is not None)


def choose_model(train: Treebank, config: TrainingConfig, prefer: str | None = None) -> ModelChoice:
    """Compare candidates by cross-validation on at most 2,000 sentences; arc-eager unless one is surely better.

    >>> import multiplane
    >>> choose_model(multiplane.read("sample:dutch-2"), TrainingConfig(system="auto")).name
    'arc-eager'
    """
    part = some_sentences(train, SENTENCES, config.seed)
    trees = classify_all(train.heads, train.offsets)
    lost = 1 - coverage(train, [DEFAULT])[0].arc_share
    candidates = candidates_for(config, crossing=lost > NOTICEABLE, graphs=prefer != "speed")
    try:
        right = {name: right_arcs(part, replace(config, **options)) for name, options in candidates.items()}
    except KeyboardInterrupt:
        raise TrainingStopped(None) from None
    scores = {name: 100 * float(found.sum()) / part.word_count for name, found in right.items()}
    p_values = {name: paired_shuffling(found - right[DEFAULT]) for name, found in right.items() if name != DEFAULT}
    better = [n for n, p in p_values.items() if p * len(p_values) < LEVEL and scores[n] > scores[DEFAULT]]
    best = max(better, key=lambda name: scores[name], default=DEFAULT)
    projective, two_planar = float(trees.projective.mean()), float((trees.planes <= 2).mean())
    return ModelChoice(best, candidates[best], scores, p_values, projective, two_planar, lost, len(part))


def candidates_for(config: TrainingConfig, crossing: bool, graphs: bool = True) -> dict[str, dict[str, Any]]:
    """The candidates by name, the default first, with their options; graph models only where all options fit them.

    >>> list(candidates_for(TrainingConfig(beam=4), crossing=False))
    ['arc-eager', 'arc-hybrid', 'arc-standard']
    """
    found: dict[str, dict[str, Any]] = {
        name: {"system": name} for name in (DEFAULT, *PROJECTIVE, *(CROSSING if crossing else ()))
    }
    plain = TrainingConfig(system=config.system, seed=config.seed, epochs=config.epochs, patience=config.patience)
    if graphs and config == plain:
        for decoder in DECODERS if crossing else DECODERS[:1]:
            found[f"graph ({decoder})"] = {"model": "graph", "system": None, "decoder": decoder}
    return found


def right_arcs(treebank: Treebank, config: TrainingConfig) -> Int64:
    """How many words of each sentence get the right head and label from a parser trained on the other folds."""
    notice(f"trying {config.model} with {config.decoder if config.model == 'graph' else config.system}")
    fold = np.random.default_rng([config.seed, FOLDS]).permutation(len(treebank)) % min(FOLDS, max(len(treebank), 2))
    right = np.zeros(len(treebank), np.int64)
    for number in range(int(fold.max(initial=0)) + 1):
        rest, held_out = (_sentences(treebank, np.flatnonzero(mask)) for mask in (fold != number, fold == number))
        if len(rest) == 0:
            continue
        trainer = new_trainer(config, rest)
        for epoch in range(EPOCHS):
            trainer.step(np.random.default_rng([config.seed, epoch]).permutation(len(rest)))
        model = cast(TreeModel, trainer.model())
        predicted = model.parse(held_out.layout)
        words = right_arcs_of(held_out, predicted.heads, predicted.labels, model.labels)
        right[fold == number] = np.add.reduceat(words, np.array(held_out.offsets[:-1]), dtype=np.int64)
    return right


def some_sentences(treebank: Treebank, most: int, seed: int) -> Treebank:
    """A random sample of at most ``most`` sentences, in their original order.

    >>> import multiplane
    >>> len(some_sentences(multiplane.read("sample:german"), 5, seed=0))
    5
    """
    if len(treebank) <= most:
        return treebank
    return _sentences(treebank, np.sort(np.random.default_rng([seed]).permutation(len(treebank))[:most]))


def _sentences(treebank: Treebank, numbers: Int64) -> Treebank:
    return Treebank.from_sentences(treebank[int(number)] for number in numbers)
