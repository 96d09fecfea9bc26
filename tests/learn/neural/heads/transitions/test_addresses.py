"""What the network sees follows from the arcs of a system, also of one that has no name here."""

from __future__ import annotations

import pytest

from multiplane.learn.features.configurations import compile_addresses
from multiplane.learn.neural.heads.transitions.addresses import addresses_for, features_for
from multiplane.transition import get
from multiplane.transition.algebra.guards import BUFFER

SYSTEMS = ("arc-eager", "arc-standard", "arc-hybrid", "planar", "2-planar", "3-planar", "swap", "covington")
MORE = ("attardi-2", "arc-eager+lba+rba+lnba+rnba", "undirected-2-planar", "arc-eager+pp:head", "2-planar+lba")


@pytest.mark.parametrize("name", SYSTEMS + MORE)
def test_both_ends_of_every_arc_are_seen(name: str) -> None:
    system = get(name)
    addresses = addresses_for(system)
    compile_addresses(addresses)
    features_for(system).compile()
    assert len(set(addresses)) == len(addresses)
    for effect in system.effects:
        for arc in effect.arcs:
            for end in (arc.head, arc.dependent):
                assert f"{'B' if end.area == BUFFER else 'S'}{end.depth - 1}" in addresses


def test_systems_with_planes_see_the_tops_of_all_stacks() -> None:
    assert {"O0", "P0"} <= set(addresses_for(get("3-planar")))
    assert "O0" not in addresses_for(get("planar"))
    assert "plane" in features_for(get("2-planar")).transition


def test_no_feature_needs_a_word() -> None:
    assert all(not features_for(get(name)).attributes for name in SYSTEMS + MORE)
