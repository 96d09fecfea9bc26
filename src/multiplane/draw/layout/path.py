"""The line of an arc in a picture: up, round a corner, along its level, round a corner, down."""

from __future__ import annotations

from collections.abc import Iterator

from multiplane.draw.layout.pieces import ArcPart
from multiplane.draw.layout.scene import ARROW, LABEL_SIZE, PIXELS, PlacedPiece

CORNER, BRIDGE = 12.0, 3.5
Point = tuple[float, float]
PathCommand = tuple[str, tuple[Point, ...]]


def path(part: ArcPart, placed: PlacedPiece, below: bool) -> list[PathCommand]:
    """The commands of the path: ``M`` moves to a point, ``L`` draws a straight line, ``Q`` a quadratic curve.

    The line is interrupted by its label and where the legs of other arcs cross it.
    """
    y, away = placed.y(part.level, below), 1 if below else -1
    foot = {end: placed.y(0, below) + (away * (ARROW - 1) if part.arc.enters(end) else 0) for end in part.arc.ends}
    if part.arc.from_root:
        x = placed.x(part.start or 0)
        return [("M", ((x, y - away * LABEL_SIZE * 0.75),)), ("L", ((x, foot[part.arc.dependent]),))]
    left = PIXELS.edge if part.start is None else part.start
    right = placed.piece.width - PIXELS.edge if part.end is None else part.end
    interrupted = list(breaks(part))
    corner = min(
        CORNER,
        (right - left) / 2,
        *(begin - left for begin, _ in interrupted),
        *(right - end for _, end in interrupted),
    )
    shoulder = y - away * CORNER
    commands: list[PathCommand] = [("M", ((placed.x(left), y),))]
    if part.start is not None:
        x = placed.x(left)
        commands = [
            ("M", ((x, foot[part.arc.left]),)),
            ("L", ((x, shoulder),)),
            ("Q", ((x, y), (placed.x(left + corner), y))),
        ]
    for begin, end in interrupted:
        commands += [("L", ((placed.x(begin), y),)), ("M", ((placed.x(end), y),))]
    if part.end is None:
        return [*commands, ("L", ((placed.x(right), y),))]
    x = placed.x(right)
    return [
        *commands,
        ("L", ((placed.x(right - corner), y),)),
        ("Q", ((x, y), (x, shoulder))),
        ("L", ((x, foot[part.arc.right]),)),
    ]


def breaks(part: ArcPart) -> Iterator[tuple[float, float]]:
    """Where the line is interrupted, from left to right; legs that are close together make one break."""
    found: list[tuple[float, float]] = []
    for leg in part.crossed:
        begin = found.pop()[0] if found and leg - found[-1][1] < ARROW else leg - BRIDGE
        found.append((begin, leg + BRIDGE))
    if part.label is not None:
        found.append((part.label, part.label + PIXELS.label_width(part.arc.label)))
    return iter(sorted(found))


def dots(part: ArcPart, placed: PlacedPiece) -> list[tuple[float, float]]:
    """The dotted stretches at the edges of a piece where the arc continues, each from one x to another."""
    width = placed.piece.width
    stretches = [(0.0, PIXELS.edge)] * (part.start is None) + [(width, width - PIXELS.edge)] * (part.end is None)
    return [(placed.x(outside), placed.x(inside)) for outside, inside in stretches]


def arrowhead(part: ArcPart, placed: PlacedPiece, below: bool) -> tuple[Point, Point, Point] | None:
    """The triangle at the dependent, its tip first; None if the dependent is in another piece, or there is none."""
    tip = part.start if part.arc.dependent == part.arc.left else part.end
    if tip is None or not part.arc.directed:
        return None
    size = ARROW * (1.3 if part.arc.highlighted else 1)
    x, y = placed.x(tip), placed.y(0, below)
    back = y + size if below else y - size
    return (x, y), (x - size / 2, back), (x + size / 2, back)
