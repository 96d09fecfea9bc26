"""The judge of pictures: the boxes of labels and words and the segments of lines, taken from the SVG itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from multiplane.draw.layout.measure import em

SVG = "{http://www.w3.org/2000/svg}"
CURVE_STEPS = 8
Point = tuple[float, float]
Segment = tuple[Point, Point]


@dataclass(frozen=True)
class Box:
    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        beside = self.right <= other.left or other.right <= self.left
        apart = self.bottom <= other.top or other.bottom <= self.top
        return not beside and not apart

    def touched_by(self, segment: Segment) -> bool:
        """Whether any part of a segment lies in the box (Liang and Barsky's clipping)."""
        (x, y), (end_x, end_y) = segment
        enter, leave = 0.0, 1.0
        for run, room in (
            (x - end_x, x - self.left),
            (end_x - x, self.right - x),
            (y - end_y, y - self.top),
            (end_y - y, self.bottom - y),
        ):
            if run == 0:
                if room < 0:
                    return False
            elif run < 0:
                enter = max(enter, room / run)
            else:
                leave = min(leave, room / run)
        return enter < leave


def segments(path: str) -> Iterator[Segment]:
    """The straight pieces of a path of M, L, Q, H and z, curves divided into short ones."""
    here = start = (0.0, 0.0)
    for letter, numbers in re.findall(r"([MLQHz])([^MLQHz]*)", path):
        values = list(map(float, numbers.split()))
        points = [(values[0], here[1])] if letter == "H" else list(zip(values[::2], values[1::2], strict=True))
        if letter == "M":
            here = start = points[0]
        elif letter == "Q":
            begin, (middle, end) = here, points
            for step in range(1, CURVE_STEPS + 1):
                t = step / CURVE_STEPS
                x, y = (
                    (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
                    for a, b, c in zip(begin, middle, end, strict=True)
                )
                yield here, (x, y)
                here = (x, y)
        else:
            end = start if letter == "z" else points[0]
            yield here, end
            here = end


class Picture:
    """A parsed picture: an arc's lines by dependent, and the boxes of all texts."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.lines: dict[int, list[Segment]] = {}
        self.tips: dict[int, Point] = {}
        self.labels: list[Box] = []
        for group in self.root.iter(SVG + "g"):
            if "data-dependent" in group.attrib:
                dependent = int(group.attrib["data-dependent"])
                for path in group.iter(SVG + "path"):
                    if path.attrib["class"] == "head":
                        self.tips[dependent] = next(segments(path.attrib["d"]))[0]
                    self.lines.setdefault(dependent, []).extend(segments(path.attrib["d"]))
                self.labels += [box_of(text) for text in group.iter(SVG + "text")]
        self.words = [box_of(text) for text in self.root.iter(SVG + "text") if text.attrib["class"] == "word"]

    @property
    def size(self) -> Point:
        return float(self.root.attrib["viewBox"].split()[2]), float(self.root.attrib["viewBox"].split()[3])

    def complaints(self) -> list[str]:
        """Every label on a line, on another label or on a word; everything beyond the picture."""
        found = []
        width, height = self.size
        boxes = [*self.labels, *self.words]
        for number, box in enumerate(boxes):
            found += [f"{box.text} is on {other.text}" for other in boxes[:number] if box.meets(other)]
            if box.left < 0 or box.top < 0 or box.right > width or box.bottom > height:
                found.append(f"{box.text} is outside")
            for dependent, lines in self.lines.items():
                found += [f"{box.text} is on the arc into {dependent}" for line in lines if box.touched_by(line)][:1]
        return found


def box_of(text: ElementTree.Element) -> Box:
    x, y, size = (float(text.attrib[name]) for name in ("x", "y", "font-size"))
    written = text.text or ""
    half = em(written) * size / 2
    return Box(written, x - half, y - 0.75 * size, x + half, y + 0.22 * size)
