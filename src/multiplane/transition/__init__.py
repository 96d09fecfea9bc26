"""The machine: transition systems as compositions of elementary operations, run by one kernel.

>>> from multiplane.transition import get
>>> system = get("2-planar")
>>> sequence = system.derive([3, 4, 0, 3])
>>> system.run(4, sequence)
[3, 4, 0, 3]
"""

from multiplane.transition.algebra.composition import (
    ARC,
    DISCARD,
    DROP,
    FORGET,
    LEFT_ARC,
    REDUCE,
    RESTORE,
    RIGHT_ARC,
    SHIFT,
    SKIP,
    SWAP,
    SWITCH,
    UNSHIFT,
    Transition,
    for_each_position,
)
from multiplane.transition.algebra.guards import (
    ARC_BETWEEN,
    BUFFER_HAS_HEAD,
    CONNECTED,
    SKIPPED_HAVE_HEADS,
    STACK_EMPTY,
    STACK_HAS_HEAD,
    STACK_IS_ROOT,
    Guard,
)
from multiplane.transition.analysis.verification import Verification, verify
from multiplane.transition.machine.configuration import Configuration
from multiplane.transition.systems.batch import run_all
from multiplane.transition.systems.names import get, names, register
from multiplane.transition.systems.system import TransitionSystem
from multiplane.transition.transforms.pseudo_projective import lift, unlift
from multiplane.transition.transforms.reconstruction import reconstruct
from multiplane.treebank.graph import Graph

__all__ = [
    "ARC",
    "ARC_BETWEEN",
    "BUFFER_HAS_HEAD",
    "CONNECTED",
    "DISCARD",
    "DROP",
    "FORGET",
    "LEFT_ARC",
    "REDUCE",
    "RESTORE",
    "RIGHT_ARC",
    "SHIFT",
    "SKIP",
    "SKIPPED_HAVE_HEADS",
    "STACK_EMPTY",
    "STACK_HAS_HEAD",
    "STACK_IS_ROOT",
    "SWAP",
    "SWITCH",
    "UNSHIFT",
    "Configuration",
    "Graph",
    "Guard",
    "Transition",
    "TransitionSystem",
    "Verification",
    "for_each_position",
    "get",
    "lift",
    "names",
    "reconstruct",
    "register",
    "run_all",
    "unlift",
    "verify",
]
