"""Positions in pixels: the layout that SVG and TikZ share.

Even planes are above the words, odd planes below them. The pieces of a long sentence are stacked top to bottom.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from multiplane.draw.layout.annotations import annotated_diagram
from multiplane.draw.layout.bands import band
from multiplane.draw.layout.diagram import Arc, Diagram, Source
from multiplane.draw.layout.measure import em
from multiplane.draw.layout.pieces import Piece, pieces, shortened
from multiplane.draw.layout.spacing import Metrics
from multiplane.errors import MultiplaneError

WORD_SIZE, LABEL_SIZE, NOTE_SIZE = 16.0, 11.5, 11.5
NOTE_LINE, TOKEN_LINE = 15.0, 21.0
ASCENT, DESCENT = 17.0, 9.0
FIRST_LEVEL, LEVEL = 30.0, 24.0
LABEL_PADDING, ARROW = 3.0, 7.0
MARGIN, PIECE_GAP = 12.0, 26.0
MAX_SLOTS = 8
MIN_WIDTH = 240.0
PLANE_COLOURS = ("#d9480f", "#1c7ed6", "#9c36b5", "#2b8a3e", "#c2255c", "#0c8599")
DARK_PLANE_COLOURS = ("#ff8a4c", "#4dabf7", "#da77f2", "#69db7c", "#f783ac", "#3bc9db")
FADED, PLAIN, STRONG = 0.35, 0.65, 1.0

PIXELS = Metrics(
    word_width=lambda word: max(em(word) * WORD_SIZE, ARROW),
    label_width=lambda label: em(label) * LABEL_SIZE + 2 * LABEL_PADDING if label else 0.0,
    note_width=lambda line: em(line) * NOTE_SIZE,
    slot_distance=lambda count, width: min(8.0, max(0.8 * width, 48.0) / max(count - 1, 1)),
    slots_width=48.0,
    line=0.0,
    word_gap=13.0,
    shoulder=9.0,
    clearance=4.0,
    edge=20.0,
    whole=False,
)


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece with the x of its left edge, the y of the baseline of its words, and the height of what is under them."""

    piece: Piece
    left: float
    baseline: float
    mirrored: bool
    notes: float = 0.0

    def x(self, offset: float) -> float:
        """The x of an offset from the start of the line, which is its right end where scripts run right to left."""
        return self.left + (self.piece.width - offset if self.mirrored else offset)

    def y(self, level: float, below: bool) -> float:
        """The y of a level; level 0 is where arcs end, next to the words."""
        away = FIRST_LEVEL + (level - 1) * LEVEL if level else 0
        return self.baseline + DESCENT + self.notes + away if below else self.baseline - ASCENT - away


@dataclass(frozen=True, slots=True)
class Scene:
    """A diagram with its pieces placed; ``width`` and ``height`` include the margin around them."""

    drawn: Diagram
    pieces: list[PlacedPiece]
    width: float
    height: float
    fading: bool

    def strength(self, arc: Arc) -> float:
        """The opacity of an arc: highlighted arcs stand out if there are any, otherwise crossing arcs do."""
        if self.fading:
            return STRONG if arc.highlighted else FADED
        return STRONG if arc.crossing or arc.enhanced else PLAIN


def scene(
    source: Source,
    *,
    width: float | None = None,
    least_width: float = 0.0,
    root_arcs: bool = True,
    planes: bool = True,
    right_to_left: bool | None = None,
    highlight: Collection[int] = (),
    show: Collection[str] = (),
) -> Scene:
    """Lay out a tree in pieces at most ``width`` wide, in a scene at least ``least_width`` wide."""
    if width is not None and width < MIN_WIDTH:
        raise MultiplaneError(f"found a width of {width:g} pixels; expected at least {MIN_WIDTH:g}")
    drawn = annotated_diagram(
        source, show=show, root_arcs=root_arcs, planes=planes, highlight=highlight, right_to_left=right_to_left
    )
    inner_width = None if width is None else width - 2 * MARGIN
    if inner_width is not None:
        drawn = shortened(drawn, PIXELS, inner_width)
    bands = [
        band(
            (arc for arc in drawn.arcs if arc.plane % 2 == side),
            len(drawn.words),
            most_slots=MAX_SLOTS,
        )
        for side in (0, 1)
    ]
    arranged = pieces(drawn, bands, PIXELS, inner_width)
    inner = max((piece.width for piece in arranged), default=0.0)
    widest = max(inner, least_width - 2 * MARGIN)
    margin = MARGIN + (widest - inner) / 2
    placed: list[PlacedPiece] = []
    notes = drawn.note_lines * NOTE_LINE + (TOKEN_LINE if drawn.multiword_tokens else 0.0)
    bottom = MARGIN
    for piece in arranged:
        left = margin + (inner - piece.width if drawn.right_to_left else 0)
        top = bottom + (PIECE_GAP if placed else 0)
        placed.append(PlacedPiece(piece, left, top + _extent(piece, 0) + ASCENT, drawn.right_to_left, notes))
        bottom = placed[-1].baseline + DESCENT + notes + _extent(piece, 1)
    fading = bool(highlight) or any(arc.highlighted for arc in drawn.arcs)
    return Scene(drawn, placed, widest + 2 * MARGIN, bottom + MARGIN, fading)


def _extent(piece: Piece, number: int) -> float:
    """The height of a band, with the labels of its highest arcs."""
    height = piece.height(number)
    return FIRST_LEVEL + (height - 1) * LEVEL + LABEL_SIZE * 0.7 if height else 0.0
