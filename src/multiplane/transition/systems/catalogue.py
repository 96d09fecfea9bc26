"""The systems of the papers, each as its compositions (DTS §3.1, §3.3, §5; 2P; UND; Nivre 2009; Attardi 2006)."""

from __future__ import annotations

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import (
    DROP,
    FORGET,
    LEFT_ARC,
    REDUCE,
    RESTORE,
    RIGHT_ARC,
    SHIFT,
    SKIP,
    SWAP,
    UNSHIFT,
    Transition,
    for_each_position,
)
from multiplane.transition.algebra.guards import (
    ARC_BETWEEN,
    BUFFER_HAS_HEAD,
    CONNECTED,
    SKIPPED_HAVE_HEADS,
    STACK_HAS_HEAD,
)
from multiplane.transition.systems.system import TransitionSystem


def _named(system: TransitionSystem, source: str, graph_class: str) -> TransitionSystem:
    return system.variant(system.name, source=source, graph_class=graph_class)


def arc_standard() -> TransitionSystem:
    system = TransitionSystem(
        "arc-standard",
        shift=SHIFT,
        left=LEFT_ARC >> REDUCE,
        right=RIGHT_ARC >> SHIFT >> REDUCE >> UNSHIFT,
    )
    return _named(system, "Nivre 2008; DTS Example 3", "projective")


def arc_standard_stack() -> TransitionSystem:
    system = TransitionSystem(
        "arc-standard-stack",
        shift=SHIFT,
        left=UNSHIFT >> LEFT_ARC >> REDUCE >> SHIFT,
        right=UNSHIFT >> RIGHT_ARC >> SHIFT >> REDUCE,
    )
    return _named(system, "Nivre 2004; DTS Example 3", "projective")


def arc_eager() -> TransitionSystem:
    system = TransitionSystem(
        "arc-eager",
        shift=SHIFT,
        reduce=REDUCE.where(STACK_HAS_HEAD),
        left=LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE,
        right=RIGHT_ARC >> SHIFT,
    )
    return _named(system, "Nivre 2003; DTS Example 4", "projective")


def arc_hybrid() -> TransitionSystem:
    system = TransitionSystem(
        "arc-hybrid",
        shift=SHIFT,
        left=LEFT_ARC >> REDUCE,
        right=UNSHIFT >> RIGHT_ARC >> SHIFT >> REDUCE,
    )
    return _named(system, "Kuhlmann, Gómez-Rodríguez & Satta 2011; DTS Example 6", "projective")


def easy_first() -> TransitionSystem:
    def attach_left(i: int) -> Transition:
        return SHIFT * i >> LEFT_ARC >> REDUCE >> UNSHIFT * (i - 1)

    def attach_right(i: int) -> Transition:
        return SHIFT * i >> RIGHT_ARC >> SHIFT >> REDUCE >> UNSHIFT * i

    system = TransitionSystem(
        "easy-first",
        shift=SHIFT,
        attach_left=for_each_position(attach_left),
        attach_right=for_each_position(attach_right),
    )
    return _named(system, "Goldberg & Elhadad 2010; DTS Example 5", "projective")


def dag_arc_standard() -> TransitionSystem:
    system = TransitionSystem(
        "dag-arc-standard",
        shift=SHIFT,
        left_reduce=LEFT_ARC >> REDUCE,
        right_reduce=RIGHT_ARC >> SHIFT >> REDUCE >> UNSHIFT,
        left_attach=LEFT_ARC.where(~ARC_BETWEEN),
        right_attach=RIGHT_ARC.where(~ARC_BETWEEN) >> UNSHIFT,
    )
    return _named(system, "Sagae & Tsujii 2008; DTS Example 7", "")


def dag_arc_eager() -> TransitionSystem:
    system = TransitionSystem(
        "dag-arc-eager",
        shift=SHIFT,
        reduce=REDUCE.where(STACK_HAS_HEAD),
        left=LEFT_ARC.where(~ARC_BETWEEN),
        right=RIGHT_ARC.where(~ARC_BETWEEN),
    )
    return _named(system, "Sagae & Tsujii 2008; DTS Example 8", "")


def planar_graph(planes: int = 1) -> TransitionSystem:
    """S_P, and S_kP on several stacks: graphs with any number of heads and any cycles."""
    system = TransitionSystem("planar-graph", shift=SHIFT, reduce=REDUCE, left=LEFT_ARC, right=RIGHT_ARC)
    name = "planar-graph" if planes == 1 else f"{planes}-planar-graph"
    return system.with_stacks(planes).variant(name, source="DTS §3.3" if planes == 1 else "DTS §5")


def planar(planes: int = 1) -> TransitionSystem:
    """The planar and k-planar parsers of forests: one head for each word, no cycles."""
    forests = planar_graph(planes).with_constraints("single-head", "acyclic")
    name = "planar" if planes == 1 else f"{planes}-planar"
    source = "2P §4; DTS §3.3" if planes == 1 else "2P §5; DTS §5"
    return forests.variant(name, source=source, graph_class=name)


def swap() -> TransitionSystem:
    base = arc_standard_stack()
    transitions = {**base.transitions, "swap": SWAP}
    return base.variant("swap", transitions=transitions, source="Nivre 2009", graph_class="all")


def attardi(degree: int) -> TransitionSystem:
    """Arc-standard with arcs to stack depth 2 … degree."""
    if degree < 1:
        raise MultiplaneError(f"found Attardi degree {degree}; expected 1 or more")
    base = arc_standard()
    transitions = dict(base.transitions)
    for depth in range(2, degree + 1):
        transitions[f"left-{depth}"] = LEFT_ARC.at(stack=depth) >> REDUCE.at(stack=depth)
        transitions[f"right-{depth}"] = RIGHT_ARC.at(stack=depth) >> DROP >> UNSHIFT * (depth - 1)
    name = f"attardi-{degree}"
    return base.variant(name, transitions=transitions, source="Attardi 2006", graph_class=name)


def covington() -> TransitionSystem:
    system = TransitionSystem(
        "covington",
        shift=RESTORE >> SHIFT,
        no_arc=SKIP,
        left=LEFT_ARC.where(~STACK_HAS_HEAD & ~CONNECTED) >> SKIP,
        right=RIGHT_ARC.where(~BUFFER_HAS_HEAD & ~CONNECTED) >> SKIP,
    )
    return _named(system, "Covington 2001; UND Figure 2", "all")


def covington_projective() -> TransitionSystem:
    """An arc may only skip words that have heads, and takes them out of reach of later ones."""
    system = TransitionSystem(
        "covington-projective",
        shift=RESTORE >> SHIFT,
        no_arc=SKIP,
        left=LEFT_ARC.where(~STACK_HAS_HEAD & ~CONNECTED & SKIPPED_HAVE_HEADS) >> REDUCE >> FORGET,
        right=RIGHT_ARC.where(~BUFFER_HAS_HEAD & ~CONNECTED & SKIPPED_HAVE_HEADS) >> FORGET >> SKIP,
    )
    return _named(system, "Covington 2001; SCH §3", "projective")


SYSTEMS = {
    "arc-standard": arc_standard,
    "arc-standard-stack": arc_standard_stack,
    "arc-eager": arc_eager,
    "arc-hybrid": arc_hybrid,
    "easy-first": easy_first,
    "dag-arc-standard": dag_arc_standard,
    "dag-arc-eager": dag_arc_eager,
    "planar-graph": planar_graph,
    "planar": planar,
    "swap": swap,
    "covington": covington,
    "covington-projective": covington_projective,
}
