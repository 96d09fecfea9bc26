"""Constructions that make arcs cross: they move words and no arcs."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.generate.samples import generated

from multiplane.generate.constructions import CONSTRUCTIONS, Construction, gap_count
from multiplane.generate.grammar import RATES, in_order, sentence
from multiplane.generate.lexicon import invented_language
from multiplane.generate.sentences import heads_of


@pytest.mark.parametrize("construction", CONSTRUCTIONS, ids=lambda construction: construction.name)
def test_constructions_move_words_and_no_arcs(construction: Construction) -> None:
    applied = 0
    for seed in range(150):
        rng = Random(seed)
        order = in_order(sentence(invented_language(), {**RATES, **construction.rates}, rng))
        heads = [word.head for word in order]
        assert not any(gap_count(word, order) for word in order)
        changed = construction.apply(order, invented_language(), rng)
        if changed is not None:
            applied += 1
            assert any(gap_count(word, changed) for word in changed)
            assert sorted(map(id, changed)) == sorted(map(id, order))
            assert [word.head for word in order] == heads
            assert heads_of(changed).count(0) == 1
    assert applied >= 15


def test_all_constructions_are_used() -> None:
    found = Counter(
        name for one in generated(1500, 4, crossing_rate=1.0) for name in one.metadata["constructions"].split(", ")
    )
    assert set(found) == {construction.name for construction in CONSTRUCTIONS}
    assert min(found.values()) > 60


def test_cross_serial_verbs_stand_together_after_their_arguments() -> None:
    serial = [
        one for one in generated(900, 5, crossing_rate=1.0) if one.metadata["constructions"] == "cross-serial verbs"
    ]
    assert len(serial) > 40
    for one in serial:
        chains = [[word] for word in one if word.upos == "VERB" and word.deprel != "xcomp"]
        for chain in chains:
            while below := [word for word in one if word.head_id == chain[-1].id and word.deprel == "xcomp"]:
                chain += below
        assert any(
            len(chain) > 1
            and [word.id for word in chain] == list(range(int(chain[0].id), int(chain[0].id) + len(chain)))
            and all(
                int(word.id) < int(chain[0].id)
                for word in one
                if word.head_id in {verb.id for verb in chain}
                and word.deprel in ("nsubj", "obj", "iobj", "obl", "advmod")
            )
            for chain in chains
        )


def test_questions_end_with_a_question_mark() -> None:
    asked = [one for one in generated(800, 6, crossing_rate=1.0) if one.metadata["constructions"] == "wh-fronting"]
    assert asked
    for one in asked:
        assert any(word.features.get("PronType") == "Int" for word in one)
        assert one.words[-1].upos != "PUNCT" or one.words[-1].form == "?"
