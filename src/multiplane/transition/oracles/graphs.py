"""Graphs into transition sequences (DTS §3.3, §5): one kernel for one graph or for whole treebanks of graphs.

Words may have several heads. Planar and k-planar systems colour the crossings graph of the arcs and follow the planes
(``static.planes``); the DAG systems and planar systems without covered roots build what can be built and remove what
needs no more arcs (``static.greedy``). That takes time linear in the arcs and their crossings but for k > 2 planes,
where the colouring is searched with a budget, and for graphs that lose arcs, where the choice of a planar part takes
O(n²).

Everything is int32 arrays, so that a learner can follow the oracle inside its own kernels. Two ways are open:

* *static sequences* for a whole treebank at once: :func:`derive_graphs` gives the numbers of the transitions of all
  sentences one after the other, and for each the number of the gold arc that it builds, whose label it takes;
* *step by step*: ``gold_graph`` (``prepare``) turns the arcs of one graph into the array that
  ``static.oracle.next_transition(profile, program, memory, gold, 1)`` reads. ``profile`` is that of
  ``profile_of(system, words, graphs=True)``; ``next_transition`` catches up with the arcs in the configuration's
  memory, also those that a learner added, and gives −1 at the end.

Arcs from the root 0 are built by systems that have it on their stacks (``planar-graph+root``). For the others a word
without a head depends on the root; an arc from the root to a word that has another head is lost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.interpret import steps_of_sentences
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.transition.machine.memory import begin
from multiplane.transition.oracles.gold import first_into
from multiplane.transition.oracles.prepare import gold_graph
from multiplane.transition.oracles.profile import GREEDY_ORACLE, NO_ROOT_ARCS, ROOT_ARCS, STATIC_ORACLE, profile_of
from multiplane.transition.oracles.static.graph_part import keep_buildable_part
from multiplane.transition.oracles.static.oracle import follow
from multiplane.transition.system import System
from multiplane.treebank.graph_arrays import GraphArrays


@dataclass(frozen=True, slots=True, eq=False)
class GraphDerivations:
    """The sequences of many graphs: that of graph g is ``transitions[offsets[g] : offsets[g + 1]]``.

    Transitions are indices into ``names``. For each of them, ``arcs`` holds the number of the arc that it builds,
    counted from the first arc of its own graph, −1 where it builds none. ``lost[g]`` counts the arcs of graph g that
    its sequence does not build.
    """

    names: tuple[str, ...]
    transitions: Int32
    arcs: Int32
    offsets: Int64
    lost: Int32


@kernel(steps=lambda profile, program, memory, words, heads, *_: len(heads) ** 2)
def derive_arcs(
    profile: Int32, program: Int32, memory: Int32, words: int, heads: Int32, dependents: Int32
) -> tuple[Int32, Int32, int]:
    """The oracle's transitions for one graph, for each the arc that it builds (or −1), and how many arcs are lost.

    If a system with guarded removals loses arcs, a part of the graph without crossings and covered roots is tried, and
    then one without cycles, too.
    """
    transitions, built, lost = np.empty(0, np.int32), np.empty(0, np.int32), as_number(len(heads) + 1)
    has_root = profile[ROOT_ARCS] != NO_ROOT_ARCS
    for attempt in range(3 if profile[STATIC_ORACLE] == GREEDY_ORACLE else 1):
        wanted = np.ones(len(heads), np.int32)
        for arc in range(len(heads)):
            wanted[arc] = has_root or heads[arc] > 0
        if attempt > 0:
            keep_buildable_part(words, heads, dependents, wanted, attempt == 2)
        begin(memory, words, has_root)
        gold = gold_graph(profile, words, heads, dependents, wanted)
        found, arcs = follow(profile, program, memory, borrowed(gold), as_number(1))
        missing = count_required(gold, words, heads, has_root)
        for arc in arcs:
            missing -= arc >= 0
        if missing < lost:
            transitions, built, lost = found, arcs, missing
        if lost == 0:
            break
    return transitions, built, lost


@kernel
def count_required(gold: Int32, words: int, heads: Int32, has_root: bool) -> int:
    """How many arcs must be built: without the root on the stack, not those from it to words with no other head."""
    required = as_number(len(heads))
    if not has_root:
        for word in range(1, words + 1):
            first, last = first_into(gold, word), first_into(gold, word + 1)
            required -= last == first + 1 and heads[first] == 0
    return required


@kernel(
    steps=lambda profile, program, memory, words, heads, dependents, offsets, first, last, *_: steps_of_sentences(
        heads, offsets, first, last
    )
)
def derive_range_of_graphs(
    profile: Int32,
    program: Int32,
    memory: Int32,
    words: Int32,
    heads: Int32,
    dependents: Int32,
    offsets: Int64,
    first: int,
    last: int,
    counts: Int64,
    lost: Int32,
) -> tuple[Int32, Int32]:
    """Transitions and arcs of the graphs first .. last−1, one after the other; their counts, and the lost arcs."""
    profile, program, memory = borrowed(profile), borrowed(program), borrowed(memory)
    transitions, arcs = np.empty(1024, np.int32), np.empty(1024, np.int32)
    filled = 0
    for graph in range(first, last):
        begins, ends = offsets[graph], offsets[graph + 1]
        found, built, missing = derive_arcs(
            profile, program, memory, as_number(words[graph]), heads[begins:ends], dependents[begins:ends]
        )
        lost[graph] = missing
        while filled + len(found) > len(transitions):
            transitions, arcs = np.append(transitions, transitions), np.append(arcs, arcs)
        for index in range(len(found)):
            transitions[filled + index] = found[index]
            arcs[filled + index] = built[index]
        filled += len(found)
        counts[graph] = len(found)
    return transitions[:filled], arcs[:filled]


def derive_graphs(system: System, graphs: GraphArrays, workers: int | None = None) -> GraphDerivations:
    """The static oracle's sequences for many graphs, on all cores; a graph outside the class loses few of its arcs.

    >>> from multiplane.transition import get
    >>> from multiplane.treebank.graph import Graph
    >>> from multiplane.treebank.graph_arrays import graph_arrays
    >>> arrays = graph_arrays([Graph.from_arcs(3, [(1, 2), (3, 2)]), Graph.from_arcs(4, [(1, 3), (2, 4)])])
    >>> found = derive_graphs(get("planar-graph"), arrays)
    >>> [found.names[number] for number in found.transitions[found.offsets[0] : found.offsets[1]]]
    ['shift', 'right', 'shift', 'left', 'shift']
    >>> found.arcs[found.offsets[0] : found.offsets[1]].tolist(), found.lost.tolist()
    ([-1, 0, -1, 1, -1], [0, 1])
    """
    longest = int(graphs.words.max(initial=0))
    profile, program = profile_of(system, longest, graphs=True), system.program(longest)
    if profile is None:
        raise MultiplaneError(f"system {system.name}: it has no static oracle")
    number = len(graphs.words)
    counts, lost = np.zeros(number, np.int64), np.zeros(number, np.int32)
    labels = most_parallel_arcs(graphs)

    def derive(piece: tuple[int, int]) -> tuple[Int32, Int32]:
        arcs = graphs.heads, graphs.dependents, graphs.offsets
        memory = system.memory(longest, labels)
        return derive_range_of_graphs(profile, program, memory, graphs.words, *arcs, *piece, counts, lost)

    found = in_threads(derive, even_pieces(graphs.offsets, workers or cores()), workers)
    nothing = np.empty(0, np.int32)
    return GraphDerivations(
        system.names(longest),
        np.concatenate([nothing, *(transitions for transitions, _ in found)]),
        np.concatenate([nothing, *(arcs for _, arcs in found)]),
        np.concatenate(([0], np.cumsum(counts))),
        lost,
    )


def most_parallel_arcs(graphs: GraphArrays) -> int:
    """The largest number of arcs with the same head and dependent; they have different labels."""
    if not len(graphs.heads):
        return 1
    graph = np.repeat(np.arange(len(graphs.words)), np.diff(graphs.offsets))
    arcs = np.stack([graph, graphs.heads, graphs.dependents])
    return int(np.unique(arcs, axis=1, return_counts=True)[1].max())
