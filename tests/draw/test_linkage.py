from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from multiplane import draw
from multiplane.deduce.link import Linkage, example_dictionary, linkages, parse_dictionary

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLE = example_dictionary()
LONG = "Kim gave the girl that Mary saw in the park a bone with a fish near the tree yesterday ."


def first(sentence: str) -> Linkage:
    return next(linkages(sentence, EXAMPLE))


def arcs(picture: str) -> list[ElementTree.Element]:
    return [g for g in ElementTree.fromstring(picture).iter(f"{SVG}g") if g.get("class") == "arc"]


def test_links_have_labels_and_no_arrowheads() -> None:
    assert draw.text(draw.linkage_diagram(first("the cat chased a snake"))) == (
        "    ╭────────W─────────╮ ╭────O────╮\n"
        "    │      ╭─Ds─╮ ╭─Ss─┤ │    ╭─Ds─┤\n"
        "    │      │    │ │    │ │    │    │\n"
        "LEFT-WALL the  cat.n chased.v a snake.n"
    )


def test_a_word_may_have_several_links_and_links_may_form_cycles() -> None:
    linkage = first("the cat that Mary saw slept")
    drawn = draw.linkage_diagram(linkage)
    assert len(drawn.arcs) == len(linkage.links) == 7
    assert not any(arc.directed for arc in drawn.arcs)
    picture = draw.svg(drawn)
    assert len(arcs(picture)) == 7
    assert 'class="head"' not in picture
    titles = [arc.findtext(f"{SVG}title") for arc in arcs(picture)]
    assert "B: cat.n — saw.v" in titles and "RO: that.r — saw.v" in titles


def test_links_of_a_word_end_side_by_side_without_crossing() -> None:
    picture = draw.svg(draw.linkage_diagram(first("the cat that Mary saw slept")))
    feet = []
    for arc in arcs(picture):
        points = re.findall(r"[MLQ](\S+) ", next(arc.iter(f"{SVG}path")).get("d", ""))
        feet += [float(points[0]), float(points[-1])]
    assert len(set(feet)) == 14


def test_connectors_that_name_heads_make_arrows() -> None:
    dictionary = parse_dictionary("LEFT-WALL: hW+; the: dD+; cat: hD- & dW- & S+; ran: S-;")
    drawn = draw.linkage_diagram(next(linkages("the cat ran", dictionary)))
    assert [(arc.head, arc.dependent, arc.directed) for arc in drawn.arcs] == [
        (1, 3, True),
        (3, 2, True),
        (3, 4, False),
    ]
    assert draw.text(drawn).count("▼") == 2
    assert draw.svg(drawn).count('class="head"') == 2


@pytest.mark.parametrize("width", [40, 60, 100])
def test_long_linkages_are_broken_into_pieces(width: int) -> None:
    linkage = first(LONG)
    lines = draw.text(draw.linkage_diagram(linkage), width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert all(any(word in line for line in lines) for word in linkage.words)


def test_pages_and_tikz() -> None:
    drawn = draw.linkage_diagram(first("Mary ran"))
    page = draw.html([drawn, drawn], title="Linkages")
    assert page.count("<svg") == page.count("LEFT-WALL Mary ran.v</figcaption>") == 2
    assert "% 2 -- 3" in draw.tikz(drawn)
