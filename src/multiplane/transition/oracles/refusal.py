"""Why a system cannot build a tree, in one line that names the arcs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.structure import crossings, planes
from multiplane.transition.machine.memory import Ints
from multiplane.transition.oracles.derivation import derive_sentence
from multiplane.transition.oracles.effort import improve
from multiplane.transition.oracles.profile import BEYOND, PLANES, PROJECTIVE_PART, SAVES, WHAT_PLANES_HOLD

if TYPE_CHECKING:
    from multiplane.transition.system import System


def refusal(system: System, plan: Ints, heads: Ints) -> str:
    """The reason: two arcs that cross, an odd cycle of crossings, or how few arcs must be lost."""
    words = len(heads)
    program, memory = system.program(words), system.memory(words)
    lost = derive_sentence(plan, program, memory, heads)[2]
    better = improve(plan, program, memory, heads, lost, best_effort=True)
    lost = better[2] if better is not None else lost
    arcs = "1 arc" if lost == 1 else f"{lost} arcs"
    return f"no sequence of transitions builds the tree{_because(plan, heads)}; the best effort loses {arcs}"


def _because(plan: Ints, heads: Ints) -> str:
    if plan[BEYOND]:
        return ""
    if plan[SAVES] == WHAT_PLANES_HOLD and plan[PLANES] > 1:
        found = planes(heads, root_arcs=False)
        if len(found.clique) > plan[PLANES]:
            return f": {_listed(heads, found.clique)} all cross one another"
        if plan[PLANES] == 2 and found.odd_cycle:
            return f": of {_listed(heads, found.odd_cycle)} each crosses the next, an odd number of them"
        return f": its arcs need {found.count} planes"
    crossing = crossings(heads, root_arcs=plan[SAVES] == PROJECTIVE_PART)
    return f": {_listed(heads, crossing[0])} cross" if crossing else ""


def _listed(heads: Ints, dependents: tuple[int, ...]) -> str:
    arcs = [f"{heads[word - 1]} → {word}" for word in dependents]
    return f"{', '.join(arcs[:-1])} and {arcs[-1]}"
