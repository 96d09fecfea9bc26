"""Why a tree or graph is outside a class: the arcs responsible, the certificate in words, for a tree a repair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from numpy.typing import ArrayLike

from multiplane.characters import visible
from multiplane.errors import TreeError
from multiplane.kernels.arrays import Int32
from multiplane.lazy import load
from multiplane.notebook import picture
from multiplane.results import Forms, Result, json_text
from multiplane.structure.blocks import node_heads, preorder
from multiplane.structure.classes import TreeClass, graph_class, is_of_graphs_alone, outside, tree_class
from multiplane.structure.crossing import crossing_pairs
from multiplane.treebank.graph import Arc, Graph
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.tree import Tree, check_heads
from multiplane.treebank.treebank import Treebank

REPAIR_LIMIT = 200_000


class Repair(NamedTuple):
    """Give ``word`` the head ``to`` instead of ``instead_of`` and the tree is in the class."""

    word: int
    instead_of: int
    to: int


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Result):
    """Why a tree or graph is outside a class: the arcs responsible, the certificate in words, for a tree a repair.

    ``arcs`` are pairs of head and dependent, in the order of the dependents for a tree. A repair is given where
    another head for one word suffices. ``source`` is the tree or graph, ``names`` are the forms of its nodes, if known.
    """

    outside: str
    arcs: tuple[Arc, ...]
    text: str
    repair: Repair | None
    source: Tree | Graph
    names: tuple[str, ...] = ()
    root_arcs: bool = True

    @property
    def words(self) -> tuple[int, ...]:
        """The words into which the arcs responsible lead."""
        return tuple(dict.fromkeys(word for _, word in self.arcs))

    def __repr__(self) -> str:
        return f"<{outside(self.outside).capitalize()}: {self.text}>"

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        lines = "".join(f"<p>{escape(line)}</p>\n" for line in self.text.split("\n"))
        return lines + picture(self.diagram())

    def diagram(self) -> Any:
        """The tree or graph as a diagram in which the arcs responsible are highlighted."""
        return load("multiplane.draw.explanations:explanation_diagram")(self)

    def as_data(self) -> dict[str, Any]:
        """The explanation as an object that JSON can hold. The keys are stable."""
        arcs = [{"head": head, "dependent": word} for head, word in self.arcs]
        data: dict[str, Any] = {"class": self.outside, "arcs": arcs, "explanation": self.text}
        if isinstance(self.source, Tree):
            data["repair"] = self.repair._asdict() if self.repair else None
        return data

    def forms(self) -> Forms:
        """A picture with the arcs responsible (.svg, .tex, .txt, .html), or the data (.json)."""
        return {**load("multiplane.draw.explanations:pictures_of")(self), ".json": lambda: json_text(self.as_data())}


def explain(
    source: ArrayLike | Tree | Sentence | Graph,
    trees: str | TreeClass,
    root_arcs: bool = True,
    forms: Iterable[str] | None = None,
) -> Explanation | None:
    """Why a tree or graph is outside a class, or None where it is inside.

    A tree is given as heads, as a `Tree` or as a sentence, whose graph is meant if the class is one of graphs.

    >>> why = explain([3, 4, 0, 3], "planar", root_arcs=False, forms=["who", "did", "she", "see"])
    >>> print(why.text)
    the arc she (3) → who (1) crosses the arc see (4) → did (2)
    >>> why.arcs, why.repair
    (((3, 1), (4, 2)), Repair(word=2, instead_of=4, to=3))
    >>> graph = Graph.from_arcs(4, [(1, 3), (4, 2)])
    >>> explain(graph, "planar").text, explain(graph, "2-planar")
    ('1 → 3 and 4 → 2 cross', None)
    """
    if isinstance(source, Sentence) and is_of_graphs_alone(trees):
        forms = [node.form for node in source.nodes] if forms is None else forms
        source = source.graph
    if isinstance(source, Graph):
        return explain_graph(source, graph_class(trees), root_arcs, None if forms is None else list(forms))
    if isinstance(source, Sentence):
        source = source.tree
    if isinstance(source, Tree) and forms is None and any(form != "_" for form in source.forms):
        forms = source.forms
    words = None if forms is None else list(map(visible, forms))
    heads = source.heads if isinstance(source, Tree) else check_heads(source)
    if words is not None and len(words) != len(heads):
        raise TreeError(f"found {len(words)} forms for {len(heads)} heads; expected as many")
    wanted = tree_class(trees)
    if wanted.is_member(heads, root_arcs):
        return None
    tree = source if isinstance(source, Tree) else Tree(heads, forms=words)
    return explain_tree(tree, wanted, root_arcs, words)


def explain_tree(tree: Tree, wanted: TreeClass, root_arcs: bool, forms: Sequence[str] | None) -> Explanation:
    """Why a tree is outside a class that it is known to be outside of."""
    heads = tree.heads
    names = ["root (0)"] + [f"{forms[v - 1]} ({v})" if forms else str(v) for v in range(1, len(heads) + 1)]
    found = wanted.violation(heads, root_arcs, names)
    words = tuple(sorted(set(found.arcs)))
    arcs = tuple((int(heads[word - 1]), word) for word in words)
    mended = repair(heads, wanted, words, root_arcs)
    return Explanation(wanted.name, arcs, found.text, mended, tree, tuple(forms or ()), root_arcs)


def explain_graph(graph: Graph, wanted: TreeClass, root_arcs: bool, forms: Sequence[str] | None) -> Explanation | None:
    """Why a graph is outside a class of graphs; None if it is inside."""
    ids = [graph.id_of(node) for node in range(graph.words + 1)]
    names = ids if forms is None else ["root", *(f"{form} ({id})" for form, id in zip(forms, ids[1:], strict=True))]
    found = wanted.graph_violation(graph, root_arcs, names)
    if found is None:
        return None
    return Explanation(wanted.name, found.arcs, found.text, None, graph, tuple(forms or ()), root_arcs)


def explained(
    sentences: Treebank, trees: str | TreeClass, root_arcs: bool = True
) -> Iterator[tuple[Sentence, Explanation]]:
    """The sentences of a treebank whose trees are outside a class, each with the reason.

    >>> import multiplane
    >>> [(sentence.sent_id, why.arcs) for sentence, why in explained(multiplane.read("sample:dutch-2"), "projective")]
    [('dutch-2', ((10, 8),))]
    """
    wanted = tree_class(trees)
    for number, (start, end) in enumerate(pairwise(sentences.offsets.tolist())):
        if not wanted.is_member(sentences.heads[start:end], root_arcs):
            sentence = sentences[number]
            forms = list(map(visible, sentence.tree.forms))
            yield sentence, explain_tree(sentence.tree, wanted, root_arcs, forms)


def repair(heads: ArrayLike, wanted: TreeClass, arcs: Sequence[int], root_arcs: bool = True) -> Repair | None:
    """The change of one head, among the given arcs, that brings a tree into a class.

    Of several, the one that moves to the nearest ancestor of the old head; else to the word nearest to it. No word
    becomes a root. Sentences so long or so entangled that the search would take seconds get no suggestion.

    >>> repair([2, 0, 2, 1], tree_class("projective"), [4])
    Repair(word=4, instead_of=1, to=2)
    """
    head = node_heads(heads)
    limit = REPAIR_LIMIT // (len(head) + len(crossing_pairs(heads, root_arcs)[0]))
    if limit == 0:
        return None
    for word, old, new in _moves(head, arcs, limit):
        changed = head[1:].copy()
        changed[word - 1] = new
        if wanted.is_member(changed, root_arcs):
            return Repair(word, old, new)
    return None


def _moves(head: Int32, arcs: Sequence[int], limit: int) -> list[tuple[int, int, int]]:
    """(word, old head, new head), this many of the most plausible, best first."""
    enter, leave = preorder(head)
    ranked = []
    for word in arcs:
        old = int(head[word])
        if old == 0:
            continue
        lifts: dict[int, int] = {}
        ancestor = int(head[old])
        while ancestor > 0:
            lifts[ancestor] = len(lifts)
            ancestor = int(head[ancestor])
        for to in range(1, len(head)):
            if to != old and not enter[word] <= enter[to] < leave[word]:
                rank = (0, lifts[to]) if to in lifts else (1, abs(to - old))
                ranked.append((rank, word, old, to))
    return [(word, old, to) for _, word, old, to in nsmallest(limit, ranked)]
