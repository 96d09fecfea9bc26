"""The arrows of the article between schemata, found by machine on small inputs."""

from __future__ import annotations

import pytest

from multiplane.deduce import schema
from multiplane.deduce.relations import relations

ARROWS = [
    ("yamada-matsumoto-2003", "step refinement", "eisner-1996"),
    ("eisner-1996", "step contraction", "yamada-matsumoto-2003"),
    ("eisner-satta-1999", "step refinement", "eisner-1996"),
    ("eisner-1996", "step contraction", "eisner-satta-1999"),
    ("eisner-satta-1999", "extension", "eisner-satta-generalized"),
    ("eisner-satta-generalized", "static filter", "collins-1996"),
    ("collins-1996", "item refinement", "head-corner-5"),
    ("head-corner-5", "item contraction", "head-corner"),
    ("head-corner", "step refinement", "dvh-1"),
    ("dvh-1", "static filter", "dvh-2"),
    ("dvh-2", "static filter", "dvh-3"),
    ("dvh-3", "step contraction", "bulc"),
    ("bulc", "dynamic filter", "barbero-1998"),
    ("lombardo-lesmo-1996", "step contraction", "barbero-1998"),
    ("kahane-1998", "step contraction", "bulc"),
    ("kahane-1998", "dynamic filter", "lombardo-lesmo-1996"),
    ("attardi-2006-1", "extension", "attardi-2006-2"),
    ("attardi-2006-1", "static filter", "mh-3"),
    ("attardi-2006-2", "static filter", "mh-4"),
    ("mh-3", "extension", "mh-4"),
    ("mh-3", "step contraction", "yamada-matsumoto-2003"),
    ("wg-1", "extension", "mg-1"),
]


@pytest.mark.parametrize(("one", "name", "other"), ARROWS)
def test_arrows_hold_to_three_words(one: str, name: str, other: str) -> None:
    found = {each.name: each for each in relations(schema(one), schema(other), 3)}
    assert found[name].holds, found[name].counterexample


def test_what_does_not_hold_has_a_counterexample() -> None:
    found = {each.name: each for each in relations(schema("collins-1996"), schema("eisner-satta-generalized"), 3)}
    assert found["extension"].holds
    assert not found["static filter"].holds
    assert "COMBINER" in found["static filter"].counterexample
    mixed = {each.name: each for each in relations(schema("collins-1996"), schema("kahane-1998"), 2)}
    assert mixed["extension"].counterexample == "one has a grammar and the other arc scores"
