"""Crossing arcs: the pairs of the definition."""

from __future__ import annotations

from tests.enumeration import trees_up_to
from tests.structure import definitions

from multiplane.structure import crossings, is_planar


def test_crossings_are_the_pairs_of_the_definition() -> None:
    for heads in trees_up_to(5):
        for root_arcs in (True, False):
            pairs = definitions.crossing_pairs(heads, root_arcs)
            assert crossings(heads, root_arcs) == pairs
            assert is_planar(heads, root_arcs) == (not pairs)
