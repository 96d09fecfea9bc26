"""A line of words with all arcs above and below them, and a long sentence broken into several such pieces.

A piece is arranged in three steps: the slots in which arcs end at each word, gaps wide enough for every label, then all
positions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from multiplane.draw.layout.bands import Band, without_empty_levels
from multiplane.draw.layout.diagram import Arc, Diagram, with_texts
from multiplane.draw.layout.measure import shorten
from multiplane.draw.layout.spacing import Anchor, Metrics, Positions, Ruler
from multiplane.kernels.arrays import Float64

ROUNDING = 1e-6
MAX_BALANCED, BALANCING_ROUNDS = 8, 6


class ArcPart(NamedTuple):
    """The part of an arc that lies in a piece: from ``start`` to ``end``, or None where it continues beyond the edge.

    Its label begins at ``label`` (None: it stands in another piece), and legs of other arcs cross it at ``crossed``.
    """

    arc: Arc
    level: int
    start: float | None
    end: float | None
    label: float | None
    crossed: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """The words first..last, the start and width of each one's cell, and the parts of arcs in each band."""

    first: int
    last: int
    width: float
    cells: list[tuple[float, float]]
    bands: list[list[ArcPart]]

    def height(self, band: int) -> int:
        """The highest level of a band in this piece."""
        return max((part.level for part in self.bands[band]), default=0)


@dataclass(frozen=True, slots=True)
class Strip:
    """The part of a band that lies in a piece: its arcs, and the offset of each end in its word's cell.

    ``ending`` are the arcs that end at a word of the piece; of a long sentence most pass over it.
    ``offset_of[word, arc.key]`` is where an arc ends at ``word``.
    """

    number: int
    band: Band
    first: int
    last: int
    metrics: Metrics
    arcs: list[Arc]
    ending: list[Arc]
    offset_of: dict[tuple[int, tuple[int, int]], float]

    def anchor(self, arc: Arc, word: int) -> Anchor:
        """The vertical line in which an arc ends at a word, or the edge of the piece if the word is beyond it."""
        if self.first <= word <= self.last:
            return Anchor(word, self.offset_of[word, arc.key], self.metrics.shoulder)
        return Anchor(min(max(word, self.first - 1), self.last + 1), 0, self.metrics.edge + self.metrics.clearance)


@dataclass(frozen=True, slots=True)
class Cells:
    """The width of each word's cell, what of it is to the right of the word, and where the arcs of each band end in it.

    ``offset_of[band][word, arc.key]`` is where an arc ends at ``word``.
    """

    widths: Float64
    overhangs: Float64
    offset_of: list[dict[tuple[int, tuple[int, int]], float]]


@dataclass(frozen=True, slots=True)
class ArcSpan:
    """An arc of a strip with the vertical lines that it meets: its left end, the legs that cross it, its right end.

    Its label stands between the two lines of ``label_gap``.
    """

    arc: Arc
    strip: Strip
    lines: list[Anchor]
    label_gap: tuple[Anchor, Anchor]


@dataclass(frozen=True, slots=True)
class Fitting:
    """Words with gaps wide enough for everything between them, and the spans of the arcs that end at them."""

    ruler: Ruler
    strips: list[Strip]
    spans: list[dict[tuple[int, int], ArcSpan]]
    before: Positions


def pieces(drawn: Diagram, bands: Sequence[Band], metrics: Metrics, width: float | None) -> list[Piece]:
    """The sentence in as few pieces as fit into ``width``, about equally wide if there are few; one without a width."""
    if width is None:
        return [arrange(drawn, bands, metrics, 1, len(drawn.words))] if drawn.words else []
    ends = np.cumsum(
        [0.0, *(_word_width(drawn, metrics, w) + metrics.word_gap for w in range(1, len(drawn.words) + 1))]
    )
    cells = _cells(drawn, bands, metrics)
    fitting = cache(lambda first, last: _fitting(drawn, bands, metrics, cells, first, last))
    best = list(_filled(ends, metrics, width, fitting))
    if 1 < len(best) <= MAX_BALANCED:
        too_narrow, enough = width / 2, width
        for _ in range(BALANCING_ROUNDS):
            middle = (too_narrow + enough) / 2
            tried = list(islice(_filled(ends, metrics, middle, fitting), len(best) + 1))
            if len(tried) == len(best) and all(fitting(*span).ruler.width() <= width for span in tried):
                best, enough = tried, middle
            else:
                too_narrow = middle
    return [_piece(fitting(*span), *span) for span in best]


def _filled(
    ends: Float64, metrics: Metrics, width: float, fitting: Callable[[int, int], Fitting]
) -> Iterator[tuple[int, int]]:
    """Stretches of as many words as fit; a word that is too wide for a piece has one of its own.

    ``ends`` are where the words would end if there were nothing between them.
    """
    first = 1
    while first < len(ends):
        room = width + metrics.word_gap + ends[first - 1]
        last = max(int(np.searchsorted(ends, room, side="right")) - 1, first)
        while last > first and fitting(first, last).ruler.width() > width:
            last -= 1
        yield first, last
        first = last + 1


def shortened(drawn: Diagram, metrics: Metrics, width: float) -> Diagram:
    """The diagram with words and labels cut short where one word with its label is wider than a piece."""
    available = width - 2 * metrics.edge - metrics.clearance - metrics.shoulder - metrics.line
    words, labels = list(drawn.words), [arc.label for arc in drawn.arcs]
    for number, arc in enumerate(drawn.arcs):
        word, label = words[arc.dependent - 1], arc.label
        if max(metrics.word_width(word), metrics.slots_width) + metrics.label_width(label) > available:
            word_limit = max(metrics.slots_width, available / 2, available - metrics.label_width(label))
            word = shorten(word, word_limit, metrics.word_width)
            label_limit = available - max(metrics.slots_width, metrics.word_width(word))
            words[arc.dependent - 1] = word
            labels[number] = shorten(label, label_limit, metrics.label_width)
    for index, word in enumerate(words):
        words[index] = shorten(word, available, metrics.word_width)
    notes = tuple(tuple(shorten(line, available, metrics.note_width) for line in lines) for lines in drawn.notes)
    return replace(with_texts(drawn, words, labels), notes=notes)


def _word_width(drawn: Diagram, metrics: Metrics, word: int) -> float:
    """The width of a word with the lines under it."""
    width = metrics.word_width(drawn.words[word - 1])
    return max([width, *map(metrics.note_width, drawn.notes[word - 1])]) if drawn.notes else width


def _widen_over_tokens(drawn: Diagram, metrics: Metrics, ruler: Ruler, first: int, last: int) -> None:
    """Widen gaps until there is space for the forms of multiword tokens under their words."""
    for token in drawn.multiword_tokens:
        if first <= token.first and token.last <= last:
            end = Anchor(token.last, float(ruler.cells[token.last - first]), 0)
            ruler.widen(Anchor(token.first, 0, 0), end, metrics.note_width(token.form) + 2 * metrics.shoulder)


def token_brackets(drawn: Diagram, piece: Piece, metrics: Metrics) -> Iterator[tuple[str, float, float]]:
    """The multiword tokens under a piece: their form, and where their words begin and end.

    Of a token that two pieces share, the form stands in the first.
    """
    for token in drawn.multiword_tokens:
        first, last = max(token.first, piece.first), min(token.last, piece.last)
        if first <= last:
            begin, (start, width) = piece.cells[first - piece.first][0], piece.cells[last - piece.first]
            form = shorten(token.form, start + width - begin, metrics.note_width) if first == token.first else ""
            yield form, begin, start + width


def arrange(drawn: Diagram, bands: Sequence[Band], metrics: Metrics, first: int, last: int) -> Piece:
    """Place the words first..last and everything above and below them."""
    return _piece(_fitting(drawn, bands, metrics, _cells(drawn, bands, metrics), first, last), first, last)


def _fitting(drawn: Diagram, bands: Sequence[Band], metrics: Metrics, cells: Cells, first: int, last: int) -> Fitting:
    """Give the words first..last gaps that are wide enough; arcs that only pass over them need no more."""
    strips = [
        Strip(number, band, first, last, metrics, band.overlapping(first, last), band.ending(first, last), offsets)
        for number, (band, offsets) in enumerate(zip(bands, cells.offset_of, strict=True))
    ]
    gaps = np.zeros(last - first + 2)
    gaps[1:-1] = metrics.word_gap + np.maximum(cells.overhangs[first:last], cells.overhangs[first - 1 : last - 1])
    ruler = Ruler(first, cells.widths[first - 1 : last], gaps, metrics.line, metrics.whole)
    _widen_over_tokens(drawn, metrics, ruler, first, last)
    for strip in strips:
        _widen_beside_words(ruler, strip)
    before = ruler.positions()
    spans = [{span.arc.key: span for span in _spans(strip, strip.ending, before)} for strip in strips]
    needs = [
        (left, right, metrics.label_width(span.arc.label) + left.margin + right.margin + metrics.line)
        for strip_spans in spans
        for span in strip_spans.values()
        for left, right in [span.label_gap]
        if not span.arc.from_root and first <= span.arc.dependent <= last
    ]
    for left, right, needed in sorted(needs, key=lambda need: need[1].word - need[0].word):
        ruler.widen(left, right, needed)
    return Fitting(ruler, strips, spans, before)


def _piece(fitting: Fitting, first: int, last: int) -> Piece:
    """Everything at its place; arcs that pass over the piece between the same lines share their places."""
    ruler, position = fitting.ruler, fitting.ruler.positions()
    parts: list[list[ArcPart]] = []
    for strip, spans in zip(fitting.strips, fitting.spans, strict=True):
        levels = _levels(strip)
        legs = sorted(strip.band.level_of[arc.key] for arc in strip.ending for _ in arc.ends)
        shared: dict[tuple[int, str], ArcPart] = {}
        found: list[ArcPart] = []
        for arc in strip.arcs:
            key, span = arc.key, spans.get(arc.key)
            if span is not None:
                found.append(_part(span, levels[key], position))
                continue
            alike = (bisect_right(legs, strip.band.level_of[key]), arc.label)
            if alike not in shared:
                (passing,) = _spans(strip, [arc], fitting.before)
                shared[alike] = _part(passing, levels[key], position)
            like = shared[alike]
            found.append(ArcPart(arc, levels[key], None, None, like.label, like.crossed))
        parts.append(found)
    cells = list(zip(ruler.starts().tolist(), ruler.cells.tolist(), strict=True))
    return Piece(first, last, ruler.width(), cells, parts)


def _levels(strip: Strip) -> dict[tuple[int, int], int]:
    return without_empty_levels({arc.key: strip.band.level_of[arc.key] for arc in strip.arcs})


def _cells(drawn: Diagram, bands: Sequence[Band], metrics: Metrics) -> Cells:
    """A cell for each word, wide enough for the word and for the slots of its arcs, which are centred in it.

    Where slots stand beside a short word, the gap to the next word is wider, so that they are nearer to their own.
    """
    widths, overhangs = [], []
    offset_of: list[dict[tuple[int, tuple[int, int]], float]] = [{} for _ in bands]
    for word in range(1, len(drawn.words) + 1):
        word_width = _word_width(drawn, metrics, word)
        counts = [len(band.slots_of.get(word, ())) for band in bands]
        distances = [metrics.slot_distance(count, word_width) for count in counts]
        spreads = [metrics.line + max(c - 1, 0) * d for c, d in zip(counts, distances, strict=True)]
        cell = max(word_width, *spreads)
        for band, offsets, distance, spread in zip(bands, offset_of, distances, spreads, strict=True):
            begin = metrics.snap((cell - spread) / 2)
            for number, slot in enumerate(band.slots_of.get(word, ())):
                offsets.update({(word, arc.key): begin + number * distance for arc in slot})
        widths.append(cell)
        overhangs.append(cell - word_width - metrics.snap((cell - word_width) / 2))
    return Cells(np.array(widths, dtype=np.float64), np.array(overhangs, dtype=np.float64), offset_of)


def _widen_beside_words(ruler: Ruler, strip: Strip) -> None:
    """Widen gaps for the labels of arcs from the root, and at the edges for the marks of arcs that continue."""
    gaps, metrics = ruler.gaps, strip.metrics
    if any(arc.left < strip.first for arc in strip.arcs):
        gaps[0] = max(gaps[0], metrics.edge)
    if any(arc.right > strip.last for arc in strip.arcs):
        gaps[-1] = max(gaps[-1], metrics.edge)
    for arc in strip.ending:
        if arc.from_root:
            index = arc.dependent - strip.first
            begin = _root_label(arc, strip.offset_of[arc.dependent, arc.key], metrics)
            end = begin + metrics.label_width(arc.label)
            gaps[index] += max(0, -begin)
            gaps[index + 1] += max(0, end - ruler.cells[index])


def _root_label(arc: Arc, leg: float, metrics: Metrics) -> float:
    """Where the label of an arc from the root begins, centred over its leg."""
    return metrics.snap(leg + (metrics.line - metrics.label_width(arc.label)) / 2)


def _spans(strip: Strip, arcs: Sequence[Arc], position: Positions) -> list[ArcSpan]:
    """Arcs of a strip with the lines that each one meets."""
    level_of = strip.band.level_of
    legs = sorted(
        (word, strip.offset_of[word, arc.key], level_of[arc.key])
        for arc in strip.ending
        for word in arc.ends
        if strip.first <= word <= strip.last
    )
    leg_words = [word for word, _, _ in legs]
    leg_levels = np.array([level for _, _, level in legs], dtype=np.int64)
    leg_lines = [Anchor(word, offset, strip.metrics.clearance) for word, offset, _ in legs]
    spans = []
    for arc in arcs:
        first, end = bisect_right(leg_words, arc.left), bisect_left(leg_words, arc.right)
        crossing = (leg_levels[first:end] > level_of[arc.key]).nonzero()[0] + first
        lines = [strip.anchor(arc, arc.left), *(leg_lines[i] for i in crossing.tolist()), strip.anchor(arc, arc.right)]
        spans.append(ArcSpan(arc, strip, lines, _widest_gap(lines, position)))
    return spans


def _widest_gap(lines: list[Anchor], position: Positions) -> tuple[Anchor, Anchor]:
    """The widest gap between neighbouring lines at different words: the label stands there."""
    gaps = [(left, right) for left, right in pairwise(lines) if left.word < right.word]
    if len(gaps) < 2:
        return gaps[0] if gaps else (lines[0], lines[-1])
    return max(gaps, key=lambda gap: position(gap[1]) - position(gap[0]) - gap[0].margin - gap[1].margin)


def _part(span: ArcSpan, level: int, position: Positions) -> ArcPart:
    arc, strip, metrics = span.arc, span.strip, span.strip.metrics
    start, *crossed, end = map(position, span.lines)
    if arc.from_root:
        return ArcPart(arc, level, start, start, _root_label(arc, start, metrics), ())
    left, right = span.label_gap
    begin = position(left) + metrics.line + left.margin
    spare = position(right) - right.margin - begin - metrics.label_width(arc.label)
    fits = arc.label and spare > -ROUNDING
    return ArcPart(
        arc,
        level,
        start if arc.left >= strip.first else None,
        end if arc.right <= strip.last else None,
        begin + metrics.snap(max(spare, 0) / 2) if fits else None,
        tuple(crossed),
    )
