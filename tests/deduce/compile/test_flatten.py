"""Schemata over single positions."""

from __future__ import annotations

import pytest

from multiplane.deduce import schema
from multiplane.deduce.compile import CompileError
from multiplane.deduce.compile.flatten import flatten
from multiplane.deduce.link.schemata import LINK_SCHEMATA


def test_flags_and_sizes_are_written_out() -> None:
    steps, equations = flatten(schema("eisner-1996"))
    assert sum(step.name == "COMBINE-SPANS" for step in steps) == 8
    assert not equations
    steps, _ = flatten(schema("mh-4"))
    sizes = {(*(cell.kind.sizes[0] for cell in step.antecedents),) for step in steps if step.name == "COMBINE"}
    assert sizes == {(2, 2), (2, 3), (3, 2)}


def test_intervals_with_gaps_are_known_as_such() -> None:
    steps, equations = flatten(schema("wg-1"))
    kinds = {cell.kind for step in steps for cell in step.cells}
    assert {kind.interval for kind in kinds} == {(0, 1), (0, 1, 3, 4)}
    assert {equation.left.kind for equation in equations} <= kinds


@pytest.mark.parametrize("name", [*LINK_SCHEMATA, "kahane-1998", "nivre-2003"])
def test_grammars_links_and_lists_of_any_length_are_refused(name: str) -> None:
    with pytest.raises(CompileError, match=f"schema {name} cannot be compiled"):
        flatten(schema(name))
