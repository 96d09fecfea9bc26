"""The DEPS column of a whole treebank as flat arrays of arcs, and back into its bytes.

Empty nodes are collapsed into the labels of paths (`treebank.empty_nodes`). Each distinct field is parsed once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from multiplane.characters import plural
from multiplane.errors import FormatError, MultiplaneError
from multiplane.kernels.arrays import Bool, Int32, Int64, UInt8
from multiplane.kernels.jit import kernel
from multiplane.treebank.conll.rewrite import Fields, digits, with_fields, write_number
from multiplane.treebank.empty_nodes import collapsed_paths, is_empty_node
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.strings import copy, pack
from multiplane.treebank.treebank import Treebank

ARC = re.compile(r"(0|[1-9][0-9]{0,8}|(?:0|[1-9][0-9]{0,8})\.[1-9][0-9]{0,8}):(.+)", re.DOTALL)
EXPECTED = "HEAD:LABEL, several of them joined by |"
_COLON, _BAR, _UNDERSCORE = b":|_"

Field = list[tuple[str, str]]


@dataclass(frozen=True, slots=True, eq=False)
class GraphArcs:
    """The arcs of the graphs of all sentences, back to back, each word's arcs together.

    Arc a of sentence s, ``starts[s] <= a < starts[s + 1]``, goes from ``heads[a]`` (0 is the root) to
    ``dependents[a]``, words of a sentence being counted from 1; its label is ``vocabulary[labels[a]]``.
    """

    starts: Int64
    heads: Int32
    dependents: Int32
    labels: Int32
    vocabulary: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<GraphArcs: {plural(len(self.starts) - 1, 'sentence')}, {plural(len(self.heads), 'arc')}>"

    def sentence(self, number: int) -> list[tuple[int, int, str]]:
        """The arcs of one sentence: head, dependent, label."""
        part = slice(int(self.starts[number]), int(self.starts[number + 1]))
        columns = (self.heads[part].tolist(), self.dependents[part].tolist(), self.labels[part].tolist())
        return [(head, word, self.vocabulary[label]) for head, word, label in zip(*columns, strict=True)]


def read_deps(treebank: Treebank) -> GraphArcs:
    """The arcs of DEPS; an error where there are none at all, and where a field is malformed.

    >>> rows = ["1 She _ _ _ _ 2 nsubj 2:nsubj|4:nsubj _", "2 sits _ _ _ _ 0 root 0:root _"]
    >>> rows += ["3 and _ _ _ _ 4 cc 4:cc _", "4 reads _ _ _ _ 2 conj 2:conj:and _"]
    >>> arcs = read_deps(Treebank.from_text("\\n".join(rows).replace(" ", "\\t")))
    >>> arcs.sentence(0)
    [(2, 1, 'nsubj'), (4, 1, 'nsubj'), (0, 2, 'root'), (4, 3, 'cc'), (2, 4, 'conj:and')]
    """
    if treebank.format != "conllu":
        raise MultiplaneError(f"{treebank.source}: found CoNLL-X, which has no DEPS; expected CoNLL-U")
    encoded = treebank.encode(["deps"])
    ids, fields = encoded.ids["deps"], encoded.vocabularies["deps"]
    if fields[1:] in ((), ("_",)):
        raise MultiplaneError(f"{treebank.source}: found no DEPS; expected graphs in that column")
    parsed = [_parsed(field) for field in fields]
    for number, found in enumerate(parsed):
        if found is None and number:
            _refuse(treebank, int((ids == number).argmax()), f"DEPS {fields[number]!r}", EXPECTED)
    whole = [[arc for arc in found or () if not is_empty_node(arc[0])] for found in parsed]
    numbers: dict[str, int] = {}
    counts = np.array([len(arcs) for arcs in whole], np.int64)
    field_heads = np.array([int(head) for arcs in whole for head, _ in arcs], np.int32)
    field_labels = np.array([numbers.setdefault(label, len(numbers)) for arcs in whole for _, label in arcs], np.int32)
    words = np.repeat(np.arange(len(ids)), counts[ids])
    firsts = np.cumsum(counts) - counts
    places = np.arange(len(words)) - np.repeat(np.cumsum(counts[ids]) - counts[ids], counts[ids])
    places += np.repeat(firsts[ids], counts[ids])
    heads, labels = field_heads[places], field_labels[places]
    is_path = np.array([">" in label for label in numbers], np.bool_)
    _check_heads(treebank, words, heads, is_path[labels])
    with_empty = np.array([any(is_empty_node(head) for head, _ in found or ()) for found in parsed])
    if with_empty.any():
        extra = _collapsed(treebank, np.flatnonzero(with_empty[ids]), numbers)
        order = np.argsort(np.concatenate([words, extra[0]]), kind="stable")
        words, heads, labels = (
            np.concatenate([own, more])[order] for own, more in zip((words, heads, labels), extra, strict=True)
        )
    sentences = np.searchsorted(treebank.offsets, words, side="right") - 1
    starts = np.searchsorted(words, treebank.offsets).astype(np.int64)
    dependents = (words - treebank.offsets[sentences] + 1).astype(np.int32)
    return GraphArcs(starts, heads.astype(np.int32), dependents, labels.astype(np.int32), tuple(numbers))


def with_deps(treebank: Treebank, arcs: GraphArcs) -> Treebank:
    """The treebank with these arcs in DEPS, each word's in their order, ``_`` where there are none.

    No other byte changes.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2")
    >>> one, zero = np.array([2], np.int32), np.array([0], np.int32)
    >>> changed = with_deps(dutch, GraphArcs(np.array([0, 1]), one, one - 1, zero, ("det",)))
    >>> changed[0][1].deps, changed[0][2].deps, changed[0][1].form == dutch[0][1].form
    ('2:det', '_', True)
    """
    if treebank.format != "conllu":
        raise MultiplaneError(f"{treebank.source}: found CoNLL-X, which has no DEPS; expected CoNLL-U")
    for label in arcs.vocabulary:
        if not label or not set(label).isdisjoint("\t\n\r\0|"):
            raise MultiplaneError(f"found label {label!r}; expected text without tabs, bars and line ends")
    layout = treebank.layout
    lengths = np.diff(arcs.starts)
    words = np.repeat(layout.offsets[:-1], lengths) + arcs.dependents - 1
    if len(words) and (np.diff(words) < 0).any():
        raise MultiplaneError("found arcs in another order; expected them sorted by sentence and dependent")
    bounds = np.searchsorted(words, np.arange(len(layout.heads) + 1)).astype(np.int64)
    heads, labels = (np.ascontiguousarray(part, np.int32) for part in (arcs.heads, arcs.labels))
    data, ends = deps_fields(bounds, heads, labels, *pack(arcs.vocabulary))
    fields = {"deps": Fields(np.arange(len(layout.heads), dtype=np.int32), data, ends)}
    return replace(treebank, layout=with_fields(layout, fields))


@kernel
def deps_fields(bounds: Int64, heads: Int32, labels: Int32, blob: UInt8, ends: Int64) -> tuple[UInt8, Int64]:
    """The fields of all words, packed; the arcs of word w are those from ``bounds[w]`` to ``bounds[w + 1]``."""
    places = np.zeros(len(bounds), np.int64)
    for word in range(len(bounds) - 1):
        size = 1 if bounds[word] == bounds[word + 1] else -1
        for arc in range(bounds[word], bounds[word + 1]):
            size += digits(heads[arc]) + 2 + ends[labels[arc] + 1] - ends[labels[arc]]
        places[word + 1] = places[word] + size
    out = np.empty(places[len(bounds) - 1], np.uint8)
    for word in range(len(bounds) - 1):
        position = places[word]
        if bounds[word] == bounds[word + 1]:
            out[position] = _UNDERSCORE
        for arc in range(bounds[word], bounds[word + 1]):
            if arc > bounds[word]:
                out[position] = _BAR
                position += 1
            position = write_number(out, position, heads[arc])
            out[position] = _COLON
            position = copy(blob, ends[labels[arc]], ends[labels[arc] + 1], out, position + 1)
    return out, places


def _parsed(field: str) -> Field | None:
    """The arcs of a field, each once, as texts; None if it is malformed."""
    if field in ("", "_"):
        return []
    matches = [ARC.fullmatch(part) for part in field.split("|")]
    if not all(matches):
        return None
    return list(dict.fromkeys((match[1], match[2]) for match in matches if match))


def _refuse(treebank: Treebank, word: int, found: str, expected: str) -> None:
    """The error about a word of the treebank, words being counted from 0."""
    layout = treebank.layout
    sentence = int(np.searchsorted(layout.offsets, word, side="right")) - 1
    before = treebank[sentence].raw[: int(layout.columns[word, 1])].removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    place = word - int(layout.offsets[sentence]) + 1
    line = int(layout.lines[sentence]) + before.count(b"\n")
    raise FormatError(treebank.source, line, f"{found} of word {place}", expected)


def _check_heads(treebank: Treebank, words: Int64, heads: Int32, is_path: Bool) -> None:
    """An error where a head is no word of its sentence, or the word itself other than by a path."""
    sentences = np.searchsorted(treebank.offsets, words, side="right") - 1
    lengths, places = np.diff(treebank.offsets)[sentences], words - treebank.offsets[sentences] + 1
    wrong = np.flatnonzero((heads > lengths) | ((heads == places) & ~is_path))
    if len(wrong):
        arc = int(wrong[0])
        expected = f"another word of 0 to {lengths[arc]}"
        _refuse(treebank, int(words[arc]), f"head {heads[arc]} in DEPS", expected)


def _collapsed(treebank: Treebank, words: Int64, numbers: dict[str, int]) -> tuple[Int64, Int32, Int32]:
    """The arcs that stand for paths to these words: words, heads and labels, which are added to the numbers."""
    found: list[tuple[int, int, int]] = []
    offsets = treebank.offsets
    for number in np.unique(np.searchsorted(offsets, words, side="right") - 1).tolist():
        sentence = treebank[number]
        first = int(offsets[number])
        incoming = _incoming(sentence)
        known = {str(row.id) for row in sentence.rows} | {"0"}
        for id, field in incoming.items():
            for head, _ in field:
                if head not in known:
                    word = first + max(int(id.partition(".")[0]), 1) - 1
                    _refuse(treebank, word, f"head {head} in DEPS at or after the line", "a node of its sentence")
        for source, target, label in collapsed_paths(incoming):
            found.append((first + target - 1, source, numbers.setdefault(label, len(numbers))))
    columns: Sequence[Sequence[int]] = list(zip(*found, strict=True)) or [(), (), ()]
    return np.array(columns[0], np.int64), np.array(columns[1], np.int32), np.array(columns[2], np.int32)


def _incoming(sentence: Sentence) -> dict[str, Field]:
    """The arcs of all words and empty nodes; an error where the field of an empty node is malformed."""
    incoming: dict[str, Field] = {}
    for row in sentence.rows:
        if "-" not in str(row.id):
            found = _parsed(row.deps)
            if found is None:
                raise FormatError(sentence.source, sentence.line, f"DEPS {row.deps!r} of empty node {row.id}", EXPECTED)
            incoming[str(row.id)] = found
    return incoming
