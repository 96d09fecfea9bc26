"""The way that the line of an arc takes in a picture: up, round a corner, along its level, round a corner, down."""

from __future__ import annotations

from collections.abc import Iterator

from multiplane.draw.piece import Part
from multiplane.draw.scene import ARROW, LABEL_SIZE, PIXELS, Frame

CORNER, BRIDGE = 12.0, 3.5
Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]


def path(part: Part, frame: Frame, below: bool) -> list[Step]:
    """The steps of a line: ``M`` to a point, ``L`` straight to it, ``Q`` by a quadratic curve.

    The line leaves out the label, and the places where legs of other arcs pass.
    """
    y, away = frame.y(part.level, below), 1 if below else -1
    foot = {end: frame.y(0, below) + (away * (ARROW - 1) if end == part.arc.dependent else 0) for end in part.arc.ends}
    if part.arc.from_root:
        x = frame.x(part.start or 0)
        return [("M", ((x, y - away * LABEL_SIZE * 0.75),)), ("L", ((x, foot[part.arc.dependent]),))]
    left = PIXELS.edge if part.start is None else part.start
    right = frame.piece.width - PIXELS.edge if part.end is None else part.end
    breaks = list(_breaks(part))
    corner = min(
        CORNER, (right - left) / 2, *(begin - left for begin, _ in breaks), *(right - end for _, end in breaks)
    )
    shoulder = y - away * CORNER
    steps: list[Step] = [("M", ((frame.x(left), y),))]
    if part.start is not None:
        x = frame.x(left)
        steps = [
            ("M", ((x, foot[part.arc.left]),)),
            ("L", ((x, shoulder),)),
            ("Q", ((x, y), (frame.x(left + corner), y))),
        ]
    for begin, end in breaks:
        steps += [("L", ((frame.x(begin), y),)), ("M", ((frame.x(end), y),))]
    if part.end is None:
        return [*steps, ("L", ((frame.x(right), y),))]
    x = frame.x(right)
    return [
        *steps,
        ("L", ((frame.x(right - corner), y),)),
        ("Q", ((x, y), (x, shoulder))),
        ("L", ((x, foot[part.arc.right]),)),
    ]


def _breaks(part: Part) -> Iterator[tuple[float, float]]:
    """Where a line is interrupted, from left to right; legs that stand close together make one break."""
    breaks: list[tuple[float, float]] = []
    for leg in part.crossed:
        begin = breaks.pop()[0] if breaks and leg - breaks[-1][1] < ARROW else leg - BRIDGE
        breaks.append((begin, leg + BRIDGE))
    if part.label is not None:
        breaks.append((part.label, part.label + PIXELS.label_width(part.arc.label)))
    return iter(sorted(breaks))


def dots(part: Part, frame: Frame) -> list[tuple[float, float]]:
    """The stretches at the edges of a piece that say that the arc goes on: from and to which x."""
    width = frame.piece.width
    stretches = [(0.0, PIXELS.edge)] * (part.start is None) + [(width, width - PIXELS.edge)] * (part.end is None)
    return [(frame.x(outside), frame.x(inside)) for outside, inside in stretches]


def arrowhead(part: Part, frame: Frame, below: bool) -> tuple[Point, Point, Point] | None:
    """The triangle at the dependent, its tip first, if the dependent is in the piece."""
    tip = part.start if part.arc.dependent == part.arc.left else part.end
    if tip is None:
        return None
    size = ARROW * (1.3 if part.arc.highlighted else 1)
    x, y = frame.x(tip), frame.y(0, below)
    back = y + size if below else y - size
    return (x, y), (x - size / 2, back), (x + size / 2, back)
