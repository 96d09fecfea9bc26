"""The greedy oracle with buffer arcs: complete, and buffer arcs are built when the policy says so."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.enumeration import Heads, trees_up_to
from tests.transition.oracles.judge import derivable, derived

from multiplane.structure import is_projective
from multiplane.transition import get

BASES = ["arc-standard", "arc-standard-stack", "arc-eager", "arc-hybrid", "planar", "attardi-2"]
BUFFER_ARCS = [
    "+".join(("", *chosen)) for k in range(1, 5) for chosen in combinations(("lba", "rba", "lnba", "rnba"), k)
]


@pytest.mark.parametrize("buffer_arcs", BUFFER_ARCS)
@pytest.mark.parametrize("base", [*BASES, "dag-arc-eager"])
def test_buffer_arcs(base: str, buffer_arcs: str) -> None:
    for words in (3, 4):
        assert derived(base + buffer_arcs, words) == derivable(base + buffer_arcs, words)


@pytest.mark.parametrize(
    "name",
    [
        "arc-standard+lnba+rnba",
        "arc-standard-stack+rba+lnba+rnba",
        "arc-eager+rba+rnba",
        "arc-hybrid+lba+rba+lnba+rnba",
        "attardi-2+lnba+rnba",
        "planar+lba+rba+lnba+rnba",
        "easy-first+lnba+rnba",
        "swap+lba+rba+lnba+rnba",
        "2-planar+lnba",
        "2-planar+lba+rba+lnba+rnba",
    ],
)
def test_buffer_arcs_with_five_words(name: str) -> None:
    assert derived(name, 5) == derivable(name, 5)


@pytest.mark.long
@pytest.mark.parametrize("buffer_arcs", BUFFER_ARCS)
@pytest.mark.parametrize("base", BASES)
def test_buffer_arcs_with_six_words(base: str, buffer_arcs: str) -> None:
    assert derived(base + buffer_arcs, 6) == derivable(base + buffer_arcs, 6)


def children(heads: Heads, word: int) -> list[int]:
    return [child for child, head in enumerate(heads, 1) if head == word]


@pytest.mark.parametrize("base", ["arc-eager", "arc-standard", "arc-hybrid", "planar"])
def test_projective_buffer_arcs_build_the_arcs_of_length_one(base: str) -> None:
    """BUF §3.1: all of them, where the dependent waits for no children, and no others."""
    system = get(f"{base}+lba+rba")
    for heads in filter(is_projective, trees_up_to(5)):
        sequence = system.derive(heads)
        leftward = [word for word, head in enumerate(heads, 1) if head == word + 1]
        rightward = [
            word for word, head in enumerate(heads, 1) if head and head == word - 1 and not children(heads, word)
        ]
        assert sequence.count("rba") == len(rightward)
        assert sequence.count("lba") == len(leftward)


def test_a_long_arc_is_left_to_the_base_system() -> None:
    """RBA could build 1 → 3 once 2 is gone; by the policy it does not."""
    assert get("arc-eager+rba").derive([0, 1, 1]) == ["rba", "shift", "right"]


def test_non_projective_buffer_arcs_are_used_whenever_possible() -> None:
    """BUF §4.1: whatever the length of the arc, even where the tree is projective."""
    assert get("arc-eager+lnba").derive([3, 3, 0]) == ["shift", "lnba", "shift", "left", "shift"]
    assert get("arc-eager+rnba").derive([0, 1, 1]) == ["shift", "rnba", "right"]


def test_longer_buffer_arcs_where_nothing_else_helps() -> None:
    """1 → 5 is within reach of RNBA only after RBA has built 2 → 3 and 2 → 4, the latter of length two."""
    heads = [0, 6, 2, 2, 1, 1]
    sequence = get("arc-eager+rba+rnba").derive(heads)
    assert sequence.count("rba") == 2
    assert get("arc-eager+rba+rnba").run(6, sequence) == heads


def test_no_more_skips_than_the_arcs_need() -> None:
    system = get("covington")
    for heads in trees_up_to(5):
        arcs = [(min(head, word), max(head, word)) for word, head in enumerate(heads, 1) if head]
        passed = sum(right - min(low for low, high in arcs if high == right) for right in {high for _, high in arcs})
        assert system.derive(heads).count("no-arc") == passed - len(arcs)
