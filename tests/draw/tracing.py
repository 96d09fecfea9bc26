"""The judge of text drawings: reads every arc and label back by following the characters, as a person would."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from multiplane.draw.layout.measure import columns

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
MARKS = frozenset("┄┅")
ZERO_WIDTH_JOINER = "\u200d"
DIRECTION_MARK = "\u200e"
STROKES = {
    "─━": {LEFT, RIGHT},
    "│┃": {UP, DOWN},
    "╭┏": {DOWN, RIGHT},
    "╮┓": {DOWN, LEFT},
    "╰┗└": {UP, RIGHT},
    "╯┛┘": {UP, LEFT},
    "├┣┝┞┟┠┡┢": {UP, DOWN, RIGHT},
    "┤┫┥┦┧┨┩┪": {UP, DOWN, LEFT},
    "┼╋┽┾┿╀╁╂╃╄╅╆╇╈╉╊": {UP, DOWN, LEFT, RIGHT},
}
STROKES_OF = {character: strokes for characters, strokes in STROKES.items() for character in characters}


@dataclass(frozen=True)
class Traced:
    """What a drawing says of a word: the word at the other end of its incoming arc (None: the root), and the label."""

    word: str
    head: str | None
    label: str


class Page:
    """A text drawing as pieces of rows of cells; the second cell of a wide character is empty."""

    def __init__(self, drawing: str, right_to_left: bool = False) -> None:
        self.pieces = [[row_of_cells(line) for line in piece.split("\n")] for piece in drawing.split("\n\n")]
        self.right_to_left = right_to_left

    def cell(self, piece: int, row: int, column: int) -> str:
        rows = self.pieces[piece]
        return rows[row][column] if 0 <= row < len(rows) and 0 <= column < len(rows[row]) else " "

    def marks(self, piece: int, side: tuple[int, int]) -> list[tuple[int, int]]:
        """The places of the innermost continuation marks at an edge of a piece, from top to bottom."""
        places = []
        for number, row in enumerate(self.pieces[piece]):
            filled = [column for column, cell in enumerate(row) if cell != " "]
            if not filled:
                continue
            column = filled[0] if side == LEFT else filled[-1]
            if row[column] in MARKS:
                while self.cell(piece, number, column - side[1]) in MARKS:
                    column -= side[1]
                places.append((number, column))
        return places

    def trace(self, piece: int, row: int, column: int) -> Traced:
        """Follow the line from the arrowhead at a place to its other end."""
        word = self.word_near(piece, row, column)
        outward = UP if self.cell(piece, row, column) == "▼" else DOWN
        direction = outward
        label = ""
        sideways = False
        while True:
            row, column = row + direction[0], column + direction[1]
            cell = self.cell(piece, row, column)
            assert cell != " ", f"a line ends in nothing at row {row}, column {column}"
            if direction == outward and cell not in STROKES_OF:
                return Traced(word, None, self.text_at(piece, row, column))
            if cell in MARKS:
                piece, row, column = self.other_side(piece, row, direction)
            elif cell not in STROKES_OF:
                assert sideways, f"found {cell} on a leg"
                label = label + cell if direction == RIGHT else cell + label
            elif direction not in STROKES_OF[cell]:
                turns = STROKES_OF[cell] - {opposite(direction)}
                if sideways:
                    assert opposite(outward) in turns, f"found {cell} at the end of an arc"
                    return Traced(word, self.foot(piece, row, column, opposite(outward)), label)
                assert len(turns) == 1, f"found {cell} on the leg of a dependent"
                direction = turns.pop()
                sideways = True

    def other_side(self, piece: int, row: int, direction: tuple[int, int]) -> tuple[int, int, int]:
        """Where a line that leaves a piece comes back: in the same order from top to bottom."""
        onward = 1 if (direction == RIGHT) != self.right_to_left else -1
        order = [place_row for place_row, _ in self.marks(piece, direction)].index(row)
        arrivals = self.marks(piece + onward, opposite(direction))
        assert len(arrivals) == len(self.marks(piece, direction))
        return piece + onward, *arrivals[order]

    def foot(self, piece: int, row: int, column: int, inward: tuple[int, int]) -> str:
        """The word at which a leg stands."""
        while inward in STROKES_OF.get(self.cell(piece, row, column), ()):
            row += inward[0]
        return self.word_near(piece, row - inward[0], column, inward)

    def word_near(self, piece: int, row: int, column: int, inward: tuple[int, int] | None = None) -> str:
        """The word nearest to a column in the row next to an arrowhead or a foot."""
        if inward is None:
            inward = DOWN if self.cell(piece, row, column) == "▼" else UP
        cells = self.pieces[piece][row + inward[0]]
        filled = [at for at, cell in enumerate(cells) if cell != " "]
        nearest = min(abs(at - column) for at in filled)
        words = {self.text_at(piece, row + inward[0], at) for at in filled if abs(at - column) == nearest}
        assert len(words) == 1, f"a leg stands between {words}"
        return words.pop()

    def text_at(self, piece: int, row: int, column: int) -> str:
        cells = self.pieces[piece][row]
        start = end = column
        while start > 0 and cells[start - 1] != " ":
            start -= 1
        while end + 1 < len(cells) and cells[end + 1] != " ":
            end += 1
        return "".join(cells[start : end + 1])


def opposite(direction: tuple[int, int]) -> tuple[int, int]:
    return -direction[0], -direction[1]


def row_of_cells(line: str) -> list[str]:
    cells: list[str] = []
    for previous, character in pairwise(" " + line.replace(DIRECTION_MARK, "")):
        if previous == ZERO_WIDTH_JOINER or columns(character) == 0:
            last = max(at for at, cell in enumerate(cells) if cell)
            cells[last] += character
        else:
            cells += [character] + [""] * (columns(character) - 1)
    return cells


def trace_all(drawing: str, right_to_left: bool = False) -> list[Traced]:
    """What the drawing says, an entry per arrowhead."""
    page = Page(drawing, right_to_left)
    return [
        page.trace(piece, row, column)
        for piece, rows in enumerate(page.pieces)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell in ("▼", "▲")
    ]
