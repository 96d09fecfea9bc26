"""The sentences that a report lists: all of them, the odd ones drawn, the examples named."""

from __future__ import annotations

import pytest

import multiplane
from multiplane.draw import listing
from multiplane.draw.listing import KINDS, MIN_WORDS, ClassExamples, Listing
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


SAMPLE = multiplane.read("sample:")


def test_the_shortest_sentence_of_each_kind() -> None:
    examples = ClassExamples(root_arcs=True)
    for first in range(0, len(SAMPLE), 40):
        examples.look_at(SAMPLE[first : first + 40])
    trees = [(len(sentence), classify(sentence.tree.heads)) for sentence in SAMPLE if len(sentence) >= MIN_WORDS]
    for kind, holds in KINDS.items():
        lengths = [length for length, tree in trees if kind_holds(holds, tree)]
        assert (kind in examples.found) == bool(lengths)
        if lengths:
            assert len(examples.found[kind]) == min(lengths)
            assert kind_holds(holds, classify(examples.found[kind].tree.heads))


def kind_holds(holds: object, tree: object) -> bool:
    """Kinds are tests of arrays: here of arrays with one entry."""
    heads = tree.head[1:]  # type: ignore[attr-defined]
    one = multiplane.structure.classify_all(heads, [0, len(heads)])  # type: ignore[arg-type]
    return bool(holds(one)[0])  # type: ignore[operator]
