"""The passive-aggressive step makes up for the loss and no more; owners of rows are the most frequent features."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import multiplane
from multiplane.text.tagger.perceptron import LEAST_OFTEN, move_apart, score_of
from multiplane.text.tagger.scoring import TagParts, add_rows, mark_of
from multiplane.text.tagger.trainer import TaggerTrainer

GERMAN = multiplane.read("sample:german")
PARTS = st.sets(st.integers(0, 7), min_size=1)


@given(PARTS, PARTS, st.sets(st.integers(0, 15), min_size=1), st.floats(0.25, 4))
def test_a_step_makes_up_for_the_loss(right: set[int], wrong: set[int], rows: set[int], loss: float) -> None:
    columns = np.array([*sorted(right), *sorted(wrong)], np.int32)
    parts = TagParts(
        columns, np.array([0, len(right), len(columns)], np.int32), np.zeros((3, 3), np.int32), np.zeros(3, np.int32)
    )
    weights, sums = np.zeros((16, 16), np.float32), np.zeros((16, 16), np.float32)
    scores, change = np.zeros(16, np.float32), np.zeros(16, np.int32)
    chosen = np.array(sorted(rows), np.int64)
    move_apart(weights, sums, chosen, len(chosen), parts, 0, 1, np.float32(loss), change, np.float32(5))
    add_rows(weights, chosen, len(chosen), scores)
    lead = score_of(scores, parts, 0) - score_of(scores, parts, 1)
    assert np.isclose(lead, 0 if right == wrong else loss, rtol=1e-4)
    assert np.allclose(sums, 5 * weights) and not change.any()
    assert {*np.flatnonzero(weights.any(axis=0))} == right ^ wrong


def test_rows_belong_to_frequent_features() -> None:
    trainer = TaggerTrainer(GERMAN, templates=("form",), bits=6)
    forms = Counter(word[0] for word in trainer._words.tolist())
    assert forms.most_common(1)[0][1] >= LEAST_OFTEN
    assert 0 < np.count_nonzero(trainer.owners) <= sum(count >= LEAST_OFTEN for count in forms.values())
    assert (trainer.owners[trainer.owners > 0] & 1).all() and mark_of(0xAB000000) == 0xAB


def test_mistakes_become_fewer() -> None:
    trainer = TaggerTrainer(GERMAN)
    updates = [trainer.step(np.arange(len(GERMAN)))[0] for _ in range(4)]
    assert updates[0] > updates[-1]
