"""Levels, slots, spacing and pieces: the layout that all kinds of drawing share."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.draw.trees import trees

from multiplane.draw.bands import band
from multiplane.draw.diagram import diagram
from multiplane.draw.levels import levels
from multiplane.draw.measure import columns, em, mostly_right_to_left, printable, shorten
from multiplane.draw.piece import arrange
from multiplane.draw.pieces import pieces
from multiplane.draw.scene import PIXELS
from multiplane.draw.spacing import Anchor, Ruler
from multiplane.draw.terminal import TERMINAL
from multiplane.structure import crossings
from multiplane.treebank.tree import Tree


@settings(max_examples=200, deadline=None)
@given(trees())
def test_levels_order_arcs_by_containment(tree: Tree) -> None:
    arcs = [arc for arc in diagram(tree).arcs if not arc.from_root]
    level_of = levels(arcs, len(tree))
    for outer in arcs:
        inside = [arc for arc in arcs if arc is not outer and outer.left <= arc.left and arc.right <= outer.right]
        assert all(level_of[arc.dependent] < level_of[outer.dependent] for arc in inside)
        for other in arcs:
            if other is not outer and max(other.left, outer.left) < min(other.right, outer.right):
                assert level_of[other.dependent] != level_of[outer.dependent]


def test_levels_are_no_higher_than_needed() -> None:
    star = diagram([0, 1, 1, 1], root_arcs=False).arcs
    assert levels(star, 4) == {2: 1, 3: 2, 4: 3}
    chain = diagram([2, 3, 4, 0], root_arcs=False).arcs
    assert levels(chain, 4) == {1: 1, 2: 1, 3: 1}


@settings(max_examples=100, deadline=None)
@given(trees())
def test_legs_cross_lines_exactly_where_arcs_cross(tree: Tree) -> None:
    drawn = diagram(tree, planes=False)
    one = band(drawn.arcs, len(tree), below=False, most_slots=1)
    piece = arrange(drawn, [one], TERMINAL, 1, len(tree))
    pairs = sum(len(part.crossed) for part in piece.bands[0])
    assert pairs == len(crossings(tree.heads))


@settings(max_examples=100, deadline=None)
@given(trees(largest=20), st.integers(30, 90))
def test_pieces_hold_every_word_once_and_fit(tree: Tree, width: int) -> None:
    drawn = diagram(tree, planes=False)
    bands = [band(drawn.arcs, len(tree), below=False, most_slots=1)]
    cut = pieces(drawn, bands, TERMINAL, width)
    words = [word for piece in cut for word in range(piece.first, piece.last + 1)]
    assert words == list(range(1, len(tree) + 1))
    assert all(piece.width <= width for piece in cut)
    for piece in cut:
        ends = [start + cell for start, cell in piece.cells]
        assert all(end < start for end, (start, _) in zip(ends, piece.cells[1:], strict=False))


def test_pieces_are_about_equally_wide() -> None:
    drawn = diagram(Tree([0, *range(1, 31)], forms=["word"] * 31), root_arcs=False)
    bands = [band(drawn.arcs, 31, below=False, most_slots=1)]
    whole = pieces(drawn, bands, TERMINAL, None)[0].width
    cut = pieces(drawn, bands, TERMINAL, int(whole / 2.1))
    assert len(cut) == 3
    assert max(piece.last - piece.first for piece in cut) <= min(piece.last - piece.first for piece in cut) + 2


@settings(max_examples=100, deadline=None)
@given(trees(smallest=2))
def test_arcs_end_in_the_cells_of_their_words(tree: Tree) -> None:
    drawn = diagram(tree)
    bands = [band((a for a in drawn.arcs if a.plane == p), len(tree), below=p > 0, most_slots=8) for p in range(4)]
    piece = arrange(drawn, bands, PIXELS, 1, len(tree))
    for part in (part for parts in piece.bands for part in parts):
        for word, place in ((part.arc.left, part.start), (part.arc.right, part.end)):
            start, cell = piece.cells[word - 1]
            assert place is not None and start - 1e-6 <= place <= start + cell + 1e-6


def test_room_is_shared_evenly_and_in_whole_columns() -> None:
    ruler = Ruler(1, np.array([2.0, 2.0, 2.0]), np.array([0.0, 1.0, 1.0, 0.0]), line=1, whole=True)
    ruler.make_room(Anchor(1, 0, 0), Anchor(3, 0, 0), 11)
    assert ruler.gaps.tolist() == [0, 3, 4, 0]
    ruler.make_room(Anchor(1, 0, 0), Anchor(3, 0, 0), 5)
    assert ruler.gaps.tolist() == [0, 3, 4, 0]


def test_many_arcs_of_one_word_leave_it_as_one_line() -> None:
    drawn = diagram([0] + [1] * 12, root_arcs=False)
    few = band(drawn.arcs, 13, below=False, most_slots=12)
    many = band(drawn.arcs, 13, below=False, most_slots=8)
    assert len(few.slots_of[1]) == 12 and len(many.slots_of[1]) == 1


def test_widths_of_what_is_neither_narrow_nor_latin() -> None:
    assert columns("한국어") == 6 and columns("naı\u0308ve") == 5
    assert em("日本") == 2.0 and em("👩\u200d👧\u200d👦") == em("👩") and em("किताब") < em("kitaabxx")
    assert shorten("word", 4, columns) == "word" and columns(shorten("漢字漢字漢", 4, columns)) <= 4


def test_what_cannot_be_drawn_is_replaced() -> None:
    assert printable("a\u2066b\u2069c") == "abc"
    assert printable("\x07\ud83d\uffff") == "���"
    assert printable("") == ""


def test_the_direction_is_that_of_most_words() -> None:
    assert mostly_right_to_left(("שלום", "עולם", "Python", "!"))
    assert not mostly_right_to_left(("the", "word", "كتاب"))
    assert not mostly_right_to_left(("1", "2"))
