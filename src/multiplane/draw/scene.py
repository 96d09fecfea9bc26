"""Where everything stands in a picture, in pixels: the common layout of SVG and TikZ.

Even planes are over the words, odd planes under them. Pieces of a long sentence stand one below the other.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from multiplane.draw.bands import band
from multiplane.draw.diagram import Arc, Diagram, Source, diagram
from multiplane.draw.measure import em
from multiplane.draw.piece import Piece
from multiplane.draw.pieces import pieces, shortened
from multiplane.draw.spacing import Metrics
from multiplane.errors import MultiplaneError

WORD_SIZE, LABEL_SIZE = 16.0, 11.5
ASCENT, DESCENT = 17.0, 9.0
FIRST_LEVEL, LEVEL = 30.0, 24.0
LABEL_PADDING, ARROW = 3.0, 7.0
MARGIN, PIECE_GAP = 12.0, 26.0
MOST_SLOTS = 8
SMALLEST_WIDTH = 240.0
PLANE_COLOURS = ("#d9480f", "#1c7ed6", "#9c36b5", "#2b8a3e", "#c2255c", "#0c8599")
DARK_PLANE_COLOURS = ("#ff8a4c", "#4dabf7", "#da77f2", "#69db7c", "#f783ac", "#3bc9db")
FADED, PLAIN, STRONG = 0.35, 0.65, 1.0

PIXELS = Metrics(
    word_width=lambda word: max(em(word) * WORD_SIZE, ARROW),
    label_width=lambda label: em(label) * LABEL_SIZE + 2 * LABEL_PADDING if label else 0.0,
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
class Frame:
    """A piece at its place: its left edge, and the line on which its words are written."""

    piece: Piece
    left: float
    baseline: float
    mirrored: bool

    def x(self, place: float) -> float:
        return self.left + (self.piece.width - place if self.mirrored else place)

    def y(self, level: float, below: bool) -> float:
        """The height of a level; level 0 is where arcs end next to the words."""
        away = FIRST_LEVEL + (level - 1) * LEVEL if level else 0
        return self.baseline + DESCENT + away if below else self.baseline - ASCENT - away


@dataclass(frozen=True, slots=True)
class Scene:
    """A diagram with its words and labels as they are written, in frames; the size includes the margin around them."""

    drawn: Diagram
    frames: list[Frame]
    width: float
    height: float
    fading: bool

    def strength(self, arc: Arc) -> float:
        """How strongly an arc is drawn: highlighted arcs, if there are any, or else crossing arcs stand out."""
        if self.fading:
            return STRONG if arc.highlighted else FADED
        return STRONG if arc.crossing else PLAIN


def scene(
    source: Source,
    *,
    width: float | None = None,
    least_width: float = 0.0,
    root_arcs: bool = True,
    planes: bool = True,
    right_to_left: bool | None = None,
    highlight: Collection[int] = (),
) -> Scene:
    """Lay out a tree in pieces no wider than ``width``, in a scene that is at least ``least_width`` wide."""
    if width is not None and width < SMALLEST_WIDTH:
        raise MultiplaneError(f"found a width of {width:g} pixels; expected at least {SMALLEST_WIDTH:g}")
    drawn = diagram(source, root_arcs=root_arcs, planes=planes, highlight=highlight, right_to_left=right_to_left)
    inner_width = None if width is None else width - 2 * MARGIN
    if inner_width is not None:
        drawn = shortened(drawn, PIXELS, inner_width)
    bands = [
        band(
            (arc for arc in drawn.arcs if arc.plane % 2 == side),
            len(drawn.words),
            below=side == 1,
            most_slots=MOST_SLOTS,
        )
        for side in (0, 1)
    ]
    placed = pieces(drawn, bands, PIXELS, inner_width)
    inner = max((piece.width for piece in placed), default=0.0)
    widest = max(inner, least_width - 2 * MARGIN)
    margin = MARGIN + (widest - inner) / 2
    frames: list[Frame] = []
    bottom = MARGIN
    for piece in placed:
        left = margin + (inner - piece.width if drawn.right_to_left else 0)
        top = bottom + (PIECE_GAP if frames else 0)
        frames.append(Frame(piece, left, top + _extent(piece, 0) + ASCENT, drawn.right_to_left))
        bottom = frames[-1].baseline + DESCENT + _extent(piece, 1)
    return Scene(drawn, frames, widest + 2 * MARGIN, bottom + MARGIN, bool(highlight))


def _extent(piece: Piece, number: int) -> float:
    """How far a band reaches beyond the words, with the labels of its highest arcs."""
    height = piece.height(number)
    return FIRST_LEVEL + (height - 1) * LEVEL + LABEL_SIZE * 0.7 if height else 0.0
