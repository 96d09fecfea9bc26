"""A line of words with all arcs over and under it; a long sentence is broken into pieces, each such a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from multiplane.draw.bands import Band
from multiplane.draw.diagram import Arc, Diagram, with_texts
from multiplane.draw.levels import compressed
from multiplane.draw.measure import shorten
from multiplane.draw.spacing import Anchor, Metrics, Places, Ruler

ROUNDING = 1e-6
MOST_BALANCED, BALANCING_ROUNDS = 8, 6


@dataclass(frozen=True, slots=True)
class Part:
    """What of an arc lies in a piece: from ``start`` to ``end`` (None: it goes on beyond the edge).

    Its label begins at ``label`` (None: it stands in another piece), and legs of other arcs pass it at ``crossed``.
    """

    arc: Arc
    level: int
    start: float | None
    end: float | None
    label: float | None
    crossed: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """The words first..last, where the cell of each begins and how wide it is, and the parts of arcs of each band."""

    first: int
    last: int
    width: float
    cells: list[tuple[float, float]]
    bands: list[list[Part]]

    def height(self, band: int) -> int:
        return max((part.level for part in self.bands[band]), default=0)


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of a band's arcs at the words of a piece: (word, dependent) to the place in the word's cell."""

    band: Band
    offset_of: dict[tuple[int, int], float]
    first: int
    last: int
    metrics: Metrics

    def anchor(self, arc: Arc, word: int) -> Anchor:
        """The upright line in which an arc ends at a word, or the edge of the piece if the word is beyond it."""
        if self.first <= word <= self.last:
            return Anchor(word, self.offset_of[word, arc.dependent], self.metrics.shoulder)
        return Anchor(min(max(word, self.first - 1), self.last + 1), 0, self.metrics.edge + self.metrics.clearance)


def pieces(drawn: Diagram, bands: Sequence[Band], metrics: Metrics, width: float | None) -> list[Piece]:
    """The sentence in pieces no wider than ``width``, as few as can be, and of a few about equally wide; or in one."""
    if width is None:
        return [arrange(drawn, bands, metrics, 1, len(drawn.words))] if drawn.words else []
    best = list(_filled(drawn, bands, metrics, width))
    if 1 < len(best) <= MOST_BALANCED:
        too_narrow, enough = width / 2, width
        for _ in range(BALANCING_ROUNDS):
            middle = (too_narrow + enough) / 2
            tried = list(_filled(drawn, bands, metrics, middle))
            if len(tried) == len(best) and all(piece.width <= width for piece in tried):
                best, enough = tried, middle
            else:
                too_narrow = middle
    return best


def _filled(drawn: Diagram, bands: Sequence[Band], metrics: Metrics, width: float) -> Iterator[Piece]:
    """Pieces with as many words as fit, one after the other; a word that is too wide for a piece has its own."""
    first, count = 1, len(drawn.words)
    while first <= count:
        widths = np.cumsum([metrics.word_width(word) + metrics.word_gap for word in drawn.words[first - 1 :]])
        last = first + max(int(np.searchsorted(widths, width + metrics.word_gap, side="right")) - 1, 0)
        piece = arrange(drawn, bands, metrics, first, last)
        while piece.width > width and last > first:
            last -= 1
            piece = arrange(drawn, bands, metrics, first, last)
        yield piece
        first = last + 1


def shortened(drawn: Diagram, metrics: Metrics, width: float) -> Diagram:
    """The diagram with words and labels cut short where one word with its label is wider than a piece."""
    room = width - 2 * metrics.edge - metrics.clearance - metrics.shoulder - metrics.line
    words, labels = list(drawn.words), [arc.label for arc in drawn.arcs]
    for number, arc in enumerate(drawn.arcs):
        word, label = words[arc.dependent - 1], arc.label
        if max(metrics.word_width(word), metrics.slots_width) + metrics.label_width(label) > room:
            word_room = max(metrics.slots_width, room / 2, room - metrics.label_width(label))
            word = shorten(word, word_room, metrics.word_width)
            label_room = room - max(metrics.slots_width, metrics.word_width(word))
            words[arc.dependent - 1] = word
            labels[number] = shorten(label, label_room, metrics.label_width)
    for index, word in enumerate(words):
        words[index] = shorten(word, room, metrics.word_width)
    return with_texts(drawn, words, labels)


def arrange(drawn: Diagram, bands: Sequence[Band], metrics: Metrics, first: int, last: int) -> Piece:
    """Place the words first..last and everything over and under them."""
    ruler, ends = _cells(drawn, bands, metrics, first, last)
    over = [band.overlapping(first, last) for band in bands]
    for arcs, at in zip(over, ends, strict=True):
        _room_at_the_edges(ruler, arcs, at)
    lines = [_upright_lines(arcs, at) for arcs, at in zip(over, ends, strict=True)]
    place = ruler.places()
    spans = [[_label_span(anchors, place) for anchors in band_lines] for band_lines in lines]
    needs = [
        (left, right, metrics.label_width(arc.label) + left.room + right.room + metrics.line)
        for arcs, band_spans in zip(over, spans, strict=True)
        for arc, (left, right) in zip(arcs, band_spans, strict=True)
        if not arc.from_root and first <= arc.dependent <= last
    ]
    for left, right, needed in sorted(needs, key=lambda need: need[1].word - need[0].word):
        ruler.make_room(left, right, needed)
    place = ruler.places()
    placed = [
        [
            _part(arc, level, anchors, span, place, at)
            for arc, level, anchors, span in zip(arcs, _levels(arcs, at.band), band_lines, band_spans, strict=True)
        ]
        for arcs, at, band_lines, band_spans in zip(over, ends, lines, spans, strict=True)
    ]
    cells = list(zip(ruler.starts().tolist(), ruler.cells.tolist(), strict=True))
    return Piece(first, last, ruler.width(), cells, placed)


def _levels(arcs: list[Arc], band: Band) -> list[int]:
    level_of = compressed({arc.dependent: band.level_of[arc.dependent] for arc in arcs})
    return [level_of[arc.dependent] for arc in arcs]


def _cells(drawn: Diagram, bands: Sequence[Band], metrics: Metrics, first: int, last: int) -> tuple[Ruler, list[Ends]]:
    """A cell for each word, wide enough for the word and for the slots of its arcs, which stand in its middle.

    Where slots stand beside a short word, it keeps so far from other words that they are nearer to it.
    """
    cells, overhangs = [], []
    ends = [Ends(band, {}, first, last, metrics) for band in bands]
    for word in range(first, last + 1):
        word_width = metrics.word_width(drawn.words[word - 1])
        counts = [len(band.slots_of.get(word, ())) for band in bands]
        distances = [metrics.slot_distance(count, word_width) for count in counts]
        spreads = [metrics.line + max(c - 1, 0) * d for c, d in zip(counts, distances, strict=True)]
        cell = max(word_width, *spreads)
        for at, distance, spread in zip(ends, distances, spreads, strict=True):
            begin = metrics.snap((cell - spread) / 2)
            for number, slot in enumerate(at.band.slots_of.get(word, ())):
                at.offset_of.update({(word, arc.dependent): begin + number * distance for arc in slot})
        cells.append(cell)
        overhangs.append(cell - word_width - metrics.snap((cell - word_width) / 2))
    gaps = np.zeros(len(cells) + 1)
    gaps[1:-1] = metrics.word_gap + np.maximum(overhangs[1:], overhangs[:-1])
    return Ruler(first, np.array(cells, dtype=np.float64), gaps, metrics.line, metrics.whole), ends


def _room_at_the_edges(ruler: Ruler, arcs: list[Arc], at: Ends) -> None:
    """Room beside the words for the labels of upright arcs, and at the edges for the marks of arcs that go on."""
    gaps, metrics = ruler.gaps, at.metrics
    if any(arc.left < at.first for arc in arcs):
        gaps[0] = max(gaps[0], metrics.edge)
    if any(arc.right > at.last for arc in arcs):
        gaps[-1] = max(gaps[-1], metrics.edge)
    for arc in arcs:
        if arc.from_root:
            index = arc.dependent - at.first
            begin = _upright_label(arc, at.offset_of[arc.dependent, arc.dependent], metrics)
            end = begin + metrics.label_width(arc.label)
            gaps[index] += max(0, -begin)
            gaps[index + 1] += max(0, end - ruler.cells[index])


def _upright_label(arc: Arc, leg: float, metrics: Metrics) -> float:
    return metrics.snap(leg + (metrics.line - metrics.label_width(arc.label)) / 2)


def _upright_lines(arcs: list[Arc], at: Ends) -> list[list[Anchor]]:
    """For each arc, from left to right: its left end, the legs of other arcs that cross it, its right end."""
    metrics, level_of = at.metrics, at.band.level_of
    legs = sorted(
        (word, at.offset_of[word, arc.dependent], level_of[arc.dependent])
        for arc in arcs
        for word in arc.ends
        if at.first <= word <= at.last
    )
    leg_words = np.array([word for word, _, _ in legs], dtype=np.int64)
    leg_levels = np.array([level for _, _, level in legs], dtype=np.int64)
    lines = []
    for arc in arcs:
        crossing = np.flatnonzero(
            (leg_levels > level_of[arc.dependent]) & (leg_words > arc.left) & (leg_words < arc.right)
        )
        left, right = at.anchor(arc, arc.left), at.anchor(arc, arc.right)
        lines.append([left, *(Anchor(legs[i][0], legs[i][1], metrics.clearance) for i in crossing), right])
    return lines


def _label_span(lines: list[Anchor], place: Places) -> tuple[Anchor, Anchor]:
    """The widest way between neighbouring lines: there the label stands."""
    ways = [(left, right) for left, right in pairwise(lines) if left.word < right.word]
    if not ways:
        return lines[0], lines[-1]
    return max(ways, key=lambda way: place(way[1]) - place(way[0]) - way[0].room - way[1].room)


def _part(arc: Arc, level: int, lines: list[Anchor], span: tuple[Anchor, Anchor], place: Places, at: Ends) -> Part:
    metrics = at.metrics
    start, *crossed, end = map(place, lines)
    if arc.from_root:
        return Part(arc, level, start, start, _upright_label(arc, start, metrics), ())
    left, right = span
    begin = place(left) + metrics.line + left.room
    spare = place(right) - right.room - begin - metrics.label_width(arc.label)
    fits = arc.label and spare > -ROUNDING
    return Part(
        arc,
        level,
        start if arc.left >= at.first else None,
        end if arc.right <= at.last else None,
        begin + metrics.snap(max(spare, 0) / 2) if fits else None,
        tuple(crossed),
    )
