"""Oracles: which transition leads to the gold tree. One idea a file; the work is done by kernels over int32 arrays.

>>> from multiplane.transition import get
>>> get("2-planar").derive([3, 4, 0, 3])
['shift', 'shift', 'reduce', 'left', 'shift', 'right', 'switch', 'reduce', 'left', 'shift']
"""

from multiplane.transition.oracles.coverage import Coverage, all_systems, coverage
from multiplane.transition.oracles.derivation import Derivations, derive_all
from multiplane.transition.oracles.dynamic.oracle import costs, loss
from multiplane.transition.oracles.dynamic.training import (
    guide_costs,
    guide_golds,
    guide_of,
    guided,
    surely_costs_least,
)
from multiplane.transition.oracles.prepare import gold_tree
from multiplane.transition.oracles.profile import plan_of
from multiplane.transition.oracles.static.oracle import next_transition

__all__ = [
    "Coverage",
    "Derivations",
    "all_systems",
    "costs",
    "coverage",
    "derive_all",
    "gold_tree",
    "guide_costs",
    "guide_golds",
    "guide_of",
    "guided",
    "loss",
    "next_transition",
    "plan_of",
    "surely_costs_least",
]
