"""A chart as the field draws it: a triangle of cells over the words, and in each cell the items that span it.

An item stands over the middle of its span, the higher the longer it is. Eisner's complete and incomplete spans are
half-triangles and trapezia, with the upright side at the head; an item with gaps is a bar with holes; a mark at an end
of a span says that this end has its head inside.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from multiplane.deduce.chart import GOAL_NODE, Chart, Node
from multiplane.deduce.parse import best_derivation
from multiplane.deduce.terms import Value
from multiplane.deduce.trace import first_derived
from multiplane.draw.formats.svg import FONTS, Drawing, theme_style
from multiplane.draw.layout.measure import em, printable
from multiplane.errors import MultiplaneError

CELL, GLYPH, GLYPH_HEIGHT, ITEM, LEVEL_GAP, FOOT, MARGIN = 78.0, 56.0, 13.0, 31.0, 10.0, 30.0, 12.0
TEXT_SIZE, WORD_SIZE = 9.0, 14.0
MAX_ITEMS = 3_000


class PlacedItem(NamedTuple):
    """An item in its cell: the middle of its glyph, its first and last position, and when it was first derived."""

    node: Node
    x: float
    y: float
    first: int
    last: int
    step: int


def chart_svg(chart: Chart) -> Drawing:
    """The chart of a run as a picture; items of one derivation of the goal are marked, goal and words at the foot.

    >>> from multiplane.deduce import deduce, problem, schema
    >>> chart_svg(deduce(schema("split-head"), problem(heads=[2, 0]), trace=True)).count('class="item')
    10
    """
    steps = first_derived(chart)
    nodes = [node for node in steps if node != GOAL_NODE]
    if len(nodes) > MAX_ITEMS:
        raise MultiplaneError(f"found a chart of {len(nodes):,} items; expected {MAX_ITEMS:,} at most, to draw it")
    used = {step.gives for step in best_derivation(chart).inferences()} if chart.accepted else set()
    placed, width, height = placed_items(chart, nodes, steps)
    words = [("root", 0), *((word, at) for at, word in enumerate(chart.problem.words, 1))]
    if not chart.problem.words:
        words += [(str(at), at) for at in range(1, chart.problem.n + 1)]
    body = [line for item in placed for line in _item(chart, item, item.node in used)]
    for word, at in words:
        text = escape(printable(word))
        fitted = min(WORD_SIZE, (CELL - 6) / max(em(word), 0.1))
        body.append(f'<text x="{_x(at):.1f}" y="{height - 8:.1f}" font-size="{fitted:.1f}" class="word">{text}</text>')
    title = escape(f"{chart.schema.name}: {' '.join(chart.problem.words)}")
    style = theme_style("light", "multiplane", []) + "svg.multiplane .derived{color:#0b5cad}"
    return Drawing(
        "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="multiplane" role="img" width="{width:.0f}" '
                f'height="{height:.0f}" viewBox="0 0 {width:.1f} {height:.1f}" font-family={quoteattr(FONTS)} '
                'text-anchor="middle" fill="currentColor">',
                f"<title>{title}</title>",
                f"<style>{style}</style>",
                *body,
                "</svg>\n",
            ]
        )
    )


def placed_items(chart: Chart, nodes: list[Node], steps: dict[Node, int]) -> tuple[list[PlacedItem], float, float]:
    """The items in their cells, and the size of the picture."""
    cells: dict[tuple[int, int], list[Node]] = defaultdict(list)
    for node in nodes:
        cells[span_of(node)].append(node)
    levels: dict[int, int] = defaultdict(int)
    for (first, last), inside in cells.items():
        levels[last - first] = max(levels[last - first], len(inside))
    foot: dict[int, float] = {}
    top = 0.0
    for level in sorted(levels):
        foot[level] = top
        top += levels[level] * ITEM + LEVEL_GAP
    height = top + FOOT + MARGIN
    placed = []
    for (first, last), inside in cells.items():
        base = height - FOOT - foot[last - first] - ITEM / 2
        for at, node in enumerate(inside):
            placed.append(PlacedItem(node, _x((first + last) / 2), base - at * ITEM, first, last, steps[node]))
    return placed, _x(chart.problem.n) + CELL / 2 + MARGIN, height


def span_of(node: Node) -> tuple[int, int]:
    """The first and last position in an item.

    >>> span_of(Node("Tree", (2, 5, 3, ((3, 4),))))
    (2, 5)
    """
    found = [*_positions(node.values)]
    return (min(found), max(found)) if found else (0, 0)


def _positions(values: tuple[Value, ...]) -> Iterator[int]:
    for value in values:
        if isinstance(value, tuple):
            yield from _positions(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield value


def _x(position: float) -> float:
    return MARGIN + CELL / 2 + position * CELL


def _item(chart: Chart, item: PlacedItem, is_used: bool) -> Iterator[str]:
    """A glyph with the item below it, as the article writes it."""
    text = chart.show(item.node)
    yield f'<g class="item{" derived" if is_used else ""}" data-step="{item.step}">'
    yield f"<title>{escape(text)}</title>"
    yield from _glyph(item)
    size = min(TEXT_SIZE, (CELL - 4) / max(em(text), 0.1))
    yield f'<text x="{item.x:.1f}" y="{item.y + 11:.1f}" font-size="{size:.1f}">{escape(text)}</text></g>'


def _glyph(item: PlacedItem) -> Iterator[str]:
    left, right, foot = item.x - GLYPH / 2, item.x + GLYPH / 2, item.y
    top, middle = foot - GLYPH_HEIGHT, foot - GLYPH_HEIGHT / 2
    shapes = {
        "Right": [(left, foot), (left, top), (right, foot)],
        "Left": [(right, foot), (right, top), (left, foot)],
        "RightArc": [(left, foot), (left, top), (right, middle), (right, foot)],
        "LeftArc": [(right, foot), (right, top), (left, middle), (left, foot)],
    }
    outline = 'fill="currentColor" fill-opacity="0.15" stroke="currentColor"'
    if item.node.type in shapes:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shapes[item.node.type])
        yield f'<polygon points="{points}" {outline}/>'
        return
    unit = GLYPH / (item.last - item.first + 1)
    holes = [
        (left + (low - item.first) * unit, left + (high + 1 - item.first) * unit) for low, high in _gaps(item.node)
    ]
    if holes:
        yield f'<path d="M{left:.1f} {middle:.1f}H{right:.1f}" stroke="currentColor" stroke-dasharray="2 2"/>'
    for start, end in zip([left, *(high for _, high in holes)], [*(low for low, _ in holes), right], strict=True):
        size = f'width="{max(end - start, 2):.1f}" height="{GLYPH_HEIGHT / 2}"'
        yield f'<rect x="{start:.1f}" y="{middle:.1f}" {size} {outline}/>'
    flags = [value for value in item.node.values if isinstance(value, bool)]
    for has_head, x in zip(flags, (left, right), strict=False):
        if has_head:
            yield f'<circle cx="{x:.1f}" cy="{middle:.1f}" r="3.5"/>'


def _gaps(node: Node) -> list[tuple[int, int]]:
    """Where the gaps of an item begin and end: pairs of positions in a list.

    >>> _gaps(Node("Tree", (1, 6, 3, ((3, 4),)))), _gaps(Node("Reading", (3, ((1, False),))))
    ([(3, 4)], [])
    """
    lists = [value for value in node.values if isinstance(value, tuple)]
    pairs = [each for value in lists for each in value if isinstance(each, tuple) and len(each) == 2]
    return [(low, high) for low, high in pairs if type(low) is int and type(high) is int]
