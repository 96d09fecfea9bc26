"""Batches hold every word once, with its head."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import multiplane
from multiplane.learn.neural.training.batches import (
    NEVER,
    Examples,
    arc_bias_gradients,
    arc_biases,
    batch_of,
    cut_into_batches,
)

GERMAN = multiplane.read("sample:german")


@given(st.lists(st.integers(1, 30), min_size=1, max_size=40), st.integers(1, 200))
def test_batches_are_small_and_hold_every_sentence_once(lengths: list[int], most: int) -> None:
    batches = cut_into_batches(np.array(lengths), np.arange(len(lengths)), most)
    assert sorted(np.concatenate(batches).tolist()) == list(range(len(lengths)))
    for batch in batches:
        longest = max(lengths[number] for number in batch)
        assert len(batch) == 1 or len(batch) * (longest + 1) <= most


def test_every_word_has_its_head_and_label() -> None:
    rows = np.arange(GERMAN.word_count, dtype=np.int32)[:, None] + 2
    labels = np.arange(GERMAN.word_count, dtype=np.int32) % 7
    examples = Examples(rows, rows[:, 0] % 3, GERMAN.heads, labels, GERMAN.offsets, np.array([1], np.int32))
    sentences = np.array([4, 0, 7])
    batch = batch_of(examples, sentences)
    words = np.concatenate([np.arange(*GERMAN.offsets[s : s + 2]) for s in sentences.tolist()])
    assert (batch.rows[batch.word_rows, 0] == words + 2).all()
    assert (batch.labels == words % 7).all()
    assert (batch.heads == GERMAN.heads[words]).all()
    for word, head_row in zip(words.tolist(), batch.head_rows.tolist(), strict=True):
        sentence = int(np.searchsorted(GERMAN.offsets, word, side="right")) - 1
        head = int(GERMAN.heads[word])
        expected = 1 if head == 0 else int(GERMAN.offsets[sentence]) + head - 1 + 2
        assert batch.rows[head_row, 0] == expected


def test_the_gradient_of_biases_is_the_gradient_of_their_sum() -> None:
    random = np.random.default_rng(0)
    starts, tags = np.array([0, 4, 6]), random.integers(0, 3, 6).astype(np.int32)
    distances, pairs = random.standard_normal(24).astype(np.float32), random.standard_normal((3, 3, 24))
    pairs = pairs.astype(np.float32)
    out, factors = np.empty((2, 4, 4), np.float32), random.standard_normal((2, 4, 4)).astype(np.float32)
    arc_biases(starts, tags, distances, pairs, out)
    factors[:, :, 0] = 0
    factors[out == NEVER] = 0
    gradients = np.zeros_like(distances), np.zeros_like(pairs)
    arc_bias_gradients(starts, tags, factors, *gradients)
    total = float((out * factors).sum())
    inner = float((distances * gradients[0]).sum() + (pairs * gradients[1]).sum())
    assert abs(total - inner) < 1e-4
    assert (out[1, 2:] == NEVER).all() and (out[0].diagonal() == NEVER).all()
