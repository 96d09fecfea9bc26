"""A transition system as one int32 array: for each transition what it needs, its condition, its steps.

``program[t]`` is where the record of transition t starts: the place of its steps; the nodes it needs in the buffer, on
the active stack, on the next ones; the number of clauses of its condition, and each clause as a number of literals
(wanted, kind, area, depth, area, depth); at last the number of steps, each (opcode, stack, buffer, times).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.transition.algebra.composition import Composition
from multiplane.transition.algebra.symbolic import Assumptions, effect_of


def assemble(transitions: Iterable[Composition], assumptions: Assumptions) -> Int32:
    """The program of these transitions; an error where a step has an unknown opcode.

    >>> from multiplane.transition.algebra.composition import LEFT_ARC, REDUCE, SHIFT
    >>> from multiplane.transition.algebra.guards import STACK_HAS_HEAD
    >>> program = assemble([SHIFT, LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE], Assumptions())
    >>> program[program[1] :].tolist()
    [23, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0, 2, 3, 1, 1, 1, 2, 1, 1, 1]
    """
    members = list(transitions)
    program = [0] * len(members)
    for number, transition in enumerate(members):
        effect = effect_of(transition, assumptions)
        program[number] = len(program)
        conditions = [len(effect.condition.clauses)]
        for clause in sorted(effect.condition.clauses, key=sorted):
            conditions.append(len(clause))
            for atom, wanted in sorted(clause):
                conditions += [wanted, atom.kind, *atom.first, *atom.second]
        rows = [(step.opcode, step.stack, step.buffer) for step in transition.steps]
        steps = [(*row, len(list(group))) for row, group in groupby(rows)]
        place = len(program) + 1 + len(effect.needs) + len(conditions)
        program += [place, *effect.needs, *conditions, len(steps), *(value for step in steps for value in step)]
    return np.array(program, dtype=np.int32)
