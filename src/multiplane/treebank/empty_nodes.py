"""Graphs without their empty nodes: a path through empty nodes becomes an arc whose label is the path's.

The preparation of the IWPT 2020 and 2021 shared tasks: where word 5 is ``8.1:nsubj`` and the empty node 8.1 is
``2:conj``, word 5 gets the arc ``2:conj>nsubj``. No empty node occurs twice on a path; both ends may be the same word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

Incoming = Mapping[str, Sequence[tuple[str, str]]]
"""By the ID of a word or empty node, its arcs: the ID of the head and the label."""


def is_empty_node(id: str) -> bool:
    """Whether an ID is that of an empty node.

    >>> is_empty_node("8.1"), is_empty_node("8")
    (True, False)
    """
    return "." in id


def collapsed_paths(incoming: Incoming) -> list[tuple[int, int, str]]:
    """The arcs (head, dependent, label) that stand for the paths from word to word through empty nodes, each once.

    >>> collapsed_paths({"5": [("8.1", "nsubj")], "8.1": [("2", "conj"), ("0", "root")]})
    [(2, 5, 'conj>nsubj'), (0, 5, 'root>nsubj')]
    """
    found: dict[tuple[int, int, str], None] = {}
    for word, arcs in incoming.items():
        if not is_empty_node(word):
            for head, label in arcs:
                if is_empty_node(head):
                    for source, path in _paths_to(incoming, head, frozenset({head})):
                        found[int(source), int(word), f"{path}>{label}"] = None
    return list(found)


def _paths_to(incoming: Incoming, node: str, seen: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The words from which an empty node is reached through empty nodes not seen yet, with the labels on the way."""
    for head, label in incoming.get(node, ()):
        if not is_empty_node(head):
            yield head, label
        elif head not in seen:
            for source, path in _paths_to(incoming, head, seen | {head}):
                yield source, f"{path}>{label}"
