"""Training the arc-factored parser: arcs against what the decoder finds, labels on the arcs of the gold trees."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.decode.decoders import decoder_name
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Bool, Int64
from multiplane.learn.arc_factored.linear.arcs import score_arcs, sides_of
from multiplane.learn.arc_factored.linear.labels import label_features, learn_labels
from multiplane.learn.arc_factored.linear.mira import add_costs, move_to_gold, violation_of
from multiplane.learn.arc_factored.linear.model import LinearArcFactoredModel, LinearArcScorer, in_16_bits
from multiplane.learn.arc_factored.search import training_search
from multiplane.learn.features.arc_defaults import ARC_FEATURES
from multiplane.learn.features.arcs import ArcFeatureModel
from multiplane.learn.features.attributes import word_attributes
from multiplane.learn.model.state import MAX_SENTENCES, state_array
from multiplane.treebank import Treebank

SEVERAL_ROOTS = 0.01


class ArcFactoredTrainer:
    """Weights that grow with every `step`; `model` gives their averages over all sentences seen.

    Trees get a single root unless more than one in a hundred of the training trees have several.

    >>> import multiplane
    >>> dutch, forms = multiplane.read("sample:dutch-2"), ("H.form D.form",)
    >>> trainer = ArcFactoredTrainer(dutch, features=ArcFeatureModel(forms, forms), arc_bits=8, label_bits=8)
    >>> mistakes, words = trainer.step(np.arange(len(dutch)))
    >>> words == dutch.word_count, 0 < mistakes <= words
    (True, True)
    """

    def __init__(
        self,
        train: Treebank,
        *,
        decoder: str = "projective",
        features: ArcFeatureModel = ARC_FEATURES,
        arc_bits: int = 23,
        label_bits: int = 17,
        max_arc_step: float = 0.005,
        max_label_step: float = 0.1,
    ) -> None:
        _check_trees(train)
        encoded = train.encode(["deprel"])
        self.labels: tuple[str, ...] = encoded.vocabularies["deprel"][1:]
        self.decoder = decoder_name(decoder)
        self._search = training_search(decoder)
        self.features = features
        self._compiled = features.compile()
        self._words = word_attributes(train.layout, self._compiled.attributes)
        self._offsets = train.offsets
        self._heads = train.heads
        self._label_ids = encoded.ids["deprel"] - np.int32(1)
        self._max_steps = max_arc_step, max_label_step
        roots = np.add.reduceat(train.heads == 0, train.offsets[:-1], dtype=np.int64)
        self._single_root = bool((roots > 1).mean() <= SEVERAL_ROOTS)
        self._time = 1.0
        self._arc_weights = np.zeros(1 << arc_bits, np.float32)
        self._arc_sums = np.zeros(1 << arc_bits, np.float64)
        self._arc_change = np.zeros(1 << arc_bits, np.int32)
        self._label_weights = np.zeros((1 << label_bits, len(self.labels)), np.float32)
        self._label_sums = np.zeros((1 << label_bits, len(self.labels)), np.float64)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.decoder}: {len(self._offsets) - 1:,} sentences>"

    def step(self, order: Int64) -> tuple[int, int]:
        """Learn from these sentences in this order; the number of words with a wrong head or label, and of all words.

        Heads are those that training finds, with a point added to every wrong arc.
        """
        mistakes = decisions = 0
        for sentence in order.tolist():
            here = slice(int(self._offsets[sentence]), int(self._offsets[sentence + 1]))
            wrong = self._learn_arcs(here) | self._learn_labels(here)
            mistakes += int(wrong.sum())
            decisions += len(wrong)
            self._time += 1.0
        return mistakes, decisions

    def _learn_arcs(self, here: slice) -> Bool:
        gold = self._heads[here]
        sides = sides_of(self._words[here], self._compiled.pairs, self._compiled.between)
        scores = score_arcs(sides, self._arc_weights, 1.0)
        add_costs(scores, gold)
        found = self._search(scores, self._single_root)
        violation = violation_of(scores, gold, found)
        if violation > 0:
            weights, sums, change = self._arc_weights, self._arc_sums, self._arc_change
            longest = self._max_steps[0]
            move_to_gold(sides, gold, found, violation, longest, self._time, weights, sums, change)
        wrong: Bool = found != gold
        return wrong

    def _learn_labels(self, here: slice) -> Bool:
        gold = self._label_ids[here]
        mask = len(self._label_weights) - 1
        features = label_features(self._words[here], self._heads[here], self._compiled.labels, mask)
        longest = self._max_steps[1]
        found = learn_labels(features, gold, longest, self._time, self._label_weights, self._label_sums)
        wrong: Bool = found != gold
        return wrong

    def model(self) -> LinearArcFactoredModel:
        """The parser with averaged weights, of its own memory: later steps do not change it."""
        arc_weights, scale = in_16_bits(self._arc_weights - self._arc_sums / self._time)
        label_weights, _ = in_16_bits(self._label_weights - self._label_sums / self._time)
        scorer = LinearArcScorer(self.features, arc_weights, label_weights, scale)
        return LinearArcFactoredModel(self.labels, self.decoder, self._single_root, scorer)

    def state(self) -> dict[str, NDArray[Any]]:
        """Everything that was learned, for `restore`."""
        return {
            "time": np.array([self._time]),
            "arc_weights": self._arc_weights.copy(),
            "arc_sums": self._arc_sums.copy(),
            "label_weights": self._label_weights.copy(),
            "label_sums": self._label_sums.copy(),
        }

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Continue from the state of a trainer with the same treebank and settings."""
        self._time = float(state_array(state, "time", np.float64, (1,), low=1, high=MAX_SENTENCES)[0])
        for name in ("arc_weights", "arc_sums", "label_weights", "label_sums"):
            own = getattr(self, f"_{name}")
            setattr(self, f"_{name}", state_array(state, name, own.dtype, own.shape).copy())


def _check_trees(train: Treebank) -> None:
    if train.word_count == 0:
        raise MultiplaneError(f"{train.source}: found no words; expected sentences to learn from")
    if train.heads.min() < 0:
        sentence = int(np.searchsorted(train.offsets, train.heads.argmin(), side="right")) - 1
        line = train.layout.lines[sentence]
        raise MultiplaneError(f"{train.source}:{line}: found a word without a head; expected trees to learn from")
