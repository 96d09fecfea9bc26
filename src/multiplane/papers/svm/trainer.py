"""Support vector machines in training: the static oracle's decisions are collected, then learned all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int64
from multiplane.learn.features.attributes import compile_attributes, word_attributes
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.features.defaults import default_features
from multiplane.learn.model.state import state_array
from multiplane.learn.transition.actions import check_trainable, compile_system
from multiplane.learn.transition.examples import training_data
from multiplane.learn.transition.linear.model import LinearModel
from multiplane.learn.transition.linear.trainer import bits_of_tables
from multiplane.papers.svm.classifier import pack_classifiers
from multiplane.papers.svm.decisions import decisions_of
from multiplane.papers.svm.features import single_items, split_features
from multiplane.papers.svm.liblinear import fit_table
from multiplane.papers.svm.libsvm import check_size, fit_classifier, mistakes_of, split_decisions
from multiplane.papers.svm.model import LibsvmModel
from multiplane.papers.svm.scorer import ROW_BITS
from multiplane.transition import System, get
from multiplane.treebank.treebank import Treebank

LIBLINEAR, LIBSVM = "liblinear", "libsvm"
TRANSITIONS, LABELS = 0, 1
GREEDY = 1


class FitTask(NamedTuple):
    """A classifier to fit: its share of the work, the number of its decisions, and a function that gives the fitted
    classifier and the number of decisions it still gets wrong.
    """

    kind: int
    work: int
    decisions: int
    run: Callable[[], tuple[Any, int]]


class SvmTrainer:
    """Learns a parser with LIBLINEAR or LIBSVM.

    Each `step` does a share of the work, as large as the share of its sentences in the treebank: one pass is the whole
    training. The order of the sentences does not matter.
    """

    def __init__(
        self,
        train: Treebank,
        *,
        learner: str,
        system: str | System = "arc-eager",
        features: FeatureModel | None = None,
        seed: int = 0,
    ) -> None:
        check_installed(learner)
        self.sentences = len(train)
        self.learner = learner
        self.system = get(system) if isinstance(system, str) else system
        check_trainable(self.system)
        examples, self.arc_labels, self._roots = training_data(train, self.system)
        compiled = compile_system(self.system, self.arc_labels)
        self._classes = (len(compiled.places), len(self.arc_labels))
        if learner == LIBSVM:
            self.features = split_features(features or single_items(default_features(self.system)), self.system)
            self._bits = (ROW_BITS, ROW_BITS)
        else:
            self.features = features or default_features(self.system)
            self._bits = bits_of_tables(self._classes, train.word_count, self.features)
        words = word_attributes(train.layout, compile_attributes(self.features.attributes))
        templates = self.features.compile()
        self._decisions = decisions_of(self.system, compiled, templates, self._bits, words, examples)
        if not all(len(decisions.chosen) for decisions in self._decisions):
            raise MultiplaneError(f"{train.source}: found no decisions to learn; expected sentences of several words")
        self._fits = self._linear_fits(seed) if learner == LIBLINEAR else self._kernel_fits()
        self._learned: list[tuple[int, Any]] = []
        self._sentences, self._seen = len(train), 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.learner}, {self.system.name}: {self.sentences:,} sentences>"

    def step(self, order: Int64) -> tuple[int, int]:
        """Do the share of these sentences; the number of decisions still wrong in what was fitted, and of all."""
        self._seen += len(order)
        work = sum(fit.work for fit in self._fits)
        mistakes = decisions = 0
        while len(self._learned) < len(self._fits):
            done = len(self._learned)
            if sum(fit.work for fit in self._fits[: done + 1]) * self._sentences > work * self._seen:
                break
            fit = self._fits[done]
            learned, wrong = fit.run()
            self._learned.append((fit.kind, learned))
            mistakes, decisions = mistakes + wrong, decisions + fit.decisions
        return mistakes, decisions

    def model(self) -> LinearModel | LibsvmModel:
        """The parser, after a whole pass."""
        if len(self._learned) < len(self._fits):
            raise MultiplaneError(f"found {self._seen} of {self._sentences} sentences; expected all before a model")
        parts = [[learned for kind, learned in self._learned if kind == wanted] for wanted in (TRANSITIONS, LABELS)]
        settings = (self.system, self.features, self.arc_labels, self._roots, GREEDY, None)
        if self.learner == LIBLINEAR:
            (weights, scale), (label_weights, _) = parts[TRANSITIONS][0], parts[LABELS][0]
            return LinearModel(*settings, weights, label_weights, scale)
        templates = [decisions.rows.shape[1] for decisions in self._decisions]
        return LibsvmModel(
            *settings, pack_classifiers(parts[0], templates[0]), pack_classifiers(parts[1], templates[1])
        )

    def state(self) -> dict[str, NDArray[Any]]:
        """The number of sentences seen; what was fitted is fitted again after `restore`."""
        return {"seen": np.array([self._seen], np.int64)}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Continue from this state; the next `step` repeats the work."""
        seen = state_array(state, "seen", np.int64, (1,), low=0, high=self._sentences)
        self._seen, self._learned = int(seen[0]), []

    def _linear_fits(self, seed: int) -> list[FitTask]:
        def fit(kind: int) -> FitTask:
            decisions = self._decisions[kind]

            def run() -> tuple[Any, int]:
                table, scale, mistakes = fit_table(decisions, self._classes[kind], self._bits[kind], seed)
                return (table, scale), mistakes

            return FitTask(kind, decisions.rows.size, len(decisions.chosen), run)

        return [fit(TRANSITIONS), fit(LABELS)]

    def _kernel_fits(self) -> list[FitTask]:
        def fit(kind: int, key: int, numbers: Int64) -> FitTask:
            decisions = self._decisions[kind]

            def run() -> tuple[Any, int]:
                part = fit_classifier(decisions, key, numbers)
                return part, mistakes_of(part, decisions, numbers, self._classes[kind])

            return FitTask(kind, len(numbers) ** 2, len(numbers), run)

        parts = [split_decisions(decisions) for decisions in self._decisions]
        check_size([numbers for both in parts for numbers in both.values()])
        return [fit(kind, key, numbers) for kind in (TRANSITIONS, LABELS) for key, numbers in parts[kind].items()]


def check_installed(learner: str) -> None:
    """An error that says what to install if scikit-learn is not there."""
    try:
        import sklearn.svm  # noqa: F401
    except ImportError:
        raise MultiplaneError(
            f"Training {learner} models needs scikit-learn: install it with `pip install scikit-learn`"
        ) from None
