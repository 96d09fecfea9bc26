"""A transition parser in training: weights that are learned sentence by sentence, and can be frozen at any time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int64
from multiplane.learn.features.attributes import compile_attributes, word_attributes
from multiplane.learn.features.clusters import Clusters
from multiplane.learn.features.defaults import default_features
from multiplane.learn.features.templates import FeatureModel
from multiplane.learn.transition.beam import new_beam
from multiplane.learn.transition.beam_training import learn_with_beam, new_paths
from multiplane.learn.transition.choosing import new_options
from multiplane.learn.transition.context import new_context
from multiplane.learn.transition.model import TransitionModel, checked_beam, machine_of
from multiplane.learn.transition.perceptron import Examples, Sums, learn_greedily
from multiplane.learn.transition.results import plain_labels
from multiplane.learn.transition.scoring import new_scorer, new_workspace
from multiplane.learn.transition.targets import targets_of
from multiplane.learn.transition.weights import frozen, new_table, row_width, touched_rows
from multiplane.transition import get
from multiplane.transition.oracles import guide_golds, guide_of
from multiplane.treebank.treebank import Treebank

MARGIN_BY_TEMPLATE = 0.8
LABEL_MARGIN_BY_TEMPLATE = 1.5
MOST_BITS = 22
MOST_WEIGHTS = 1 << 25


def bits_for(columns: int) -> int:
    """The size of a table with so many columns: as many rows as there is room for.

    >>> bits_for(4), bits_for(56)
    (22, 19)
    """
    return min(MOST_BITS, (MOST_WEIGHTS // row_width(columns)).bit_length() - 1)


class TransitionTrainer:
    """Learns a transition parser from a treebank.

    >>> import multiplane
    >>> treebank = multiplane.read("sample:dutch")
    >>> trainer = TransitionTrainer(treebank, system="swap")
    >>> everything = np.arange(len(treebank))
    >>> for _ in range(8):
    ...     mistakes, decisions = trainer.step(everything)
    >>> predicted = trainer.model().parse(treebank.layout)
    >>> bool((predicted.heads == treebank.heads).mean() > 0.9)
    True
    """

    def __init__(
        self,
        train: Treebank,
        *,
        system: str = "arc-eager",
        features: FeatureModel | None = None,
        beam: int = 1,
        clusters: Clusters | None = None,
    ) -> None:
        self.system = get(system)
        self.features = features or default_features(self.system, with_clusters=clusters is not None)
        self.clusters = clusters
        if clusters is not None and not any(name.startswith("cluster") for name in self.features.attributes):
            raise MultiplaneError("found word clusters that no feature looks at; expected a template with cluster")
        self.beam = checked_beam(beam)
        longest = int(np.diff(train.offsets).max(initial=1))
        guide = guide_of(self.system, longest) if beam == 1 else None
        targets = targets_of(train, self.system, guide)
        self.arc_labels = targets.names
        self._roots = targets.roots
        words = word_attributes(train.layout, compile_attributes(self.features.attributes, clusters))
        offsets = np.array(train.offsets)
        self._guide = guide if guide is not None else np.zeros(1, np.int32)
        self._golds, self._gold_starts = guide_golds(self._guide, targets.heads, offsets, targets.guided)
        sequences = (targets.guided, targets.transitions, targets.starts)
        self._examples = Examples(words, offsets, targets.heads, targets.labels, *sequences)
        self._machine = machine_of(self.system, len(targets.names), labels_count=beam > 1)
        self._tables = [
            new_table(bits_for(columns), columns) for columns in (len(self._machine.places), len(targets.names))
        ]
        self._scorer = new_scorer(*self.features.compile(), self._tables[0].weights, self._tables[1].weights)
        self._sums = Sums(self._tables[0].sums, self._tables[1].sums)
        self._workspace, self._options = new_workspace(self._scorer), new_options(len(self._machine.places))
        self._memory, self._context = self.system.memory(longest), new_context(longest)
        self._spare = np.zeros(len(self._memory), np.int32)
        self._beam = new_beam(beam, self._memory, longest)
        self._paths = new_paths(int(np.diff(targets.starts).max(initial=0)) if beam > 1 else 0, beam)
        self._margin = MARGIN_BY_TEMPLATE * len(self.features.transition)
        self._label_margin = LABEL_MARGIN_BY_TEMPLATE * len(self.features.label)
        self._seen = 0

    @property
    def labels(self) -> tuple[str, ...]:
        return plain_labels(self.system, self.arc_labels, self._roots)

    def step(self, order: Int64) -> tuple[int, int]:
        """Learn from these sentences, in this order; how often weights moved, and how many decisions there were.

        From the second time through the treebank on, the parser's own choices are followed.
        """
        model = (self._machine, self._scorer, self._sums, self._workspace, self._options)
        state = (self._memory, self._context, self._examples, np.array(order, np.int64))
        if self.beam > 1:
            found = learn_with_beam(*model, self._beam, self._paths, *state, self._seen)
        else:
            explore = self._seen >= len(self._examples.offsets) - 1
            margins = (self._margin, self._label_margin)
            guidance = (self._guide, self._golds, self._gold_starts, self._spare)
            found = learn_greedily(*model, *guidance, *state, explore, *margins, self._seen)
        self._seen += len(order)
        return found

    def model(self) -> TransitionModel:
        """The parser as it is now: weights averaged over all sentences so far."""
        (weights, label_weights), scale = frozen(self._tables, max(self._seen, 1))
        return TransitionModel(
            self.system,
            self.features,
            self.arc_labels,
            self._roots,
            weights,
            label_weights,
            scale,
            labels_count=self._machine.labels_count,
            beam=self.beam,
            clusters=self.clusters,
        )

    def state(self) -> dict[str, NDArray[Any]]:
        """All that has been learned, for `restore`."""
        state: dict[str, NDArray[Any]] = {"seen": np.array([self._seen], np.int64)}
        for name, table in zip(("transition", "label"), self._tables, strict=True):
            state[f"{name}_rows"], state[f"{name}_values"] = touched_rows(table)
        return state

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go on from there, as if there had been no break."""
        self._seen = int(state["seen"][0])
        for name, table in zip(("transition", "label"), self._tables, strict=True):
            columns = table.weights.shape[1]
            rows, values = state[f"{name}_rows"], state[f"{name}_values"]
            for part, piece in ((table.weights, values[:, :columns]), (table.sums, values[:, columns:])):
                part[:] = 0
                part[rows] = piece
