"""What else of a sentence is drawn: lines under each word, multiword tokens, empty nodes, the arcs that DEPS adds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

from multiplane.draw.layout.diagram import UNSPECIFIED, Arc, Diagram, MultiwordToken, Source, diagram
from multiplane.draw.layout.measure import printable
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.treebank import Sentence, Token

NOTES = {"lemmas": "lemma", "tags": "upos", "xpos": "xpos"}
SHOWN = (*NOTES, "features", "multiword", "empty-nodes", "enhanced")


def check_shown(show: Collection[str]) -> None:
    """An error if one of these names is nothing that can be shown.

    >>> check_shown(["tags", "colour"])
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found 'colour' to be shown; expected lemmas, tags, xpos, features, ...
    """
    for name in show:
        if name not in SHOWN:
            raise MultiplaneError(f"found {name!r} to be shown; expected {', '.join(SHOWN)}")


def annotated_diagram(
    source: Source,
    *,
    show: Collection[str] = (),
    root_arcs: bool = True,
    planes: bool = True,
    highlight: Collection[int] = (),
    right_to_left: bool | None = None,
) -> Diagram:
    """A tree, a sentence or a sequence of heads as a diagram, with what of a sentence is to be shown beside its tree.

    >>> import multiplane
    >>> annotated_diagram(multiplane.read("sample:dutch-2")[0], show=["tags"]).notes[:2]
    (('PRON',), ('VERB',))
    """
    check_shown(show)
    drawn = diagram(source, root_arcs=root_arcs, planes=planes, highlight=highlight, right_to_left=right_to_left)
    return _annotated(drawn, source, show, root_arcs) if show and is_sentence(source) else drawn


def is_sentence(source: object) -> TypeGuard[Sentence]:
    """Whether a source has the columns of a sentence, not just a tree."""
    return hasattr(source, "nodes") and hasattr(source, "rows")


def _annotated(drawn: Diagram, sentence: Sentence, show: Collection[str], root_arcs: bool) -> Diagram:
    """The diagram of a sentence's tree with what is to be shown beside it.

    The arcs that the graph in DEPS adds to the tree are below the words, those of the tree all above them.
    """
    nodes = list(sentence.words)
    if "empty-nodes" in show or "enhanced" in show:
        nodes = list(sentence.nodes)
        drawn = _with_nodes(drawn, nodes)
    if "enhanced" in show and any(node.deps != UNSPECIFIED for node in nodes) and sentence.format == "conllu":
        drawn = _with_enhanced_arcs(drawn, sentence, root_arcs)
    notes = tuple(tuple(_notes(node, show)) for node in nodes)
    tokens = tuple(_multiword_tokens(sentence, nodes)) if "multiword" in show else ()
    return replace(drawn, notes=notes if any(notes) else (), multiword_tokens=tokens)


def _notes(node: Token, show: Collection[str]) -> Iterator[str]:
    """The lines under a word; one that a column leaves empty is blank, so that all words have theirs side by side."""
    for name, column in NOTES.items():
        if name in show:
            value = getattr(node, column)
            yield "" if value == UNSPECIFIED else printable(value)
    if "features" in show and node.feats != UNSPECIFIED:
        yield from map(printable, node.feats.split("|"))


def _with_nodes(drawn: Diagram, nodes: list[Token]) -> Diagram:
    """The diagram with empty nodes at their places between the words."""
    place = {node.id: number for number, node in enumerate(nodes, 1)} | {0: 0}
    arcs = tuple(replace(arc, head=place[arc.head], dependent=place[arc.dependent]) for arc in drawn.arcs)
    words = iter(drawn.words)
    forms = tuple(next(words) if isinstance(node.id, int) else empty_node_form(node) for node in nodes)
    return replace(drawn, words=forms, arcs=arcs)


def empty_node_form(node: Token) -> str:
    """The form of an empty node with its ID, as in ``won/8.1``; the ID alone where it has no form."""
    form = "" if node.form == UNSPECIFIED else printable(node.form)
    return f"{form}/{node.id}".removeprefix("/")


def _with_enhanced_arcs(drawn: Diagram, sentence: Sentence, root_arcs: bool) -> Diagram:
    """The diagram with the arcs of DEPS that are not in the tree, in the plane below the words."""
    of_tree = tuple(replace(arc, plane=0) for arc in drawn.arcs)
    known = {arc.key for arc in of_tree}
    labels: dict[tuple[int, int], list[str]] = {}
    graph = sentence.graph
    for ends, label in zip(graph.arcs, graph.labels, strict=True):
        if ends not in known and (ends[0] or root_arcs):
            labels.setdefault(ends, []).append(printable(label))
    added = tuple(Arc(*ends, "|".join(names), plane=1, enhanced=True) for ends, names in labels.items())
    return replace(drawn, arcs=(*of_tree, *added))


def _multiword_tokens(sentence: Sentence, nodes: list[Token]) -> Iterator[MultiwordToken]:
    """The ranges of words that are written as one token."""
    place = {node.id: number for number, node in enumerate(nodes, 1)}
    for row in sentence.rows:
        if isinstance(row.id, str) and "-" in row.id:
            first, last = map(int, row.id.split("-"))
            yield MultiwordToken(place[first], place[last], printable(row.form))
