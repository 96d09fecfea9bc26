"""A grid of terminal cells: light and heavy lines that join where they meet, with texts on top."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import numpy as np

from multiplane.draw.layout.measure import LEFT_TO_RIGHT_MARK, columns, runs_right_to_left

Strokes = tuple[int, int, int, int]
UP, RIGHT, DOWN, LEFT = range(4)
LIGHT, HEAVY = 1, 2
CONTINUED = {LIGHT: "┄", HEAVY: "┅"}
ARROW_DOWN, ARROW_UP = "▼", "▲"
RESET = "\x1b[0m"


def _box_drawing() -> dict[Strokes, str]:
    """Every box-drawing character by the weights of its four strokes, read from the characters' names."""
    sides = {"UP": [UP], "RIGHT": [RIGHT], "DOWN": [DOWN], "LEFT": [LEFT]}
    sides |= {"HORIZONTAL": [LEFT, RIGHT], "VERTICAL": [UP, DOWN]}
    weights = {"LIGHT": LIGHT, "HEAVY": HEAVY}
    table: dict[Strokes, str] = {(0, 0, 0, 0): " "}
    for code in range(0x2500, 0x2580):
        names = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ").split(" AND ")
        if not set(" ".join(names).split()) <= {*sides, *weights, "ARC"}:
            continue
        strokes = [0, 0, 0, 0]
        weight = LIGHT
        for name in names:
            weight = next((weights[word] for word in name.split() if word in weights), weight)
            for word in name.split():
                for side in sides.get(word, ()):
                    strokes[side] = weight
        up, right, down, left = strokes
        table[up, right, down, left] = chr(code)
    return table


BOX_DRAWING = _box_drawing()


CODES = np.array([27, 9, 3, 1], dtype=np.uint8)
CHARACTERS = np.full(81, "?", dtype="<U1")
for _strokes, _character in BOX_DRAWING.items():
    CHARACTERS[int(np.dot(CODES, _strokes))] = _character


class Canvas:
    """Rows and columns of cells; a ``mirrored`` canvas is drawn from right to left.

    >>> canvas = Canvas(3, 12)
    >>> canvas.arc(1, 10, row=0, foot=2, weight=LIGHT)
    >>> canvas.arc(5, None, row=1, foot=2, weight=HEAVY)
    >>> canvas.put("top", 4, 0)
    >>> print("\\n".join(canvas.lines()))
     ╭──top───╮
     │   ┏━━━━┿┅
     │   ┃    │
    """

    def __init__(self, rows: int, width: int, mirrored: bool = False) -> None:
        self.width = width
        self.mirrored = mirrored
        self.strokes = np.zeros((4, rows, width), dtype=np.uint8)
        self.texts: list[dict[int, str]] = [{} for _ in range(rows)]
        self.styles = np.zeros((rows, width), dtype=np.uint8)
        self.style_names = [""]

    def arc(
        self, start: int | None, end: int | None, row: int, foot: int, weight: int, style: str = "", edge: int = 1
    ) -> None:
        """A horizontal line from start to end, with legs down (or up) to the row ``foot``.

        A start or end of None lies beyond the edge: the line continues to it and ends in ``edge`` marks.
        """
        left, right = 0 if start is None else start, self.width - 1 if end is None else end
        self._stroke(row, row + 1, left + (start is not None), right + 1, LEFT, weight, style)
        self._stroke(row, row + 1, left, right + (end is None), RIGHT, weight, style)
        for column in (start, end):
            if column is not None:
                self.leg(column, row, foot, weight, style)
        if start is None:
            self.put(CONTINUED[weight] * edge, 0, row, style)
        if end is None:
            self.put(CONTINUED[weight] * edge, self.width - edge, row, style)

    def lines_across(self, rows: Sequence[int], weight: int, style: str = "", edge: int = 1) -> None:
        """Horizontal lines from edge to edge, as those of arcs that begin and end elsewhere."""
        number, mark = self._style_number(style), CONTINUED[weight] * edge
        for side in (LEFT, RIGHT):
            self.strokes[side, rows] = np.maximum(self.strokes[side, rows], weight)
        self.styles[rows] = number
        for row in rows:
            self.texts[row][0] = self.texts[row][self.width - edge] = mark

    def leg(self, column: int, row: int, foot: int, weight: int, style: str = "") -> None:
        """A vertical line from the middle of a row to the row ``foot``."""
        if foot > row:
            self._stroke(row, foot + 1, column, column + 1, DOWN, weight, style)
            self._stroke(row + 1, foot + 1, column, column + 1, UP, weight, style)
        else:
            self._stroke(foot, row + 1, column, column + 1, UP, weight, style)
            self._stroke(foot, row, column, column + 1, DOWN, weight, style)

    def put(self, text: str, column: int, row: int, style: str = "") -> None:
        """Write a text over whatever lines are there."""
        width = columns(text)
        if self.mirrored:
            column = self.width - column - width
        if width:
            self.texts[row][column] = text
            self.styles[row, column : column + width] = self._style_number(style)

    def lines(self, color: bool = False) -> list[str]:
        """The rows as strings, without trailing blanks."""
        known: dict[tuple[bytes, bytes, tuple[tuple[int, str], ...]], str] = {}
        found = []
        for row, texts in enumerate(self.texts):
            styles = self.styles[row].tobytes() if color else b""
            content = (self.strokes[:, row].tobytes(), styles, tuple(texts.items()))
            if content not in known:
                known[content] = self._line(row, color)
            found.append(known[content])
        return found

    def _stroke(self, top: int, bottom: int, left: int, right: int, side: int, weight: int, style: str) -> None:
        if self.mirrored:
            left, right = self.width - right, self.width - left
            side = {LEFT: RIGHT, RIGHT: LEFT}.get(side, side)
        area = self.strokes[side, top:bottom, left:right]
        np.maximum(area, weight, out=area)
        self.styles[top:bottom, left:right] = self._style_number(style)

    def _style_number(self, style: str) -> int:
        if style not in self.style_names:
            self.style_names.append(style)
        return self.style_names.index(style)

    def _line(self, row: int, color: bool) -> str:
        lines = CHARACTERS[np.tensordot(CODES, self.strokes[:, row], 1)].tobytes().decode("utf-32-le")
        texts = sorted(self.texts[row].items())
        ends = [column + columns(text) for column, text in texts]
        if color or any(column < end for end, (column, _) in zip([0, *ends], texts, strict=False)):
            return self._cell_by_cell(row, lines, color)
        parts, done = [], 0
        for (column, text), end in zip(texts, ends, strict=True):
            parts += [lines[done:column], _marked(text)]
            done = end
        return "".join([*parts, lines[done:].rstrip(" ")])

    def _cell_by_cell(self, row: int, lines: str, color: bool) -> str:
        """The same where texts lie on each other, the later one on top, or cells have colours."""
        shown = list(lines)
        for column, text in self.texts[row].items():
            shown[column : column + columns(text)] = [_marked(text)] + [""] * (columns(text) - 1)
        while shown and shown[-1] == " ":
            shown.pop()
        return self._coloured(row, shown) if color else "".join(shown)

    def _coloured(self, row: int, shown: list[str]) -> str:
        line, current = "", 0
        for text, style in zip(shown, self.styles[row].tolist(), strict=False):
            if text.strip() and style != current:
                line += (RESET if self.style_names[current] else "") + self.style_names[style]
                current = style
            line += text
        return line + (RESET if self.style_names[current] else "")


def _marked(text: str) -> str:
    """A text whose letters run from right to left, between marks that keep it in its place."""
    return LEFT_TO_RIGHT_MARK + text + LEFT_TO_RIGHT_MARK if runs_right_to_left(text) else text
