"""Transition systems for people: define one or get one by name; run it, derive trees with it, trace it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from multiplane.transition.algebra.composition import Transition
from multiplane.transition.algebra.family import Family
from multiplane.transition.analysis.trace import Trace, trace
from multiplane.transition.oracles.derive import derive_graph, derive_tree
from multiplane.transition.system import System
from multiplane.transition.systems.configuration import Configuration
from multiplane.transition.systems.registry import find
from multiplane.transition.systems.running import graph_of, tree_of
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import Tree


class TransitionSystem(System):
    """A transition system, defined by its transitions; underscores in their names become hyphens.

    >>> from multiplane.transition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, STACK_HAS_HEAD
    >>> arc_eager = TransitionSystem(
    ...     "my-arc-eager",
    ...     shift=SHIFT,
    ...     reduce=REDUCE.where(STACK_HAS_HEAD),
    ...     left=LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE,
    ...     right=RIGHT_ARC >> SHIFT,
    ... )
    >>> arc_eager.run(3, ["shift", "left", "shift", "right"])
    [2, 0, 2]
    """

    def __init__(self, name: str, /, **transitions: Transition | Family) -> None:
        super().__init__(name, {key.replace("_", "-"): value for key, value in transitions.items()})

    def start(self, words: int) -> Configuration:
        """The initial configuration of a sentence, to be stepped through by hand.

        >>> print(get("2-planar").start(3))
        σ [] [] β [1 2 3]
        """
        return Configuration.start(self, words)

    def run(self, words: int, sequence: Sequence[str]) -> list[int]:
        """The heads that a sequence of transitions builds; an error that says where it is not permitted.

        A transition is written as its name, or ``name:label``.
        """
        heads: list[int] = tree_of(self, words, sequence).heads.tolist()
        return heads

    def run_tree(self, words: int, sequence: Sequence[str]) -> Tree:
        """The tree that a sequence builds, with its labels."""
        return tree_of(self, words, sequence)

    def run_graph(self, words: int, sequence: Sequence[str]) -> Graph:
        """The graph that a sequence builds, where words may have several heads."""
        return graph_of(self, words, sequence)

    def derive(
        self, tree: Tree | Sequence[int], labels: Sequence[str] | None = None, best_effort: bool = False
    ) -> list[str]:
        """A sequence of transitions that builds the tree; an error with the reason if there is none.

        With ``best_effort`` a tree that the system cannot build loses as few arcs as its oracle can manage.

        >>> get("arc-eager").derive([2, 0, 2])
        ['shift', 'left', 'shift', 'right']
        """
        built = tree if isinstance(tree, Tree) else Tree(tree, labels)
        return derive_tree(self, built, labels is not None, best_effort)

    def derive_graph(self, graph: Graph, best_effort: bool = False) -> list[str]:
        """A sequence of transitions that builds the graph; an error with the reason if there is none.

        With ``best_effort`` a graph that the system cannot build loses few of its arcs.
        """
        return derive_graph(self, graph, best_effort)

    def trace(self, tree: Tree | Sequence[int], labelled: bool = False, best_effort: bool = False) -> Trace:
        """The derivation of a tree, step by step; printed, it is a table as in the papers' figures.

        With ``best_effort`` a tree that the system cannot build loses as few arcs as its oracle can manage.

        >>> [step.transition for step in get("arc-eager").trace([2, 0, 2]).steps]
        ['', 'shift', 'left', 'shift', 'right']
        """
        return trace(self, tree if isinstance(tree, Tree) else Tree(tree), labelled, best_effort)


def get(name: str) -> TransitionSystem:
    """The system of this name; an error with the nearest names if there is none.

    >>> get("arc-eager+lba").names(5)
    ('shift', 'reduce', 'left', 'right', 'lba')
    >>> get("arc-eagre")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no transition system 'arc-eagre'; nearest: arc-eager, dag-arc-eager; ...
    """
    return _with_methods(find(name))


@lru_cache(maxsize=256)
def _with_methods(system: System) -> TransitionSystem:
    return system if isinstance(system, TransitionSystem) else TransitionSystem.from_attributes(system.attributes())
