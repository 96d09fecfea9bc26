"""From a tree or graph to a sequence of transitions that builds it, for every system; or the reason why there is none.

The tree is first prepared as the system needs it (lifted, or as labelled edges). Then comes the system's static oracle,
and if there is none or if it finds nothing, the general search.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from multiplane.characters import plural
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.structure import crossings, planes
from multiplane.structure.explanation import explain
from multiplane.structure.graphs import several_heads
from multiplane.transition.algebra.composition import Composition
from multiplane.transition.oracles.graphs import derive_arcs, most_parallel_arcs
from multiplane.transition.oracles.profile import (
    BEST_EFFORT,
    BUFFER_ARCS,
    MAY_SAVE_MORE,
    NONPROJECTIVE_BUFFER_ARCS,
    PLANES,
    SAVES_PROJECTIVE_PART,
    SAVES_WHAT_PLANES_HOLD,
    profile_of,
)
from multiplane.transition.oracles.static.best_effort import derive_better
from multiplane.transition.oracles.static.oracle import derive_sentence
from multiplane.transition.oracles.static.search import Goal, search
from multiplane.transition.system import System
from multiplane.transition.systems.catalogue import SYSTEMS, attardi, planar, planar_graph
from multiplane.transition.transforms.pseudo_projective import lift
from multiplane.transition.transforms.undirected import with_direction
from multiplane.treebank.graph import Graph
from multiplane.treebank.graph_arrays import graph_arrays
from multiplane.treebank.tree import Tree

Members = dict[str, Composition]
SEARCH_BUDGET = 200_000
GRAPH_BUDGET = 2_000
SAMPLE_POSITIONS = 3
HIGHEST_ATTARDI_DEGREE = 9


def derive_tree(system: System, tree: Tree, labelled: bool, best_effort: bool = False) -> list[str]:
    """A sequence that builds the tree, with labels if they are wanted or if the system needs them.

    >>> from multiplane.transition import get
    >>> derive_tree(get("swap"), Tree([3, 4, 0, 3], labels=["a", "b", "c", "d"]), labelled=True)
    ['shift', 'shift', 'shift', 'swap', 'left:a', 'shift', 'shift', 'left:b', 'right:d']
    """
    if system.pseudo_projective:
        tree, labelled = lift(tree, system.pseudo_projective), True
    by_word = tree.labels
    if system.is_undirected and system.reconstruction != "naive":
        by_word = tuple(map(with_direction, tree.labels, tree.heads.tolist(), range(1, len(tree) + 1)))
        labelled = True
    sequence = static_sequence(system, tree.heads, by_word if labelled else None, best_effort)
    if sequence is not None:
        return sequence
    labels = {arc: label for arc, label in zip(tree.arcs(), by_word, strict=True) if arc[0] or system.root}
    if system.is_undirected:
        labels = _in_both_directions(labels)
    return search(system, Goal(len(tree), labels, labelled, undirected=system.is_undirected))


def derive_graph(system: System, graph: Graph, best_effort: bool = False) -> list[str]:
    """A sequence that builds the graph, with its labels unless they are all ``_``.

    Arcs from the root are part of it only if the system has the root on the stack; otherwise they must lead to words
    without other heads. With ``best_effort`` a graph that the system cannot build loses few of its arcs.

    >>> from multiplane.transition import get
    >>> derive_graph(get("planar-graph"), Graph.from_deps(["0:root", "1:conj|3:obj", "1:xcomp"]))
    ['shift', 'right:conj', 'shift', 'left:obj', 'reduce', 'right:xcomp', 'shift']
    """
    labelled = set(graph.labels) - {"_"} != set()
    profile = profile_of(system, graph.words, graphs=True)
    if profile is not None:
        arrays = graph_arrays([graph])
        memory = system.memory(graph.words, most_parallel_arcs(arrays))
        transitions, built, lost = derive_arcs(
            profile, system.program(graph.words), memory, graph.words, arrays.heads, arrays.dependents
        )
        if lost == 0 or best_effort:
            return _with_names(system, graph.words, transitions, built + 1, graph.labels if labelled else None)
        refusal = refusal_of_graph(system, graph)
        if refusal:
            arcs = plural(lost, "arc")
            raise MultiplaneError(
                f"system {system.name}: no sequence of transitions builds the graph: {refusal}; "
                f"the best effort loses {arcs}"
            )
    labels = dict(zip(graph.arcs, graph.labels, strict=True))
    if len(labels) != len(graph.arcs):
        raise MultiplaneError("found two arcs with the same head and dependent; expected one label for each")
    if not system.root:
        labels = {arc: label for arc, label in labels.items() if arc[0]}
    if system.is_undirected:
        labels = _in_both_directions(labels)
    return search(system, Goal(graph.words, labels, labelled, undirected=system.is_undirected), GRAPH_BUDGET)


def static_sequence(
    system: System,
    heads: Int32,
    labels: Sequence[str] | None = None,
    best_effort: bool = False,
    lazy: bool = True,
) -> list[str] | None:
    """The static oracle's sequence for a tree, with the labels of its words if they are given.

    None if the system has no static oracle, or if the oracle finds no sequence where there may be one. An error with
    the reason if the system cannot build the tree, unless ``best_effort`` permits losing arcs.

    >>> from multiplane.transition import get
    >>> static_sequence(get("swap"), np.array([3, 4, 0, 3], np.int32))
    ['shift', 'shift', 'shift', 'swap', 'left', 'shift', 'shift', 'left', 'right']
    """
    words = len(heads)
    profile = profile_of(system, words, lazy, SEARCH_BUDGET)
    if profile is None:
        return None
    program, memory, gold = system.program(words), system.memory(words), np.array(heads, np.int32)
    transitions, built, lost = derive_sentence(profile, program, memory, gold)
    if lost:
        better = derive_better(profile, program, memory, gold, lost, best_effort)
        transitions, built, lost = better if better is not None else (transitions, built, lost)
    if lost and not best_effort:
        if not is_complete(system):
            return None
        raise MultiplaneError(f"system {system.name}: {_refusal(system, profile, gold)}")
    return _with_names(system, words, transitions, built, labels)


def _with_names(
    system: System, words: int, transitions: Int32, built: Int32, labels: Sequence[str] | None
) -> list[str]:
    """The names of transitions, with the label of the word whose arc each builds."""
    names = system.names(words)
    if labels is None:
        return [names[number] for number in transitions]
    return [
        f"{names[number]}:{labels[word - 1]}" if word > 0 else names[number]
        for number, word in zip(transitions, built, strict=True)
    ]


def _in_both_directions(labels: dict[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    """An undirected system builds the edge from the stack to the buffer, whatever the direction of the arc."""
    return labels | {(dependent, head): label for (head, dependent), label in labels.items()}


def _refusal(system: System, profile: Int32, heads: Int32) -> str:
    """Why the system cannot build the tree, and how many arcs the best effort loses."""
    words = len(heads)
    program, memory = system.program(words), system.memory(words)
    lost = derive_sentence(profile, program, memory, heads)[2]
    better = derive_better(profile, program, memory, heads, lost, best_effort=True)
    lost = better[2] if better is not None else lost
    arcs = plural(lost, "arc")
    return f"no sequence of transitions builds the tree{_reason(profile, heads)}; the best effort loses {arcs}"


def _reason(profile: Int32, heads: Int32) -> str:
    """Two arcs that cross, arcs that all cross one another, or an odd cycle of crossings."""
    if profile[MAY_SAVE_MORE]:
        return ""
    if profile[BEST_EFFORT] == SAVES_WHAT_PLANES_HOLD and profile[PLANES] > 1:
        found = planes(heads, root_arcs=False)
        if len(found.clique) > profile[PLANES]:
            return f": {_listed(heads, found.clique)} all cross one another"
        if profile[PLANES] == 2 and found.odd_cycle:
            return f": of {_listed(heads, found.odd_cycle)} each crosses the next, an odd number of them"
        return f": its arcs need {found.count} planes"
    crossing = crossings(heads, root_arcs=profile[BEST_EFFORT] == SAVES_PROJECTIVE_PART)
    return f": {_listed(heads, crossing[0])} cross" if crossing else ""


def _listed(heads: Int32, dependents: tuple[int, ...]) -> str:
    arcs = [f"{heads[word - 1]} → {word}" for word in dependents]
    return f"{', '.join(arcs[:-1])} and {arcs[-1]}"


def is_complete(system: System) -> bool:
    """Whether the static oracle of the system finds a sequence for every tree that the system can build.

    It does for all systems of `multiplane.transition.systems.catalogue`, their constrained and undirected variants, and
    for these with buffer arcs; with LNBA or RNBA on several stacks it may miss some.

    >>> from multiplane.transition import get
    >>> is_complete(get("arc-eager+lba+rnba")), is_complete(get("2-planar+lba")), is_complete(get("2-planar+lnba"))
    (True, True, False)
    """
    if system.stacks > 1 and set(NONPROJECTIVE_BUFFER_ARCS) & set(system.transitions):
        return False
    own = {name: transition for name, transition in _members(system).items() if name not in BUFFER_ARCS}
    return any(own == known for known in _complete_systems(system.stacks))


def _members(system: System) -> Members:
    return dict(zip(system.names(SAMPLE_POSITIONS), system.members(SAMPLE_POSITIONS), strict=True))


@cache
def _complete_systems(stacks: int) -> list[Members]:
    """The transitions of the papers' systems on this many stacks."""
    graph = planar_graph(stacks)
    known = [graph, planar(stacks), graph.with_constraints("single-head"), graph.with_constraints("acyclic")]
    known.append(planar(stacks).undirected())
    if stacks == 1:
        known += [make() for make in SYSTEMS.values()]
        known += [attardi(degree) for degree in range(1, HIGHEST_ATTARDI_DEGREE + 1)]
        known += [planar().with_constraints("no-covered-roots"), graph.with_constraints("no-covered-roots")]
        known.append(SYSTEMS["covington"]().undirected())
    return [_members(system) for system in known]


def refusal_of_graph(system: System, graph: Graph) -> str:
    """The reason in one line; empty if the system's properties do not exclude the graph.

    >>> from multiplane.transition import get
    >>> refusal_of_graph(get("planar-graph"), Graph.from_arcs(4, [(1, 3), (4, 2)]))
    '1 → 3 and 4 → 2 cross'
    >>> refusal_of_graph(get("2-planar-graph"), Graph.from_arcs(4, [(1, 3), (4, 2)]))
    ''
    """
    for word, heads in several_heads(graph) if not system.root else ():
        if 0 in heads:
            return (
                f"word {word} depends on the root and on {heads[1]}; "
                f"a system with the root on the stack builds both ({system.name}+root)"
            )
    arcs = graph if system.root else _between_words(graph)
    proved = system.properties
    classes = {
        f"{proved.planes}-planar": proved.planes is not None,
        "single-head": proved.single_head.holds,
        "no-undirected-cycles": proved.no_undirected_cycles.holds,
        "acyclic": proved.no_directed_cycles.holds,
    }
    for graph_class in (name for name, holds in classes.items() if holds):
        if why := explain(arcs, graph_class):
            return why.text
    for head, dependent in arcs.arcs if proved.one_arc_between_words.holds else ():
        if (dependent, head) in arcs.arcs:
            return f"{head} → {dependent} and {dependent} → {head} join the same words"
    why = explain(arcs, "no-covered-roots") if proved.no_covered_roots.holds else None
    return why.text if why else ""


def _between_words(graph: Graph) -> Graph:
    arcs = [(arc, label) for arc, label in zip(graph.arcs, graph.labels, strict=True) if arc[0]]
    return Graph(graph.words, tuple(arc for arc, _ in arcs), tuple(label for _, label in arcs), graph.ids)
