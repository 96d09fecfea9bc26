"""The kernels' features are those that the templates spell out: the same number for the same feature, and no other."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.learn.arc_factored.linear.spelled_out import Feature, arc_features, label_features

import multiplane
from multiplane.learn.arc_factored.linear import arcs, labels
from multiplane.learn.features.arc_defaults import ARC_FEATURES
from multiplane.learn.features.arcs import ArcFeatureModel
from multiplane.learn.features.attributes import word_attributes
from multiplane.treebank import Treebank
from multiplane.treebank.sentence import Sentence

MASK = (1 << 31) - 1
MORE_ARC_TEMPLATES = (
    *ARC_FEATURES.arc,
    "H.before.before.before.form D.after.after.after.form",
    "H.feats:Case between.before.suffix2 between.after.form D.xpos",
    "between.upos",
)
MORE_LABEL_TEMPLATES = (
    *ARC_FEATURES.label,
    "H.head.before.form D.left-sibling.after.after.xpos H.valency",
    "distance(H,D)",
    "D.valency",
    "D.last.after.suffix2 D.first.before.before.before.upos",
)
FEATURES = ArcFeatureModel(MORE_ARC_TEMPLATES, MORE_LABEL_TEMPLATES).compile()
SAMPLE = multiplane.read("sample:")


def attributes(sentence: Sentence) -> np.ndarray:
    return word_attributes(Treebank.from_sentences([sentence]).layout, FEATURES.attributes)


def assert_one_to_one(pairs: Iterable[tuple[Feature, int]]) -> None:
    """Equal features have equal numbers; different ones differ but for the few that chance brings together."""
    numbers: dict[Feature, int] = {}
    for feature, number in pairs:
        assert numbers.setdefault(feature, number) == number, feature
    assert len(numbers) - len(set(numbers.values())) <= 1e-3 * len(numbers)


def test_arcs_have_the_features_that_templates_spell_out() -> None:
    pairs: list[tuple[Feature, int]] = []
    for sentence in SAMPLE[::8]:
        sides = arcs.sides_of(attributes(sentence), FEATURES.pairs, FEATURES.between)
        numbers = np.empty(arcs.max_features(sides), np.int32)
        for h in range(len(sentence) + 1):
            for d in range(1, len(sentence) + 1):
                if h != d:
                    spelled = arc_features(sentence, h, d, MORE_ARC_TEMPLATES)
                    count = arcs.arc_features(sides, h, d, MASK, numbers)
                    assert count == len(spelled)
                    pairs += zip(spelled, numbers[:count].tolist(), strict=True)
    assert len(pairs) > 50_000
    assert_one_to_one(pairs)


def test_the_score_of_an_arc_is_the_sum_of_its_weights() -> None:
    weights = np.random.default_rng(1).integers(-99, 99, 1 << 12).astype(np.int16)
    for sentence in SAMPLE[::20]:
        sides = arcs.sides_of(attributes(sentence), FEATURES.pairs, FEATURES.between)
        numbers = np.empty(arcs.max_features(sides), np.int32)
        for table, scale in ((weights, 0.5), (weights.astype(np.float32), 1.0)):
            scores = arcs.score_arcs(sides, table, scale)
            for h in range(len(sentence) + 1):
                for d in range(len(sentence) + 1):
                    if h == d or d == 0:
                        assert scores[h, d] == -np.inf
                    else:
                        count = arcs.arc_features(sides, h, d, len(weights) - 1, numbers)
                        assert scores[h, d] == scale * weights[numbers[:count]].astype(int).sum()


@given(st.integers(0, len(SAMPLE) - 1), st.randoms(use_true_random=False))
def test_labels_have_the_features_that_templates_spell_out(number: int, chance: object) -> None:
    sentence = SAMPLE[number]
    count = len(sentence)
    order = list(range(1, count + 1))
    chance.shuffle(order)  # type: ignore[attr-defined]
    heads = np.zeros(count, np.int32)
    for place, word in enumerate(order):
        heads[word - 1] = chance.choice([0, *order[:place]])  # type: ignore[attr-defined]
    rows = labels.label_features(attributes(sentence), heads, FEATURES.labels, MASK)
    pairs: list[tuple[Feature, int]] = []
    for d in range(1, count + 1):
        spelled = label_features(sentence, heads.tolist(), d, MORE_LABEL_TEMPLATES)
        pairs += zip(spelled, rows[d - 1].tolist(), strict=True)
    assert_one_to_one(pairs)


def test_a_label_scores_the_sum_of_its_column() -> None:
    weights = np.random.default_rng(2).integers(-9, 9, (64, 5)).astype(np.int16)
    features = np.random.default_rng(3).integers(0, 64, (30, 7)).astype(np.int32)
    expected = weights[features].astype(int).sum(axis=1)
    assert labels.score_all_labels(features, weights).tolist() == expected.tolist()
