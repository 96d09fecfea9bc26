"""A class of trees or graphs as an object that has all there is to do with it."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from multiplane.decode.decoders import decodable_class, decode
from multiplane.decode.distribution import Marginals, draw_of, k_best, marginals, samples, sums_of
from multiplane.decode.registry import decoder_of
from multiplane.decode.scores import Decoded
from multiplane.structure.classes import TreeClass, graph_class, is_of_graphs_alone, tree_class
from multiplane.structure.explanation import Explanation, explain
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import check_heads


class Trees(TreeClass):
    """A class of trees: which trees are in it and why others are not, the best tree for scores, sums and samples.

    What the class has not is an error that says so; `has` lists what it has. Anything that takes the name of a class
    takes such an object, too. ``scores`` are those of arcs, as `multiplane.decode.spanning_tree` takes them.

    >>> one_ec = trees("one-endpoint-crossing")
    >>> one_ec
    <Trees one-endpoint-crossing: contains, explain, best in O(n^4), k_best>
    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> one_ec.best(scores).heads.tolist(), [tree.score for tree in one_ec.k_best(scores, 2)]
    ([3, 4, 0, 3], [36.0, 28.0])
    >>> one_ec.contains([3, 4, 0, 3]), one_ec.explain([3, 4, 0, 3, 1, 2]).arcs
    (True, ((0, 3), (1, 5), (2, 6)))
    >>> one_ec.marginals(scores)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found class 'one-endpoint-crossing', which has no marginals; expected one of ...
    """

    __slots__ = ()

    def __repr__(self) -> str:
        methods = (f"best in {self.complexity}" if name == "best" else name for name in self.has)
        return f"<Trees {self.name}: {', '.join(methods)}>"

    @property
    def has(self) -> tuple[str, ...]:
        """The names of the methods that work for this class.

        >>> trees("projective").has
        ('contains', 'explain', 'best', 'k_best', 'marginals', 'samples')
        >>> trees("acyclic").has
        ('contains', 'explain')
        """
        best = ("best", "k_best") if self.family.decoder else ()
        sums = ("marginals",) if sums_of(self) else ()
        return ("contains", "explain", *best, *sums, *(("samples",) if draw_of(self) else ()))

    @property
    def complexity(self) -> str:
        """The time in which the best tree of n words is found.

        >>> trees("well-nested-gap-1").complexity
        'O(n^7)'
        """
        decoder = decoder_of(decodable_class(self).family)
        assert decoder is not None
        return f"O(n^{decoder.time(self.number)})"

    def best(self, scores: ArrayLike, single_root: bool = True, labels: ArrayLike | None = None) -> Decoded:
        """The best tree of the class."""
        return decode(scores, self, single_root, labels)

    def k_best(
        self, scores: ArrayLike, k: int = 10, single_root: bool = True, labels: ArrayLike | None = None
    ) -> list[Decoded]:
        """The k best trees of the class, best first."""
        return k_best(scores, self, k, single_root, labels)

    def marginals(self, scores: ArrayLike, single_root: bool = True) -> Marginals:
        """The probability of every arc where a tree of the class is as likely as exp(score) says."""
        return marginals(scores, self, single_root)

    def samples(self, scores: ArrayLike, size: int = 10, single_root: bool = True, seed: int = 0) -> list[Decoded]:
        """So many trees of the class, drawn with these probabilities."""
        return samples(scores, self, size, single_root, seed)

    def contains(self, source: Any, root_arcs: bool = True) -> bool:
        """Whether a tree, a sentence, a graph or a sequence of heads is in the class."""
        if isinstance(source, Graph) or self.of_graphs:
            return explain(source, self, root_arcs) is None
        return self.is_member(check_heads(getattr(source, "heads", source)), root_arcs)

    def explain(self, source: Any, root_arcs: bool = True) -> Explanation | None:
        """Why a tree, a sentence, a graph or a sequence of heads is not in the class; None if it is."""
        return explain(source, self, root_arcs)


def trees(name: str | TreeClass) -> Trees:
    """The class of trees or graphs with a name.

    >>> trees("1ec").name, trees("2-planar").contains([3, 4, 0, 3])
    ('one-endpoint-crossing', True)
    >>> trees("2-planar").best([[0, 1], [0, 0]])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found class '2-planar', which has no decoder; expected one-endpoint-crossing, ...
    """
    if isinstance(name, str) and is_of_graphs_alone(name):
        found = graph_class(name)
    else:
        found = tree_class(name)
    return Trees(found.family, found.number)
