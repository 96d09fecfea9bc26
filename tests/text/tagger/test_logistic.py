"""Errors are the gradient of softmax margin, rows that moved much move less, the most frequent features own rows."""

from __future__ import annotations

from collections import Counter
from math import exp, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.interpreted import interpret_kernels

import multiplane
from multiplane.kernels.interpret import kernels
from multiplane.text.tagger import model as model_module
from multiplane.text.tagger import train_tagger
from multiplane.text.tagger import trainer as trainer_module
from multiplane.text.tagger.logistic import COST, MIN_COUNT, RATE, SMOOTHING, find_errors, move_rows
from multiplane.text.tagger.scoring import TagParts, mark_of
from multiplane.text.tagger.trainer import TaggerTrainer
from multiplane.text.tagger.words import EXACT, FORM, KNOWN, SUFFIX

GERMAN = multiplane.read("sample:german")
PARTS = st.sets(st.integers(0, 7), min_size=1)
SCORES = st.lists(st.floats(-4, 4, width=32), min_size=8, max_size=8)


@given(st.lists(PARTS, min_size=2, max_size=5), SCORES, st.data())
def test_errors_are_those_of_plain_probabilities(
    tags: list[set[int]], scores: list[float], data: st.DataObject
) -> None:
    right = data.draw(st.integers(0, len(tags) - 1))
    cells = data.draw(st.lists(st.tuples(*[st.integers(0, 1)] * 3), min_size=len(tags), max_size=len(tags)))
    starts = np.cumsum([0, *map(len, tags)]).astype(np.int32)
    columns = np.array([part for tag in tags for part in sorted(tag)], np.int32)
    parts = TagParts(columns, starts, np.zeros((3, 1), np.int32), np.zeros(1, np.int32))
    candidates, errors = np.arange(len(tags), dtype=np.int32), np.ones(16, np.float32)
    given_scores, chances = np.array(scores + [0] * 8, np.float32), np.zeros(len(tags), np.float64)
    triples = np.array(cells, np.uint16)
    best = find_errors(parts, triples, candidates, len(tags), right, given_scores, chances, errors)
    totals = [sum(scores[part] for part in sorted(tag)) for tag in tags]
    costs = [
        float(COST) * sum(a != b for a, b in zip(cells[tag], cells[right], strict=True)) for tag in range(len(tags))
    ]
    odds = [exp(total + cost) for total, cost in zip(totals, costs, strict=True)]
    expected = [
        sum((tag == right) - odds[tag] / sum(odds) for tag in range(len(tags)) if column in tags[tag])
        for column in range(16)
    ]
    assert np.allclose(errors, expected, atol=1e-5) and np.isclose(totals[best], max(totals), atol=1e-5)


def test_rows_that_have_moved_much_move_less() -> None:
    weights, sums, squares = np.zeros((4, 16), np.float32), np.zeros((4, 16), np.float32), np.zeros(4, np.float32)
    errors, moved = np.zeros(16, np.float32), np.zeros(16, np.int32)
    errors[[1, 2, 3]], squares[2] = [0.5, -0.25, 0.01], 90
    rows = np.array([0, 2, 3], np.int64)
    assert move_rows(weights, sums, squares, rows, 2, errors, moved, np.float32(5)) == 2
    size = 0.5**2 + 0.25**2
    steps = [float(RATE) / sqrt(before + size + float(SMOOTHING)) for before in (0, 90)]
    assert np.allclose(weights[[0, 2]][:, [1, 2]], [[0.5 * step, -0.25 * step] for step in steps])
    assert (
        np.count_nonzero(weights) == 4
        and np.allclose(sums, 5 * weights)
        and np.allclose(squares[[0, 2]], [size, 90 + size])
    )


def test_nothing_moves_where_the_right_tag_is_certain() -> None:
    weights, squares, errors = np.zeros((2, 16), np.float32), np.zeros(2, np.float32), np.full(16, 0.01, np.float32)
    rows, moved = np.array([0], np.int64), np.zeros(16, np.int32)
    assert move_rows(weights, weights.copy(), squares, rows, 1, errors, moved, np.float32(1)) == 0
    assert not weights.any() and not squares.any()


def test_rows_belong_to_frequent_features() -> None:
    trainer = TaggerTrainer(GERMAN, templates=("form",), bits=6)
    forms = Counter(word[FORM] for word in trainer._words.tolist())
    assert forms.most_common(1)[0][1] >= MIN_COUNT
    assert 0 < np.count_nonzero(trainer.owners) <= sum(count >= MIN_COUNT for count in forms.values())
    assert (trainer.owners[trainer.owners > 0] & 1).all() and mark_of(0xAB000000) == 0xAB


def test_mistakes_become_fewer() -> None:
    trainer = TaggerTrainer(GERMAN)
    updates = [trainer.step(np.arange(len(GERMAN)))[0] for _ in range(4)]
    assert updates[0] > updates[-1]


def test_interpreted_training_and_tagging_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    small, found = GERMAN[:12], []
    for is_interpreted in (False, True):
        if is_interpreted:
            interpret_kernels(monkeypatch, trainer_module, model_module)
        with kernels("compiled"):
            tagger = train_tagger(small, epochs=2, bits=10)
            tagged = tagger.tag(GERMAN[12:20], overwrite=True)
        found.append((tagger.weights.tobytes(), tagger.owners.tobytes(), bytes(tagged)))
    assert found[0] == found[1]


def test_each_pass_has_other_unknown_words() -> None:
    trainer = TaggerTrainer(GERMAN)
    seen = [trainer.words_of_pass() for _ in range(2)]
    for words in seen:
        unknown = words[:, FORM] == 0
        assert 0 < unknown.sum() < len(words) and not words[unknown][:, KNOWN].any()
        assert (words[:, SUFFIX] == trainer._words[:, SUFFIX]).all() and words[~unknown, EXACT].all()
    assert (seen[0] == seen[1]).all()
    trainer.step(np.arange(len(GERMAN)))
    assert (trainer.words_of_pass() != seen[0]).any()
