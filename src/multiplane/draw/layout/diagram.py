"""What is drawn: the words, and every arc with its label, its plane and whether it crosses another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from multiplane.draw.layout.measure import mostly_right_to_left, printable
from multiplane.errors import TreeError
from multiplane.notebook import picture
from multiplane.treebank.tree import Tree

if TYPE_CHECKING:
    from multiplane.treebank import Sentence

Source: TypeAlias = "Tree | Sentence | Sequence[int] | Diagram"
UNSPECIFIED = "_"
MAX_PLANES = 12
MAX_WORDS = 20_000


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc; node 0 is the artificial root, whose arcs are vertical lines above (or below) their dependents.

    An arc that is not directed is a link between two words, and has no arrowhead. An enhanced arc is one that the graph
    in DEPS adds to the tree.
    """

    head: int
    dependent: int
    label: str
    plane: int = 0
    crossing: bool = False
    highlighted: bool = False
    directed: bool = True
    enhanced: bool = False

    @property
    def key(self) -> tuple[int, int]:
        """Head and dependent, by which a diagram tells its arcs apart."""
        return self.head, self.dependent

    def enters(self, word: int) -> bool:
        """Whether it has its arrowhead at a word."""
        return self.directed and self.dependent == word

    @property
    def from_root(self) -> bool:
        return self.head == 0

    @property
    def ends(self) -> tuple[int, ...]:
        """The words at its ends, from left to right; only one for an arc from the root."""
        return (self.dependent,) if self.from_root else (self.left, self.right)

    @property
    def left(self) -> int:
        return min(self.head or self.dependent, self.dependent)

    @property
    def right(self) -> int:
        return max(self.head, self.dependent)


@dataclass(frozen=True, slots=True)
class MultiwordToken:
    """Words, from the first to the last, that are written as one token of this form."""

    first: int
    last: int
    form: str


@dataclass(frozen=True, slots=True)
class Diagram:
    """The words in reading order, the arcs in the order of their dependents; name, translation and text of a sentence.

    ``notes`` are the lines under each word, such as its tag, empty where there are none at all.
    """

    words: tuple[str, ...]
    arcs: tuple[Arc, ...]
    right_to_left: bool
    name: str = ""
    translation: str = ""
    text: str = ""
    notes: tuple[tuple[str, ...], ...] = ()
    multiword_tokens: tuple[MultiwordToken, ...] = ()

    def _repr_svg_(self) -> str:
        return picture(self)

    @property
    def note_lines(self) -> int:
        """The number of lines under the words."""
        return max(map(len, self.notes), default=0)

    @property
    def plane_count(self) -> int:
        return 1 + max((arc.plane for arc in self.arcs), default=0)


def diagram(
    source: Source,
    *,
    root_arcs: bool = True,
    planes: bool = True,
    highlight: Collection[int] = (),
    right_to_left: bool | None = None,
) -> Diagram:
    """A tree, a sentence or a sequence of heads as a diagram; a diagram as it is.

    Without ``planes``, or with more than ``MAX_PLANES`` of them, all arcs are in plane 0.

    >>> two_planar = diagram([3, 4, 0, 3], root_arcs=False)
    >>> [(arc.dependent, arc.plane, arc.crossing) for arc in two_planar.arcs]
    [(1, 0, True), (2, 1, True), (4, 0, False)]
    """
    from multiplane.structure import planes as assign_planes
    from multiplane.structure.crossing import crossing_pairs

    if isinstance(source, Diagram):
        return source
    tree = tree_of(source)
    if len(tree) > MAX_WORDS:
        raise TreeError(f"found a sentence of {len(tree):,} words; expected at most {MAX_WORDS:,} to draw")
    outside = sorted(word for word in highlight if not 1 <= word <= len(tree))
    if outside:
        raise TreeError(f"found word {outside[0]} to be highlighted; expected 1 to {len(tree)}")
    heads = tree.heads
    crossing = {word for words in crossing_pairs(heads, root_arcs) for word in set(words.tolist())}
    assigned = assign_planes(heads, root_arcs) if planes else None
    plane_of = assigned.of_word if assigned and assigned.count <= MAX_PLANES else [0] * len(tree)
    arcs = tuple(
        Arc(head, word, label_of(tree, head, word), int(plane_of[word - 1]), word in crossing, word in highlight)
        for head, word in tree.arcs()
        if head or root_arcs
    )
    words = words_of(tree)
    return Diagram(words, arcs, mostly_right_to_left(words) if right_to_left is None else right_to_left)


def tree_of(source: Source) -> Tree:
    """The tree of a tree, a sentence or a sequence of heads."""
    if isinstance(source, Tree):
        return source
    inner = getattr(source, "tree", None)
    return inner if isinstance(inner, Tree) else Tree(source)  # type: ignore[arg-type]


def name_of(source: Source, number: int) -> str:
    """The sent_id of a sentence, or its number if it has none."""
    name = source.name if isinstance(source, Diagram) else getattr(source, "sent_id", None)
    return printable(name or str(number))


def translation_of(source: Source) -> str:
    """The English translation in a sentence's comments (``text_en``), or an empty string."""
    if isinstance(source, Diagram):
        return source.translation
    return printable(getattr(source, "metadata", {}).get("text_en", ""))


def text_of(source: Source) -> str:
    """The text of a sentence as its comments have it (``text``), or its words joined by spaces."""
    text = source.text if isinstance(source, Diagram) else getattr(source, "metadata", {}).get("text", "")
    return printable(text) or " ".join(words_of(source))


def words_of(source: Source) -> tuple[str, ...]:
    """The forms, or the numbers of the words where there are no forms."""
    if isinstance(source, Diagram):
        return source.words
    tree = tree_of(source)
    if all(form == UNSPECIFIED for form in tree.forms):
        return tuple(map(str, range(1, len(tree) + 1)))
    return tuple(map(printable, tree.forms))


def label_of(tree: Tree, head: int, word: int) -> str:
    """The label of an arc; empty where it is unspecified, but ``root`` for arcs from the root."""
    label = tree.labels[word - 1]
    if label == UNSPECIFIED:
        return "" if head else "root"
    return printable(label)


def with_texts(drawn: Diagram, words: Sequence[str], labels: Sequence[str]) -> Diagram:
    """The same diagram with other words and with other labels on its arcs."""
    arcs = tuple(replace(arc, label=label) for arc, label in zip(drawn.arcs, labels, strict=True))
    return replace(drawn, words=tuple(words), arcs=arcs)
