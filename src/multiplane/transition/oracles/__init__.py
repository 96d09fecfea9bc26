"""Oracles: which transitions lead from a configuration to the gold tree.

A *static* oracle gives one sequence of transitions that builds the gold tree. There is one for each way of parsing, in
``static/``, and a system finds its own by its transitions, not by its name: ``profile`` reads off its compositions what
each transition does. ``derive`` turns one tree into names of transitions, or says why the system cannot build it;
``treebanks`` does the same for whole treebanks in arrays, ``graphs`` for graphs; ``coverage`` counts what systems can
build of a treebank.

A *dynamic* oracle knows what each transition costs in any configuration, also after mistakes: the loss after it minus
the loss before it, where the loss is the number of gold arcs that can no longer be built. Each loss is a file in
``dynamic/``; ``dynamic.training`` chooses the one that a parser is trained with.

``prepare`` makes a gold tree into the int32 array (``gold``) that the kernels of both read.

The loss of a new system: a kernel in a file of its own in ``dynamic/``, a number and the system's name in
``profile`` (``LOSS_…``, ``EXACT_LOSSES``), a line in ``dynamic.oracle.loss_without_lookahead``. A new static oracle: a
kernel in ``static/``, a number and the choice in ``profile``, a line in ``static.oracle.next_transition``. The tests
are in tests/transition/oracles under the names of the modules: a loss is compared with the least loss over all
continuations, as in dynamic/test_arc_eager.py; a static oracle with all trees that its system can build, by a line in
``CLASSES`` of static/test_oracle.py.

>>> from multiplane.transition import get
>>> get("2-planar").derive([3, 4, 0, 3])
['shift', 'shift', 'reduce', 'left', 'shift', 'right', 'switch', 'reduce', 'left', 'shift']
"""

from multiplane.transition.oracles.coverage import Coverage, all_systems, coverage
from multiplane.transition.oracles.dynamic.oracle import costs, loss
from multiplane.transition.oracles.dynamic.training import (
    has_training_oracle,
    is_certainly_optimal,
    training_costs,
    training_golds,
    training_oracle,
)
from multiplane.transition.oracles.graphs import GraphDerivations, derive_graphs
from multiplane.transition.oracles.prepare import gold_graph, gold_tree
from multiplane.transition.oracles.profile import profile_of
from multiplane.transition.oracles.static.oracle import next_transition
from multiplane.transition.oracles.treebanks import Derivations, derive_all
from multiplane.treebank.graph_arrays import GraphArrays, graph_arrays

__all__ = [
    "Coverage",
    "Derivations",
    "GraphArrays",
    "GraphDerivations",
    "all_systems",
    "costs",
    "coverage",
    "derive_all",
    "derive_graphs",
    "gold_graph",
    "gold_tree",
    "graph_arrays",
    "has_training_oracle",
    "is_certainly_optimal",
    "loss",
    "next_transition",
    "profile_of",
    "training_costs",
    "training_golds",
    "training_oracle",
]
