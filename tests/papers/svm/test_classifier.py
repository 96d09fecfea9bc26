"""The decision function is that of the definition and of scikit-learn; votes are counted among what is allowed."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from multiplane.papers.svm.classifier import (
    ABSENT,
    COEFFICIENT,
    DEGREE,
    GAMMA,
    Classifier,
    PackedClassifiers,
    classifier_of,
    decide,
    new_vote_workspace,
    pack_classifiers,
    score_classes,
)
from multiplane.papers.svm.decisions import Decisions
from multiplane.papers.svm.libsvm import COST, TOLERANCE, fit_classifier, mistakes_of, split_decisions

TEMPLATES = 7
Rows = NDArray[Any]


def random_classifier(random: np.random.Generator, key: int, classes: list[int]) -> Classifier:
    counts = random.integers(0, 5, len(classes))
    vectors = random.integers(0, 4, (counts.sum(), TEMPLATES)).astype(np.int32)
    coefficients = random.normal(size=(counts.sum(), len(classes) - 1))
    intercepts = random.normal(size=len(classes) * (len(classes) - 1) // 2)
    return Classifier(key, np.array(classes, np.int32), counts, vectors, coefficients, intercepts)


def spelled_out(part: Classifier, rows: Rows) -> dict[tuple[int, int], float]:
    """The decision value of every two places in the list of classes, as LIBSVM defines it."""
    owner = np.repeat(np.arange(len(part.classes)), part.counts)
    values = {}
    for number, (one, other) in enumerate(combinations(range(len(part.classes)), 2)):
        value = float(part.intercepts[number])
        for vector in range(len(part.vectors)):
            power = (GAMMA * sum(part.vectors[vector] == rows) + COEFFICIENT) ** DEGREE
            if owner[vector] == one:
                value += part.coefficients[vector, other - 1] * power
            elif owner[vector] == other:
                value += part.coefficients[vector, one] * power
        values[one, other] = value
    return values


def decision_values(classifiers: PackedClassifiers, part: int, rows: Rows, pairs: int) -> Rows:
    workspace = new_vote_workspace(classifiers, 8)
    decide(classifiers, part, rows.astype(np.int64), workspace)
    return workspace.decisions[:pairs].copy()


def test_decision_values_are_those_of_the_definition() -> None:
    random = np.random.default_rng(1)
    parts = [
        random_classifier(random, 3, [0, 2]),
        random_classifier(random, 1, [1, 2, 4, 5]),
        random_classifier(random, -1, [3]),
    ]
    classifiers = pack_classifiers(parts, TEMPLATES)
    assert [classifier_of(classifiers, row) for row in (1, 3, 0, 2, 4)] == [0, 1, 2, 2, 2]
    for place, part in ((0, parts[1]), (1, parts[0]), (2, parts[2])):
        for _ in range(20):
            rows = random.integers(0, 5, TEMPLATES)
            expected = list(spelled_out(part, rows).values())
            assert decision_values(classifiers, place, rows, len(expected)) == pytest.approx(expected)


def test_rows_without_a_part_go_to_the_largest_where_none_is_for_the_rest() -> None:
    random = np.random.default_rng(2)
    small, large = random_classifier(random, 5, [0, 1]), random_classifier(random, 9, [0, 1])
    large = large._replace(
        counts=np.array([9, 9]),
        vectors=np.zeros((18, TEMPLATES), np.int32),
        coefficients=np.ones((18, 1)),
    )
    classifiers = pack_classifiers([large, small], TEMPLATES)
    assert classifiers.keys.tolist() == [5, 9]
    assert classifier_of(classifiers, 7) == classifier_of(classifiers, 9) == 1


def test_votes_are_counted_among_the_allowed() -> None:
    random = np.random.default_rng(3)
    part = random_classifier(random, -1, [0, 1, 3, 4])
    classifiers = pack_classifiers([part], TEMPLATES)
    workspace = new_vote_workspace(classifiers, 6)
    for _ in range(100):
        rows, allowed = random.integers(0, 4, TEMPLATES), random.integers(0, 2, 6).astype(np.int32)
        votes = dict.fromkeys(part.classes.tolist(), 0)
        for (one, other), value in spelled_out(part, rows).items():
            first, second = int(part.classes[one]), int(part.classes[other])
            if allowed[first] and allowed[second]:
                votes[first if value >= 0 else second] += 1
        score_classes(classifiers, rows, allowed, workspace)
        assert {name: round(workspace.scores[name]) for name in votes} == votes
        assert workspace.scores[2] == workspace.scores[5] == ABSENT
        known = [name for name in votes if allowed[name]]
        if known:
            best = max(known, key=lambda name: workspace.scores[name])
            assert votes[best] == max(votes[name] for name in known)


@pytest.mark.parametrize("classes", [2, 3, 6])
def test_a_fitted_machine_decides_as_scikit_learn_does(classes: int) -> None:
    svm = pytest.importorskip("sklearn.svm", reason="scikit-learn is not installed: the extra svm")
    random = np.random.default_rng(classes)
    names = np.arange(classes) + 1
    rows = random.integers(0, 4, (400, TEMPLATES)).astype(np.int32)
    chosen = names[(rows[:, 0] * rows[:, 1] + rows[:, 2] + random.integers(0, 2, 400)) % classes].astype(np.int32)
    decisions = Decisions(rows, chosen)
    part = fit_classifier(decisions, -1, np.arange(400))
    classifiers = pack_classifiers([part], TEMPLATES)
    settings = {"kernel": "poly", "degree": DEGREE, "gamma": GAMMA, "coef0": COEFFICIENT, "C": COST, "tol": TOLERANCE}
    peer = svm.SVC(**settings, decision_function_shape="ovo").fit(one_hot(rows), chosen)
    new = random.integers(0, 6, (300, TEMPLATES))
    expected = peer.decision_function(one_hot(new)).reshape(300, -1)
    expected = -expected if classes == 2 else expected
    found = [decision_values(classifiers, 0, line, expected.shape[1]) for line in new]
    assert np.allclose(found, expected)
    if classes > 2:
        peer.set_params(decision_function_shape="ovr")
        workspace = new_vote_workspace(classifiers, classes + 1)
        for line, scores in zip(new, peer.decision_function(one_hot(new)), strict=True):
            score_classes(classifiers, line, np.ones(classes + 1, np.int32), workspace)
            assert workspace.scores[names] == pytest.approx(scores)
    wrong = int((peer.set_params(break_ties=classes > 2).predict(one_hot(rows)) != chosen).sum())
    assert mistakes_of(part, decisions, np.arange(400), classes + 1) == wrong


def one_hot(rows: Rows) -> Rows:
    return (rows[:, :, None] == np.arange(6)).reshape(len(rows), -1).astype(float)


def test_decisions_that_are_all_alike_need_no_vectors() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed: the extra svm")
    rows = np.zeros((5, TEMPLATES), np.int32)
    part = fit_classifier(Decisions(rows, np.full(5, 2, np.int32)), -1, np.arange(5))
    classifiers = pack_classifiers([part], TEMPLATES)
    workspace = new_vote_workspace(classifiers, 4)
    score_classes(classifiers, rows[0].astype(np.int64), np.ones(4, np.int32), workspace)
    assert workspace.scores.argmax() == 2


def test_every_decision_is_in_one_part() -> None:
    random = np.random.default_rng(4)
    rows = random.choice(5, (6000, 2), p=(0.5, 0.3, 0.15, 0.03, 0.02)).astype(np.int32)
    parts = split_decisions(Decisions(rows, rows[:, 1]))
    assert sorted(np.concatenate(list(parts.values())).tolist()) == list(range(6000))
    assert sorted(parts) == [-1, 0, 1]
    assert all((rows[numbers, 0] == key).all() for key, numbers in parts.items() if key >= 0)
