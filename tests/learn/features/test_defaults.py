"""Default features follow from the arcs of a system: their places, the stacks, and whether they have a direction."""

from __future__ import annotations

import re

import pytest

from multiplane.learn import default_features
from multiplane.transition import get


def alike(line: str) -> frozenset[str]:
    """What a template says, whatever the order."""
    return frozenset(line.replace("distance(D,H)", "distance(H,D)").split())


@pytest.mark.parametrize("with_clusters", [False, True])
@pytest.mark.parametrize("name", ["undirected-planar", "undirected-2-planar+naive", "undirected-covington"])
def test_labels_of_undirected_edges_look_at_both_ends_alike(name: str, with_clusters: bool) -> None:
    """Either end may be the dependent."""
    templates = [alike(line) for line in default_features(get(name), with_clusters=with_clusters).label]
    swapped = [
        alike(re.sub(r"\b[HD]\b", lambda end: "DH"["HD".index(end[0])], line)) for line in map(" ".join, templates)
    ]
    assert set(swapped) == set(templates)
    assert len(set(templates)) == len(templates)
    assert frozenset(["H.feats"]) in templates
    assert frozenset(["D.feats"]) in templates


def test_labels_of_arcs_look_at_the_dependent_most() -> None:
    templates = default_features(get("arc-eager")).label
    assert "D.feats" in templates
    assert "H.feats" not in templates


def test_what_is_looked_at_follows_from_places_and_stacks() -> None:
    looked_at = {name: " ".join(default_features(get(name)).transition) for name in ("arc-eager", "swap", "2-planar")}
    assert "O0" not in looked_at["arc-eager"]
    assert "O0.form B0.form" in looked_at["2-planar"]
    assert "S1.form S0.form" in looked_at["swap"]
    assert "S2" in looked_at["swap"]


def test_the_tops_of_every_stack_are_looked_at() -> None:
    for planes, letters in {2: "O", 3: "OP", 4: "OPQ", 5: "OPQR", 6: "OPQR"}.items():
        templates = default_features(get(f"{planes}-planar")).transition
        for letter in "OPQR":
            assert (f"{letter}0.form B0.form" in templates) == (letter in letters), (planes, letter)
