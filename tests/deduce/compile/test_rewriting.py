"""Folding keeps every value; that it does is seen where compiled schemata are compared with the engine."""

from __future__ import annotations

from multiplane.deduce import schema
from multiplane.deduce.compile.differences import invariants_of
from multiplane.deduce.compile.flatten import flatten
from multiplane.deduce.compile.rewriting import folded


def test_pairs_with_the_same_rest_share_a_kind_and_one_step() -> None:
    steps, equations = flatten(schema("one-endpoint-crossing-2013"))
    found = folded(steps, invariants_of(steps, equations))
    pairs = {cell.kind for step in found for cell in step.cells if cell.kind.type.startswith("Pair")}
    assert len(pairs) == 10
    assert max(len(step.antecedents) for step in found) == 2
    joined = [step.name for step in found if step.gives and step.gives.kind.type == "Pair2"]
    assert joined == ["I0.5", "I0.6", "I0.5'", "I0.6'"]
    assert sum(any(cell.kind.type == "Pair2" for cell in step.antecedents) for step in found) == 6


def test_steps_with_two_antecedents_stay_as_they_are() -> None:
    steps, equations = flatten(schema("eisner-1996"))
    assert folded(steps, invariants_of(steps, equations)) == steps
