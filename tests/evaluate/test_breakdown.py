"""The buckets of the breakdowns."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from tests.evaluate.by_hand import both
from tests.evaluate.judge import (
    Word,
    crosses,
)


def test_an_arc_may_be_non_projective_in_one_tree_only() -> None:
    words = [
        Word("a", (3, "obj"), (3, "obj")),
        Word("b", (4, "obj"), (4, "obj")),
        Word("c", (0, "root"), (4, "obj")),
        Word("d", (3, "obj"), (0, "root")),
    ]
    scores = both([words])
    assert crosses([words], "gold")((0, 2, 4, "obj")) and not crosses([words], "gold")((0, 1, 3, "obj"))
    assert crosses([words], "predicted")((0, 1, 3, "obj")) and not crosses([words], "predicted")((0, 2, 4, "obj"))
    assert astuple(scores.non_projective) == (1, 1, 1, 1, 1, 1)


@pytest.mark.parametrize(
    "lengths, name", [((1, 10), "1-10"), ((11, 20), "11-20"), ((41, 50), "41-50"), ((51, 80), "51+")]
)
def test_sentence_length_buckets(lengths: tuple[int, int], name: str) -> None:
    chains = [[Word("w", (d, "dep"), (d, "dep")) for d in range(length)] for length in lengths]
    groups = both(chains).by_sentence_length
    assert {key for key, group in groups.items() if group.gold} == {name}
    assert groups[name].gold == sum(lengths)


@pytest.mark.parametrize("length, name", [(1, "1"), (2, "2"), (3, "3-6"), (6, "3-6"), (7, "7+"), (30, "7+")])
def test_arc_length_buckets(length: int, name: str) -> None:
    words = [Word("w", (0, "root"), (0, "root")) for _ in range(length + 1)]
    words[0] = Word("w", (length + 1, "dep"), (0, "root"))
    groups = both([words]).by_length
    assert {key: group.gold for key, group in groups.items() if group.gold} == {"root": length, name: 1}
