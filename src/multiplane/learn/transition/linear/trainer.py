"""A linear transition parser in training: weights that are learned sentence by sentence, and averaged at any time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int64
from multiplane.learn.features.attributes import compile_attributes, word_attributes
from multiplane.learn.features.clusters import Clusters
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.features.defaults import default_features
from multiplane.learn.transition.actions import CompiledSystem, compile_system
from multiplane.learn.transition.context import new_context
from multiplane.learn.transition.easy_first import EASY_FIRST_STEPS, new_gap_scores, reach, steps_of
from multiplane.learn.transition.examples import training_data, tree_gold
from multiplane.learn.transition.learning import learn_greedily
from multiplane.learn.transition.linear.beam_training import learn_with_beam, new_history
from multiplane.learn.transition.linear.easy_first_training import learn_easy_first
from multiplane.learn.transition.linear.model import LinearModel
from multiplane.learn.transition.linear.perceptron import new_perceptron
from multiplane.learn.transition.linear.weights import (
    averaged,
    new_table,
    restore_tables,
    row_width,
    state_of_tables,
)
from multiplane.learn.transition.model import checked_beam
from multiplane.learn.transition.scorer import new_choices
from multiplane.learn.transition.search import new_beam
from multiplane.transition import System, get
from multiplane.transition.oracles import training_oracle
from multiplane.treebank.treebank import Treebank

ORACLES = ("dynamic", "static")
MIN_BITS, MAX_BITS = 12, 22
MAX_WEIGHTS = 1 << 25
TRANSITIONS_PER_WORD = 2


def bits_for(columns: int, features: int) -> int:
    """The size of a table with this number of columns: two rows for every feature in the training set, repeated ones
    too, unless they are more than `MAX_BITS` and `MAX_WEIGHTS` allow.

    >>> bits_for(4, 10_000_000), bits_for(56, 10_000_000), bits_for(56, 50_000)
    (22, 19, 17)
    """
    most = min(MAX_BITS, (MAX_WEIGHTS // row_width(columns)).bit_length() - 1)
    return max(MIN_BITS, min(most, (2 * features).bit_length()))


def bits_of_tables(columns: tuple[int, int], words: int, features: FeatureModel) -> tuple[int, int]:
    """The sizes of the tables of transitions and labels for a training set of so many words.

    >>> bits_of_tables((4, 56), 1000, default_features(get("arc-eager")))
    (19, 17)
    """
    transitions, labels = columns
    seen = TRANSITIONS_PER_WORD * words * len(features.transition), words * len(features.label)
    return bits_for(transitions, seen[0]), bits_for(labels, seen[1])


def checked_oracle(oracle: str) -> str:
    """The oracle to learn from: dynamic, which tells what is right after mistakes too, or static.

    >>> checked_oracle("delphic")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found oracle 'delphic'; expected dynamic or static
    """
    if oracle not in ORACLES:
        raise MultiplaneError(f"found oracle {oracle!r}; expected {' or '.join(ORACLES)}")
    return oracle


def longest_buffer_arcs(policy: str, words: int) -> int:
    """The longest arc that LBA and RBA are to build (BUF §3.1): ``short`` ones of length one, or ``any``.

    >>> longest_buffer_arcs("short", 40), longest_buffer_arcs("any", 40)
    (1, 40)
    """
    lengths = {"short": 1, "any": words}
    if policy not in lengths:
        raise MultiplaneError(f"found buffer arcs {policy!r}; expected {' or '.join(lengths)}")
    return lengths[policy]


class PerceptronTrainer:
    """What trainers of trees and of graphs have in common: the tables of weights, and the learner that updates them."""

    system: System
    features: FeatureModel
    sentences: int

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.system.name}: {self.sentences:,} sentences>"

    def _begin(self, train: Treebank, compiled: CompiledSystem, clusters: Clusters | None) -> None:
        """Start with tables of zeros for the transitions and labels of a compiled system."""
        self._compiled, self._seen = compiled, 0
        columns = (len(compiled.places), compiled.label_count)
        bits = bits_of_tables(columns, train.word_count, self.features)
        self._tables = [new_table(*size) for size in zip(bits, columns, strict=True)]
        words = word_attributes(train.layout, compile_attributes(self.features.attributes, clusters))
        self._learner = new_perceptron(self.features, self._tables, words, compiled.label_count)
        self._choices = new_choices(len(compiled.places))

    def step(self, order: Int64) -> tuple[int, int]:
        """Learn from these sentences, in this order; return the number of updates and of decisions.

        After the first pass over the treebank, the parser's own choices are followed.
        """
        self._learner.counts[:] = 0
        self._learn(np.array(order, np.int64), self._seen >= self.sentences)
        self._seen += len(order)
        mistakes, decisions = self._learner.counts.tolist()
        return mistakes, decisions

    def _learn(self, order: Int64, explores: bool) -> None:
        raise NotImplementedError

    def state(self) -> dict[str, NDArray[Any]]:
        """Everything that was learned, for `restore`."""
        return state_of_tables(self._tables, self._seen)

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Continue from this state, as if there had been no break."""
        self._seen = restore_tables(self._tables, state)


class TransitionTrainer(PerceptronTrainer):
    """Learns a transition parser from a treebank.

    >>> import multiplane
    >>> treebank = multiplane.read("sample:dutch-2")
    >>> features = FeatureModel(("S1.form S0.form", "S0.form B0.form"), ("H.form D.form",))
    >>> trainer = TransitionTrainer(treebank, system="swap", features=features)
    >>> for _ in range(8):
    ...     mistakes, decisions = trainer.step(np.arange(len(treebank)))
    >>> predicted = trainer.model().parse(treebank.layout)
    >>> bool((predicted.heads == treebank.heads).all())
    True
    """

    def __init__(
        self,
        train: Treebank,
        *,
        system: str | System = "arc-eager",
        features: FeatureModel | None = None,
        beam: int = 1,
        clusters: Clusters | None = None,
        oracle: str = "dynamic",
        buffer_arcs: str = "short",
    ) -> None:
        self.sentences = len(train)
        self.system = get(system) if isinstance(system, str) else system
        self.features = features or default_features(self.system, with_clusters=clusters is not None)
        self.clusters = clusters
        if clusters is not None and not any(name.startswith("cluster") for name in self.features.attributes):
            raise MultiplaneError("found word clusters that no feature looks at; expected a template with cluster")
        self.beam = checked_beam(beam)
        self._steps = steps_of(self.system)
        if self._steps is EASY_FIRST_STEPS and beam > 1:
            raise MultiplaneError(f"found a beam of {beam} for {self.system.name}; expected 1, as it is always greedy")
        longest = int(np.diff(train.offsets).max(initial=1))
        longest_buffer_arc = longest_buffer_arcs(buffer_arcs, longest)
        dynamic = checked_oracle(oracle) == "dynamic" and beam == 1
        found = training_oracle(self.system, longest, longest_buffer_arc) if dynamic else None
        examples, self.arc_labels, self._roots = training_data(train, self.system, found, longest_buffer_arc)
        self._gold = tree_gold(examples, self._steps, found)
        self._begin(train, compile_system(self._steps, self.arc_labels, joint_labels=beam > 1), clusters)
        self._memory, self._context = self._steps.memory(longest), new_context(longest)
        self._beam = new_beam(beam, self._memory, longest)
        self._history = new_history(int(np.diff(examples.starts).max(initial=0)) if beam > 1 else 0, beam)
        self._gaps, self._sight = new_gap_scores(longest), reach(self._learner.scorer.templates)

    def _learn(self, order: Int64, explores: bool) -> None:
        model, seen = (self._compiled, self._learner, self._choices), self._seen
        memory, context, gold = self._memory, self._context, self._gold
        if self.beam > 1:
            learn_with_beam(*model, self._beam, self._history, memory, context, gold, order, seen)
        elif self._steps is EASY_FIRST_STEPS:
            learn_easy_first(*model, memory, context, gold, order, self._gaps, self._sight, explores, seen)
        else:
            learn_greedily(*model, memory, context, gold, order, np.full(self.sentences, explores), seen)

    def model(self) -> LinearModel:
        """The parser with weights averaged over all sentences so far."""
        (weights, label_weights), scale = averaged(self._tables, max(self._seen, 1))
        return LinearModel(
            self.system,
            self.features,
            self.arc_labels,
            self._roots,
            self.beam,
            self.clusters,
            weights,
            label_weights,
            scale,
            joint_labels=self._compiled.joint_labels,
        )
