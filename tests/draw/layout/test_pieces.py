"""Pieces: every word once, every arc in its place, no piece too wide."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.draw.trees import trees

from multiplane.draw.formats.text import TERMINAL
from multiplane.draw.layout.bands import band
from multiplane.draw.layout.diagram import diagram
from multiplane.draw.layout.pieces import arrange, pieces
from multiplane.draw.layout.scene import PIXELS
from multiplane.structure import crossings
from multiplane.treebank.tree import Tree


@given(trees())
def test_legs_cross_lines_exactly_where_arcs_cross(tree: Tree) -> None:
    drawn = diagram(tree, planes=False)
    one = band(drawn.arcs, len(tree), most_slots=1)
    piece = arrange(drawn, [one], TERMINAL, 1, len(tree))
    pairs = sum(len(part.crossed) for part in piece.bands[0])
    assert pairs == len(crossings(tree.heads))


@given(trees(largest=20), st.integers(30, 90))
def test_pieces_hold_every_word_once_and_fit(tree: Tree, width: int) -> None:
    drawn = diagram(tree, planes=False)
    bands = [band(drawn.arcs, len(tree), most_slots=1)]
    cut = pieces(drawn, bands, TERMINAL, width)
    words = [word for piece in cut for word in range(piece.first, piece.last + 1)]
    assert words == list(range(1, len(tree) + 1))
    assert all(piece.width <= width for piece in cut)
    for piece in cut:
        ends = [start + cell for start, cell in piece.cells]
        assert all(end < start for end, (start, _) in zip(ends, piece.cells[1:], strict=False))


def test_pieces_are_about_equally_wide() -> None:
    drawn = diagram(Tree([0, *range(1, 31)], forms=["word"] * 31), root_arcs=False)
    bands = [band(drawn.arcs, 31, most_slots=1)]
    whole = pieces(drawn, bands, TERMINAL, None)[0].width
    cut = pieces(drawn, bands, TERMINAL, int(whole / 2.1))
    assert len(cut) == 3
    assert max(piece.last - piece.first for piece in cut) <= min(piece.last - piece.first for piece in cut) + 2


@given(trees(smallest=2))
def test_arcs_end_in_the_cells_of_their_words(tree: Tree) -> None:
    drawn = diagram(tree)
    bands = [band((a for a in drawn.arcs if a.plane == p), len(tree), most_slots=8) for p in range(4)]
    piece = arrange(drawn, bands, PIXELS, 1, len(tree))
    for part in (part for parts in piece.bands for part in parts):
        for word, place in ((part.arc.left, part.start), (part.arc.right, part.end)):
            start, cell = piece.cells[word - 1]
            assert place is not None and start - 1e-6 <= place <= start + cell + 1e-6
