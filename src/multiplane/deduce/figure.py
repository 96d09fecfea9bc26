"""Figure 6 of Gómez-Rodríguez, Carroll & Weir (2011): how the schemata are related, every arrow decided by machine.

An arrow that holds on all inputs of up to n words is drawn in full, one that is refuted is dashed and red.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import NamedTuple

from multiplane.deduce.relations import Relation, relations
from multiplane.deduce.schemata import schema

ARROWS = (
    ("yamada-matsumoto-2003", "step refinement", "eisner-1996"),
    ("eisner-satta-1999", "step refinement", "eisner-1996"),
    ("eisner-satta-1999", "extension", "eisner-satta-generalized"),
    ("eisner-satta-generalized", "static filter", "collins-1996"),
    ("collins-1996", "item refinement", "head-corner-5"),
    ("head-corner-5", "item contraction", "head-corner"),
    ("head-corner", "step refinement", "dvh-1"),
    ("dvh-1", "static filter", "dvh-2"),
    ("dvh-2", "static filter", "dvh-3"),
    ("dvh-3", "step contraction", "bulc"),
    ("bulc", "dynamic filter", "barbero-1998"),
    ("lombardo-lesmo-1996", "step contraction", "barbero-1998"),
    ("kahane-1998", "step contraction", "bulc"),
    ("kahane-1998", "dynamic filter", "lombardo-lesmo-1996"),
    ("attardi-2006-1", "extension", "attardi-2006-2"),
    ("attardi-2006-1", "static filter", "mh-3"),
    ("attardi-2006-2", "static filter", "mh-4"),
    ("mh-3", "extension", "mh-4"),
    ("mh-3", "step contraction", "yamada-matsumoto-2003"),
    ("wg-1", "extension", "mg-1"),
)
"""The arrows of the figure between the schemata that are here, and those of §6 and §7. Refinement and contraction of
one pair are the same arrow, drawn from the coarser to the finer schema or the other way round."""

PLACES = {
    "eisner-1996": (0, 0),
    "eisner-satta-1999": (1, 0),
    "eisner-satta-generalized": (2, 0),
    "collins-1996": (3, 0),
    "yamada-matsumoto-2003": (0, 1),
    "head-corner-5": (3, 1),
    "mh-3": (0, 2),
    "mh-4": (1, 2),
    "wg-1": (2, 2),
    "head-corner": (3, 2),
    "attardi-2006-1": (0, 3),
    "attardi-2006-2": (1, 3),
    "mg-1": (2, 3),
    "dvh-1": (3, 3),
    "kahane-1998": (0, 4),
    "bulc": (1, 4),
    "dvh-3": (2, 4),
    "dvh-2": (3, 4),
    "lombardo-lesmo-1996": (0, 5),
    "barbero-1998": (1, 5),
}
WIDTH, HEIGHT, BOX, TALL = 290, 110, 176, 34
STYLE = (
    "text{font:13px Helvetica,Arial,sans-serif;text-anchor:middle}rect{fill:#fff;stroke:#333;rx:6}"
    ".arrow{stroke:#333;fill:none;marker-end:url(#head)}.label{font-size:11px;fill:#2a5a9a;paint-order:stroke;"
    "stroke:#fff;stroke-width:4px}.refuted{stroke:#c22;stroke-dasharray:5 4}"
)


class Arrow(NamedTuple):
    """An arrow of the figure and what was found of it."""

    source: str
    name: str
    target: str
    found: Relation


def decided_arrows(n: int = 3, progress: Callable[[str], None] = lambda text: None) -> list[Arrow]:
    """Every arrow, decided on all inputs of up to n words; each is named to ``progress`` before.

    >>> all(arrow.found.holds for arrow in decided_arrows(2))
    True
    """
    decided = []
    for source, name, target in ARROWS:
        progress(f"{source} → {target}")
        found = {each.name: each for each in relations(schema(source), schema(target), n)}
        decided.append(Arrow(source, name, target, found[name]))
    return decided


def figure_svg(arrows: list[Arrow]) -> str:
    """The schemata as boxes, the relations as labelled arrows."""
    columns, rows = (max(place[axis] for place in PLACES.values()) + 1 for axis in (0, 1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * WIDTH} {rows * HEIGHT}" '
        f'width="{columns * WIDTH}" height="{rows * HEIGHT}">',
        "<title>Relations between parsing schemata</title>",
        f"<style>{STYLE}</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#333"/></marker></defs>',
        f'<rect width="{columns * WIDTH}" height="{rows * HEIGHT}" style="stroke:none"/>',
    ]
    parts += [_arrow(arrow) for arrow in arrows]
    for name, place in PLACES.items():
        x, y = _centre(place)
        parts.append(f'<rect x="{x - BOX / 2:g}" y="{y - TALL / 2:g}" width="{BOX}" height="{TALL}"/>')
        parts.append(f'<text x="{x:g}" y="{y + 4:g}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _arrow(arrow: Arrow) -> str:
    (x1, y1), (x2, y2) = _centre(PLACES[arrow.source]), _centre(PLACES[arrow.target])
    dx, dy = x2 - x1, y2 - y1
    cut = min(
        (BOX / 2 / abs(dx) if dx else float("inf")),
        (TALL / 2 / abs(dy) if dy else float("inf")),
    )
    begin, end = (x1 + cut * dx, y1 + cut * dy), (x2 - cut * dx, y2 - cut * dy)
    mark = "arrow" if arrow.found.holds else "arrow refuted"
    middle = ((x1 + x2) / 2, (y1 + y2) / 2 - (6 if not dy else -4))
    return (
        f'<path class="{mark}" d="M{begin[0]:.1f} {begin[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"/>\n'
        f'<text class="label" x="{middle[0]:.1f}" y="{middle[1]:.1f}">{escape(arrow.name)}</text>'
    )


def _centre(place: tuple[int, int]) -> tuple[float, float]:
    return (place[0] + 0.5) * WIDTH, (place[1] + 0.5) * HEIGHT
