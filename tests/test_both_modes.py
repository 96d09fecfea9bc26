"""Interpreted and compiled kernels give the same, to the byte."""

from __future__ import annotations

from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.running import run

from multiplane import decode
from multiplane.kernels.interpret import kernels
from multiplane.structure import classify
from multiplane.transition import get

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT"),
]

COMMANDS = [
    "show sample:dutch-2",
    "trace sample:dutch-2 --system 2-planar",
    "verify arc-eager --n 4",
    "verify 2-planar --n 3",
    "eval sample:english sample:english",
    "analyze sample:",
    "analyze sample:latin --explain one-endpoint-crossing",
    "parse -m english-fast sample:english",
    "convert sample:german --to conllx",
]
MODES = ("interpreted", "compiled")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_prints_the_same(command: str, tmp_path: Path) -> None:
    printed = []
    for mode in MODES:
        with kernels(mode):
            found = run(*command.split(), cwd=tmp_path)
        printed.append((found.returncode, found.stdout, found.stderr))
    assert printed[0] == printed[1]
    assert printed[0][0] == 0, printed[0][2]


@st.composite
def head_lists(draw: st.DrawFn, most: int = 9) -> list[int]:
    words = draw(st.integers(1, most))
    order = draw(st.permutations(range(1, words + 1)))
    heads = [0] * words
    for place, word in enumerate(order):
        heads[word - 1] = order[draw(st.integers(0, place - 1))] if place else 0
    return heads


@given(head_lists())
def test_classes_and_derivations_are_the_same(heads: list[int]) -> None:
    found = []
    for mode in MODES:
        with kernels(mode):
            derivations = [get(name).derive(heads, best_effort=True) for name in ("arc-eager", "2-planar", "swap")]
            found.append((classify(heads), derivations))
    assert found[0] == found[1]


@given(st.integers(1, 7), st.integers(0, 10**6), st.booleans())
def test_decoders_give_the_same(words: int, seed: int, single_root: bool) -> None:
    scores = np.random.default_rng(seed).integers(-9, 9, (words + 1, words + 1)).astype(float)
    for decoder in (decode.projective, decode.spanning_tree, decode.one_endpoint_crossing):
        found = []
        for mode in MODES:
            with kernels(mode):
                best = decoder(scores, single_root=single_root)
            found.append((best.heads.tolist(), best.score))
        assert found[0] == found[1]
