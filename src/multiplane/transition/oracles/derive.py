"""From a tree or graph to a sequence of transitions that builds it, for every system.

``derive_tree`` prepares the tree as the system wants it (lifted, or as labelled edges), and asks the static oracle of
the system, or the general search where it has none of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.errors import MultiplaneError
from multiplane.transition.oracles.sequence import sequence_of_graph, sequence_of_tree
from multiplane.transition.oracles.static.search import Goal, search
from multiplane.transition.transforms.pseudo_projective import lift
from multiplane.transition.transforms.undirected import with_direction
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import Tree

if TYPE_CHECKING:
    from multiplane.transition.system import System


def derive_tree(system: System, tree: Tree, labelled: bool, best_effort: bool = False) -> list[str]:
    """A sequence that builds the tree; with labels if they are wanted or if the system cannot do without."""
    if system.pseudo_projective:
        tree, labelled = lift(tree, system.pseudo_projective), True
    by_word = tree.labels
    if system.is_undirected and system.reconstruction != "naive":
        by_word = tuple(map(with_direction, tree.labels, tree.heads.tolist(), range(1, len(tree) + 1)))
        labelled = True
    sequence = sequence_of_tree(system, tree.heads, by_word if labelled else None, best_effort)
    if sequence is not None:
        return sequence
    labels = {arc: label for arc, label in zip(tree.arcs(), by_word, strict=True) if arc[0] or system.root}
    if system.is_undirected:
        labels = _both_ways(labels)
    return search(system, Goal(len(tree), labels, labelled, undirected=system.is_undirected))


def derive_graph(system: System, graph: Graph) -> list[str]:
    """A sequence that builds the graph, with its labels unless they are all ``_``."""
    if len(set(graph.arcs)) != len(graph.arcs):
        raise MultiplaneError("found two arcs with the same head and dependent; expected one label for each")
    labels = dict(zip(graph.arcs, graph.labels, strict=True))
    if system.is_undirected:
        labels = _both_ways(labels)
    labelled = set(graph.labels) - {"_"} != set()
    sequence = sequence_of_graph(system, graph, labelled)
    if sequence is not None:
        return sequence
    return search(system, Goal(graph.words, labels, labelled, undirected=system.is_undirected))


def _both_ways(labels: dict[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    """An undirected system builds the edge from the stack to the buffer, whichever way the arc pointed."""
    return labels | {(dependent, head): label for (head, dependent), label in labels.items()}
