"""Orders of computation: which measure, which stages, and what has none."""

from __future__ import annotations

import pytest

from multiplane.deduce import Schema, Step, final, hypothesis, schema
from multiplane.deduce.compile import CompileError
from multiplane.deduce.compile.analysis import analysed
from multiplane.deduce.items import POSITION, Item
from multiplane.deduce.terms import N, positions


def test_measures_of_the_schemata() -> None:
    measures = {name: analysed(schema(name)).order.name for name in ("eisner-1996", "mh-4", "wg-1", "mst-2005")}
    assert measures == {
        "eisner-1996": "distance of both ends",
        "mh-4": "distance of first and last position",
        "wg-1": "number of words covered",
        "mst-2005": "first position",
    }


def test_long_lists_come_before_the_short_ones_that_links_make_of_them() -> None:
    stages = {kind.sizes[0]: stage for kind, stage in analysed(schema("mh-5")).order.stages.items() if kind.sizes}
    assert stages[5] < stages[4] < stages[3] < stages[2]


def test_a_circle_is_named() -> None:
    i, j = positions("i j")
    One, Other = Item("One", i=POSITION, j=POSITION), Item("Other", i=POSITION, j=POSITION)
    circular = Schema(
        "circular",
        hypotheses=[hypothesis(One[i, j], i >= 0, i <= j, j <= N)],
        steps=[Step("THERE", One[i, j], gives=Other[i, j]), Step("BACK", Other[i, j], gives=One[i, j])],
        final=[final(One[0, N])],
    )
    with pytest.raises(CompileError, match=r"circular cannot be compiled: .* in a circle, One → Other → One"):
        analysed(circular)


def test_a_step_that_shrinks_is_named() -> None:
    i, j = positions("i j")
    Span = Item("Span", i=POSITION, j=POSITION)
    shrinking = Schema(
        "shrinking",
        hypotheses=[hypothesis(Span[0, N])],
        steps=[Step("SHRINK", Span[i, j], gives=Span[i, j - 1], where=i < j - 2)],
        final=[final(Span[i, i + 1])],
    )
    with pytest.raises(CompileError, match=r"step SHRINK makes .* not larger by distance of both ends"):
        analysed(shrinking)
