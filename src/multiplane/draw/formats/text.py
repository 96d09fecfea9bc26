"""A tree as text: arcs in box-drawing characters, plane 0 above the words, the other planes below them.

Arcs that cross another one are heavy. A sentence that is too wide is broken into pieces: the lines that leave a piece
at its right edge enter the next one at its left edge, in the same order from top to bottom.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby

from multiplane.draw.formats.canvas import ARROW_DOWN, ARROW_UP, HEAVY, LIGHT, Canvas
from multiplane.draw.layout.annotations import annotated_diagram
from multiplane.draw.layout.bands import band
from multiplane.draw.layout.diagram import Arc, Diagram, Source
from multiplane.draw.layout.measure import columns
from multiplane.draw.layout.pieces import ArcPart, Piece, pieces, shortened, token_brackets
from multiplane.draw.layout.spacing import Metrics
from multiplane.errors import MultiplaneError

MIN_WIDTH = 16
WORD_STYLE, REPEATED_STYLE, PLAIN_STYLE = "\x1b[1m", "\x1b[2m", ""
PLANE_STYLES = ("\x1b[33m", "\x1b[36m", "\x1b[35m", "\x1b[32m", "\x1b[34m", "\x1b[31m")

TERMINAL = Metrics(
    word_width=lambda word: max(columns(word), 1),
    label_width=columns,
    note_width=columns,
    slot_distance=lambda count, width: 2 if 2 * count - 1 <= max(width, 5) else 1,
    slots_width=5,
    line=1,
    word_gap=1,
    shoulder=1,
    clearance=1,
    edge=2,
    whole=True,
)


def text(
    source: Source,
    *,
    width: int | None = None,
    color: bool = False,
    root_arcs: bool = True,
    planes: bool = True,
    right_to_left: bool | None = None,
    highlight: Collection[int] = (),
    show: Collection[str] = (),
) -> str:
    """Draw a tree, a sentence or a sequence of heads for a terminal ``width`` columns wide.

    Without ``planes`` all arcs are above the words and cross there. Heavy arcs are those that cross another one or,
    with ``highlight``, those into these words. Right-to-left scripts are recognised. ``show`` is what else is drawn of
    a sentence: lemmas, tags, xpos, features, multiword, empty-nodes, enhanced.

    >>> from multiplane.treebank.tree import Tree
    >>> tree = Tree([3, 4, 0, 3], ["obj", "aux", "root", "xcomp"], ["what", "did", "Ada", "see"])
    >>> print(text(tree, root_arcs=False))
     ┏━━obj━━┓ ╭─xcomp─╮
     ▼       ┃ │       ▼
    what did Ada      see
          ▲            ┃
          ┗━━━━aux━━━━━┛
    """
    if width is not None and width < MIN_WIDTH:
        raise MultiplaneError(f"found a width of {width} columns; expected at least {MIN_WIDTH}")
    drawn = annotated_diagram(
        source, show=show, root_arcs=root_arcs, planes=planes, highlight=highlight, right_to_left=right_to_left
    )
    if width is not None:
        drawn = shortened(drawn, TERMINAL, width)
    stands_out = bool(highlight) or any(arc.highlighted for arc in drawn.arcs)
    heavy = frozenset(arc.key for arc in drawn.arcs if (arc.highlighted if stands_out else arc.crossing))
    bands = [
        band((arc for arc in drawn.arcs if arc.plane == plane), len(drawn.words), most_slots=1)
        for plane in range(drawn.plane_count)
    ]
    arranged = pieces(drawn, bands, TERMINAL, width)
    widest = max((int(piece.width) for piece in arranged), default=0)
    return "\n\n".join(
        "\n".join(
            " " * (widest - int(piece.width) if drawn.right_to_left else 0) + line
            for line in _lines(drawn, piece, heavy, color)
        )
        for piece in arranged
    )


def _lines(drawn: Diagram, piece: Piece, heavy: frozenset[tuple[int, int]], color: bool) -> list[str]:
    """The rows of a piece: plane 0, the words, plane 1; then each further plane below its words, repeated."""
    every_word = range(piece.first, piece.last + 1)
    above, below = piece.bands[0], piece.bands[1] if len(piece.bands) > 1 else []
    panels = [_panel(drawn, piece, above, below, every_word, WORD_STYLE, heavy, with_notes=True)]
    for parts in piece.bands[2:]:
        ends = {word for part in parts for word in part.arc.ends} & set(every_word)
        panels.append(_panel(drawn, piece, [], parts, sorted(ends), REPEATED_STYLE, heavy))
    return [line for panel in panels for line in panel.lines(color) if line]


def _panel(
    drawn: Diagram,
    piece: Piece,
    above: list[ArcPart],
    below: list[ArcPart],
    words: Iterable[int],
    word_style: str,
    heavy: frozenset[tuple[int, int]],
    with_notes: bool = False,
) -> Canvas:
    """Words of a piece between two bands of arcs; the arrowheads are in the rows next to the words."""
    heights = [1 + max(part.level for part in parts) if parts else 0 for parts in (above, below)]
    word_row = heights[0]
    under_words = drawn.note_lines + bool(drawn.multiword_tokens) if with_notes else 0
    canvas = Canvas(heights[0] + 1 + under_words + heights[1], int(piece.width), drawn.right_to_left)
    sides = ((above, -1, ARROW_DOWN, word_row), (below, 1, ARROW_UP, word_row + under_words))
    for parts, side, _, base in sides:
        ordered = sorted(parts, key=lambda part: part.arc.key in heavy)
        for (weight, style, across), alike in groupby(ordered, lambda part: _kind_of_line(part, heavy)):
            if across:
                rows = [base + side * (part.level + 1) for part in alike]
                canvas.lines_across(rows, weight, style, int(TERMINAL.edge))
                continue
            for part in alike:
                row, foot = base + side * (part.level + 1), base + side
                start, end = (None if at is None else int(at) for at in (part.start, part.end))
                if part.arc.from_root:
                    canvas.leg(start or 0, row, foot, weight, style)
                else:
                    canvas.arc(start, end, row, foot, weight, style, int(TERMINAL.edge))
    for parts, side, arrowhead, base in sides:
        for part in parts:
            if part.label is not None:
                canvas.put(part.arc.label, int(part.label), base + side * (part.level + 1), _style(part.arc))
            tip = part.start if part.arc.dependent == part.arc.left else part.end
            if tip is not None and part.arc.directed:
                canvas.put(arrowhead, int(tip), base + side, _style(part.arc))
    for word in words:
        cell_start, cell_width = piece.cells[word - piece.first]
        form = drawn.words[word - 1]
        canvas.put(form, int(cell_start + (cell_width - columns(form)) // 2), word_row, word_style)
    if with_notes:
        _put_notes(drawn, piece, canvas, word_row + 1)
    return canvas


def _put_notes(drawn: Diagram, piece: Piece, canvas: Canvas, row: int) -> None:
    """The lines under the words, and below them the multiword tokens, each a bracket with its form."""
    for lines, (start, width) in zip(drawn.notes[piece.first - 1 : piece.last], piece.cells, strict=False):
        for number, line in enumerate(lines):
            canvas.put(line, int(start + (width - columns(line)) // 2), row + number, REPEATED_STYLE)
    row += drawn.note_lines
    for form, begin, end in token_brackets(drawn, piece, TERMINAL):
        canvas.arc(int(begin), int(end) - 1, row, row, LIGHT, REPEATED_STYLE)
        canvas.put(form, int(begin + (end - begin - columns(form)) // 2), row, REPEATED_STYLE)


def _kind_of_line(part: ArcPart, heavy: frozenset[tuple[int, int]]) -> tuple[int, str, bool]:
    """The weight and the style of a part's line, and whether it passes from edge to edge."""
    weight = HEAVY if part.arc.key in heavy else LIGHT
    return weight, _style(part.arc), part.start is None and part.end is None


def _style(arc: Arc) -> str:
    if arc.crossing or arc.highlighted or arc.enhanced:
        return PLANE_STYLES[arc.plane % len(PLANE_STYLES)]
    return PLAIN_STYLE
