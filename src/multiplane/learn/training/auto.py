"""The model that suits a treebank, where none was asked for: a few kinds that differ are tried on a part of it.

No kind wins everywhere. Where few arcs cross and words keep to their order, arc-eager is as good as any, and much
faster; elsewhere, an arc-factored model may be several points better. So about 40,000 words of the training set are cut
in two, each half is parsed by models that have learned from the other, and arc-eager makes way for a model that is
better by more than 0.2 LAS; all trees make way for projective ones by the same rule. The development set has no say.

Options that only one kind of model takes decide instead of a trial, and a budget of time asks for a neural model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from threading import Event
from typing import Any, cast

import numpy as np

from multiplane.evaluate.arrays import right_arcs_of
from multiplane.kernels.arrays import Int64
from multiplane.kernels.interpret import is_listing
from multiplane.learn.kinds import options_for
from multiplane.learn.options import Options
from multiplane.learn.protocols import TreeModel
from multiplane.learn.training.run import TrainingStopped
from multiplane.parallel import in_threads
from multiplane.structure import classify_all
from multiplane.treebank.treebank import Treebank

FAST = "arc-eager"
CANDIDATES: Mapping[str, Mapping[str, str]] = {
    FAST: {"model": "transition", "system": FAST},
    "arc-factored (all)": {"model": "arc-factored", "trees": "all"},
    "arc-factored (projective)": {"model": "arc-factored", "trees": "projective"},
}
"""The fastest, then the wider class of trees; each is taken if it is more than `TIE` better than the best before it."""

CROSSING = "arc-factored (all)"
FEW_CROSS = 0.1
"""Trees with crossing arcs are tried only where so many of the sentences have them."""

WORDS, MIN_WORDS = 40_000, 2_000
LONGEST = 1_000
"""Words of a sentence: with longer ones, the work and the memory of arc-factored models, which grow with the square,
are no longer small."""

FOLDS = 2
TRIAL_EPOCHS = 5

TIE = 0.2
SLICE = 100
"""Sentences between two looks at whether training was stopped."""

INSTALL = "pip install torch"
NEURAL_SECONDS_PER_WORD = 150e-6
"""Of processor time, for each pass of a neural model: 133 to 167 microseconds on eight treebanks (docs/neural.md)."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The candidate chosen, and the LAS of all those that were tried, on so many words; or what stood in the way."""

    name: str
    scores: Mapping[str, float]
    words: int
    obstacle: str = ""

    @property
    def options(self) -> Mapping[str, Any]:
        """What to train."""
        return CANDIDATES[self.name]

    @property
    def reason(self) -> str:
        """Why this one was chosen: one line with figures."""
        if not self.scores:
            return f"Chosen: {self.name}, as {self.obstacle}"
        others = ", ".join(f"{name} {las:.1f}" for name, las in self.scores.items() if name != self.name)
        found = f"LAS {self.scores[self.name]:.1f} in a trial on {self.words:,} words; {others}"
        return f"Chosen: {self.name}, {found}{' (slower, not better)' * (self.name == FAST)}"

    def as_data(self) -> dict[str, Any]:
        """Model, options and reason for the header of a model file."""
        return {**self.options, "reason": self.reason}


def about_neural(words: int) -> str:
    """One line on what a neural model would bring and cost, by what was measured.

    >>> about_neural(100_000).split("; ")[1]
    'about 4 minutes of processor time here'
    """
    epochs = options_for("neural").settled(words).passes[0]
    minutes = max(1, round(NEURAL_SECONDS_PER_WORD * epochs * words / 60))
    needs = "" if find_spec("torch") else f"; needs {INSTALL}"
    gain = "Model neural: 1 to 5 points of LAS more on nine treebanks, not on every other"
    return f"{gain}; about {minutes} minute{'s' * (minutes > 1)} of processor time here{needs}"


def choose_model(train: Treebank, seed: int) -> ModelChoice:
    """Try the candidates on at most about 40,000 words: the fastest one, unless another is better.

    The choice is the same for the same seed, on any number of cores.

    >>> import multiplane
    >>> choose_model(multiplane.read("sample:dutch-2"), seed=0).reason
    'Chosen: arc-eager, as 11 words are too few to try others'
    """
    longest = int(np.diff(train.offsets).max(initial=0))
    if longest > LONGEST:
        return ModelChoice(FAST, {}, 0, f"a sentence of {longest:,} words is too long for the others")
    if min(train.word_count // MIN_WORDS, len(train) // FOLDS) == 0 and not is_listing():
        return ModelChoice(FAST, {}, 0, f"{train.word_count:,} words are too few to try others")
    part = some_sentences(train, WORDS, seed)
    crossing = 1 - float(classify_all(part.heads, part.offsets).projective.mean())
    names = [name for name in CANDIDATES if name != CROSSING or crossing >= FEW_CROSS or is_listing()]
    stop = Event()
    jobs = [(name, fold) for name in reversed(names) for fold in range(FOLDS)]
    try:
        found = in_threads(
            lambda job: right_arcs(part, options_for(**CANDIDATES[job[0]], seed=seed), job[1], stop), jobs, stop=stop
        )
    except KeyboardInterrupt:
        raise TrainingStopped(None) from None
    right = {name: np.zeros(len(part), np.int64) for name in names}
    for (name, _), counts in zip(jobs, found, strict=True):
        right[name] += counts
    scores = {name: 100 * float(right[name].sum()) / part.word_count for name in names}
    best = names[0]
    for name in names[1:]:
        if scores[name] > scores[best] + TIE:
            best = name
    return ModelChoice(best, scores, part.word_count)


def right_arcs(treebank: Treebank, options: Options, fold: int, stop: Event) -> Int64:
    """How many words of each sentence of a fold get the right head and label from a parser trained on the others."""
    folds = np.random.default_rng([options.seed, FOLDS]).permutation(len(treebank)) % FOLDS
    rest, held_out = (_sentences(treebank, np.flatnonzero(mask)) for mask in (folds != fold, folds == fold))
    trainer = options.new_trainer(rest)
    for epoch in range(1 if is_listing() else TRIAL_EPOCHS):
        order = np.random.default_rng([options.seed, epoch]).permutation(len(rest))
        for start in range(0, len(order), SLICE):
            if not stop.is_set():
                trainer.step(order[start : start + SLICE])
    right = np.zeros(len(treebank), np.int64)
    if stop.is_set():
        return right
    model = cast(TreeModel, trainer.model())
    predicted = model.parse(held_out.layout, workers=1)
    words = right_arcs_of(held_out, predicted.heads, predicted.labels, model.labels)
    right[folds == fold] = np.add.reduceat(words, np.array(held_out.offsets[:-1]), dtype=np.int64)
    return right


def some_sentences(treebank: Treebank, words: int, seed: int) -> Treebank:
    """A random sample of sentences with about so many words, in their original order.

    >>> import multiplane
    >>> some_sentences(multiplane.read("sample:german"), 50, seed=0)
    <Treebank sample:german: 6 sentences, 53 words>
    """
    if treebank.word_count <= words:
        return treebank
    order = np.random.default_rng([seed]).permutation(len(treebank))
    count = int(np.searchsorted(np.cumsum(np.diff(treebank.offsets)[order]), words)) + 1
    return _sentences(treebank, np.sort(order[:count]))


def _sentences(treebank: Treebank, numbers: Int64) -> Treebank:
    return Treebank.from_sentences(treebank[int(number)] for number in numbers)
