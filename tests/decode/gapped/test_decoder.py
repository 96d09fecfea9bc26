"""The k best trees as a shortcut to the best tree of a class."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from tests.decode.judge import matrices, members, tree_scores

from multiplane.decode.gapped import decoder
from multiplane.decode.gapped.decoder import first_in_class
from multiplane.decode.gapped.subsets import subset_heads
from multiplane.decode.scores import arc_scores, sum_of_arcs
from multiplane.deduce import schema
from multiplane.deduce.compile import compile_schema
from multiplane.errors import MultiplaneError


def test_the_list_of_best_trees_ends_at_the_first_of_the_class_or_at_its_limit() -> None:
    inside = {heads.tobytes() for heads in members("projective", 5, True)}
    found_late = 0
    for scores in matrices("reals", 5, 20):
        heads = members("all", 5, True)
        in_order = heads[np.argsort(-tree_scores(scores, heads))]
        rank = next(rank for rank, tree in enumerate(in_order) if tree.tobytes() in inside)
        found_late += rank > 0
        for most in (rank, rank + 1, rank + 9):
            found = first_in_class(arc_scores(scores), True, lambda tree: tree.tobytes() in inside, most)
            expected = None if most == rank else in_order[rank].tolist()
            assert (None if found is None else found.tolist()) == expected
    assert found_late > 5


def test_beyond_sets_of_words_the_schema_searches_gap_degree_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoder, "MAX_WORDS", 3)
    monkeypatch.setattr(decoder, "MAX_TREES", 0)
    monkeypatch.setattr(decoder, "MAX_WORDS_BY_SCHEMA", 6)
    monkeypatch.setattr(decoder, "compile_schema", partial(compile_schema, jit=False))
    for seed in range(3):
        arcs = arc_scores(np.random.default_rng(seed).normal(size=(7, 7)))
        heads = decoder.gapped_search(arcs, True, 2, False)
        assert sum_of_arcs(arcs, heads) == pytest.approx(sum_of_arcs(arcs, subset_heads(arcs, True, False, 2)))
    with pytest.raises(MultiplaneError, match="found no tree of gap degree 2 among the best 0 of 7 words"):
        decoder.gapped_search(arc_scores(np.random.default_rng(0).normal(size=(8, 8))), True, 2, False)


@pytest.mark.long
def test_the_compiled_schema_for_gap_degree_two_finds_what_sets_of_words_have() -> None:
    for n in (6, 9, 11):
        arcs = arc_scores(np.random.default_rng(n).normal(size=(n + 1, n + 1)))
        heads = compile_schema(schema("wg-2")).heads(arcs)
        assert sum_of_arcs(arcs, heads) == pytest.approx(sum_of_arcs(arcs, subset_heads(arcs, True, False, 2)))
