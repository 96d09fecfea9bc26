"""``--system auto``: the system that suits a treebank, by the structure of its trees and a quick comparison.

No single system wins everywhere. Systems without crossing arcs are candidates for every treebank, those with crossing
arcs only where arc-eager loses a noticeable share of the arcs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from multiplane.learn.training.config import TrainingConfig, new_trainer
from multiplane.learn.training.development import DevelopmentScores
from multiplane.learn.training.loop import TrainingLoop, TrainingStopped
from multiplane.notices import notice
from multiplane.structure import classify_all
from multiplane.transition.oracles import coverage
from multiplane.treebank.treebank import Treebank

PROJECTIVE = ("arc-eager", "arc-hybrid", "arc-standard")
CROSSING = ("swap", "2-planar", "covington", "arc-eager+pp:head")
NOTICEABLE = 0.001
SENTENCES, DEVELOPMENT_SENTENCES, EPOCHS = 2000, 1000, 4


@dataclass(frozen=True, slots=True)
class SystemChoice:
    """The system chosen, the scores of all candidates, and statistics of the treebank.

    ``projective`` and ``two_planar`` are shares of sentences, ``lost`` the share of arcs that arc-eager cannot build.
    """

    system: str
    scores: dict[str, DevelopmentScores]
    projective: float
    two_planar: float
    lost: float
    sentences: int

    @property
    def reason(self) -> str:
        """Why this system was chosen: one line with figures."""
        order = sorted(self.scores, key=lambda name: self.scores[name], reverse=True)
        scores = ", ".join(f"{name} {self.scores[name].las:.2f}" for name in order)
        return (
            f"{self.system}: best LAS of a quick comparison on {self.sentences:,} sentences ({scores}); "
            f"{100 * self.projective:.1f} % of the trees are projective, {100 * self.two_planar:.1f} % 2-planar, "
            f"arc-eager loses {100 * self.lost:.2f} % of the arcs"
        )

    def as_data(self) -> dict[str, Any]:
        """System and reason for the header of a model file."""
        return {"system": self.system, "reason": self.reason}


def choose_system(train: Treebank, development: Treebank, config: TrainingConfig) -> SystemChoice:
    """Compare a few systems on at most 2,000 sentences.

    >>> import multiplane
    >>> german = multiplane.read("sample:german")
    >>> sorted(choose_system(german, german, TrainingConfig()).scores)
    ['2-planar', 'arc-eager', 'arc-eager+pp:head', 'arc-hybrid', 'arc-standard', 'covington', 'swap']
    """
    training_part = some_sentences(train, SENTENCES, config.seed)
    development_part = some_sentences(development, DEVELOPMENT_SENTENCES, config.seed)
    trees = classify_all(train.heads, train.offsets)
    lost = 1 - coverage(train, ["arc-eager"])[0].arc_share
    scores: dict[str, DevelopmentScores] = {}
    for name in (*PROJECTIVE, *(CROSSING if lost > NOTICEABLE else ())):
        notice(f"trying {name}")
        trainer = new_trainer(replace(config, system=name), training_part)
        loop = TrainingLoop(trainer, training_part, development_part, EPOCHS, EPOCHS, config.seed)
        try:
            loop.run()
        except TrainingStopped:
            raise TrainingStopped(None) from None
        assert isinstance(loop.state.best_scores, DevelopmentScores)
        scores[name] = loop.state.best_scores
    best = max(scores, key=lambda name: scores[name])
    projective, two_planar = float(trees.projective.mean()), float((trees.planes <= 2).mean())
    return SystemChoice(best, scores, projective, two_planar, lost, len(training_part))


def some_sentences(treebank: Treebank, most: int, seed: int) -> Treebank:
    """A random sample of at most ``most`` sentences, in their original order.

    >>> import multiplane
    >>> len(some_sentences(multiplane.read("sample:german"), 5, seed=0))
    5
    """
    if len(treebank) <= most:
        return treebank
    chosen = np.sort(np.random.default_rng([seed]).permutation(len(treebank))[:most])
    return Treebank.from_sentences(treebank[int(number)] for number in chosen)
