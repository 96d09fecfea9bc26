"""A treebank: its bytes and their layout. Sentences and words become Python objects on access."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike

from multiplane.characters import plural
from multiplane.errors import FormatError, MultiplaneError
from multiplane.frames import frame_of_rows
from multiplane.kernels.arrays import Int32, Int64
from multiplane.treebank.as_json import sentence_data
from multiplane.treebank.conll.boundaries import BYTE_ORDER_MARK, blank_line_after
from multiplane.treebank.conll.columns import COLUMNS, Format, check_format
from multiplane.treebank.conll.detect import detect_format
from multiplane.treebank.conll.layout import Layout, lay_out, part_of
from multiplane.treebank.conll.rewrite import with_columns, with_trees
from multiplane.treebank.encode import Encoded, Vocabulary, encode_columns
from multiplane.treebank.sentence import Sentence

ENCODED_COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "deprel")


@dataclass(frozen=True, slots=True, eq=False)
class Treebank(Sequence[Sentence]):
    """A sequence of sentences; ``heads`` and ``offsets`` hold their trees as flat arrays.

    >>> rows = ["1 Hens _ _ _ _ 2 nsubj _ _", "2 lay _ _ _ _ 0 root _ _"]
    >>> treebank = Treebank.from_text("\\n".join(rows).replace(" ", "\\t"))
    >>> len(treebank), treebank.heads.tolist(), treebank.offsets.tolist(), treebank[0][2].form
    (1, [2, 0], [0, 2], 'lay')
    >>> treebank.encode(["deprel"]).vocabularies
    {'deprel': ('', 'nsubj', 'root')}
    """

    layout: Layout
    format: Format
    source: str
    warnings: list[str] = field(default_factory=list)
    skipped: list[FormatError] = field(default_factory=list)

    @staticmethod
    def from_text(
        text: str | bytes,
        format: str | None = None,
        *,
        source: str = "<text>",
        heads_required: bool = True,
        skip_bad: bool = False,
        first_line: int = 1,
    ) -> Treebank:
        """The treebank in a text; its format is detected unless given."""
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        known = check_format(format) if format is not None else detect_format(data)
        if first_line == 1 and data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise FormatError(source, 1, "UTF-16", "UTF-8")
        layout, bad = lay_out(
            data, known, source, heads_required=heads_required, skip_bad=skip_bad, first_line=first_line
        )
        return Treebank(layout, known, source, _several_roots(layout, source) if known == "conllu" else [], bad)

    @staticmethod
    def from_sentences(sentences: Iterable[Sentence]) -> Treebank:
        """A treebank of these sentences, all in one format; each keeps its line number."""
        chosen = list(sentences)
        formats = {sentence.format for sentence in chosen}
        if len(formats) > 1:
            raise MultiplaneError("found sentences of CoNLL-U and CoNLL-X; expected one format: convert them first")
        sources = {sentence.source for sentence in chosen}
        data = _joined([sentence.raw for sentence in chosen])
        source = sources.pop() if len(sources) == 1 else "<sentences>"
        layout, _ = lay_out(data, formats.pop() if formats else "conllu", source, heads_required=False)
        lines = np.array([sentence.line for sentence in chosen], np.int64)
        return Treebank(replace(layout, lines=lines), chosen[0].format if chosen else "conllu", source)

    def from_line(self, line: int) -> Treebank:
        """The same sentences as a part of a file in which they begin at this line.

        >>> import multiplane
        >>> [sentence.line for sentence in multiplane.read("sample:dutch-2").from_line(100)]
        [100]
        """
        return replace(self, layout=replace(self.layout, lines=self.layout.lines - 1 + line))

    @property
    def heads(self) -> Int32:
        """The heads of all words, sentence after sentence; -1 for a missing head."""
        return self.layout.heads

    @property
    def offsets(self) -> Int64:
        """Sentence s has words ``offsets[s]`` to ``offsets[s + 1]`` of the flat arrays."""
        return self.layout.offsets

    @property
    def word_count(self) -> int:
        """The number of words in all sentences."""
        return len(self.layout.heads)

    def __len__(self) -> int:
        return len(self.layout.lines)

    def __bytes__(self) -> bytes:
        return self.layout.data.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Treebank):
            return NotImplemented
        return self.format == other.format and np.array_equal(self.layout.data, other.layout.data)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Treebank {self.source}: {plural(len(self), 'sentence')}, {plural(self.word_count, 'word')}>"

    def __iter__(self) -> Iterator[Sentence]:
        return (self._sentence(number) for number in range(len(self)))

    @overload
    def __getitem__(self, chosen: int) -> Sentence: ...
    @overload
    def __getitem__(self, chosen: slice) -> Treebank: ...
    def __getitem__(self, chosen: int | slice) -> Sentence | Treebank:
        if not isinstance(chosen, slice):
            return self._sentence(range(len(self))[chosen])
        numbers = range(len(self))[chosen]
        if numbers.step != 1:
            return Treebank.from_sentences(self._sentence(number) for number in numbers)
        return Treebank(part_of(self.layout, numbers.start, max(numbers.start, numbers.stop)), self.format, self.source)

    def __add__(self, other: Treebank) -> Treebank:
        return Treebank.from_sentences([*self, *other])

    def _sentence(self, number: int) -> Sentence:
        layout = self.layout
        begin, end = layout.spans[number], layout.spans[number + 1]
        heads = layout.heads[layout.offsets[number] : layout.offsets[number + 1]]
        return Sentence(layout.data[begin:end].tobytes(), heads, self.format, self.source, int(layout.lines[number]))

    def outside(self, trees: str, root_arcs: bool = True) -> Treebank:
        """The sentences whose trees are outside a class, such as ``2-planar``; ``root_arcs`` as in `explain`.

        >>> import multiplane
        >>> [sentence.id for sentence in multiplane.read("sample:dutch").outside("2-planar")]
        ['dutch-3', 'dutch-4']
        """
        structure = importlib.import_module("multiplane.structure")
        inside = structure.tree_class(trees).holds(structure.classify_all(self.heads, self.offsets, root_arcs))
        return Treebank.from_sentences(self._sentence(int(number)) for number in np.flatnonzero(~inside))

    def encode(
        self, columns: Sequence[str] = ENCODED_COLUMNS, vocabularies: Mapping[str, Vocabulary] | None = None
    ) -> Encoded:
        """The columns as integer arrays; ids are numbered from 1 in order of first occurrence.

        Columns with a vocabulary in ``vocabularies`` (of a training set, say) use it, and id 0 for unknown strings.
        """
        return encode_columns(self.layout, columns, vocabularies)

    def as_data(self) -> list[dict[str, Any]]:
        """The sentences as objects that JSON can hold: comments as ``metadata``, and a list of ``tokens``."""
        return [sentence_data(sentence) for sentence in self]

    def to_json(self) -> str:
        """All sentences as JSON: a list of objects with ``sent_id``, ``line``, ``metadata`` and ``tokens``.

        >>> Treebank.from_text("1 Go _ _ _ _ 0 root _ _".replace(" ", "\\t")).to_json()[:76]
        '[{"sent_id": null, "line": 1, "metadata": {}, "tokens": [{"id": 1, "form": "'
        """
        return json.dumps(self.as_data(), ensure_ascii=False)

    def to_frame(self) -> Any:
        """A data frame of pandas, a row for each row of the file: number and name of the sentence, then all columns."""
        rows = [
            (number, sentence.sent_id, *row.as_data().values())
            for number, sentence in enumerate(self, 1)
            for row in sentence.rows
        ]
        return frame_of_rows(["sentence", "sent_id", *COLUMNS], rows)

    @classmethod
    def from_frame(cls, frame: Any) -> Treebank:
        """A treebank of a data frame such as `to_frame` gives: a row a token, with ``sentence`` and ``form``.

        Other columns may be missing; words are numbered where there is no ``id``.

        >>> class Frame:
        ...     columns = ["sentence", "form", "upos"]
        ...     def itertuples(self, index):
        ...         yield from [(1, "Hens", "NOUN"), (1, "lay", "VERB")]
        >>> Treebank.from_frame(Frame())[0][2].upos
        'VERB'
        """
        names = [str(name) for name in frame.columns]
        missing = [name for name in ("sentence", "form") if name not in names]
        if missing:
            raise MultiplaneError(f"found a frame without a column {missing[0]}; expected sentence, form and others")
        rows = [dict(zip(names, row, strict=True)) for row in frame.itertuples(index=False)]
        return cls.from_text("".join(_blocks_of_rows(rows)), "conllu", source="<frame>", heads_required=False)

    def with_trees(
        self,
        heads: ArrayLike,
        labels: Sequence[str] | Int32 | None = None,
        vocabulary: Vocabulary | None = None,
    ) -> Treebank:
        """The treebank with other heads and, where given, other labels, for all words in one flat sequence.

        Labels are strings, or ids of ``vocabulary``. HEAD and DEPREL change, and no other byte.
        """
        changed = with_trees(self.layout, heads, labels, vocabulary, source=self.source)
        return Treebank(changed, self.format, self.source)

    def with_columns(
        self,
        columns: Mapping[str, Sequence[str] | Int32],
        vocabularies: Mapping[str, Sequence[str]] | None = None,
    ) -> Treebank:
        """The treebank with other fields in some columns, for all words in one flat sequence; no other byte changes.

        A column is given as strings or, if it has a vocabulary, as ids; a word with an id below 0 keeps its field.

        >>> rows = ["1 Hens _ _ _ _ 2 nsubj _ _", "2 lay _ _ _ _ 0 root _ _"]
        >>> treebank = Treebank.from_text("\\n".join(rows).replace(" ", "\\t"))
        >>> [word.upos for word in treebank.with_columns({"upos": ["NOUN", "VERB"]})[0]]
        ['NOUN', 'VERB']
        """
        return Treebank(with_columns(self.layout, columns, vocabularies), self.format, self.source)


def _joined(raws: list[bytes]) -> bytes:
    """Sentences joined: a byte-order mark only at the start, a blank line after each but the last."""
    pieces = [raw.removeprefix(BYTE_ORDER_MARK) if number else raw for number, raw in enumerate(raws)]
    return b"".join(piece + blank_line_after(piece) for piece in pieces[:-1]) + b"".join(pieces[-1:])


def _several_roots(layout: Layout, source: str) -> list[str]:
    """A warning for every sentence with more than one root."""
    if not len(layout.heads):
        return []
    roots = np.add.reduceat(layout.heads == 0, layout.offsets[:-1], dtype=np.int64)
    return [
        f"{source}:{layout.lines[sentence]}: found {roots[sentence]} roots; expected one"
        for sentence in np.flatnonzero(roots > 1)
    ]


def _blocks_of_rows(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The sentences of rows of data, in CoNLL-U; values that are missing are ``_``."""
    for _, group in groupby(rows, key=lambda row: row["sentence"]):
        words = list(group)
        name = _cell(words[0].get("sent_id"))
        lines = [] if name == "_" else [f"# sent_id = {name}"]
        for number, row in enumerate(words, 1):
            cells = [_cell(row.get(column)) for column in COLUMNS]
            lines.append("\t".join([str(number) if cells[0] == "_" else cells[0], *cells[1:]]))
        yield "\n".join(lines) + "\n\n"


def _cell(value: Any) -> str:
    """A value of a data frame as it stands in a column; what is missing is None, or not equal to itself."""
    if value is None or value != value or value == "":
        return "_"
    text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    if any(character in "\t\n\r" for character in text):
        raise MultiplaneError(f"found {text!r} in a frame; expected no tabs and line ends")
    return text
