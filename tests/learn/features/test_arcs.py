"""Templates of graph parsers: what cannot be compiled is refused; old notation and new mean the same."""

from __future__ import annotations

import pytest

from multiplane.errors import MultiplaneError
from multiplane.learn import ArcFeatureModel
from multiplane.learn.features.arc_defaults import ARC_FEATURES
from multiplane.learn.features.arcs import RELATIVES


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("S0.form", "found address 'S0'; expected one that starts with H, D, between"),
        ("H.head.form", "address 'H.head': found step 'head'"),
        ("H", "found 'H'; expected ADDRESS.ATTRIBUTE"),
        ("direction(H,D)", "found 'direction(H,D)'; expected ADDRESS.ATTRIBUTE"),
        ("H.colour", "found attribute 'colour'"),
        ("D.before.before.before.before.form", "found 4 steps from an address; expected 3 at most"),
        ("", "found 0 items; expected 1 to 8"),
        ("H.form " * 9, "found 9 items; expected 1 to 8"),
    ],
)
def test_bad_templates_of_arcs(line: str, complaint: str) -> None:
    with pytest.raises(MultiplaneError) as found:
        ArcFeatureModel((line,), ()).compile()
    assert str(found.value).startswith(f"template {line[:60]!r}"[:-1]) and f": {complaint}" in str(found.value)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("between.form", "found address 'between'; expected one that starts with H, D"),
        ("H.left-sibling.form", "found address 'H.left-sibling'; expected H, D, H.head, "),
        ("D.before.first.form", "found address 'D.before.first'; expected H, D, H.head, "),
        ("D.first.first.form", "found address 'D.first.first'; expected H, D, H.head, "),
        ("D.before.before.before.before.form", "found 4 steps before or after; expected 3 at most"),
        ("direction(D,H)", "found 'direction(D,H)'; expected direction(H,D), distance(H,D), H.valency, D.valency"),
        ("H.head.valency", "found 'H.head.valency'; expected direction(H,D)"),
        ("distance(H)", "found 'distance(H)'; expected ADDRESS.ATTRIBUTE, direction(A,B) or distance(A,B)"),
        ("history1", "found 'history1'; expected ADDRESS.ATTRIBUTE, direction(A,B) or distance(A,B)"),
    ],
)
def test_bad_templates_of_labels(line: str, complaint: str) -> None:
    with pytest.raises(MultiplaneError) as found:
        ArcFeatureModel((), (line,)).compile()
    assert str(found.value).startswith(f"template {line[:60]!r}"[:-1]) and f": {complaint}" in str(found.value)


def test_every_relative_can_be_named() -> None:
    compiled = ArcFeatureModel((), tuple(f"{address.text}.form" for address in RELATIVES)).compile()
    assert compiled.labels.rows[:, 0].tolist() == [[number, 0, 0] for number in range(len(RELATIVES))]


def test_defaults_compile_and_none_is_there_twice() -> None:
    compiled = ARC_FEATURES.compile()
    assert (
        len(compiled.pairs.counts) + len(compiled.between.counts) == len(set(ARC_FEATURES.arc)) == len(ARC_FEATURES.arc)
    )
    assert len(compiled.labels.counts) == len(set(ARC_FEATURES.label)) == len(ARC_FEATURES.label)
