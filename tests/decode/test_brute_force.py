"""Every decoder against all trees of its class: the tree is in the class, has the score claimed, and none is better."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from tests.decode.judge import CLASSES, KINDS, best_score, matrices, members, tree_scores

from multiplane.decode import decode
from multiplane.decode.decoders import search_of
from multiplane.decode.endpoint.decoder import endpoint_crossing_chart
from multiplane.decode.gapped.backtrace import gapped_heads
from multiplane.decode.gapped.decoder import one_gap_heads
from multiplane.decode.gapped.gap_minding import gap_minding_heads
from multiplane.decode.gapped.subsets import subset_heads
from multiplane.decode.multi_headed import multi_headed_heads
from multiplane.decode.registry import Search
from multiplane.decode.scores import arc_scores
from multiplane.errors import MultiplaneError

COUNTS = {
    "all": [1, 3, 16, 125, 1296, 16807],
    "projective": [1, 3, 12, 55, 273, 1428],
    "one-endpoint-crossing": [1, 3, 16, 125, 1104, 10024],
    "gap-minding": [1, 3, 16, 105, 759, 5838],
    "1-inherit": [1, 3, 16, 121, 1103, 11054],
    "well-nested-gap-1": [1, 3, 16, 121, 1103, 11102],
    "well-nested-gap-2": [1, 3, 16, 121, 1166, 13508],
    "mildly-ill-nested-1": [1, 3, 16, 125, 1215, 13342],
    "multi-headed-3": [1, 3, 12, 55, 273, 1428],
    "multi-headed-4": [1, 3, 16, 118, 1019, 9496],
}

CHARTS: dict[str, Search] = {
    "one-endpoint-crossing": endpoint_crossing_chart,
    "gap-minding": gap_minding_heads,
    "well-nested-gap-1": lambda arcs, single_root: gapped_heads(arcs, single_root, False),
    "mildly-ill-nested-1": lambda arcs, single_root: gapped_heads(arcs, single_root, True),
    "well-nested-gap-2": lambda arcs, single_root: subset_heads(arcs, single_root, False, 2),
    "mildly-ill-nested-2": lambda arcs, single_root: subset_heads(arcs, single_root, True, 2),
    "multi-headed-3": lambda arcs, single_root: multi_headed_heads(arcs, single_root, 3),
    "multi-headed-4": lambda arcs, single_root: multi_headed_heads(arcs, single_root, 4),
    "multi-headed-5": lambda arcs, single_root: multi_headed_heads(arcs, single_root, 5),
}


def judge(name: str, search: Search, kind: str, n: int, count: int) -> None:
    """Hold a search to brute force on some matrices, with one root and with any number."""
    for single_root in (True, False):
        allowed = {heads.tobytes() for heads in members(name, n, single_root)}
        for scores in matrices(kind, n, count):
            arcs = arc_scores(scores)
            best = best_score(scores, name, single_root)
            heads = search(arcs, single_root)
            if best == -np.inf:
                assert heads[0] == -1
            else:
                assert heads.tobytes() in allowed
                assert tree_scores(scores, heads[None])[0] == pytest.approx(best, rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("name", COUNTS)
def test_the_judge_knows_the_published_counts(name: str) -> None:
    assert [len(members(name, n, False)) for n in range(1, 7)] == COUNTS[name]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CLASSES)
def test_decoder_finds_the_best_tree_of_its_class(name: str, kind: str) -> None:
    for n, count in ((1, 4), (2, 20), (3, 40), (4, 60), (5, 80), (6, 40)):
        judge(name, search_of(name), kind, n, count)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CHARTS)
def test_chart_finds_the_best_tree_without_the_shortcut(name: str, kind: str) -> None:
    for n, count in ((1, 4), (2, 20), (3, 40), (4, 60), (5, 40)):
        judge(name, CHARTS[name], kind, n, count)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["well-nested-gap-1", "mildly-ill-nested-1"])
def test_chart_finds_the_best_tree_with_pruned_arcs(name: str, kind: str) -> None:
    search = partial(one_gap_heads, interleaving=name == "mildly-ill-nested-1")
    for n, count in ((1, 4), (2, 20), (3, 40), (4, 60), (5, 40)):
        judge(name, search, kind, n, count)


@pytest.mark.long
@pytest.mark.parametrize("name", CLASSES)
def test_seven_words(name: str) -> None:
    for kind in KINDS:
        judge(name, search_of(name), kind, 7, 150)
        judge(name, CHARTS.get(name, search_of(name)), kind, 7, 150)


@pytest.mark.parametrize("name", ["projective", *CHARTS])
def test_every_tree_of_the_class_can_be_found(name: str) -> None:
    """Soundness and completeness at once: with a matrix that wants one tree, exactly the members come back whole."""
    search = CHARTS.get(name, search_of(name))
    inside = {heads.tobytes() for heads in members(name, 5, False)}
    for heads in members("all", 5, False):
        arcs = np.full((6, 6), -1.0)
        arcs[heads, np.arange(1, 6)] = 1.0
        found = search(arc_scores(arcs), False)
        assert (found.tobytes() == heads.tobytes()) == (heads.tobytes() in inside)


def test_result_has_heads_and_the_sum_of_their_arcs() -> None:
    for name in CLASSES:
        for scores in matrices("reals", 6, 3):
            best = decode(scores, name)
            assert best.heads.dtype == np.int32 and best.labels is None
            assert best.score == sum(scores[h, d] for d, h in enumerate(best.heads, 1))


@pytest.mark.parametrize("name", CLASSES)
def test_no_tree_at_all_is_an_error(name: str) -> None:
    scores = np.full((4, 4), -np.inf)
    with pytest.raises(MultiplaneError, match=r"found no .* with a single root"):
        decode(scores, name)
    two_roots = np.full((3, 3), -np.inf)
    two_roots[0] = 1.0
    with pytest.raises(MultiplaneError):
        decode(two_roots, name)
    assert decode(two_roots, name, single_root=False).heads.tolist() == [0, 0]


@pytest.mark.parametrize("name", CLASSES)
def test_no_word_and_one_word(name: str) -> None:
    assert decode(np.zeros((1, 1)), name).heads.tolist() == []
    assert decode([[0, 3.5], [0, 0]], name)[:2] == (np.array([0]), 3.5)


def wants(heads: list[int]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Scores for which one tree is better than all others."""
    scores = np.zeros((len(heads) + 1, len(heads) + 1))
    scores[heads, np.arange(1, len(heads) + 1)] = 1.0
    return scores


@pytest.mark.parametrize("chart", [gapped_heads, lambda *arguments: subset_heads(*arguments, 1)])
def test_mildly_ill_nested_leaves_the_place_of_the_head_out(chart: Search) -> None:
    """The two trees on which the readings of the definition differ, from eight words on."""
    parsed, not_parsed = [4, 0, 4, 2, 4, 1, 3, 5], [4, 4, 0, 3, 4, 1, 4, 2, 5, 7]
    assert chart(arc_scores(wants(parsed)), True, True).tolist() == parsed
    assert chart(arc_scores(wants(parsed)), True, False).tolist() != parsed
    assert chart(arc_scores(wants(not_parsed)), True, True).tolist() != not_parsed
    assert subset_heads(arc_scores(wants(not_parsed)), True, True, 2).tolist() == not_parsed
