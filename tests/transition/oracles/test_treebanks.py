"""Whole treebanks into sequences: the same as sentence by sentence, on any number of cores."""

from __future__ import annotations

import numpy as np
import pytest
from tests.enumeration import trees_up_to
from tests.transition.oracles.judge import as_treebank

from multiplane.errors import MultiplaneError
from multiplane.transition import LEFT_ARC, SHIFT, System, get
from multiplane.transition.oracles import derive_all


@pytest.mark.parametrize(
    "name", ["arc-eager", "2-planar", "swap", "covington", "easy-first", "planar+lba", "attardi-3"]
)
def test_a_treebank_gives_what_its_sentences_give(name: str) -> None:
    trees = [*trees_up_to(4)]
    system = get(name)
    one, two = (derive_all(system, *as_treebank(trees), workers=workers) for workers in (1, 2))
    for part in ("transitions", "words", "offsets", "lost"):
        assert np.array_equal(getattr(one, part), getattr(two, part))
    for number, heads in enumerate(trees):
        here = slice(one.offsets[number], one.offsets[number + 1])
        names = [one.names[transition] for transition in one.transitions[here]]
        assert names == system.derive(heads, best_effort=True)
        built = sorted(word for word in one.words[here].tolist() if word > 0)
        assert len(built) == sum(map(bool, system.run(len(heads), names)))


def test_words_are_those_whose_labels_the_transitions_carry() -> None:
    found = derive_all(get("arc-standard"), np.array([2, 0, 2], np.int32), np.array([0, 3]))
    assert [found.names[number] for number in found.transitions] == ["shift", "left", "shift", "right", "shift"]
    assert found.words.tolist() == [-1, 1, -1, 3, -1]


def test_an_empty_treebank_and_sentences_of_one_word() -> None:
    nothing = derive_all(get("2-planar"), np.empty(0, np.int32), np.zeros(1, np.int64))
    assert len(nothing.transitions) == len(nothing.lost) == 0
    single = derive_all(get("2-planar"), np.zeros(2, np.int32), np.array([0, 1, 2]))
    assert single.transitions.tolist() == [0, 0]


def test_a_system_without_oracle_is_named() -> None:
    twice = System("twice", shift=SHIFT, both=LEFT_ARC >> SHIFT >> LEFT_ARC)
    with pytest.raises(MultiplaneError, match="system twice: it has no static oracle"):
        derive_all(twice, np.zeros(1, np.int32), np.array([0, 1]))
