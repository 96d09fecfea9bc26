"""A tree as SVG: even planes above the words, odd planes below them, labels in gaps of the arcs.

The picture takes its colour from the surrounding page; on its own, it has that of its theme. The colours of the planes
are the CSS variables ``--multiplane-plane-0``, ``--multiplane-plane-1`` and so on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from multiplane.draw.layout.diagram import Arc, Diagram, Source
from multiplane.draw.layout.measure import em, isolated, mostly_right_to_left, printable, runs_right_to_left
from multiplane.draw.layout.path import arrowhead, dots, path
from multiplane.draw.layout.pieces import ArcPart, token_brackets
from multiplane.draw.layout.scene import (
    DARK_PLANE_COLOURS,
    FADED,
    LABEL_SIZE,
    MARGIN,
    MIN_WIDTH,
    NOTE_LINE,
    NOTE_SIZE,
    PIXELS,
    PLAIN,
    PLANE_COLOURS,
    STRONG,
    TOKEN_LINE,
    WORD_SIZE,
    PlacedPiece,
    Scene,
    scene,
)
from multiplane.errors import MultiplaneError
from multiplane.notebook import on_paper

CAPTION_SIZE, CAPTION_LINE, CAPTION_GAP = 13.0, 19.5, 8.0
Theme = Literal["light", "dark", "auto"]
LIGHT_TEXT, DARK_TEXT = "#1f2328", "#e6edf3"
ENHANCED_COLOUR, ENHANCED_DASHES = "#0c8599", "5 3"
DARK_ENHANCED = "--multiplane-enhanced:#3bc9db"
DASHES = ("", "7 3", "2 3")
OUTLINE = 'fill="none" stroke="currentColor"'
FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', sans-serif"
DARK_PLANE_VARIABLES = [f"--multiplane-plane-{plane}:{colour}" for plane, colour in enumerate(DARK_PLANE_COLOURS)]


class Drawing(str):
    """The source of an SVG picture; notebooks show the picture.

    >>> Drawing('<svg class="multiplane"></svg>')._repr_svg_()
    '<svg style="background:#fff;color:#1f2328" class="multiplane"></svg>'
    """

    __slots__ = ()

    def __repr__(self) -> str:
        size = re.search(r'width="(\d+)" height="(\d+)"', self)
        return f"<Drawing of {size[1]} by {size[2]} pixels>" if size else "<Drawing>"

    def _repr_svg_(self) -> str:
        return str(self) if f"root{{color:{DARK_TEXT}" in self else on_paper(self)


def svg(
    source: Source,
    *,
    width: float | None = None,
    root_arcs: bool = True,
    planes: bool = True,
    right_to_left: bool | None = None,
    highlight: Collection[int] = (),
    caption: str = "",
    show: Collection[str] = (),
    theme: Theme = "light",
) -> Drawing:
    """Draw a tree, a sentence or a sequence of heads as SVG, in pieces at most ``width`` pixels wide.

    Arcs that cross another one have the colour of their plane. Arcs into the words of ``highlight`` stand out, the
    others are faded. Without ``planes`` all arcs are above the words. Right-to-left scripts are recognised. ``show`` is
    what else of a sentence is drawn: lemmas, tags, xpos, features, multiword, empty-nodes, enhanced. Outside a page the
    picture is for a light or a dark ground, or, with the theme ``auto``, follows the colour scheme of the system.

    >>> picture = svg([3, 4, 0, 3], highlight={2}, caption="Two arcs cross.")
    >>> picture[:4], picture.count('class="arc'), picture.count('class="arc highlighted crossing plane-1"')
    ('<svg', 4, 1)
    """
    caption = printable(" ".join(caption.split()))
    wanted = min(em(caption) * CAPTION_SIZE + 2 * MARGIN, 2 * MIN_WIDTH, width or 2 * MIN_WIDTH)
    laid_out = scene(
        source,
        width=width,
        least_width=wanted if caption else 0,
        root_arcs=root_arcs,
        planes=planes,
        right_to_left=right_to_left,
        highlight=highlight,
        show=show,
    )
    body = [line for placed in laid_out.pieces for line in _piece(laid_out, placed)]
    height = laid_out.height + (CAPTION_GAP if caption else 0)
    attributes = f'class="caption" fill-opacity="0.8"{_direction(mostly_right_to_left(tuple(caption.split())))}'
    for line in map(isolated, _wrapped(caption, laid_out.width - 2 * MARGIN)):
        body.append(_text(line, laid_out.width / 2, height, CAPTION_SIZE, attributes))
        height += CAPTION_LINE
    return Drawing(_document(laid_out.drawn, laid_out.width, height, body, theme))


def _piece(laid_out: Scene, placed: PlacedPiece) -> Iterator[str]:
    drawn, piece = laid_out.drawn, placed.piece
    layers: dict[float, list[str]] = {FADED: [], PLAIN: [], STRONG: []}
    for number, parts in enumerate(piece.bands):
        for part in sorted(parts, key=lambda part: (part.arc.highlighted, part.arc.crossing)):
            layers[laid_out.strength(part.arc)] += _arc(drawn, part, placed, below=number == 1)
    for opacity, groups in layers.items():
        if groups:
            yield from (f'<g opacity="{opacity:g}">', *groups, "</g>")
    direction = _direction(drawn.right_to_left)
    for word, (start, cell) in zip(drawn.words[piece.first - 1 : piece.last], piece.cells, strict=True):
        yield _text(word, placed.x(start + cell / 2), placed.baseline, WORD_SIZE, f'class="word"{direction}')
    yield from _notes(drawn, placed)


def _notes(drawn: Diagram, placed: PlacedPiece) -> Iterator[str]:
    """The lines under the words, and below them the multiword tokens, each a bracket with its form."""
    piece = placed.piece
    for lines, (start, cell) in zip(drawn.notes[piece.first - 1 : piece.last], piece.cells, strict=False):
        for number, line in enumerate(lines, 1):
            attributes = f'class="note" fill-opacity="0.75"{_direction(runs_right_to_left(line))}'
            yield _text(line, placed.x(start + cell / 2), placed.baseline + number * NOTE_LINE, NOTE_SIZE, attributes)
    y = placed.baseline + drawn.note_lines * NOTE_LINE + TOKEN_LINE - 4
    for form, begin, end in token_brackets(drawn, piece, PIXELS):
        middle, half = (begin + end) / 2, PIXELS.note_width(form) / 2 + 3
        left, right, *gap = (placed.x(at) for at in (begin, end, middle - half, middle + half))
        line = f"M{left:.1f} {y - 9:.1f}V{y - 4:.1f}H{gap[0]:.1f}M{gap[1]:.1f} {y - 4:.1f}H{right:.1f}V{y - 9:.1f}"
        yield f'<path class="token" d="{line}" {OUTLINE} stroke-opacity="0.6"/>'
        attributes = f'class="token" fill-opacity="0.75"{_direction(runs_right_to_left(form))}'
        yield _text(form, placed.x(middle), y, NOTE_SIZE, attributes)


def _direction(right_to_left: bool) -> str:
    return ' direction="rtl"' if right_to_left else ""


def _arc(drawn: Diagram, part: ArcPart, placed: PlacedPiece, *, below: bool) -> Iterator[str]:
    """A group with the line, the arrowhead and the label of the part of an arc that lies in a piece."""
    arc = part.arc
    kind = "arc" + " highlighted" * arc.highlighted + f" crossing plane-{arc.plane}" * arc.crossing
    kind += " enhanced" * arc.enhanced
    colour = f' color="{ENHANCED_COLOUR if arc.enhanced else _colour(arc.plane)}"' * (arc.crossing or arc.enhanced)
    dashes = ENHANCED_DASHES if arc.enhanced else DASHES[min(arc.plane // 2, 2)]
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    stroke = f'stroke-width="{2.4 if arc.highlighted else 1.7 if arc.crossing else 1.3}"'
    yield f'<g class="{kind}" data-head="{arc.head}" data-dependent="{arc.dependent}"{colour}>'
    yield f"<title>{escape(_description(drawn, arc))}</title>"
    line = "".join(
        letter + " ".join(f"{x:.1f} {y:.1f}" for x, y in points) for letter, points in path(part, placed, below)
    )
    if arc.highlighted:
        yield f'<path class="glow" d="{line}" {OUTLINE} stroke-width="8" stroke-opacity="0.18"/>'
    yield f'<path class="line" d="{line}" {OUTLINE} {stroke}{dashed}/>'
    y = placed.y(part.level, below)
    for outside, inside in dots(part, placed):
        dotted = f"M{outside:.1f} {y:.1f}H{inside:.1f}"
        yield f'<path class="continued" d="{dotted}" {OUTLINE} {stroke} stroke-dasharray="0.1 5"/>'
    head = arrowhead(part, placed, below)
    if head:
        yield '<path class="head" d="M' + "L".join(f"{x:.1f} {y:.1f}" for x, y in head) + 'z"/>'
    if part.label is not None:
        middle = placed.x(part.label + PIXELS.label_width(arc.label) / 2)
        weight = ' font-weight="bold"' if arc.highlighted else ""
        yield _text(arc.label, middle, y + LABEL_SIZE * 0.34, LABEL_SIZE, f'class="label"{weight}')
    yield "</g>"


def _text(text: str, x: float, y: float, size: float, attributes: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" {attributes}>{escape(text)}</text>'


def _wrapped(text: str, width: float) -> Iterator[str]:
    """The lines of a caption."""
    line = ""
    for word in text.split():
        if line and em(f"{line} {word}") * CAPTION_SIZE > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    if line:
        yield line


def _description(drawn: Diagram, arc: Arc) -> str:
    """An arc in words, for screen readers and tooltips."""
    head = "root" if arc.from_root else drawn.words[arc.head - 1]
    label = f"{arc.label}: " if arc.label and not arc.from_root else ""
    return f"{label}{head} {'→' if arc.directed else '—'} {drawn.words[arc.dependent - 1]}"


def _colour(plane: int) -> str:
    return PLANE_COLOURS[plane % len(PLANE_COLOURS)]


def plane_style(plane: int) -> str:
    """The colour of the arcs of a plane, which a page may set.

    >>> plane_style(1)
    'svg.multiplane .plane-1{color:var(--multiplane-plane-1,#1c7ed6)}'
    """
    return f"svg.multiplane .plane-{plane}{{color:var(--multiplane-plane-{plane},{_colour(plane)})}}"


def theme_style(theme: Theme, kind: str, variables: list[str]) -> str:
    """The colours of a picture of a class that stands alone; the variables are those for a dark ground.

    >>> theme_style("dark", "multiplane", [])
    'svg.multiplane:root{color:#e6edf3;}'
    """
    dark = f"svg.{kind}:root{{color:{DARK_TEXT};{';'.join(variables)}}}"
    light = f"svg.{kind}:root{{color:{LIGHT_TEXT}}}"
    if theme == "light":
        return light
    if theme == "dark":
        return dark
    if theme != "auto":
        raise MultiplaneError(f"found theme {theme!r}; expected light, dark or auto")
    both = f"svg.{kind}:root{{color:{LIGHT_TEXT};color-scheme:light dark}}"
    return f"{both}@media (prefers-color-scheme:dark){{{dark}}}"


def _document(drawn: Diagram, width: float, height: float, body: list[str], theme: Theme) -> str:
    is_enhanced = any(arc.enhanced for arc in drawn.arcs)
    style = theme_style(theme, "multiplane", [*DARK_PLANE_VARIABLES, *[DARK_ENHANCED] * is_enhanced])
    if is_enhanced:
        style += f"svg.multiplane .enhanced{{color:var(--multiplane-enhanced,{ENHANCED_COLOUR})}}"
    style += "".join(plane_style(plane) for plane in sorted({arc.plane for arc in drawn.arcs if arc.crossing}))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="multiplane" role="img" '
            f'width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.1f} {height:.1f}" font-family={quoteattr(FONTS)} text-anchor="middle" '
            'fill="currentColor" stroke-linecap="round">',
            f"<title>{escape(' '.join(drawn.words))}</title>",
            f"<desc>{escape('; '.join(_description(drawn, arc) for arc in drawn.arcs))}</desc>",
            f"<style>{style}</style>",
            *body,
            "</svg>\n",
        ]
    )
