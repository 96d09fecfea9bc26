"""A tree as TikZ, laid out like the SVG: a complete LaTeX document, or a picture for one that uses ``tikz``.

Scripts that pdfLaTeX's T1 fonts lack need LuaLaTeX or XeLaTeX and a font that has them (``\\setmainfont``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping

from multiplane.draw.layout.diagram import Source
from multiplane.draw.layout.path import PathCommand, arrowhead, dots, path
from multiplane.draw.layout.pieces import ArcPart, token_brackets
from multiplane.draw.layout.scene import (
    LABEL_SIZE,
    NOTE_LINE,
    PIXELS,
    PLANE_COLOURS,
    TOKEN_LINE,
    WORD_SIZE,
    PlacedPiece,
    Scene,
    scene,
)

DOCUMENT_OPENING = r"""\documentclass[tikz, border=4pt]{standalone}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\else\usepackage{fontspec}\fi
\begin{document}
"""
DOCUMENT_CLOSING = "\\end{document}\n"
POINTS_OF_A_PIXEL = 10 / WORD_SIZE
ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "�": "?",  # what cannot be drawn, which pdfLaTeX does not have either
    **{character: "\\" + character for character in "{}$&#_%"},
}
LIGATURE = re.compile(r"([-<>,'])(?=\1)")
DASHES = ("solid", "dash pattern=on 4.4pt off 1.9pt", "dash pattern=on 1.2pt off 1.9pt")


def tikz(
    source: Source,
    *,
    width: float | None = None,
    root_arcs: bool = True,
    planes: bool = True,
    right_to_left: bool | None = None,
    highlight: Collection[int] = (),
    show: Collection[str] = (),
    document: bool = True,
) -> str:
    """Draw a tree, a sentence or a sequence of heads as TikZ; ``width`` is in pixels of 0.625 pt.

    >>> for line in tikz([0, 1], document=False).splitlines()[-3:]:
    ...     print(line)
    \\node[word] at (30.3,91.0) {1};
    \\node[word] at (58.3,91.0) {2};
    \\end{tikzpicture}
    """
    laid_out = scene(
        source,
        width=width,
        root_arcs=root_arcs,
        planes=planes,
        right_to_left=right_to_left,
        highlight=highlight,
        show=show,
    )
    picture = tikz_picture(laid_out)
    return DOCUMENT_OPENING + picture + DOCUMENT_CLOSING if document else picture


def escaped(text: str) -> str:
    """A text with LaTeX's special characters escaped, letters with their accents as one character where there is one.

    >>> escaped("50% of_A & B--C")
    '50\\\\% of\\\\_A \\\\& B-{}-C'
    """
    return LIGATURE.sub(
        r"\1{}", "".join(ESCAPES.get(character, character) for character in unicodedata.normalize("NFC", text))
    )


def tikz_picture(laid_out: Scene, steps: Mapping[tuple[int, int], int] | None = None) -> str:
    """The picture of a tree that is laid out; with ``steps``, each arc appears on that overlay of a slide."""
    return "\n".join(_picture(laid_out, steps or {})) + "\n"


def _picture(laid_out: Scene, steps: Mapping[tuple[int, int], int]) -> Iterator[str]:
    yield f"\\begin{{tikzpicture}}[x={POINTS_OF_A_PIXEL:g}pt, y=-{POINTS_OF_A_PIXEL:g}pt,"
    yield "  word/.style={anchor=base, inner sep=0pt}, label/.style={word, font=\\scriptsize},"
    yield "  arc/.style={line cap=round, line width=0.8pt, color=black!65},"
    for plane in sorted({arc.plane for arc in laid_out.drawn.arcs if arc.crossing}):
        red, green, blue = bytes.fromhex(PLANE_COLOURS[plane % len(PLANE_COLOURS)].removeprefix("#"))
        colour = f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
        dashes = DASHES[min(plane // 2, 2)]
        yield f"  plane {plane}/.style={{arc, line width=1.1pt, color={colour}, {dashes}}},"
    yield "  highlighted/.style={line width=1.5pt, opacity=1}, faded/.style={opacity=0.35}]"
    for placed in laid_out.pieces:
        for number, parts in enumerate(placed.piece.bands):
            for part in sorted(parts, key=lambda part: (part.arc.highlighted, part.arc.crossing)):
                lines = _arc(laid_out, part, placed, below=number == 1)
                step = steps.get(part.arc.key)
                yield from lines if step is None else (f"\\uncover<{step}->{{%", *lines, "}")
        words = laid_out.drawn.words[placed.piece.first - 1 : placed.piece.last]
        for word, (start, cell) in zip(words, placed.piece.cells, strict=True):
            yield f"\\node[word] at {_point((placed.x(start + cell / 2), placed.baseline))} {{{escaped(word)}}};"
        yield from _notes(laid_out, placed)
    yield "\\end{tikzpicture}"


def _notes(laid_out: Scene, placed: PlacedPiece) -> Iterator[str]:
    """The lines under the words, and below them the multiword tokens, each a bracket with its form."""
    drawn, piece = laid_out.drawn, placed.piece
    for lines, (start, cell) in zip(drawn.notes[piece.first - 1 : piece.last], piece.cells, strict=False):
        for number, line in enumerate(lines, 1):
            at = _point((placed.x(start + cell / 2), placed.baseline + number * NOTE_LINE))
            yield f"\\node[label, black!75] at {at} {{{escaped(line)}}};"
    y = placed.baseline + drawn.note_lines * NOTE_LINE + TOKEN_LINE - 4
    for form, begin, end in token_brackets(drawn, piece, PIXELS):
        middle, half = (begin + end) / 2, PIXELS.note_width(form) / 2 + 3
        ends = ((begin, middle - half), (end, middle + half))
        for outer, inner in ((placed.x(outer), placed.x(inner)) for outer, inner in ends):
            yield f"\\draw[arc] {_point((outer, y - 9))} |- {_point((inner, y - 4))};"
        yield f"\\node[label, black!75] at {_point((placed.x(middle), y))} {{{escaped(form)}}};"


def _arc(laid_out: Scene, part: ArcPart, placed: PlacedPiece, *, below: bool) -> Iterator[str]:
    """The line, the arrowhead and the label of the part of an arc that lies in a piece."""
    arc, y = part.arc, placed.y(part.level, below)
    style = f"plane {arc.plane}" if arc.crossing else "arc, dashed" if arc.enhanced else "arc"
    if laid_out.fading:
        style += ", highlighted" if arc.highlighted else ", faded"
    yield f"% {arc.head} {'->' if arc.directed else '--'} {arc.dependent}"
    yield f"\\draw[{style}]{_path(path(part, placed, below))};"
    for outside, inside in dots(part, placed):
        yield f"\\draw[{style}, dash pattern=on 0pt off 3pt] {_point((outside, y))} -- {_point((inside, y))};"
    head = arrowhead(part, placed, below)
    if head:
        yield f"\\fill[{style}] {' -- '.join(map(_point, head))} -- cycle;"
    if part.label is not None:
        middle = placed.x(part.label + PIXELS.label_width(arc.label) / 2)
        yield f"\\node[label, {style}] at {_point((middle, y + LABEL_SIZE * 0.34))} {{{escaped(arc.label)}}};"


def _path(commands: list[PathCommand]) -> str:
    """A path in TikZ, with each quadratic curve as the equal cubic one."""
    drawn = ""
    x, y = 0.0, 0.0
    for letter, points in commands:
        end_x, end_y = points[-1]
        if letter == "Q":
            (middle_x, middle_y), _ = points
            first = (x + 2 * middle_x) / 3, (y + 2 * middle_y) / 3
            second = (end_x + 2 * middle_x) / 3, (end_y + 2 * middle_y) / 3
            drawn += f" .. controls {_point(first)} and {_point(second)} .. {_point(points[-1])}"
        else:
            drawn += (" -- " if letter == "L" else " ") + _point(points[-1])
        x, y = end_x, end_y
    return drawn


def _point(point: tuple[float, float]) -> str:
    return f"({point[0]:.1f},{point[1]:.1f})"
