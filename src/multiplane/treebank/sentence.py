"""A sentence as its bytes in the file; words, comments and the tree are parsed from them on access."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from multiplane.errors import FormatError, MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.notebook import picture
from multiplane.treebank.conll.columns import COLUMNS, Format
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import Tree

DEPS = COLUMNS.index("deps")


@dataclass(frozen=True, slots=True)
class Token:
    """One row: a word (its ID an integer), a range of words (``"3-4"``) or an empty node (``"8.1"``).

    CoNLL-X calls ``upos`` CPOSTAG, ``xpos`` POSTAG, ``deps`` PHEAD and ``misc`` PDEPREL.

    >>> Token(2, "hens", "hen", "NOUN", "_", "Gender=Fem|Number=Plur", 3, "nsubj", "_", "_").features
    {'Gender': 'Fem', 'Number': 'Plur'}
    """

    id: int | str
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int | None
    deprel: str
    deps: str
    misc: str

    @property
    def features(self) -> dict[str, str]:
        """FEATS as a dictionary; empty where the column is ``_``."""
        if self.feats == "_":
            return {}
        pairs = (feature.partition("=") for feature in self.feats.split("|"))
        return {name: value for name, _, value in pairs}


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

    __slots__ = ("_by_id", "_rows", "format", "heads", "line", "raw", "source")

    def __init__(self, raw: bytes, heads: Int32, format: Format, source: str, line: int) -> None:
        self.raw = raw
        self.heads = heads
        self.format: Format = format
        self.source = source
        self.line = line
        self._rows: tuple[Token, ...] | None = None
        self._by_id: dict[int | str, Token] | None = None

    def __len__(self) -> int:
        return len(self.heads)

    def __iter__(self) -> Iterator[Token]:
        return iter(self.words)

    def __getitem__(self, id: int | str) -> Token:
        """The row with this ID: ``sentence[3]``, ``sentence["3-4"]``, ``sentence["8.1"]``."""
        if self._by_id is None:
            self._by_id = {row.id: row for row in self.rows}
        found = self._by_id.get(id)
        if found is None:
            raise KeyError(f"no row with ID {id!r} in a sentence of {len(self)} words")
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return (self.raw, self.format) == (other.raw, other.format)

    def __hash__(self) -> int:
        return hash(self.raw)

    def __str__(self) -> str:
        return self.raw.decode("utf-8")

    def __repr__(self) -> str:
        return f"<Sentence {self.sent_id or f'at line {self.line}'}: {len(self)} words>"

    def _repr_svg_(self) -> str:
        return picture(self)

    @property
    def _lines(self) -> list[str]:
        lines = str(self).removeprefix("\ufeff").split("\n")
        return [line for line in (line.removesuffix("\r") for line in lines) if line]

    @property
    def rows(self) -> tuple[Token, ...]:
        """All rows in the order of the file: words, ranges and empty nodes."""
        if self._rows is None:
            comment = "#" if self.format == "conllu" else "\0"
            self._rows = tuple(_token(line) for line in self._lines if not line.startswith(comment))
        return self._rows

    @property
    def words(self) -> tuple[Token, ...]:
        """The words, without ranges and empty nodes."""
        return tuple(row for row in self.rows if isinstance(row.id, int))

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


def _token(line: str) -> Token:
    id, form, lemma, upos, xpos, feats, head, deprel, deps, misc = line.split("\t")
    return Token(
        int(id) if id.isdecimal() else id,
        form,
        lemma,
        upos,
        xpos,
        feats,
        int(head) if head.isdecimal() else None,
        deprel,
        deps,
        misc,
    )
