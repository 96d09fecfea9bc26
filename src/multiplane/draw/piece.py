"""Words on a line with all arcs over and under them: first the slots, then room for every label, then all places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from multiplane.draw.bands import Band
from multiplane.draw.diagram import Arc, Diagram
from multiplane.draw.levels import compressed
from multiplane.draw.spacing import Anchor, Metrics, Places, Ruler

ROUNDING = 1e-6


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
class Strip:
    """What of a band lies in a piece: its arcs there, and where each (word, dependent) end is in the word's cell."""

    number: int
    band: Band
    first: int
    last: int
    metrics: Metrics
    arcs: list[Arc]
    offset_of: dict[tuple[int, int], float] = field(default_factory=dict)

    def anchor(self, arc: Arc, word: int) -> Anchor:
        """The upright line in which an arc ends at a word, or the edge of the piece if the word is beyond it."""
        if self.first <= word <= self.last:
            return Anchor(word, self.offset_of[word, arc.dependent], self.metrics.shoulder)
        return Anchor(min(max(word, self.first - 1), self.last + 1), 0, self.metrics.edge + self.metrics.clearance)


@dataclass(frozen=True, slots=True)
class Course:
    """An arc on its strip with the upright lines that it meets: its left end, legs that cross it, its right end."""

    arc: Arc
    strip: Strip
    lines: list[Anchor]


def arrange(drawn: Diagram, bands: Sequence[Band], metrics: Metrics, first: int, last: int) -> Piece:
    """Place the words first..last and everything over and under them."""
    strips = [
        Strip(number, band, first, last, metrics, band.overlapping(first, last)) for number, band in enumerate(bands)
    ]
    ruler = _cells(drawn, strips, metrics, first, last)
    for strip in strips:
        _make_room_beside_words(ruler, strip)
    courses = [course for strip in strips for course in _courses(strip)]
    place = ruler.places()
    spans = [_label_span(course.lines, place) for course in courses]
    needs = [
        (left, right, metrics.label_width(course.arc.label) + left.room + right.room + metrics.line)
        for course, (left, right) in zip(courses, spans, strict=True)
        if not course.arc.from_root and first <= course.arc.dependent <= last
    ]
    for left, right, needed in sorted(needs, key=lambda need: need[1].word - need[0].word):
        ruler.make_room(left, right, needed)
    place = ruler.places()
    levels = [_levels(strip) for strip in strips]
    parts: list[list[Part]] = [[] for _ in strips]
    for course, span in zip(courses, spans, strict=True):
        number = course.strip.number
        parts[number].append(_part(course, span, levels[number][course.arc.dependent], place))
    cells = list(zip(ruler.starts().tolist(), ruler.cells.tolist(), strict=True))
    return Piece(first, last, ruler.width(), cells, parts)


def _levels(strip: Strip) -> dict[int, int]:
    return compressed({arc.dependent: strip.band.level_of[arc.dependent] for arc in strip.arcs})


def _cells(drawn: Diagram, strips: Sequence[Strip], metrics: Metrics, first: int, last: int) -> Ruler:
    """A cell for each word, wide enough for the word and for the slots of its arcs, which stand in its middle.

    Where slots stand beside a short word, it keeps so far from other words that they are nearer to it.
    """
    cells, overhangs = [], []
    for word in range(first, last + 1):
        word_width = metrics.word_width(drawn.words[word - 1])
        counts = [len(strip.band.slots_of.get(word, ())) for strip in strips]
        distances = [metrics.slot_distance(count, word_width) for count in counts]
        spreads = [metrics.line + max(c - 1, 0) * d for c, d in zip(counts, distances, strict=True)]
        cell = max(word_width, *spreads)
        for strip, distance, spread in zip(strips, distances, spreads, strict=True):
            begin = metrics.snap((cell - spread) / 2)
            for number, slot in enumerate(strip.band.slots_of.get(word, ())):
                strip.offset_of.update({(word, arc.dependent): begin + number * distance for arc in slot})
        cells.append(cell)
        overhangs.append(cell - word_width - metrics.snap((cell - word_width) / 2))
    gaps = np.zeros(len(cells) + 1)
    gaps[1:-1] = metrics.word_gap + np.maximum(overhangs[1:], overhangs[:-1])
    return Ruler(first, np.array(cells, dtype=np.float64), gaps, metrics.line, metrics.whole)


def _make_room_beside_words(ruler: Ruler, strip: Strip) -> None:
    """Room beside the words for the labels of upright arcs, and at the edges for the marks of arcs that go on."""
    gaps, metrics = ruler.gaps, strip.metrics
    if any(arc.left < strip.first for arc in strip.arcs):
        gaps[0] = max(gaps[0], metrics.edge)
    if any(arc.right > strip.last for arc in strip.arcs):
        gaps[-1] = max(gaps[-1], metrics.edge)
    for arc in strip.arcs:
        if arc.from_root:
            index = arc.dependent - strip.first
            begin = _upright_label(arc, strip.offset_of[arc.dependent, arc.dependent], metrics)
            end = begin + metrics.label_width(arc.label)
            gaps[index] += max(0, -begin)
            gaps[index + 1] += max(0, end - ruler.cells[index])


def _upright_label(arc: Arc, leg: float, metrics: Metrics) -> float:
    return metrics.snap(leg + (metrics.line - metrics.label_width(arc.label)) / 2)


def _courses(strip: Strip) -> list[Course]:
    """The course of each arc of a strip."""
    level_of = strip.band.level_of
    legs = sorted(
        (word, strip.offset_of[word, arc.dependent], level_of[arc.dependent])
        for arc in strip.arcs
        for word in arc.ends
        if strip.first <= word <= strip.last
    )
    leg_words = np.array([word for word, _, _ in legs], dtype=np.int64)
    leg_levels = np.array([level for _, _, level in legs], dtype=np.int64)
    courses = []
    for arc in strip.arcs:
        crossing = np.flatnonzero(
            (leg_levels > level_of[arc.dependent]) & (leg_words > arc.left) & (leg_words < arc.right)
        )
        passing = (Anchor(legs[i][0], legs[i][1], strip.metrics.clearance) for i in crossing)
        lines = [strip.anchor(arc, arc.left), *passing, strip.anchor(arc, arc.right)]
        courses.append(Course(arc, strip, lines))
    return courses


def _label_span(lines: list[Anchor], place: Places) -> tuple[Anchor, Anchor]:
    """The widest way between neighbouring lines: there the label stands."""
    ways = [(left, right) for left, right in pairwise(lines) if left.word < right.word]
    if not ways:
        return lines[0], lines[-1]
    return max(ways, key=lambda way: place(way[1]) - place(way[0]) - way[0].room - way[1].room)


def _part(course: Course, span: tuple[Anchor, Anchor], level: int, place: Places) -> Part:
    arc, strip, metrics = course.arc, course.strip, course.strip.metrics
    start, *crossed, end = map(place, course.lines)
    if arc.from_root:
        return Part(arc, level, start, start, _upright_label(arc, start, metrics), ())
    left, right = span
    begin = place(left) + metrics.line + left.room
    spare = place(right) - right.room - begin - metrics.label_width(arc.label)
    fits = arc.label and spare > -ROUNDING
    return Part(
        arc,
        level,
        start if arc.left >= strip.first else None,
        end if arc.right <= strip.last else None,
        begin + metrics.snap(max(spare, 0) / 2) if fits else None,
        tuple(crossed),
    )
