"""A transition system as integers: what each transition needs, its condition, its steps. The kernel reads no more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from multiplane.transition.algebra import Transition
from multiplane.transition.state import Ints
from multiplane.transition.symbolic import Effect, Machine, execute


class Table(NamedTuple):
    """Rows by transition. ``needs[t]``: nodes wanted in the buffer, on the active stack, on the next ones.

    ``clauses[t]`` to ``clauses[t + 1]`` are the clauses of its condition, each a range of ``literals`` rows
    (wanted, kind, area, depth, area, depth); ``steps[starts[t]:starts[t + 1]]`` are (opcode, stack, buffer, times).
    """

    needs: Ints
    clauses: Ints
    clause_starts: Ints
    literals: Ints
    starts: Ints
    steps: Ints
    root: Ints


def compile_table(transitions: Sequence[Transition], machine: Machine) -> Table:
    """The table of these transitions.

    >>> from multiplane.transition.algebra import LEFT_ARC, REDUCE, SHIFT
    >>> from multiplane.transition.guards import STACK_HAS_HEAD
    >>> table = compile_table([SHIFT, LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE], Machine())
    >>> table.needs.tolist(), table.steps.tolist()
    ([[1, 0], [1, 1]], [[0, 1, 1, 1], [3, 1, 1, 1], [2, 1, 1, 1]])
    """
    clauses, clause_starts, literals = [0], [0], []
    starts, steps = [0], []
    needs = []
    for transition in transitions:
        effect: Effect = execute(transition, machine)
        needs.append(effect.needs)
        for clause in sorted(effect.condition.clauses, key=sorted):
            literals += [(wanted, atom.kind, *atom.first, *atom.second) for atom, wanted in sorted(clause)]
            clause_starts.append(len(literals))
        clauses.append(len(clause_starts) - 1)
        rows = [(step.opcode, step.stack, step.buffer) for step in transition.steps]
        steps += [(*row, len(list(group))) for row, group in groupby(rows)]
        starts.append(len(steps))
    return Table(
        needs=_ints(needs, machine.stacks + 1),
        clauses=_ints(clauses),
        clause_starts=_ints(clause_starts),
        literals=_ints(literals, 6),
        starts=_ints(starts),
        steps=_ints(steps, 4),
        root=_ints([machine.root]),
    )


def _ints(rows: Sequence[object], width: int = 0) -> Ints:
    array = np.array(rows, dtype=np.int32)
    return array.reshape(-1, width) if width else array
