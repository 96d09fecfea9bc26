"""Pictures that the script of a page draws are those of ``svg``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.draw.geometry import SVG
from tests.draw.scripts import needs_node, run_page

import multiplane
from multiplane import draw
from multiplane.draw.formats.page import script_data
from multiplane.draw.formats.svg_data import DRAWING_SCRIPT, svg_data
from multiplane.draw.layout.diagram import Source, diagram

SHOWN = """pictures.map(data => {
  const root = drawn(data);
  return [root.attributes, root.querySelectorAll("text").map(one => [one.attributes, one.textContent]),
    root.querySelectorAll(".arc").map(arc => [arc.attributes,
      arc.querySelectorAll("path").map(one => [one.attributes.class, one.attributes.d])])];
})"""


def points(path: str) -> list[float]:
    """The points of a path, all by their places on the picture."""
    found: list[tuple[float, float]] = [(0.0, 0.0)]
    for letter, text in re.findall(r"([MLQHVlhz])([^MLQHVlhz]*)", path):
        (x, y), numbers = found[-1], list(map(float, text.split()))
        if letter in "lh":
            numbers = [x + numbers[0], y + (numbers[1] if letter == "l" else 0)]
        if letter in "HV":
            numbers = [numbers[0], y] if letter == "H" else [x, numbers[0]]
        found += zip(numbers[::2], numbers[1::2], strict=True)
    return [at for point in found for at in point]


def parts(picture: str) -> Iterator[tuple[str, str, list[float]]]:
    """The lines and texts of a picture."""
    for group in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        if "data-head" in group.attrib:
            ends = f"{group.attrib['data-head']} {group.attrib['data-dependent']} {group.attrib['class']}"
            for path in group.iter(f"{SVG}path"):
                yield ends, path.attrib["class"], points(path.attrib["d"])
    for text in ElementTree.fromstring(picture).iter(f"{SVG}text"):
        yield text.text or "", text.attrib["class"], [float(text.attrib[at]) for at in "xy"]


def parts_on_page(shown: list[Any]) -> Iterator[tuple[str, str, list[float]]]:
    _, texts, arcs = shown
    for of_arc, paths in arcs:
        for kind, path in paths:
            yield f"{of_arc['data-head']} {of_arc['data-dependent']} {of_arc['class']}", kind, points(path)
    for of_text, text in texts:
        yield text, of_text["class"], [float(of_text[at]) for at in "xy"]


@needs_node
@pytest.mark.parametrize("width", [1160.0, 300.0])
def test_the_script_draws_what_svg_draws(width: float) -> None:
    sources: list[Source] = [
        *(multiplane.read(f"sample:{name}")[number] for name in ("dutch", "arabic", "latin") for number in range(4)),
        [5, 6, 7, 8, 0, 5, 6, 7],
        diagram([3, 4, 0, 3, 4, 5, 6], planes=False, highlight={2}),
    ]
    for highlight in ((), {2}):
        data = [svg_data(one, width=width, highlight=set(highlight)) for one in sources]
        page = f"<script>{script_data(pictures=data)}{DRAWING_SCRIPT}</script>"
        for source, shown in zip(sources, run_page(page, SHOWN), strict=True):
            picture = str(draw.svg(source, width=width, highlight=set(highlight)))
            size = re.search(r'width="(\d+)" height="(\d+)"', picture)
            assert size and size.groups() == (shown[0]["width"], shown[0]["height"])
            expected, found = sorted(parts(picture)), sorted(parts_on_page(shown))
            assert [one[:2] for one in found] == [one[:2] for one in expected]
            for one, other in zip(found, expected, strict=True):
                assert one[2] == pytest.approx(other[2], abs=0.16), one
