"""Running the transition sequences of a whole treebank with one kernel, as `derive_all` derives them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.jit import kernel
from multiplane.transition.machine.execution import apply, permitted
from multiplane.transition.machine.memory import begin
from multiplane.transition.systems.system import TransitionSystem

Ints = NDArray[np.int32]
Offsets = NDArray[np.int64]
UNLABELLED = -1


def run_all(system: TransitionSystem, transitions: Ints, starts: Offsets, offsets: Offsets) -> int:
    """Run every sentence's sequence; the number of sentences in which all transitions are applicable.

    Sentence s has words ``offsets[s]`` to ``offsets[s + 1]`` and transitions ``starts[s]`` to ``starts[s + 1]``, by
    number in ``system.names(longest)``, as in the result of `derive_all`.

    >>> from multiplane.transition import get
    >>> from multiplane.transition.oracles import derive_all
    >>> system, offsets = get("arc-eager"), np.array([0, 3, 7])
    >>> found = derive_all(system, np.array([2, 0, 2, 3, 4, 0, 3], np.int32), offsets)
    >>> run_all(system, found.transitions, found.offsets, offsets)
    2
    """
    longest = int(np.diff(offsets).max(initial=0))
    return int(run_range(system.program(longest), system.memory(longest), system.root, transitions, starts, offsets))


@kernel
def run_range(program: Ints, memory: Ints, root: bool, transitions: Ints, starts: Offsets, offsets: Offsets) -> int:
    """The number of sentences whose transitions are all applicable in turn."""
    complete = 0
    for sentence in range(len(offsets) - 1):
        begin(memory, offsets[sentence + 1] - offsets[sentence], root)
        step, end = starts[sentence], starts[sentence + 1]
        while step < end and permitted(memory, program, transitions[step], UNLABELLED):
            apply(memory, program, transitions[step], UNLABELLED)
            step += 1
        complete += step == end
    return complete
