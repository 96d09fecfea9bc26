"""What goes in and what is refused: shapes, types, NaN, labels, tensors; what comes out is the same every time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.decode.judge import CLASSES, matrices

from multiplane.decode import (
    NAMES,
    decode,
    decode_batch,
    k_best,
    marginals,
    multi_headed,
    projective,
    samples,
    spanning_tree,
    well_nested,
)
from multiplane.deduce import problem, schema
from multiplane.deduce.compile import compile_schema
from multiplane.errors import MultiplaneError


@pytest.mark.parametrize("shape", [(3,), (3, 4), (0, 0), (2, 3, 3)])
def test_a_wrong_shape_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(MultiplaneError, match=r"found scores of shape .*; expected \(n\+1, n\+1\)"):
        spanning_tree(np.zeros(shape))


@pytest.mark.parametrize("shape", [(3, 3, 0), (3, 3), (3, 4, 2), (2, 3, 2), (4, 4, 2)])
def test_a_wrong_shape_of_label_scores_is_refused(shape: tuple[int, ...]) -> None:
    expected = r"found label scores of shape .*; expected \(3, 3, number of labels\)"
    for name in ("all", "projective"):
        with pytest.raises(MultiplaneError, match=expected):
            decode(np.zeros((3, 3)), name, labels=np.zeros(shape))


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_nan_and_infinity_are_refused_where_they_count(value: float) -> None:
    scores = np.zeros((4, 4))
    scores[2, 3] = value
    with pytest.raises(MultiplaneError, match=rf"found {value} in scores\[2, 3\]"):
        projective(scores)


def test_column_0_and_the_diagonal_are_ignored() -> None:
    for scores in matrices("reals", 5, 5):
        odd = scores.copy()
        odd[:, 0] = np.nan
        np.fill_diagonal(odd, np.inf)
        for name in NAMES:
            assert decode(odd, name).heads.tolist() == decode(scores, name).heads.tolist()


def test_words_instead_of_numbers_are_refused() -> None:
    with pytest.raises(MultiplaneError, match="expected an array of numbers"):
        projective([["a", "b"], ["c", "d"]])


def test_the_scores_given_are_left_alone() -> None:
    for scores in matrices("forbidden arcs", 6, 5):
        before = scores.copy()
        for name in NAMES:
            try:
                decode(scores, name)
            except MultiplaneError as error:
                assert "found no" in str(error)
            assert np.array_equal(before, scores)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, np.int64])
def test_every_number_type_and_order_in_memory(dtype: type) -> None:
    for scores in matrices("small integers", 6, 4):
        for name in CLASSES:
            wanted = decode(scores, name)
            for given in (scores.astype(dtype), np.asfortranarray(scores.astype(dtype)), scores.tolist()):
                assert decode(given, name).heads.tolist() == wanted.heads.tolist()


def test_scores_far_apart_do_not_blur_the_single_root() -> None:
    """A constant large enough to part root arcs from others would swallow these differences."""
    scores = np.full((4, 4), -1e15)
    scores[0, 1:] = [0.0, 0.25, 0.0]
    scores[2, 1], scores[2, 3] = 0.125, 0.0625
    for name in CLASSES:
        assert decode(scores, name).heads.tolist() == [2, 0, 2]


def test_labels_are_chosen_inside() -> None:
    rng = np.random.default_rng(0)
    for name in CLASSES:
        scores, labels = rng.normal(size=(7, 7)), rng.normal(size=(7, 7, 4))
        both = decode(scores, name, labels=labels)
        alone = decode(scores + labels.max(axis=2), name)
        assert both.heads.tolist() == alone.heads.tolist()
        assert both.score == pytest.approx(alone.score)
        assert both.labels is not None
        assert both.labels.tolist() == [labels[h, d].argmax() for d, h in enumerate(both.heads, 1)]


def test_labels_of_another_shape_are_refused() -> None:
    with pytest.raises(
        MultiplaneError, match=r"found label scores of shape \(3, 3\); expected \(3, 3, number of labels\)"
    ):
        spanning_tree(np.zeros((3, 3)), labels=np.zeros((3, 3)))


def test_ties_go_to_the_same_tree_every_time() -> None:
    for name in CLASSES:
        for scores in (np.zeros((7, 7)), *matrices("small integers", 6, 3)):
            found = {decode(scores.copy(), name).heads.tobytes() for _ in range(3)}
            assert len(found) == 1
    assert spanning_tree(np.zeros((4, 4)), single_root=False).heads.tolist() == [0, 0, 0]
    assert projective(np.zeros((4, 4))).heads.tolist() == [0, 1, 2]


def test_parameters_out_of_range_are_refused() -> None:
    scores = np.zeros((5, 5))
    with pytest.raises(MultiplaneError, match="found gap degree -1; expected a whole number, 0 or more"):
        well_nested(scores, gap_degree=-1)
    with pytest.raises(MultiplaneError, match="found number of heads in an item 2; expected a whole number, 3 or more"):
        multi_headed(scores, 2)
    with pytest.raises(MultiplaneError, match="found k 0; expected a whole number, 1 or more"):
        k_best(scores, k=0)
    with pytest.raises(MultiplaneError, match="no class 'projectif'; nearest: projective"):
        decode(scores, "projectif")


def test_a_chart_too_large_is_refused_before_it_is_filled() -> None:
    scores = np.random.default_rng(0).normal(size=(61, 61))
    with pytest.raises(MultiplaneError, match="found 60 words for MH_9"):
        multi_headed(scores, 9)
    with pytest.raises(MultiplaneError, match="found no tree of gap degree 2 among the best"):
        well_nested(np.random.default_rng(0).normal(size=(31, 31)), gap_degree=2)


class Tensor:
    """What a PyTorch tensor looks like from outside: no array until it is detached."""

    def __init__(self, values: np.ndarray[tuple[int, ...], np.dtype[np.float32]], attached: bool = True) -> None:
        self.values, self.attached = values, attached

    def detach(self) -> Tensor:
        return Tensor(self.values, attached=False)

    def cpu(self) -> Tensor:
        return self

    def double(self) -> Tensor:
        return Tensor(self.values.astype(np.float64), self.attached)

    def numpy(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        assert not self.attached
        return self.values


def test_tensors_are_taken_without_importing_torch() -> None:
    values = np.random.default_rng(0).normal(size=(6, 6)).astype(np.float32)
    assert spanning_tree(Tensor(values)).heads.tolist() == spanning_tree(values).heads.tolist()  # type: ignore[arg-type]
    code = "import sys, multiplane.decode; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "search",
    [
        *(
            marginals,
            decode,
            spanning_tree,
            projective,
            lambda given: samples(given, size=1),
            lambda given: k_best(given, k=2),
        ),
        *(lambda given: decode_batch([given]), lambda given: decode_batch(given[None], lengths=[5])),
        *(lambda given: marginals(given, "projective"), lambda given: compile_schema(schema("split-head")).best(given)),
        *(lambda given: problem(scores=given), lambda given: decode(given, schema("eisner-1996"))),
    ],
)
def test_a_gradient_is_not_dropped(search: Callable[[Any], object]) -> None:
    torch = pytest.importorskip("torch")
    values = torch.randn(6, 6, requires_grad=True)
    search(values.detach())
    with pytest.raises(MultiplaneError, match=r"scores that require a gradient.*\.detach\(\)"):
        search(values)


def test_the_gradient_of_labels_is_not_dropped() -> None:
    torch = pytest.importorskip("torch")
    with pytest.raises(MultiplaneError, match="label scores that require a gradient"):
        projective(np.zeros((3, 3)), labels=torch.randn(3, 3, 2, requires_grad=True))


def test_numbers_whose_sums_leave_the_range_are_refused() -> None:
    scores = np.full((4, 4), 1e308)
    with pytest.raises(MultiplaneError, match=r"found 1e\+308 in scores\[0, 1\]; expected a number from -1e300 to"):
        decode(scores, "projective")
    with pytest.raises(ValueError, match=r"found -1e\+308 in scores\[0, 1\]"):
        spanning_tree(-scores)
    with pytest.raises(MultiplaneError, match=r"found inf in scores\[0, 1\]"):
        spanning_tree(np.full((4, 4), 1e308), labels=np.full((4, 4, 2), 1e308))


@pytest.mark.parametrize("gaps", [1.5, "1", None, True])
def test_a_gap_degree_is_a_whole_number(gaps: Any) -> None:
    with pytest.raises(MultiplaneError, match=r"found gap degree .*; expected a whole number, 0 or more"):
        well_nested(np.zeros((4, 4)), gap_degree=gaps)


def test_a_chart_that_is_too_large_is_one_line() -> None:
    from multiplane.decode.gapped.backtrace import gapped_heads

    scores = np.zeros((101, 101))
    with pytest.raises(
        MultiplaneError, match=r"found 100 words, whose chart of well-nested trees of gap degree 1 takes"
    ):
        gapped_heads(scores, False, interleaving=False)
