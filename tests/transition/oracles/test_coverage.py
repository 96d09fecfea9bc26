"""Whole treebanks: the same as sentence by sentence, on any number of cores; coverage; the kernels' own interface."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.enumeration import trees_up_to
from tests.transition.oracles.judge import as_treebank

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.kernels.jit import kernel
from multiplane.structure import classify_all
from multiplane.transition import LEFT_ARC, SHIFT, TransitionSystem, get
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import Ints, view
from multiplane.transition.oracles import all_systems, coverage, derive_all, gold_tree, next_transition, plan_of


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
    twice = TransitionSystem("twice", shift=SHIFT, both=LEFT_ARC >> SHIFT >> LEFT_ARC)
    with pytest.raises(MultiplaneError, match="system twice: it has no static oracle"):
        derive_all(twice, np.zeros(1, np.int32), np.array([0, 1]))


@kernel
def follow_inside(plan: Ints, program: Ints, memory: Ints, gold: Ints, longest: int, label: int) -> int:
    steps = 0
    transition = next_transition(plan, program, memory, gold, longest)
    while transition >= 0:
        apply(memory, program, transition, label)
        steps += 1
        transition = next_transition(plan, program, memory, gold, longest)
    return steps


def test_the_next_transition_inside_another_kernel() -> None:
    system, heads = get("2-planar"), np.array([3, 4, 0, 3], np.int32)
    plan, memory = plan_of(system, 4), system.memory(4)
    assert follow_inside(plan, system.program(4), memory, gold_tree(plan, heads), 1, -1) == 10
    assert view(memory).heads == [3, 4, -1, 3]


def test_coverage_of_the_sample_agrees_with_the_classes() -> None:
    treebank = multiplane.read("sample:czech")
    trees = classify_all(treebank.heads, treebank.offsets)
    words_only = classify_all(treebank.heads, treebank.offsets, root_arcs=False)
    expected = {
        "arc-eager": int(trees.projective.sum()),
        "planar": int((words_only.planes == 1).sum()),
        "2-planar": int((words_only.planes <= 2).sum()),
        "undirected-planar+naive": int((trees.planes == 1).sum()),
        "swap": len(treebank),
    }
    for found in coverage(treebank, expected):
        assert found.derived_sentences == expected[found.system]
        assert found.sentence_share <= found.arc_share <= 1
        assert found.arcs == treebank.word_count
    lifted = coverage(treebank, ["arc-eager+pp:head", "arc-eager+pp:head+path"])
    assert expected["arc-eager"] < lifted[0].derived_sentences <= lifted[1].derived_sentences <= len(treebank)


def test_every_system_has_a_coverage() -> None:
    treebank = multiplane.read("sample:dutch")[:40]
    found = {covered.system: covered.derived_sentences for covered in coverage(treebank)}
    assert list(found) == list(all_systems())
    assert found["arc-eager"] <= found["arc-eager+rnba"] <= found["arc-eager+lnba+rnba"] <= len(treebank)
    assert found["attardi-2"] <= found["attardi-3"]


def test_real_coverage_agrees_with_the_classes(treebanks: Path) -> None:
    """A few hundred sentences of every treebank."""
    for path in sorted(treebanks.glob("*/train.conll*")):
        treebank = multiplane.read(path)[:300]
        trees = classify_all(treebank.heads, treebank.offsets)
        words_only = classify_all(treebank.heads, treebank.offsets, root_arcs=False)
        found = {
            covered.system: covered for covered in coverage(treebank, ["arc-hybrid", "planar", "2-planar", "swap"])
        }
        assert found["arc-hybrid"].derived_sentences == int(trees.projective.sum())
        assert found["planar"].derived_sentences == int((words_only.planes == 1).sum())
        assert found["2-planar"].derived_sentences == int((words_only.planes <= 2).sum())
        assert found["swap"].derived_arcs == treebank.word_count
