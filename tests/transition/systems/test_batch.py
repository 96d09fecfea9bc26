"""Sequences of whole treebanks: what the oracle derives runs to its end, and what is damaged does not."""

from __future__ import annotations

import numpy as np
import pytest

import multiplane
from multiplane.transition import get, run_all
from multiplane.transition.oracles import derive_all


@pytest.mark.parametrize("name", ["arc-eager", "2-planar", "swap", "covington", "undirected-planar"])
def test_derived_sequences_run_to_their_end(name: str) -> None:
    treebank, system = multiplane.read("sample:dutch"), get(name)
    found = derive_all(system, treebank.heads, treebank.offsets)
    assert run_all(system, found.transitions, found.offsets, treebank.offsets) == len(treebank)


def test_a_sequence_stops_at_what_is_not_applicable() -> None:
    treebank, system = multiplane.read("sample:dutch"), get("arc-eager")
    found = derive_all(system, treebank.heads, treebank.offsets)
    damaged = found.transitions.copy()
    damaged[found.offsets[[3, 5]]] = found.names.index("reduce")
    assert run_all(system, damaged, found.offsets, treebank.offsets) == len(treebank) - 2
    assert run_all(system, np.empty(0, np.int32), np.zeros(1, np.int64), np.zeros(1, np.int64)) == 0
