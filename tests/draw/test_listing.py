"""The sentences that a report lists: all of them, the odd ones drawn, the examples named."""

from __future__ import annotations

import pytest

import multiplane
from multiplane.draw import listing
from multiplane.draw.listing import Listing
from multiplane.structure import classify


def test_every_sentence_is_listed_once_with_what_is_true_of_it() -> None:
    sample = multiplane.read("sample:dutch")
    found = Listing(root_arcs=True)
    found.look_at("a", sample[:9])
    found.look_at("a", sample[9:])
    sentences = found.sentences()
    assert [one.sentence.line for one in sentences] == [sentence.line for sentence in sample]
    for one in sentences:
        trees = classify(one.sentence.tree.heads)
        assert ("projective" in one.outside) == (not trees.projective) == bool(one.labels)
        assert one.figures == {"gap_degree": trees.gap_degree, "planes": trees.planes}
        assert ("crossings" in one.has) == (not trees.planar) and "left arcs" in one.has
        assert bool(one.drawing) == (bool(one.outside) or bool(one.kinds))
    kinds = [kind for one in sentences for kind in one.kinds]
    assert "projective" in kinds and len(kinds) == len(set(kinds))


def test_projective_sentences_are_left_out_and_few_drawn_where_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sample = multiplane.read("sample:dutch")
    monkeypatch.setattr(listing, "MAX_LISTED", 2)
    monkeypatch.setattr(listing, "MAX_DRAWN", 1)
    found = Listing(root_arcs=True)
    found.look_at("a", sample)
    assert len(found.listed) + found.left_out == len(sample) and found.left_out > 0
    sentences = found.sentences()
    assert sum(bool(one.drawing) for one in sentences if not one.kinds) == 1
