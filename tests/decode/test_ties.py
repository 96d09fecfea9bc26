"""Of trees of equal score, the one that the docstring promises: trees are compared with a plain twin's, not scores."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest
from tests.decode import ties
from tests.decode.judge import Matrix, matrices
from tests.decode.test_brute_force import CHARTS

from multiplane.decode import decode, k_best
from multiplane.decode.projective.eisner import projective_heads
from multiplane.decode.registry import Search
from multiplane.decode.scores import arc_scores
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads

TWINS: dict[str, tuple[Search, ties.Twin]] = {
    "all": (spanning_heads, ties.spanning),
    "projective": (projective_heads, ties.projective),
    "gap-minding": (CHARTS["gap-minding"], ties.gap_minding),
    "well-nested-gap-2": (CHARTS["well-nested-gap-2"], ties.by_sets(2, False)),
    "mildly-ill-nested-2": (CHARTS["mildly-ill-nested-2"], ties.by_sets(2, True)),
}


def tied(n: int) -> list[Matrix]:
    """Scores with many ties: all equal, and of two or three values."""
    rng = np.random.default_rng(n)
    return [np.zeros((n + 1, n + 1)), *matrices("small integers", n, 8), *(rng.integers(0, 2, (8, n + 1, n + 1)) * 1.0)]


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("name", TWINS)
def test_ties_are_broken_as_promised(name: str, single_root: bool) -> None:
    search, twin = TWINS[name]
    for n in (2, 3, 4, 5) if "2" in name else (2, 3, 4, 5, 6):
        for scores in tied(n):
            assert search(arc_scores(scores), single_root).tolist() == twin(scores, single_root)


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("one-endpoint-crossing", "fda6ba3dfc188123"),
        ("well-nested-gap-1", "1ab277b4b484fdb2"),
        ("mildly-ill-nested-1", "0d49e5b11b8c62a7"),
    ],
)
def test_ties_in_large_charts_are_broken_as_ever(name: str, digest: str) -> None:
    """Without a twin: the trees that were found when this was written, by their digest."""
    found = [
        CHARTS[name](arc_scores(scores), single_root).tolist()
        for n in (3, 4, 5, 6)
        for scores in (*tied(n), *matrices("forbidden arcs", n, 20))
        for single_root in (True, False)
    ]
    assert sha256(str(found).encode()).hexdigest()[:16] == digest


def test_trees_of_equal_score_come_in_a_fixed_order() -> None:
    trees = k_best(np.zeros((4, 4)), "projective", 20)
    expected = [[0, 1, 2], [2, 0, 2], [0, 3, 1], [0, 1, 1], [3, 3, 0], [2, 3, 0], [3, 1, 0]]
    assert [tree.heads.tolist() for tree in trees] == expected


def test_of_equal_labels_the_first_is_chosen() -> None:
    labels = np.zeros((4, 4, 3))
    labels[:, :, 1:] = 1.0
    for name in ("all", "projective"):
        found = decode(np.zeros((4, 4)), name, labels=labels).labels
        assert found is not None and found.tolist() == [1, 1, 1]
