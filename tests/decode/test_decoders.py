"""Decoders by the names of their classes: one registry, one meaning, and names of old model files."""

from __future__ import annotations

import numpy as np
import pytest

from multiplane.decode import DECODERS, NAMES, decode, decode_batch, decode_by_chart, k_best
from multiplane.decode.decoders import decodable_class, decoder_name, search_of
from multiplane.decode.registry import decoder_of
from multiplane.errors import MultiplaneError
from multiplane.structure import FAMILIES, classify, tree_class

ILL_NESTED = [3, 4, 0, 3, 1, 2]


def wants(heads: list[int]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Scores for which one tree is better than all others."""
    scores = np.zeros((len(heads) + 1, len(heads) + 1))
    scores[heads, np.arange(1, len(heads) + 1)] = 1.0
    return scores


def test_every_decoder_belongs_to_a_class_of_the_registry() -> None:
    assert set(DECODERS) <= set(FAMILIES) and all(map(decoder_of, DECODERS))
    assert [tree_class(name).family for name in NAMES] == list(DECODERS)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.pattern)
def test_a_class_is_decoded_or_a_smaller_one_is_suggested(family: object) -> None:
    name = family.named(family.example or 0)  # type: ignore[attr-defined]
    if family in DECODERS:
        best = decode(wants(ILL_NESTED), name)
        assert classify(best.heads) in tree_class(name)
        return
    with pytest.raises(MultiplaneError) as caught:
        decode(wants(ILL_NESTED), name)
    assert f"found class '{name}', which has no decoder; expected " in str(caught.value)
    suggested = str(caught.value).split("expected ")[1].split(",")[0]
    assert tree_class(suggested).family in DECODERS
    every = ", ".join(one.pattern for one in DECODERS)
    assert str(caught.value).endswith(f"or another of {every}")


def test_well_nested_of_any_gap_degree_has_no_decoder() -> None:
    for call in (decode, decode_batch, lambda scores, name: k_best(scores, name, 2)):
        with pytest.raises(
            MultiplaneError, match=r"found class 'well-nested', .* expected well-nested-gap-1, a smaller"
        ):
            call(wants([0]), "well-nested")  # type: ignore[operator]


def test_spellings_of_all_trees() -> None:
    for name in ("all", "any", "spanning-tree", "Spanning_Tree"):
        assert search_of(name) is search_of("all")
        assert decodable_class(name).name == "all"


@pytest.mark.parametrize("name", ["planar", "round", "well-nested-99999999999", "multi-headed-2"])
def test_other_names_in_model_files_are_refused(name: str) -> None:
    with pytest.raises(MultiplaneError, match=r"(found|no) class"):
        decoder_name(name)


def test_no_tree_is_an_error_that_names_the_class() -> None:
    scores = np.full((3, 3), -np.inf)
    with pytest.raises(MultiplaneError, match="found no well-nested-gap-1 tree of finite score with a single root"):
        decode(scores, "well-nested-gap-1")
    with pytest.raises(MultiplaneError, match="found no tree of finite score;"):
        decode(scores, single_root=False)


@pytest.mark.parametrize("trees", [name for name in NAMES if name != "all"] + ["multi-headed-5"])
@pytest.mark.parametrize("single_root", [True, False])
def test_charts_and_decoders_agree(trees: str, single_root: bool) -> None:
    for seed in range(5):
        scores = np.random.default_rng(seed).normal(size=(7, 7))
        by_chart = decode_by_chart(scores, trees, single_root)
        assert by_chart.score == pytest.approx(decode(scores, trees, single_root).score)


def test_an_unknown_chart() -> None:
    with pytest.raises(MultiplaneError, match="found no chart for 'all'; expected one of projective, "):
        decode_by_chart(np.zeros((2, 2)), "all")
