"""Transition-based parsing: systems as compositions of elementary operations, run by one kernel.

>>> from multiplane.transition import get
>>> system = get("2-planar")
>>> sequence = system.derive([3, 4, 0, 3])
>>> system.run(4, sequence)
[3, 4, 0, 3]

The subfolders, none of which imports from one after it: ``algebra/`` (operations, guards, compositions and
what they require), ``machine/`` (memory, programs, kernels), ``transforms/`` (systems and trees made from others),
``systems/`` (the catalogue, systems by name, configurations), ``oracles/`` (from trees to sequences), ``analysis/``
(properties, exhaustive verification, traces). ``system.py`` is what a system is and does.

A new system is a function of ``systems/catalogue.py``. A new operation is

1. a number in ``Opcode`` and a constant beside the others, in ``algebra/composition.py``, where tuples such as
   ``REMOVING`` and ``ON_ONE_STACK`` say what else is true of it;
2. a branch of ``SymbolicConfiguration.apply`` in ``algebra/symbolic.py``: what it requires, and what is where after it;
3. a branch of ``apply`` in ``machine/execution.py``: what it does to the memory.

Programs, properties, files of models and the commands follow from these. ``tests/transition/machine/interpreter.py``
gets its literal meaning, as the judge of 2 and 3. A new condition is a ``Kind`` in ``algebra/guards.py``, likewise with
a branch of ``formula`` in ``algebra/symbolic.py`` and one of ``holds`` in ``machine/execution.py``.
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
    Composition,
)
from multiplane.transition.algebra.family import for_each_position
from multiplane.transition.algebra.guards import (
    ARC_BETWEEN,
    BUFFER_HAS_HEAD,
    CONNECTED,
    PATH_TO_BUFFER,
    PATH_TO_STACK,
    SKIPPED_HAVE_HEADS,
    STACK_EMPTY,
    STACK_HAS_HEAD,
    STACK_IS_ROOT,
    Guard,
)
from multiplane.transition.analysis.verification import Verification
from multiplane.transition.analysis.verify import verify
from multiplane.transition.machine.configuration import Configuration
from multiplane.transition.system import System
from multiplane.transition.systems.batch import run_all
from multiplane.transition.systems.registry import get, names, register
from multiplane.transition.transforms.pseudo_projective import lift, unlift
from multiplane.transition.transforms.undirected import reconstruct
from multiplane.treebank.graph import Graph

TransitionSystem = System

__all__ = [
    "ARC",
    "ARC_BETWEEN",
    "BUFFER_HAS_HEAD",
    "CONNECTED",
    "DISCARD",
    "DROP",
    "FORGET",
    "LEFT_ARC",
    "PATH_TO_BUFFER",
    "PATH_TO_STACK",
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
    "Composition",
    "Configuration",
    "Graph",
    "Guard",
    "System",
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
