"""The levels of arcs, and the slots in which they end at their words."""

from __future__ import annotations

from hypothesis import given
from tests.draw.trees import trees

from multiplane.draw.layout.bands import band, levels
from multiplane.draw.layout.diagram import diagram
from multiplane.treebank.tree import Tree


@given(trees())
def test_levels_order_arcs_by_containment(tree: Tree) -> None:
    arcs = [arc for arc in diagram(tree).arcs if not arc.from_root]
    level_of = levels(arcs, len(tree))
    for outer in arcs:
        inside = [arc for arc in arcs if arc is not outer and outer.left <= arc.left and arc.right <= outer.right]
        assert all(level_of[arc.key] < level_of[outer.key] for arc in inside)
        for other in arcs:
            if other is not outer and max(other.left, outer.left) < min(other.right, outer.right):
                assert level_of[other.key] != level_of[outer.key]


def test_levels_are_no_higher_than_needed() -> None:
    star = diagram([0, 1, 1, 1], root_arcs=False).arcs
    assert levels(star, 4) == {(1, 2): 1, (1, 3): 2, (1, 4): 3}
    chain = diagram([2, 3, 4, 0], root_arcs=False).arcs
    assert levels(chain, 4) == {(2, 1): 1, (3, 2): 1, (4, 3): 1}


def test_many_arcs_of_one_word_leave_it_as_one_line() -> None:
    drawn = diagram([0] + [1] * 12, root_arcs=False)
    few = band(drawn.arcs, 13, most_slots=12)
    many = band(drawn.arcs, 13, most_slots=8)
    assert len(few.slots_of[1]) == 12 and len(many.slots_of[1]) == 1
