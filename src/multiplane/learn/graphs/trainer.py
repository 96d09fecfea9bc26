"""A graph parser in training: weights that are learned sentence by sentence, and averaged at any time."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.learn.features.clusters import Clusters
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.features.defaults import default_features
from multiplane.learn.graphs.examples import graph_training_data
from multiplane.learn.graphs.model import GraphsModel
from multiplane.learn.graphs.oracle import KIND_ARC, KIND_REDUCE, KIND_SHIFT, KIND_SWITCH, GraphGold, new_gold_state
from multiplane.learn.graphs.system import (
    arcs_per_word,
    check_builds_graphs,
    has_single_operations,
    without_parallel_arcs,
)
from multiplane.learn.transition.actions import check_trainable, compile_system
from multiplane.learn.transition.context import new_context
from multiplane.learn.transition.learning import learn_greedily
from multiplane.learn.transition.linear.trainer import PerceptronTrainer
from multiplane.learn.transition.linear.weights import averaged
from multiplane.transition import System, get
from multiplane.transition.algebra.composition import Opcode
from multiplane.treebank.treebank import Treebank

KINDS = {Opcode.SHIFT: KIND_SHIFT, Opcode.REDUCE: KIND_REDUCE, Opcode.SWITCH: KIND_SWITCH}


class GraphsTrainer(PerceptronTrainer):
    """Learns a graph parser from the DEPS column of a treebank.

    >>> rows = ["1 sits _ V _ _ 0 root 0:root _", "2 in in P _ _ 3 case 3:case _", "3 it _ N _ _ 1 obl 1:obl:in _"]
    >>> treebank = Treebank.from_text("\\n".join(rows).replace(" ", "\\t"))
    >>> trainer = GraphsTrainer(treebank)
    >>> for _ in range(4):
    ...     mistakes, decisions = trainer.step(np.arange(1))
    >>> trainer.model().parse_graphs(treebank).sentence(0)
    [(0, 1, 'root'), (3, 2, 'case'), (1, 3, 'obl:in')]
    """

    def __init__(
        self,
        train: Treebank,
        *,
        system: str | System = "2-planar-graph",
        features: FeatureModel | None = None,
        clusters: Clusters | None = None,
    ) -> None:
        self.sentences = len(train)
        plain = get(system) if isinstance(system, str) else system
        check_builds_graphs(plain)
        self.system = without_parallel_arcs(plain)
        self.features = features or default_features(self.system, with_clusters=clusters is not None)
        self.clusters = clusters
        data = graph_training_data(train, plain)
        examples, self.arc_labels, self._spelling, self._roots, self.coverage = data
        check_trainable(self.system, graphs=True)
        self._begin(train, compile_system(self.system, self.arc_labels), clusters)
        longest = int(np.diff(train.offsets).max(initial=1))
        state = new_gold_state(int(np.diff(examples.starts).max(initial=1)), longest, plain.stacks)
        slope, dynamic = arcs_per_word(self.system), has_single_operations(plain)
        self._gold = GraphGold(examples, transition_kinds(plain), state, slope, dynamic)
        self._memory, self._context = self.system.memory(longest + 8, 2), new_context(longest)

    def _learn(self, order: Int64, explores: bool) -> None:
        explored = np.full(self.sentences, self._gold.dynamic and explores)
        state = (self._choices, self._memory, self._context)
        learn_greedily(self._compiled, self._learner, *state, self._gold, order, explored, self._seen)

    def model(self) -> GraphsModel:
        """The parser with weights averaged over all sentences so far."""
        (weights, label_weights), _ = averaged(self._tables, max(self._seen, 1))
        settings = (self.system, self.features, self.arc_labels, self._roots, self._spelling, self.clusters)
        return GraphsModel(*settings, weights, label_weights)


def transition_kinds(system: System) -> Int32:
    """What each transition does, by its first operation.

    >>> transition_kinds(get("2-planar-graph")).tolist()
    [0, 1, 2, 2, 3]
    """
    return np.array([KINDS.get(member.opcodes()[0], KIND_ARC) for member in system.members(1)], np.int32)
