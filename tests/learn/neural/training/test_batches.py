"""Batches hold every word once."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import multiplane
from multiplane.learn.neural.training.batches import batch_of, cut_into_batches

GERMAN = multiplane.read("sample:german")


@given(st.lists(st.integers(1, 30), min_size=1, max_size=40), st.integers(1, 200))
def test_batches_are_small_and_hold_every_sentence_once(lengths: list[int], most: int) -> None:
    batches = cut_into_batches(np.array(lengths), np.arange(len(lengths)), most)
    assert sorted(np.concatenate(batches).tolist()) == list(range(len(lengths)))
    for batch in batches:
        longest = max(lengths[number] for number in batch)
        assert len(batch) == 1 or len(batch) * (longest + 1) <= most


def test_every_word_stands_behind_its_root() -> None:
    sentences = np.array([4, 0, 7])
    batch = batch_of(GERMAN.offsets, sentences)
    words = np.concatenate([np.arange(*GERMAN.offsets[s : s + 2]) for s in sentences.tolist()])
    assert batch.words.tolist() == words.tolist()
    assert batch.starts.tolist() == [0, *np.cumsum(np.diff(GERMAN.offsets)[sentences] + 1).tolist()]
    firsts = np.repeat(GERMAN.offsets[sentences], np.diff(GERMAN.offsets)[sentences])
    assert (batch.word_rows - batch.root_rows == words - firsts + 1).all()
    assert set(batch.root_rows.tolist()) == set(batch.starts[:-1].tolist())
    for number in range(len(sentences)):
        rows = batch.nodes[number][batch.is_word[number]]
        assert rows.tolist() == list(range(batch.starts[number] + 1, batch.starts[number + 1]))
