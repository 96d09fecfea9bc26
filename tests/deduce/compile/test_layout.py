"""Places of items in tables: no two the same, all inside."""

from __future__ import annotations

from itertools import combinations

from multiplane.deduce import schema
from multiplane.deduce.compile.analysis import analysed
from multiplane.deduce.compile.flatten import Cell
from multiplane.deduce.compile.layout import binomials
from multiplane.deduce.terms import Position


def test_packed_places_are_different_and_inside() -> None:
    analysis = analysed(schema("mh-5"))
    n = 5
    for kind, layout in analysis.layouts.items():
        binomial = binomials(n)
        names = [f"x{at}" for at in range(kind.fields)]
        place = layout.place(Cell(kind, tuple(map(Position, names))))
        places = [
            eval(place, {"binomial": binomial, "size": n + 2, "n": n}, dict(zip(names, row, strict=True)))
            for row in combinations(range(n + 2), kind.fields)
        ]
        assert len(set(places)) == len(places)
        assert 0 <= min(places) <= max(places) < layout.size(n)
        assert layout.size(n) == len(places) or kind.fields < 4
