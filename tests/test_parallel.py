"""Threads keep the order; ranges of sentences are as even as whole sentences allow."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.parallel import cores, even_pieces, in_threads


@pytest.mark.parametrize("workers", [None, 1, 2, 7])
@pytest.mark.parametrize("size", [0, 1, 20])
def test_results_come_in_order(size: int, workers: int | None) -> None:
    assert in_threads(lambda number: number * number, range(size), workers) == [n * n for n in range(size)]


def test_an_error_in_a_thread_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        in_threads(lambda number: 1 // number, [1, 0, 2], workers=2)


def test_what_runs_is_told_to_stop_when_one_fails() -> None:
    stop, begun, ended = Event(), Event(), []

    def work(number: int) -> None:
        if number == 0:
            begun.wait(20)
            raise ZeroDivisionError
        begun.set()
        ended.append(stop.wait(20))

    with pytest.raises(ZeroDivisionError):
        in_threads(work, [0, 1], workers=2, stop=stop)
    assert ended == [True]


def test_there_is_a_core() -> None:
    assert cores() >= 1


@given(st.lists(st.integers(1, 30), min_size=1, max_size=50), st.integers(1, 12))
def test_ranges_cover_all_sentences_once_and_evenly(lengths: list[int], pieces: int) -> None:
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    ranges = even_pieces(offsets, pieces)
    assert [sentence for first, last in ranges for sentence in range(first, last)] == list(range(len(lengths)))
    assert len(ranges) <= pieces
    assert all(sum(lengths[first:last]) <= sum(lengths) / pieces + max(lengths) for first, last in ranges)
