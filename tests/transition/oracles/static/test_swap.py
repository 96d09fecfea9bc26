"""The lazy oracle of swap needs fewer swaps than the eager one, and neither more than necessary."""

from __future__ import annotations

from pathlib import Path

from tests.enumeration import all_trees, trees_up_to
from tests.transition.oracles.judge import as_treebank

import multiplane
from multiplane.structure import is_projective
from multiplane.transition import get
from multiplane.transition.oracles import coverage, derive_all
from multiplane.transition.oracles.derive import static_sequence


def test_lazy_swaps_are_never_more_than_eager_ones() -> None:
    heads, offsets = as_treebank([*trees_up_to(5)])
    swaps = {}
    for lazy in (False, True):
        found = derive_all(get("swap"), heads, offsets, lazy=lazy, workers=1)
        assert not found.lost.any()
        number = found.names.index("swap")
        swaps[lazy] = [
            int((found.transitions[begin:end] == number).sum())
            for begin, end in zip(found.offsets[:-1], found.offsets[1:], strict=True)
        ]
    assert all(lazy <= eager for lazy, eager in zip(swaps[True], swaps[False], strict=True))
    assert sum(swaps[True]) < sum(swaps[False])


def test_projective_trees_need_no_swap() -> None:
    for heads in filter(is_projective, all_trees(5)):
        for lazy in (False, True):
            assert "swap" not in (static_sequence(get("swap"), heads, lazy=lazy) or ["swap"])


def test_lazy_saves_on_real_treebanks(treebanks: Path) -> None:
    for path in sorted(treebanks.glob("*/dev.conllu")):
        treebank = multiplane.read(path)
        eager, lazy = (coverage(treebank, ["swap"], lazy=lazy)[0] for lazy in (False, True))
        assert eager.derived_sentences == lazy.derived_sentences == len(treebank)
        assert lazy.transitions["swap"] < 0.8 * eager.transitions["swap"]
