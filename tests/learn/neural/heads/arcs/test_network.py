"""The network against its formulas, and its independence of everything but the sentence."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from tests.learn.neural.heads.arcs import spelled_out
from tests.learn.neural.heads.arcs.tiny import tiny_model

import multiplane
from multiplane.kernels.interpret import interpret, kernels
from multiplane.learn.neural.encoders import layers, scan
from multiplane.learn.neural.encoders.vocabulary import ROOT
from multiplane.learn.neural.heads.arcs import network
from multiplane.learn.neural.heads.arcs.network import BUCKETS, bucket
from multiplane.learn.neural.heads.arcs.scorer import NeuralArcScorer, tag_numbers
from multiplane.treebank.conll.layout import Layout

DUTCH = multiplane.read("sample:dutch")
ROWS, UNITS = 11, 6
STARTS = np.array([0, 4, 5, ROWS])


def floats(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng([seed, *shape]).normal(0, 4, shape).astype(np.float32)


def empty(*shape: int) -> Any:
    return np.zeros(shape, np.float32)


HEADS = np.random.default_rng(0).integers(0, ROWS, ROWS - 1).astype(np.int32)
CASES = {
    scan.squash_all: (floats(50), np.float32(0.5)),
    scan.squash: (floats(ROWS, 3 * UNITS), UNITS),
    scan.scan: (np.tanh(floats(ROWS, 3 * UNITS)), empty(ROWS, UNITS), empty(ROWS, UNITS)),
    network.rectify: (floats(ROWS, UNITS),),
    layers.normalize: (floats(ROWS, 40), floats(40), floats(40, seed=1)),
    layers.take_larger: (floats(ROWS, 80), floats(40), floats(40, seed=1), empty(ROWS, 40)),
    layers.add_layer: (floats(ROWS, 3 * 40), STARTS, floats(40), floats(40, seed=1), floats(ROWS, 40)),
    network.join_vectors: (floats(ROWS, UNITS), floats(ROWS, UNITS, seed=1), HEADS, empty(ROWS - 1, 2 * UNITS)),
}


@pytest.mark.parametrize("windows", [(), (0,), (2,), (1, 0, 0)])
@pytest.mark.parametrize("hidden", [5, 9, 16])
def test_scores_are_those_of_the_formulas(windows: tuple[int, ...], hidden: int) -> None:
    scorer = tiny_model(DUTCH, windows=windows, hidden=hidden).scorer
    tags = tag_numbers(DUTCH.layout, scorer.head.tags)
    known = list(scorer.in_context(DUTCH.layout))
    for number in range(0, len(DUTCH), 4):
        first, last = DUTCH.offsets[number : number + 2].tolist()
        x = spelled_out.in_context(scorer.encoder, DUTCH.layout, first, last)
        own, heads = np.concatenate([[ROOT], tags[first:last]]), np.array(DUTCH.heads[first:last])
        arcs, labels = spelled_out.scores(scorer.head.weights, scorer.head.sizes, x, own, heads)
        np.testing.assert_allclose(scorer.arc_scores(known[number]), arcs, rtol=1e-3, atol=1e-3)
        np.testing.assert_allclose(scorer.label_scores(known[number], heads), labels, rtol=1e-3, atol=1e-3)


def all_scores(scorer: NeuralArcScorer, layout: Layout = DUTCH.layout) -> list[bytes]:
    return [scorer.arc_scores(known).tobytes() for known in scorer.in_context(layout)]


def test_scores_of_a_sentence_do_not_depend_on_its_neighbours() -> None:
    scorer = tiny_model(DUTCH).scorer
    with kernels("compiled"):
        together = all_scores(scorer)
        for number in range(len(DUTCH)):
            assert all_scores(scorer, DUTCH[number : number + 1].layout) == together[number : number + 1]


def test_scores_do_not_depend_on_the_words_that_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = tiny_model(DUTCH).scorer
    expected = all_scores(scorer)
    monkeypatch.setattr(layers, "MAX_ALIKE", 40)
    assert all_scores(scorer) == expected


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")
def test_interpreted_and_compiled_networks_are_the_same() -> None:
    scorer, found = tiny_model(DUTCH).scorer, []
    for mode in ("interpreted", "compiled"):
        with kernels(mode):
            found.append(all_scores(scorer))
    assert found[0] == found[1]


def test_every_distance_has_a_bucket() -> None:
    found = {bucket(h, d) for h in range(60) for d in range(60) if h != d}
    assert found == set(range(BUCKETS)) - {0, BUCKETS // 2}
    ahead = [bucket(0, distance) for distance in range(1, 3000)]
    assert ahead == sorted(ahead)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there is nothing to compare with")
@pytest.mark.parametrize("kernel", CASES, ids=lambda kernel: kernel.__name__)
def test_the_same_bits_compiled_and_interpreted(kernel: Any) -> None:
    arrays = [part for part in CASES[kernel] if isinstance(part, np.ndarray)]
    found = []
    for run in (lambda *arguments: interpret(kernel.py_func, *arguments), kernel):
        arguments = [part.copy() if isinstance(part, np.ndarray) else part for part in CASES[kernel]]
        with kernels("compiled"):
            run(*arguments)
        found.append([part.tobytes() for part in arguments if isinstance(part, np.ndarray)])
    assert found[0] != [part.tobytes() for part in arrays], "the kernel does something"
    assert found[0] == found[1]
