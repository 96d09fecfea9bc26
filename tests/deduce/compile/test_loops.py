"""Ranges of loops: all bounds that are needed, none that follow from what is enforced already."""

from __future__ import annotations

from multiplane.deduce.compile.differences import Differences
from multiplane.deduce.compile.loops import Enforced, span
from multiplane.deduce.terms import Comparison, N, positions

i, j, k = positions("i j k")


def test_bounds_that_follow_from_others_are_left_out() -> None:
    wanted = Differences.of("ijk", [i >= 0, i < j, j < k, k <= N])
    enforced = Enforced.nothing(wanted.names)
    assert enforced.limits("i", wanted) == (["0"], ["n - 2"])
    assert enforced.limits("k", wanted) == (["i + 2"], ["n"])
    assert enforced.limits("j", wanted) == (["i + 1"], ["k - 1"])


def test_of_two_bounds_that_are_the_same_one_stays() -> None:
    wanted = Differences.of("ijk", [i >= 1, i <= N, Comparison(j, "=", i + 1), k >= j, k >= i + 1, k <= N])
    enforced = Enforced.nothing(wanted.names)
    enforced.limits("i", wanted)
    enforced.limits("j", wanted)
    lows, highs = enforced.limits("k", wanted)
    assert (len(lows), highs) == (1, ["n"])
    assert span(lows, highs) in ("range(i + 1, n + 1)", "range(j, n + 1)")


def test_what_is_not_known_of_bound_positions_becomes_a_guard() -> None:
    enforced = Enforced.nothing(["", "n", "i", "j"])
    loose = Differences.of("ij", [i >= 0, i <= N, j >= 0, j <= N])
    enforced.limits("i", loose)
    enforced.limits("j", loose)
    assert enforced.guards(Differences.of("ij", [i < j])) == ["i <= j - 1"]
    assert enforced.guards(Differences.of("ij", [i < j])) == []
