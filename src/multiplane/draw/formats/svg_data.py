"""Pictures as data in a page, and the script that draws them there, as ``svg`` does: a tenth of the size.

The data are the parts of arcs as they are laid out; the script makes their lines from them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from multiplane.draw.formats.svg import DASHES, FONTS, plane_style
from multiplane.draw.layout.diagram import MAX_PLANES, Source
from multiplane.draw.layout.path import CORNER, breaks
from multiplane.draw.layout.pieces import ArcPart
from multiplane.draw.layout.scene import ARROW, LABEL_SIZE, PIXELS, WORD_SIZE, PlacedPiece, scene

DRAWING_STYLE = (
    f"""
.multiplane {{ font: {WORD_SIZE:g}px {FONTS}; text-anchor: middle; fill: currentColor; stroke-linecap: round; }}
.multiplane .label {{ font-size: {LABEL_SIZE:g}px; }}
.highlighted .label {{ font-weight: bold; }}
.line, .glow, .continued {{ fill: none; stroke: currentColor; stroke-width: 1.3; }}
.continued {{ stroke-dasharray: .1 5; }}
.crossing > path {{ stroke-width: 1.7; }}
.highlighted > path {{ stroke-width: 2.4; }}
.arc > .glow {{ stroke-width: 8; stroke-opacity: .18; }}
"""
    + "\n".join(map(plane_style, range(MAX_PLANES)))
    + "\n"
    + "\n".join(
        f".plane-{plane} .line {{ stroke-dasharray: {DASHES[min(plane // 2, 2)]}; }}" for plane in range(2, MAX_PLANES)
    )
)
DRAWING_SCRIPT = (
    f"const ARROW = {ARROW:g}, CORNER = {CORNER:g}, LABEL = {LABEL_SIZE:g};"
    + """
function element(inside, name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.append(text);
  inside?.append(made);
  return made;
}
function lineOf([, y, start, end, , ...breaks], foot, away, edges, [head, dependent]) {
  const left = start ?? edges[1], right = end ?? edges[2], on = Math.sign(edges[3] - edges[0]);
  const footAt = word => foot + (word === dependent ? away * (ARROW - 1) : 0);
  if (!head) return `M${left} ${y - away * LABEL * .75}V${footAt(dependent)}`;
  const room = breaks.map((x, at) => on * (at % 2 ? right - x : x - left));
  const corner = Math.min(CORNER, on * (right - left) / 2, ...room), shoulder = y - away * CORNER;
  const gaps = breaks.map((x, at) => (at % 2 ? `M${x} ${y}` : `H${x}`)).join("");
  const up = start === null ? `M${left} ${y}`
    : `M${left} ${footAt(Math.min(head, dependent))}V${shoulder}Q${left} ${y} ${left + on * corner} ${y}`;
  return up + gaps + (end === null ? `H${right}`
    : `H${right - on * corner}Q${right} ${y} ${right} ${shoulder}V${footAt(Math.max(head, dependent))}`);
}
function drawn([width, height, rtl, words, arcs, pieces]) {
  const size = { class: "multiplane", role: "img", width, height, viewBox: `0 0 ${width} ${height}` };
  const root = element(null, "svg", size), form = word => word ? words[word - 1] : "root";
  const text = (inside, kind, text, x, y) => element(inside, "text", { class: kind, x, y }, text);
  element(root, "title", {}, words.join(" "));
  let word = 0;
  for (const [baseline, places, edges, bands] of pieces) {
    for (const [foot, away, parts] of bands) for (const part of parts) {
      const [number, y, start, end, label] = part, arc = arcs[number], [head, dependent, name, kind, opacity] = arc;
      const ends = { "data-head": head, "data-dependent": dependent };
      const group = element(root, "g", { class: "arc" + kind, opacity, ...ends });
      element(group, "title", {}, `${head && name ? name + ": " : ""}${form(head)} → ${form(dependent)}`);
      const d = lineOf(part, foot, away, edges, arc), big = kind.includes("highlighted");
      if (big) element(group, "path", { class: "glow", d });
      element(group, "path", { class: "line", d });
      if (start === null) element(group, "path", { class: "continued", d: `M${edges[0]} ${y}H${edges[1]}` });
      if (end === null) element(group, "path", { class: "continued", d: `M${edges[3]} ${y}H${edges[2]}` });
      const tip = !head || dependent < head ? start : end, arrow = ARROW * (big ? 1.3 : 1);
      const tipped = `M${tip} ${foot}l${-arrow / 2} ${away * arrow}h${arrow}z`;
      if (tip !== null) element(group, "path", { class: "head", d: tipped });
      if (label !== null) text(group, "label", name, label, y + LABEL * .34);
    }
    for (const x of places) {
      const made = text(root, "word", words[word++], x, baseline);
      if (rtl) made.setAttribute("direction", "rtl");
    }
  }
  return root;
}
"""
)


def svg_data(source: Source, *, width: float, root_arcs: bool = True, highlight: Collection[int] = ()) -> list[Any]:
    """The picture of a tree or graph for ``DRAWING_SCRIPT``: its size, words, arcs, and where they are in its pieces.

    >>> width, height, right_to_left, words, arcs, pieces = svg_data([2, 0], width=300)
    >>> words, arcs
    (('1', '2'), [(2, 1, '', '', 0.65), (0, 2, 'root', '', 0.65)])
    """
    laid_out = scene(source, width=width, root_arcs=root_arcs, highlight=highlight)
    drawn = laid_out.drawn
    number_of = {arc.key: number for number, arc in enumerate(drawn.arcs)}
    arcs = [
        (
            *arc.key,
            arc.label,
            " highlighted" * arc.highlighted + f" crossing plane-{arc.plane}" * arc.crossing,
            laid_out.strength(arc),
        )
        for arc in drawn.arcs
    ]
    pieces = []
    for placed in laid_out.pieces:
        width_here, edge = placed.piece.width, PIXELS.edge
        bands = [
            (
                _tenths(placed.y(0, below=side == 1)),
                1 if side else -1,
                [_part(part, placed, number_of[part.arc.key], below=side == 1) for part in sorted(parts, key=_rank)],
            )
            for side, parts in enumerate(placed.piece.bands)
        ]
        places = [_tenths(placed.x(start + cell / 2)) for start, cell in placed.piece.cells]
        edges = [_tenths(placed.x(at)) for at in (0, edge, width_here - edge, width_here)]
        pieces.append((_tenths(placed.baseline), places, edges, [band for band in bands if band[2]]))
    return [round(laid_out.width), round(laid_out.height), drawn.right_to_left, drawn.words, arcs, pieces]


def _rank(part: ArcPart) -> tuple[bool, bool]:
    return part.arc.highlighted, part.arc.crossing


def _part(part: ArcPart, placed: PlacedPiece, number: int, *, below: bool) -> list[float | None]:
    """The number of its arc, its height, its ends, the middle of its label, and where the line is interrupted."""
    middle = None if part.label is None else part.label + PIXELS.label_width(part.arc.label) / 2
    places = [None if at is None else _tenths(placed.x(at)) for at in (part.start, part.end, middle)]
    interrupted = () if part.arc.from_root else (at for ends in breaks(part) for at in ends)
    return [number, _tenths(placed.y(part.level, below)), *places, *(_tenths(placed.x(at)) for at in interrupted)]


def _tenths(value: float) -> float:
    """A length to a tenth of a pixel, without a decimal where there is none.

    >>> _tenths(12.04), _tenths(12.06)
    (12, 12.1)
    """
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
