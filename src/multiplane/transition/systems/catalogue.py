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
    Composition,
)
from multiplane.transition.algebra.family import for_each_position
from multiplane.transition.algebra.guards import (
    ARC_BETWEEN,
    BUFFER_HAS_HEAD,
    CONNECTED,
    SKIPPED_HAVE_HEADS,
    STACK_HAS_HEAD,
)
from multiplane.transition.system import System


def arc_standard() -> System:
    return System(
        "arc-standard",
        {
            "shift": SHIFT,
            "left": LEFT_ARC >> REDUCE,
            "right": RIGHT_ARC >> SHIFT >> REDUCE >> UNSHIFT,
        },
        source="Nivre 2008; DTS Example 3",
        graph_class="projective",
    )


def arc_standard_stack() -> System:
    return System(
        "arc-standard-stack",
        {
            "shift": SHIFT,
            "left": UNSHIFT >> LEFT_ARC >> REDUCE >> SHIFT,
            "right": UNSHIFT >> RIGHT_ARC >> SHIFT >> REDUCE,
        },
        source="Nivre 2004; DTS Example 3",
        graph_class="projective",
    )


def arc_eager() -> System:
    return System(
        "arc-eager",
        {
            "shift": SHIFT,
            "reduce": REDUCE.where(STACK_HAS_HEAD),
            "left": LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE,
            "right": RIGHT_ARC >> SHIFT,
        },
        source="Nivre 2003; DTS Example 4",
        graph_class="projective",
    )


def arc_hybrid() -> System:
    return System(
        "arc-hybrid",
        {
            "shift": SHIFT,
            "left": LEFT_ARC >> REDUCE,
            "right": UNSHIFT >> RIGHT_ARC >> SHIFT >> REDUCE,
        },
        source="Kuhlmann, Gómez-Rodríguez & Satta 2011; DTS Example 6",
        graph_class="projective",
    )


def easy_first() -> System:
    def attach_left(i: int) -> Composition:
        return SHIFT * i >> LEFT_ARC >> REDUCE >> UNSHIFT * (i - 1)

    def attach_right(i: int) -> Composition:
        return SHIFT * i >> RIGHT_ARC >> SHIFT >> REDUCE >> UNSHIFT * i

    return System(
        "easy-first",
        {
            "shift": SHIFT,
            "attach-left": for_each_position(attach_left),
            "attach-right": for_each_position(attach_right),
        },
        source="Goldberg & Elhadad 2010; DTS Example 5",
        graph_class="projective",
    )


def dag_arc_standard() -> System:
    return System(
        "dag-arc-standard",
        {
            "shift": SHIFT,
            "left-reduce": LEFT_ARC.where(~ARC_BETWEEN) >> REDUCE,
            "right-reduce": RIGHT_ARC.where(~ARC_BETWEEN) >> SHIFT >> REDUCE >> UNSHIFT,
            "left-attach": LEFT_ARC.where(~ARC_BETWEEN),
            "right-attach": RIGHT_ARC.where(~ARC_BETWEEN) >> UNSHIFT,
        },
        source="Sagae & Tsujii 2008; DTS Example 7",
    )


def dag_arc_eager() -> System:
    return System(
        "dag-arc-eager",
        {
            "shift": SHIFT,
            "reduce": REDUCE.where(STACK_HAS_HEAD),
            "left": LEFT_ARC.where(~ARC_BETWEEN),
            "right": RIGHT_ARC.where(~ARC_BETWEEN),
        },
        source="Sagae & Tsujii 2008; DTS Example 8",
    )


def planar_graph(planes: int = 1) -> System:
    """S_P, and S_kP on several stacks: graphs with any number of heads and any cycles."""
    system = System("planar-graph", {"shift": SHIFT, "reduce": REDUCE, "left": LEFT_ARC, "right": RIGHT_ARC})
    name = "planar-graph" if planes == 1 else f"{planes}-planar-graph"
    return system.with_stacks(planes).variant(name, source="DTS §3.3" if planes == 1 else "DTS §5")


def planar(planes: int = 1) -> System:
    """The planar and k-planar parsers of forests: one head for each word, no cycles."""
    forests = planar_graph(planes).with_constraints("single-head", "acyclic")
    name = "planar" if planes == 1 else f"{planes}-planar"
    source = "2P §4; DTS §3.3" if planes == 1 else "2P §5; DTS §5"
    return forests.variant(name, source=source, graph_class=name)


def swap() -> System:
    base = arc_standard_stack()
    transitions = {**base.transitions, "swap": SWAP}
    return base.variant("swap", transitions=transitions, source="Nivre 2009", graph_class="all")


def attardi(degree: int) -> System:
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


def covington() -> System:
    return System(
        "covington",
        {
            "shift": RESTORE >> SHIFT,
            "no-arc": SKIP,
            "left": LEFT_ARC.where(~STACK_HAS_HEAD & ~CONNECTED) >> SKIP,
            "right": RIGHT_ARC.where(~BUFFER_HAS_HEAD & ~CONNECTED) >> SKIP,
        },
        source="Covington 2001; UND Figure 2",
        graph_class="all",
    )


def covington_projective() -> System:
    """An arc may pass over a word only if the word has a head, and then later arcs cannot reach that word."""
    return System(
        "covington-projective",
        {
            "shift": RESTORE >> SHIFT,
            "no-arc": SKIP,
            "left": LEFT_ARC.where(~STACK_HAS_HEAD & ~CONNECTED & SKIPPED_HAVE_HEADS) >> REDUCE >> FORGET,
            "right": RIGHT_ARC.where(~BUFFER_HAS_HEAD & ~CONNECTED & SKIPPED_HAVE_HEADS) >> FORGET >> SKIP,
        },
        source="Covington 2001; SCH §3",
        graph_class="projective",
    )


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
