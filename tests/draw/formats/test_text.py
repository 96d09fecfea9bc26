"""Text drawings: everything can be read back from the characters, whatever the width; nothing is garbled."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.draw.tracing import Traced, trace_all
from tests.draw.trees import trees

from multiplane import draw
from multiplane.draw.layout.measure import columns
from multiplane.errors import MultiplaneError, TreeError
from multiplane.structure import crossings, planes
from multiplane.treebank.tree import Tree

DUTCH = Tree(
    [7, 7, 4, 8, 6, 8, 0, 7],
    ["mark", "nsubj", "det", "nsubj", "det", "obj", "root", "xcomp"],
    ["omdat", "Anna", "de", "kinderen", "een", "lied", "hoorde", "zingen"],
)


def said_by(tree: Tree, root_arcs: bool = True) -> set[Traced]:
    """What a drawing of the tree must say."""
    return {
        Traced(tree.forms[word - 1], tree.forms[head - 1] if head else None, tree.labels[word - 1])
        for head, word in tree.arcs()
        if head or root_arcs
    }


def plain(drawing: str) -> str:
    return re.sub(r"\x1b\[\d*m", "", drawing)


@given(trees(), st.booleans(), st.booleans())
def test_every_arc_and_label_can_be_traced(tree: Tree, root_arcs: bool, with_planes: bool) -> None:
    drawing = draw.text(tree, root_arcs=root_arcs, planes=with_planes)
    traced = trace_all(drawing)
    assert set(traced) == said_by(tree, root_arcs)
    assert len(traced) == len(said_by(tree, root_arcs)), "one arrowhead per arc"


@given(trees(largest=14), st.integers(25, 70), st.booleans(), st.booleans())
def test_every_arc_can_be_traced_across_pieces(tree: Tree, width: int, with_planes: bool, mirrored: bool) -> None:
    drawing = draw.text(tree, width=width, planes=with_planes, right_to_left=mirrored)
    assert max(map(columns, drawing.split("\n"))) <= width
    traced = trace_all(drawing, right_to_left=mirrored)
    spelled = {Traced(arc.word, arc.head, repeated(arc.label)) for arc in traced}
    assert spelled == said_by(tree)
    assert len(traced) == len(tree)


def repeated(label: str) -> str:
    """A label that stands once in each piece through which its arc goes, as one."""
    first = re.match(r"l\d+i*", label)
    assert first and label == first[0] * (len(label) // len(first[0]))
    return first[0]


@given(trees(), st.integers(16, 30))
def test_a_narrow_drawing_keeps_its_width_and_every_arrowhead(tree: Tree, width: int) -> None:
    drawing = draw.text(tree, width=width)
    assert max(map(columns, drawing.split("\n"))) <= width
    assert len(re.findall("[▼▲]", drawing)) == len(tree)


def test_a_word_and_a_label_that_are_too_long_share_the_room() -> None:
    tree = Tree([0, 1], ["root", "extraordinary:relation"], ["a", "uncharacteristically"])
    drawing = draw.text(tree, width=24)
    assert max(map(columns, drawing.split("\n"))) <= 24
    assert "extraor" in drawing and "unchara" in drawing and drawing.count("…") >= 2


@given(trees())
def test_planes_never_cross_and_crossings_are_all_there_without_planes(tree: Tree) -> None:
    crosses = "┼╋┽┾┿╀╁╂╃╄╅╆╇╈╉╊"
    assert not set(crosses) & set(draw.text(tree))
    drawn = sum(map(draw.text(tree, planes=False).count, crosses))
    assert bool(drawn) == bool(crossings(tree.heads))


@given(trees())
def test_plane_zero_is_over_the_words_and_the_others_are_under_them(tree: Tree) -> None:
    drawing = draw.text(tree)
    of_word = planes(tree.heads).of_word.tolist()
    assert drawing.count("▼") == of_word.count(0)
    assert drawing.count("▲") == len(tree) - of_word.count(0)


@given(trees())
def test_colour_changes_no_character(tree: Tree) -> None:
    assert plain(draw.text(tree, color=True)) == draw.text(tree)


def test_two_planes_around_a_dutch_sentence() -> None:
    assert draw.text(DUTCH).splitlines() == [
        "                                  root",
        "  ┏━━━━━━━━━━━━━mark━━━━━━━━━━━━━━┓ ┃",
        "  ┃    ┏━━━━━━━━━━nsubj━━━━━━━━━━━┫ ┃",
        "  ┃    ┃   ╭─det─╮      ╭─det─╮   ┃ ┃ ╭─xcomp─╮",
        "  ▼    ▼   ▼     │      ▼     │   ┃ ▼ │       ▼",
        "omdat Anna de kinderen een   lied hoorde    zingen",
        "                 ▲            ▲               ┃",
        "                 ┃            ┗━━━━━━obj━━━━━━┫",
        "                 ┗━━━━━━━━━━━nsubj━━━━━━━━━━━━┛",
    ]


def test_one_plane_with_its_crossings() -> None:
    assert draw.text(DUTCH, planes=False, root_arcs=False).splitlines() == [
        "  ┏━━━━━━━━━━━━━━━mark━━━━━━━━━━━━━━━┓",
        "  ┃    ┏━━━━━━━━━━━━nsubj━━━━━━━━━━━━┫",
        "  ┃    ┃           ┏━━━━━━nsubj━━━━━━╋━━━━━━━━━━━┓",
        "  ┃    ┃           ┃             ┏━━━╋━━━━obj━━━━┫",
        "  ┃    ┃   ╭─det─╮ ┃     ╭─det─╮ ┃   ┃ ╭─xcomp─╮ ┃",
        "  ▼    ▼   ▼     │ ▼     ▼     │ ▼   ┃ │       ▼ ┃",
        "omdat Anna de  kinderen een    lied hoorde    zingen",
    ]


def test_pieces_of_forty_columns() -> None:
    assert draw.text(DUTCH, width=40).splitlines() == [
        "  ┏━━━━━━━━━mark━━━━━━━━━┅┅",
        "  ┃    ┏━━━━━━nsubj━━━━━━┅┅",
        "  ┃    ┃   ╭─det─╮",
        "  ▼    ▼   ▼     │",
        "omdat Anna de kinderen",
        "                 ▲",
        "                 ┗━nsubj━┅┅",
        "",
        "             root",
        "┅┅━━━mark━━━━┓ ┃",
        "┅┅━━━nsubj━━━┫ ┃",
        "   ╭─det─╮   ┃ ┃ ╭─xcomp─╮",
        "   ▼     │   ┃ ▼ │       ▼",
        "  een   lied hoorde    zingen",
        "         ▲               ┃",
        "         ┗━━━━━━obj━━━━━━┫",
        "┅┅━━━━━━━━━nsubj━━━━━━━━━┛",
    ]


def test_a_third_plane_has_its_words_once_more() -> None:
    tree = Tree([4, 5, 6, 0, 4, 5], ["a", "b", "c", "root", "d", "e"], ["A", "B", "C", "X", "Y", "Z"])
    assert planes(tree.heads, root_arcs=False).count == 3
    drawing = draw.text(tree, root_arcs=False)
    assert set(trace_all(drawing)) == said_by(tree, root_arcs=False)
    assert sum(drawing.count(word) for word in "ABCXYZ") == 6 + 2


def test_the_root_stands_over_a_single_word_and_over_each_of_several() -> None:
    assert draw.text(Tree([0], ["root"], ["Go"])).splitlines() == ["root", "  ▼", "  Go"]
    assert draw.text(Tree([0, 0], ["root", "root"], ["Go", "on"])).splitlines() == [
        "root root",
        "  ▼    ▼",
        "  Go   on",
    ]


def test_wide_and_combining_characters_take_the_columns_that_they_take() -> None:
    tree = Tree([2, 0, 2, 3], ["nmod", "root", "主语", "x"], ["日本語", "cafe\u0301", "👩\u200d👧", "ok"])
    assert set(trace_all(draw.text(tree))) == said_by(tree)
    assert draw.text(tree).splitlines() == [
        "         root",
        "  ╭─nmod─╮ │ ╭─主语─╮ ╭─x─╮",
        "  ▼      │ ▼ │      ▼ │   ▼",
        "日本語   cafe\u0301       👩\u200d👧    ok",
    ]


def test_right_to_left_scripts_are_mirrored_and_kept_in_place() -> None:
    tree = Tree([0, 1, 2], ["root", "obj", "amod"], ["قرأ", "كتابا", "جديدا"])
    line = draw.text(tree).splitlines()[-1]
    assert line.index("جديدا") < line.index("كتابا") < line.index("قرأ")
    assert line.count("\u200e") == 6, "marks that keep a terminal from turning the row round"
    assert set(trace_all(draw.text(tree), right_to_left=True)) == said_by(tree)


def test_nothing_in_a_word_can_garble_the_drawing() -> None:
    tree = Tree([0, 1, 1], ["root", "a\nb", "\x1b[31m"], ["tab\there", "\u202eright", "\u0301"])
    drawing = draw.text(tree)
    assert "\x1b" not in drawing and "\t" not in drawing and "\u202e" not in drawing
    assert "tab�here" in drawing and "◌\u0301" in drawing and "a�b" in drawing


def test_bare_heads_are_drawn_with_the_numbers_of_the_words() -> None:
    assert draw.text([2, 0]).splitlines() == ["   root", "╭──╮ │", "▼  │ ▼", "1   2"]


def test_highlighted_arcs_are_the_heavy_ones() -> None:
    drawing = draw.text(Tree([2, 0, 2], ["a", "root", "b"]), highlight={3})
    assert "━b━" in drawing and "─a─" in drawing
    with pytest.raises(TreeError, match="found word 4 to be highlighted; expected 1 to 3"):
        draw.text([2, 0, 2], highlight={4})


def test_an_impossible_width_is_an_error_of_one_line() -> None:
    with pytest.raises(MultiplaneError, match="found a width of 7 columns; expected at least 16"):
        draw.text(DUTCH, width=7)


@pytest.mark.slow
def test_real_sentences_can_be_traced(treebanks: Path) -> None:
    import multiplane

    seen = 0
    for sentence in list(multiplane.read(treebanks / "dutch-lassysmall" / "dev.conllu"))[::9]:
        tree = sentence.tree
        numbers = range(1, len(tree) + 1)
        numbered = Tree(tree.heads, [f"l{number}" for number in numbers], [f"w{number}" for number in numbers])
        assert set(trace_all(draw.text(numbered))) == said_by(numbered)
        assert max(map(columns, draw.text(tree, width=80).split("\n"))) <= 80
        seen += 1
    assert seen == 39
