"""Covington's oracle goes no further to the left than the last arc that is still to be built there."""

from __future__ import annotations

from tests.enumeration import trees_up_to

from multiplane.transition import get


def test_no_more_skips_than_the_arcs_need() -> None:
    system = get("covington")
    for heads in trees_up_to(5):
        arcs = [(min(head, word), max(head, word)) for word, head in enumerate(heads, 1) if head]
        passed = sum(right - min(low for low, high in arcs if high == right) for right in {high for _, high in arcs})
        assert system.derive(heads).count("no-arc") == passed - len(arcs)
