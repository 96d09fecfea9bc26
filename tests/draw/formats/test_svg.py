"""Pictures: valid XML, labels that meet no line and no other label, planes that do not cross, directions, captions."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.draw.geometry import SVG, Picture, Segment
from tests.draw.trees import trees

from multiplane import draw
from multiplane.errors import MultiplaneError
from multiplane.notebook import PAPER
from multiplane.structure import crossings, planes
from multiplane.treebank.tree import Tree

CROSSING = Tree([3, 4, 0, 3], ["obj", "aux", "root", "xcomp"], ["what", "did", "Ada", "see"])


@given(trees(), st.booleans(), st.booleans(), st.booleans())
def test_no_label_meets_a_line_or_another_label(tree: Tree, root_arcs: bool, with_planes: bool, mirrored: bool) -> None:
    picture = Picture(draw.svg(tree, root_arcs=root_arcs, planes=with_planes, right_to_left=mirrored))
    assert picture.complaints() == []
    drawn = {tree.labels[word - 1] for head, word in tree.arcs() if head or root_arcs}
    assert {box.text for box in picture.labels} == drawn
    assert [box.text for box in picture.words] == list(tree.forms)


@given(trees(largest=16), st.integers(240, 700), st.booleans(), st.booleans())
def test_pieces_keep_to_the_width(tree: Tree, width: int, with_planes: bool, mirrored: bool) -> None:
    picture = Picture(draw.svg(tree, width=width, planes=with_planes, right_to_left=mirrored))
    assert picture.complaints() == []
    assert picture.size[0] <= width + 0.1
    assert len(picture.tips) == len(tree)
    assert {box.text for box in picture.labels} == set(tree.labels)


def cross(first: Segment, second: Segment) -> bool:
    """Whether two segments cross in a point inside both."""

    def side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = first, second
    return side(a, b, c) * side(a, b, d) < -1e-6 and side(c, d, a) * side(c, d, b) < -1e-6


@given(trees(largest=9))
def test_two_planes_are_drawn_without_a_crossing(tree: Tree) -> None:
    if planes(tree.heads).count > 2:
        return
    lines = list(Picture(draw.svg(tree)).lines.values())
    for number, arc in enumerate(lines):
        for other in lines[:number]:
            assert not any(cross(one, two) for one in arc for two in other)


@given(trees())
def test_arrowheads_point_at_dependents_from_the_side_of_their_plane(tree: Tree) -> None:
    picture = Picture(draw.svg(tree))
    for word, plane in enumerate(planes(tree.heads).of_word.tolist(), 1):
        x, y = picture.tips[word]
        middles = [(box.left + box.right) / 2 for box in picture.words]
        assert min(range(len(tree)), key=lambda i: abs(middles[i] - x)) == word - 1
        assert (y < picture.words[word - 1].top) == (plane % 2 == 0)


@given(trees())
def test_crossing_arcs_are_marked_by_their_plane(tree: Tree) -> None:
    of_word = planes(tree.heads).of_word
    crossing = {word for pair in crossings(tree.heads) for word in pair}
    for group in ElementTree.fromstring(draw.svg(tree)).iter(SVG + "g"):
        if "data-dependent" in group.attrib:
            word = int(group.attrib["data-dependent"])
            expected = f"arc crossing plane-{of_word[word - 1]}" if word in crossing else "arc"
            assert group.attrib["class"] == expected


@pytest.mark.slow
def test_real_sentences_have_no_label_on_a_line(treebanks: Path) -> None:
    import multiplane

    for path in ("gothic-proiel/dev.conllu", "latin-udante/dev.conllu"):
        for sentence in list(multiplane.read(treebanks / path))[:8]:
            assert Picture(draw.svg(sentence, width=900)).complaints() == []


def test_whatever_the_words_hold_the_picture_is_xml() -> None:
    tree = Tree([0, 1, 1], ['<"&>', "]]>", "\x00\ufffe"], ["<script>", "a & b", "\x1b'\ud800"])
    words = [box.text for box in Picture(draw.svg(tree, caption="<&>")).words]
    assert words == ["<script>", "a & b", "�'�"]


def test_arabic_runs_from_right_to_left() -> None:
    tree = Tree([0, 1, 2], ["root", "obj", "amod"], ["قرأ", "كتابا", "جديدا"])
    first, second, third = Picture(draw.svg(tree)).words
    assert first.left > second.right > second.left > third.right
    assert draw.svg(tree).count('direction="rtl"') == 3
    assert 'direction="rtl"' not in draw.svg(CROSSING)


def test_nested_arcs_are_as_low_as_what_they_contain_allows() -> None:
    tree = Tree([2, 0, 2, 2, 6, 2], ["a", "root", "b", "c", "d", "e"])
    height = {box.text: round(box.top) for box in Picture(draw.svg(tree)).labels}
    assert height["a"] == height["b"] == height["d"] > height["c"] > height["e"] > height["root"]


def test_highlighted_arcs_stand_out_and_the_others_fade() -> None:
    picture = draw.svg(CROSSING, highlight={2})
    assert picture.count("highlighted") == 1 and 'opacity="0.35"' in picture
    assert 'opacity="0.35"' not in draw.svg(CROSSING)


def test_a_caption_is_wrapped_into_the_picture() -> None:
    caption = "A rather long caption that says more than anybody would wish to know about a tree of four words only."
    picture = ElementTree.fromstring(draw.svg(CROSSING, caption=caption))
    lines = [text.text or "" for text in picture.iter(SVG + "text") if text.attrib["class"] == "caption"]
    assert len(lines) > 1 and " ".join(lines) == caption


def test_the_picture_describes_itself_and_notebooks_show_it() -> None:
    picture = draw.svg(CROSSING)
    root = ElementTree.fromstring(picture)
    title, description = root.find(SVG + "title"), root.find(SVG + "desc")
    assert title is not None and title.text == "what did Ada see"
    assert (
        description is not None and description.text == "obj: Ada → what; aux: see → did; root → Ada; xcomp: Ada → see"
    )
    assert root.attrib["role"] == "img"
    assert picture._repr_svg_().removeprefix(PAPER) == str(picture).removeprefix("<svg ")


def test_it_follows_the_colours_of_its_page_and_alone_those_of_its_theme() -> None:
    light, dark, auto = (draw.svg(CROSSING, theme=theme) for theme in ("light", "dark", "auto"))  # type: ignore[arg-type]
    assert light == draw.svg(CROSSING) and 'fill="currentColor"' in light
    assert "svg.multiplane:root{color:#1f2328}" in light and "#e6edf3" not in light
    assert "svg.multiplane:root{color:#e6edf3;--multiplane-plane-0:" in dark and "#1f2328" not in dark
    assert "prefers-color-scheme:dark" in auto and "prefers" not in light + dark
    assert "var(--multiplane-plane-1,#1c7ed6)" in light
    with pytest.raises(MultiplaneError, match="found theme 'pink'"):
        draw.svg(CROSSING, theme="pink")  # type: ignore[arg-type]


def test_captions_run_in_the_direction_of_their_script() -> None:
    def caption(text: str) -> ElementTree.Element:
        found = ElementTree.fromstring(draw.svg([0], caption=text))
        return next(one for one in found.iter(SVG + "text") if one.attrib["class"] == "caption")

    assert caption("كتب الولد").attrib["direction"] == "rtl"
    assert "direction" not in caption("The boy wrote").attrib
    assert caption("كتب (2) → the (1) crosses").text == "\u2068كتب\u2069 (2) → the (1) crosses"


def test_an_impossible_width_is_an_error_of_one_line() -> None:
    with pytest.raises(MultiplaneError, match="found a width of 50 pixels; expected at least 240"):
        draw.svg(CROSSING, width=50)
