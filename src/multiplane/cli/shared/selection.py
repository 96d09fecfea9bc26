"""Which sentences of a treebank are wanted: by the class of their tree, a label, their number of words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from multiplane.treebank import Sentence, Treebank

InsideOption = Annotated[
    list[str] | None,
    typer.Option("--class", metavar="CLASS", help="Only trees of this class (projective, …); may be repeated."),
]
OutsideOption = Annotated[
    list[str] | None, typer.Option("--outside", metavar="CLASS", help="Only trees outside this class; may be repeated.")
]
LabelOption = Annotated[
    list[str] | None, typer.Option("--label", metavar="LABEL", help="Only sentences with this label; may be repeated.")
]
LengthOption = Annotated[
    str | None,
    typer.Option("--length", metavar="N|M-N", help="Only sentences of this length in words: 7, 5-20, 30- or -10."),
]


@dataclass(frozen=True, slots=True)
class Selection:
    """Classes that trees must be in, or outside of; labels, one of which must occur; the least and most words."""

    inside: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None

    @property
    def by_class(self) -> bool:
        return bool(self.inside or self.outside)

    def of(self, blocks: Iterable[Treebank], root_arcs: bool, deps: bool = False) -> Iterator[tuple[int, Sentence]]:
        """The sentences that are wanted, each with its number in all blocks; with ``deps`` labels are those of DEPS."""
        before = 0
        for block in blocks:
            for number in self._numbers(block, root_arcs):
                sentence = block[number]
                if not self.labels or labels_of(sentence, deps) & set(self.labels):
                    yield before + number + 1, sentence
            before += len(block)

    def _numbers(self, block: Treebank, root_arcs: bool) -> list[int]:
        """The sentences of a block with the right length and class, from 0."""
        import numpy as np

        lengths = np.diff(block.offsets)
        wanted = lengths >= self.least
        if self.most is not None:
            wanted &= lengths <= self.most
        if self.by_class and wanted.any():
            from multiplane.structure import classify_all, tree_class

            trees = classify_all(block.heads, block.offsets, root_arcs)
            for name in self.inside:
                wanted &= tree_class(name).holds(trees)
            for name in self.outside:
                wanted &= ~tree_class(name).holds(trees)
        found: list[int] = np.flatnonzero(wanted).tolist()
        return found


def selection(
    inside: list[str] | None, outside: list[str] | None, labels: list[str] | None, length: str | None
) -> Selection:
    """The selection that these options stand for; unknown classes and lengths are errors now."""
    classes = (tuple(inside or ()), tuple(outside or ()))
    if any(classes):
        from multiplane.structure import tree_class

        for name in (*classes[0], *classes[1]):
            tree_class(name)
    return Selection(*classes, tuple(labels or ()), *length_limits(length))


def length_limits(length: str | None) -> tuple[int, int | None]:
    """The least and the most words.

    >>> [length_limits(text) for text in ("7", "5-20", "30-", "-10", None)]
    [(7, 7), (5, 20), (30, None), (0, 10), (0, None)]
    """
    if length is None:
        return 0, None
    match = re.fullmatch(r"(\d{1,9})?(-)?(\d{1,9})?", length)
    if match and (match[1] or match[3]) and (match[2] or not match[3]):
        least = int(match[1] or 0)
        most = int(match[3]) if match[3] else None if match[2] else least
        if most is None or least <= most:
            return least, most
    raise typer.BadParameter(f"found {length!r}; expected N or M-N, as 5-20", param_hint="--length")


def labels_of(sentence: Sentence, deps: bool) -> set[str]:
    """The labels of a sentence's tree, or of its graph."""
    if deps:
        return set(sentence.graph.labels)
    return {word.deprel for word in sentence.words}
