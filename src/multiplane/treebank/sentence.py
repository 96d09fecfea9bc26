"""A sentence as its bytes in the file; words, comments and the tree are parsed from them on access.

Words are views: each knows its row and its sentence, whose heads lead to the words above and below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from multiplane.characters import plural
from multiplane.errors import FormatError, MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.notebook import picture
from multiplane.treebank.conll.columns import COLUMNS, Format
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import Tree

DEPS = COLUMNS.index("deps")


@dataclass(frozen=True, slots=True, repr=False)
class Token:
    """One row: a word (its ID an integer), a range of words (``"3-4"``) or an empty node (``"8.1"``).

    CoNLL-X calls ``upos`` CPOSTAG, ``xpos`` POSTAG, ``deps`` PHEAD and ``misc`` PDEPREL. ``head_id`` is the number in
    the column HEAD: 0 for the root of the tree, None where there is no number. What is above and below a word in the
    tree are words again, found when asked for; above all of them is the artificial root, with the ID 0.

    >>> from multiplane.treebank import Treebank
    >>> rows = ["1 The _ _ _ _ 2 det _ _", "2 hens _ NOUN _ _ 3 nsubj _ _", "3 lay _ VERB _ _ 0 root _ _"]
    >>> the, hens, lay = Treebank.from_text("\\n".join(rows).replace(" ", "\\t"))[0]
    >>> hens.head, hens.head_id, hens.children, the.path_to(lay)
    (<Token 3 lay: VERB, root>, 3, (<Token 1 The: det of 2>,), (<Token 1 The: det of 2>, ...))
    >>> lay.head, lay.head.id, lay.head.children, lay.head.head
    (<Token 0 root>, 0, (<Token 3 lay: VERB, root>,), None)
    """

    id: int | str
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head_id: int | None
    deprel: str
    deps: str
    misc: str
    sentence: Sentence | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        relation = f"{self.deprel} of {self.head_id}" if self.head_id else self.deprel
        notes = [note for note in (self.upos, relation) if note != "_"]
        return f"<Token {self.id} {self.form}{': ' if notes else ''}{', '.join(notes)}>"

    @property
    def features(self) -> dict[str, str]:
        """FEATS as a dictionary; empty where the column is ``_``.

        >>> Token(2, "hens", "hen", "NOUN", "_", "Gender=Fem|Number=Plur", 3, "nsubj", "_", "_").features
        {'Gender': 'Fem', 'Number': 'Plur'}
        """
        if self.feats == "_":
            return {}
        pairs = (feature.partition("=") for feature in self.feats.split("|"))
        return {name: value for name, _, value in pairs}

    def as_data(self) -> dict[str, Any]:
        """The columns by their names, HEAD as a number, so that JSON can hold them."""
        return {name: getattr(self, "head_id" if name == "head" else name) for name in COLUMNS}

    @property
    def head(self) -> Token | None:
        """The word that this one depends on: of the tree's root the artificial root, of that one None.

        Ranges, empty nodes and words without a HEAD have none, either.
        """
        above = self._above(self.id)
        if self.sentence is None or above < 0:
            return None
        return (
            self.sentence[above] if above else Token(0, "root", "_", "_", "_", "_", None, "_", "_", "_", self.sentence)
        )

    @property
    def children(self) -> tuple[Token, ...]:
        """The words that depend on this one, from left to right."""
        return self._words(self._below(self.id))

    @property
    def left(self) -> tuple[Token, ...]:
        """The words that depend on this one and stand to its left."""
        return tuple(word for word in self.children if word.id < self.id)  # type: ignore[operator]

    @property
    def right(self) -> tuple[Token, ...]:
        """The words that depend on this one and stand to its right."""
        return tuple(word for word in self.children if word.id > self.id)  # type: ignore[operator]

    @property
    def subtree(self) -> tuple[Token, ...]:
        """This word and all that are below it, in the order of the sentence: its yield."""
        found = [self.id]
        for word in found:
            found += [below for below in self._below(word) if below not in found]
        return self._words(sorted(found)) if len(found) > 1 else (self,)

    def path_to(self, other: Token) -> tuple[Token, ...]:
        """The words on the way through the tree from this one to another, both included.

        The way leads up to the lowest word that is above both, and down again. Where that is the artificial root, which
        is no word, what is listed are the words on both sides of it.
        """
        up, down = self._ancestors(self.id), self._ancestors(other.id)
        shared = next((word for word in up if word in down), None)
        if shared is not None:
            up, down = up[: up.index(shared) + 1], down[: down.index(shared)]
        return self._words([*up, *reversed(down)])

    def _above(self, id: int | str) -> int:
        """The ID of the head of a word of the sentence; −1 where there is none."""
        if self.sentence is None or not isinstance(id, int) or not id:
            return -1
        return int(self.sentence.heads[id - 1])

    def _below(self, id: int | str) -> list[int]:
        if self.sentence is None or not isinstance(id, int):
            return []
        return [int(word) + 1 for word in np.flatnonzero(self.sentence.heads == id)]

    def _ancestors(self, id: int | str) -> list[int | str]:
        """The word itself and those above it, upwards."""
        found = [id]
        while (above := self._above(found[-1])) > 0 and above not in found:
            found.append(above)
        return found

    def _words(self, ids: Sequence[int | str]) -> tuple[Token, ...]:
        return tuple(self.sentence[id] for id in ids if id) if self.sentence is not None else ()


class Sentence:
    """A sentence of a treebank: a sequence of words, numbered from 1 by their IDs.

    >>> from multiplane.treebank import Treebank
    >>> rows = ["1 Hens _ _ _ _ 2 nsubj _ _", "2 lay _ _ _ _ 0 root _ _"]
    >>> text = "# sent_id = hens-1\\n" + "\\n".join(rows).replace(" ", "\\t")
    >>> sentence = Treebank.from_text(text)[0]
    >>> len(sentence), sentence[1].form, sentence.sent_id, sentence.tree.heads.tolist()
    (2, 'Hens', 'hens-1', [2, 0])
    >>> str(sentence.with_tree([0, 1], ["root", "dep"])).splitlines()[-1].split()
    ['2', 'lay', '_', '_', '_', '_', '1', 'dep', '_', '_']
    """

    __slots__ = ("_cells", "_places", "format", "heads", "line", "raw", "source")

    def __init__(self, raw: bytes, heads: Int32, format: Format, source: str, line: int) -> None:
        self.raw = raw
        self.heads = heads
        self.format: Format = format
        self.source = source
        self.line = line
        self._cells: list[list[str]] | None = None
        self._places: dict[int | str, int] | None = None

    def __len__(self) -> int:
        return len(self.heads)

    def __iter__(self) -> Iterator[Token]:
        return iter(self.words)

    def __getitem__(self, id: int | str) -> Token:
        """The row with this ID: ``sentence[3]``, ``sentence["3-4"]``, ``sentence["8.1"]``."""
        if self._places is None:
            self._places = {_id(cells[0]): place for place, cells in enumerate(self._rows_of_cells())}
        place = self._places.get(id)
        if place is None:
            raise KeyError(f"no row with ID {id!r} in a sentence of {len(self)} words")
        return _token(self._rows_of_cells()[place], self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return (self.raw, self.format) == (other.raw, other.format)

    def __hash__(self) -> int:
        return hash(self.raw)

    def __str__(self) -> str:
        return self.raw.decode("utf-8")

    def __repr__(self) -> str:
        return f"<Sentence {self.sent_id or f'at line {self.line}'}: {plural(len(self), 'word')}>"

    def _repr_svg_(self) -> str:
        return picture(self)

    @property
    def _lines(self) -> list[str]:
        lines = str(self).removeprefix("\ufeff").split("\n")
        return [line for line in (line.removesuffix("\r") for line in lines) if line]

    def _rows_of_cells(self) -> list[list[str]]:
        """The cells of all rows, which are kept; the tokens made of them are not, as they hold the sentence."""
        if self._cells is None:
            comment = "#" if self.format == "conllu" else "\0"
            self._cells = [line.split("\t") for line in self._lines if not line.startswith(comment)]
        return self._cells

    @property
    def id(self) -> str:
        """The ``sent_id``, or the line where there is none: ``line-7``."""
        return self.sent_id or f"line-{self.line}"

    @property
    def rows(self) -> tuple[Token, ...]:
        """All rows in the order of the file: words, ranges and empty nodes."""
        return tuple([_token(cells, self) for cells in self._rows_of_cells()])

    @property
    def words(self) -> tuple[Token, ...]:
        """The words, without ranges and empty nodes: ``words[0]`` is the first, ``words[-1]`` the last."""
        return tuple([_token(cells, self) for cells in self._rows_of_cells() if cells[0].isdecimal()])

    @property
    def nodes(self) -> tuple[Token, ...]:
        """The words and the empty nodes, in the order of the file: the nodes of the graph."""
        return tuple(row for row in self.rows if isinstance(row.id, int) or "." in row.id)

    @property
    def comments(self) -> tuple[str, ...]:
        """The comment lines as in the file, ``#`` included."""
        return tuple(line for line in self._lines if self.format == "conllu" and line.startswith("#"))

    @property
    def metadata(self) -> dict[str, str]:
        """The comments of the form ``# key = value`` as a dictionary."""
        pairs = (comment[1:].partition("=") for comment in self.comments)
        return {key.strip(): value.strip() for key, equals, value in pairs if equals}

    @property
    def sent_id(self) -> str | None:
        """The ``sent_id`` in the comments, if there is one."""
        return self.metadata.get("sent_id")

    @property
    def text(self) -> str:
        """The ``text`` in the comments, or the forms joined by spaces if there is none."""
        return self.metadata.get("text") or " ".join(word.form for word in self.words)

    @property
    def tree(self) -> Tree:
        """The tree with its labels and forms; an error if a word has no HEAD."""
        absent = [word for word, head in enumerate(self.heads, 1) if head < 0]
        if absent:
            raise FormatError(self.source, self.line, f"no HEAD of word {absent[0]}", "a tree")
        words = self.words
        return Tree(self.heads, [word.deprel for word in words], [word.form for word in words])

    @property
    def graph(self) -> Graph:
        """The graph in the DEPS column, with empty nodes at their places; an error if the column is empty throughout.

        >>> from multiplane.treebank import Treebank
        >>> rows = ["1 She _ _ _ _ 2 nsubj 2:nsubj _", "2 won _ _ _ _ 0 root 0:root _", "2.1 it _ _ _ _ _ _ 2:obj _"]
        >>> Treebank.from_text("\\n".join(rows).replace(" ", "\\t"))[0].graph.to_deps()
        ['2:nsubj', '0:root', '2:obj']
        """
        nodes = self.nodes
        column = [node.deps for node in nodes] if self.format == "conllu" else []
        if not set(column) - {"_"}:
            raise FormatError(self.source, self.line, "no DEPS", "a graph, in the ninth column of CoNLL-U")
        has_empty_nodes = len(nodes) > len(self)
        try:
            return Graph.from_deps(column, [str(node.id) for node in nodes] if has_empty_nodes else ())
        except MultiplaneError as error:
            raise MultiplaneError(f"{self.source}, sentence at line {self.line}: {error}") from None

    def with_graph(self, graph: Graph) -> Sentence:
        """The sentence with another graph in the DEPS column of its words and empty nodes; no other byte changes."""
        column = iter(graph.to_deps())
        if graph.words != len(self.nodes) or self.format != "conllu":
            expected = f"{len(self.nodes)}, those of the sentence" if self.format == "conllu" else "CoNLL-U"
            raise MultiplaneError(f"found a graph of {graph.words} nodes for {self.format}; expected {expected}")
        lines = str(self).split("\n")
        for number, line in enumerate(lines):
            cells = line.split("\t")
            if len(cells) == len(COLUMNS) and not line.startswith("#") and "-" not in cells[0]:
                lines[number] = "\t".join((*cells[:DEPS], next(column), *cells[DEPS + 1 :]))
        return Sentence("\n".join(lines).encode(), self.heads, self.format, self.source, self.line)

    def with_tree(self, heads: ArrayLike, labels: Sequence[str] | None = None) -> Sentence:
        """The sentence with other heads and, where given, other labels; no other byte changes."""
        from multiplane.treebank.conll.layout import lay_out
        from multiplane.treebank.conll.rewrite import with_trees

        layout, _ = lay_out(self.raw, self.format, self.source, heads_required=False)
        layout = replace(layout, lines=np.array([self.line]))
        changed = with_trees(layout, heads, labels, source=self.source)
        return Sentence(bytes(changed.data), changed.heads, self.format, self.source, self.line)


def _id(cell: str) -> int | str:
    return int(cell) if cell.isdecimal() else cell


def _token(cells: list[str], sentence: Sentence) -> Token:
    id, form, lemma, upos, xpos, feats, head, deprel, deps, misc = cells
    return Token(
        _id(id),
        form,
        lemma,
        upos,
        xpos,
        feats,
        int(head) if head.isdecimal() else None,
        deprel,
        deps,
        misc,
        sentence,
    )
