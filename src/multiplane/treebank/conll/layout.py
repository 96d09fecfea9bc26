"""The layout of a treebank's bytes, from the scan; faults are raised, or bad sentences left out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from multiplane.errors import FormatError
from multiplane.kernels.arrays import Int32, Int64, UInt8
from multiplane.treebank.conll.boundaries import BYTE_ORDER_MARK, next_sentence_start
from multiplane.treebank.conll.columns import Format
from multiplane.treebank.conll.faults import FINE, UNSEEN, format_error
from multiplane.treebank.conll.scan import ScanOutput, ScanRules, count_lines, find_marks, scan
from multiplane.treebank.conll.wellformed import well_formed

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The bytes of a treebank and where everything in them is.

    Sentence s is the bytes ``spans[s]`` to ``spans[s + 1]``, starts on line ``lines[s]`` and has words ``offsets[s]``
    to ``offsets[s + 1]``; all spans together are all the bytes. Column c of word w starts at ``columns[w, c]`` and ends
    at ``columns[w, c + 1] - 1``, counted from the start of its sentence's span.
    """

    data: UInt8
    spans: Int64
    lines: Int64
    offsets: Int64
    heads: Int32
    columns: Int32


def lay_out(
    data: bytes,
    format: Format,
    file: str,
    *,
    heads_required: bool = True,
    skip_bad: bool = False,
    first_line: int = 1,
) -> tuple[Layout, list[FormatError]]:
    """Lay out the bytes; raise the first fault or, with ``skip_bad``, leave bad sentences out and return their errors.

    >>> data = b"1\\tGo\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n2\\tNo\\n\\n"
    >>> layout, bad = lay_out(data, "conllu", "a.conllu", skip_bad=True)
    >>> layout.heads.tolist(), layout.spans.tolist(), bad
    ([0], [0, 25], [FormatError('a.conllu:3: found 2 columns; expected 10')])
    """
    array = np.frombuffer(data, np.uint8)
    output = _empty_output(count_lines(array) + 2)
    begin, line, sentence, word = 0, first_line, 0, 0
    position = len(BYTE_ORDER_MARK) if first_line == 1 and data.startswith(BYTE_ORDER_MARK) else 0
    bad: list[FormatError] = []
    gaps: list[tuple[int, int]] = []
    end = 0
    while end < len(data):
        end = next_sentence_start(data, end + _PIECE)
        marks = find_marks(array[:end], begin)
        rules = ScanRules(format == "conllu", heads_required, not well_formed(array[begin:end]))
        fault = UNSEEN
        while fault != FINE:
            mark = int(np.searchsorted(marks, position))
            fault, where, begin, line, sentence, word = scan(
                array[:end], marks, mark, begin, position, line, sentence, word, rules, output
            )
            position = where
            if fault != FINE:
                bad.append(format_error(data, fault, where, begin, line, file, format))
                if not skip_bad:
                    raise bad[0]
                position = next_sentence_start(data, where)
                line += data.count(b"\n", begin, position)
                gaps.append((begin, position))
                begin = position
    array = array if sentence else array[:0]
    spans = np.append(output.starts[:sentence], len(array))
    layout = Layout(
        *_without(array, spans, gaps if sentence else []),
        output.lines[:sentence].copy(),
        output.offsets[: sentence + 1].copy(),
        output.heads[:word],
        output.columns[:word],
    )
    for name in ("data", "spans", "lines", "offsets", "heads", "columns"):
        getattr(layout, name).setflags(write=False)
    return layout, bad


def part_of(layout: Layout, start: int, stop: int) -> Layout:
    """The layout of the sentences start..stop - 1, over the same bytes."""
    spans, offsets = layout.spans[start : stop + 1], layout.offsets[start : stop + 1]
    part = Layout(
        layout.data[spans[0] : spans[-1]],
        spans - spans[0],
        layout.lines[start:stop],
        offsets - offsets[0],
        layout.heads[offsets[0] : offsets[-1]],
        layout.columns[offsets[0] : offsets[-1]],
    )
    part.spans.setflags(write=False)
    part.offsets.setflags(write=False)
    return part


def _empty_output(size: int) -> ScanOutput:
    """Arrays for at most ``size`` sentences and words."""
    starts, lines, offsets = (np.empty(size, np.int64) for _ in range(3))
    offsets[0] = 0
    columns, heads, reached = (np.empty(shape, np.int32) for shape in ((size, 11), size, size))
    return ScanOutput(starts, lines, offsets, columns, heads, reached)


def _without(data: UInt8, spans: Int64, gaps: list[tuple[int, int]]) -> tuple[UInt8, Int64]:
    """The bytes without the gaps, and the spans moved accordingly."""
    if not gaps:
        return data, spans
    begins, ends = np.array(gaps, np.int64).T
    removed = np.concatenate([[0], np.cumsum(ends - begins)])
    kept = [data[end:begin] for end, begin in zip([0, *ends], [*begins, len(data)], strict=True)]
    return np.concatenate(kept), spans - removed[np.searchsorted(ends, spans, side="right")]
