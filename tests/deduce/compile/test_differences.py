"""Bounds of differences, and what holds of the items of each kind."""

from __future__ import annotations

from multiplane.deduce import schema
from multiplane.deduce.compile.differences import UNBOUNDED, Differences, invariants_of
from multiplane.deduce.compile.flatten import flatten
from multiplane.deduce.terms import N, positions

i, j, k = positions("i j k")


def test_consequences_are_found_and_contradictions_too() -> None:
    known = Differences.of("ijk", [i < j, j < k, k <= N])
    assert known.most(i, k) == -2
    assert known.most(i, N) == -2
    assert known.most(k, i) == UNBOUNDED
    assert not Differences.of("ij", [i < j, j <= i]).feasible


def test_invariants_of_eisner_and_of_items_with_a_gap() -> None:
    found = invariants_of(*flatten(schema("eisner-1996")))
    kinds = {repr(kind): table for kind, table in found.items()}
    assert set(kinds) == {"Word", "Span[FF]", "Span[FT]", "Span[TF]"}
    assert kinds["Span[TF]"][2, 3] == -1
    assert kinds["Span[TF]"][0, 2] == -1, "0 never has a head"
    gapped = next(table for kind, table in invariants_of(*flatten(schema("wg-1"))).items() if kind.sizes == (1,))
    begin, end, _, left, right = range(2, 7)
    assert (gapped[begin, left], gapped[left, right], gapped[right, end]) == (-1, 0, -1)
