"""For which systems a static oracle that fails proves that there is no sequence: those of the papers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from multiplane.transition.algebra.composition import Transition
from multiplane.transition.oracles.profile import FAR, ORDER

if TYPE_CHECKING:
    from multiplane.transition.system import System

Members = dict[str, Transition]
POSITIONS = 3
DEEPEST = 9


def is_complete(system: System) -> bool:
    """Whether the system's oracle finds a sequence for every tree that it can build.

    It does for all systems of `multiplane.transition.systems.catalogue`, their constrained and undirected variants, and
    for these with buffer arcs; with LNBA or RNBA on several stacks it may miss some.

    >>> from multiplane.transition import get
    >>> is_complete(get("arc-eager+lba+rnba")), is_complete(get("2-planar+lba")), is_complete(get("2-planar+lnba"))
    (True, True, False)
    """
    if system.stacks > 1 and set(FAR) & set(system.transitions):
        return False
    own = {name: transition for name, transition in _members(system).items() if name not in ORDER}
    return any(own == known for known in _known(system.stacks))


def _members(system: System) -> Members:
    return dict(zip(system.names(POSITIONS), system.members(POSITIONS), strict=True))


@cache
def _known(stacks: int) -> list[Members]:
    """The transitions of the papers' systems on so many stacks."""
    from multiplane.transition.systems.catalogue import SYSTEMS, attardi, planar, planar_graph

    plain = [make() for make in SYSTEMS.values()] if stacks == 1 else []
    plain += [attardi(degree) for degree in range(1, DEEPEST + 1)] if stacks == 1 else []
    plain += [planar(stacks), planar_graph(stacks)]
    graph = planar_graph(stacks)
    plain += [graph.with_constraints("single-head"), graph.with_constraints("acyclic")]
    if stacks == 1:
        plain += [planar().with_constraints("no-covered-roots"), graph.with_constraints("no-covered-roots")]
    undirected = [planar(stacks).undirected(), *([SYSTEMS["covington"]().undirected()] if stacks == 1 else [])]
    return [_members(system) for system in plain + undirected]
