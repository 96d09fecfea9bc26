"""A scorer of one's own, in a few lines, parses greedily and with a beam; both are judged by trying all sequences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import multiplane
from multiplane.kernels.arrays import Float64, Int32
from multiplane.kernels.jit import inlined
from multiplane.learn import FeatureModel, Parser
from multiplane.learn.transition.actions import arc_places
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.model import TransitionModel
from multiplane.learn.transition.results import Roots
from multiplane.learn.transition.scorer import TransitionScorer
from multiplane.transition import get
from multiplane.transition.machine.configuration import Configuration
from multiplane.transition.machine.execution import node_at
from multiplane.transition.machine.memory import END, FRONT

pytestmark = pytest.mark.usefixtures("mode")
LABELS = ("subj", "obj", "mod")
LONGEST = 5


class TableScorer(NamedTuple):
    """Scores from tables: of a transition by the words left in the buffer, of a label by the ends of its arc."""

    table: Float64
    label_table: Float64
    scores: Float64
    label_scores: Float64

    @inlined
    def score_transitions(self, state: ParserState, applicable: Int32) -> None:
        left, top = state.memory[END] - state.memory[FRONT], node_at(state.memory, 1, 1)
        for transition in range(len(applicable)):
            self.scores[transition] = self.table[transition, left, top]

    @inlined
    def score_labels(self, state: ParserState, head: int, dependent: int) -> None:
        for label in range(len(self.label_scores)):
            self.label_scores[label] = self.label_table[label, head, dependent]


@dataclass(frozen=True, eq=False)
class TableModel(TransitionModel):
    """A parser with such a scorer."""

    tables: tuple[Float64, Float64]
    joint: bool

    kind: ClassVar[str] = "table"

    @property
    def joint_labels(self) -> bool:
        return self.joint

    def new_scorer(self, words: NDArray[np.int32]) -> TransitionScorer:
        return TableScorer(*self.tables, np.zeros(len(self.transition_names)), np.zeros(len(LABELS)))


def new_model(name: str, joint: bool, seed: int) -> TableModel:
    system, chance = get(name), np.random.default_rng(seed)
    nodes = LONGEST + 1
    tables = (chance.normal(size=(len(system.names(1)), nodes, nodes)), chance.normal(size=(len(LABELS), nodes, nodes)))
    roots = Roots("root", "dep", single=False)
    return TableModel(system, FeatureModel((), ()), LABELS, roots, 1, None, tables, joint)


def sentences(words: int) -> multiplane.Treebank:
    lines = "".join(f"{word}\tw\t_\t_\t_\t_\t{word - 1}\tdep\t_\t_\n" for word in range(1, words + 1))
    return multiplane.Treebank.from_text(f"{lines}\n", "conllu")


class Step(NamedTuple):
    """A transition that can be taken, with the arc it builds and that arc's best label, and its score."""

    number: int
    arc: tuple[int, int] | None
    label: int
    score: float


def steps(model: TableModel, here: Configuration) -> list[Step]:
    """All steps from a configuration, by its public face; where there is one only, it is worth nothing."""
    system, found = model.system, []
    names, places = system.names(1), arc_places(system)
    left, top = len(here.buffer), here.stack[-1] if here.stack else -1
    for name in here.permitted():
        number = names.index(name)
        score, arc, label = float(model.tables[0][number, left, top]), None, -1
        if places[number, 0] >= 0:
            area, depth, other, other_depth = places[number].tolist()
            ends = [here.stack[::-1], here.buffer]
            arc = (ends[1 - area][depth - 1], ends[1 - other][other_depth - 1])
            label_scores = model.tables[1][:, arc[0], arc[1]]
            label = int(label_scores.argmax())
            score += float(label_scores[label]) if model.joint else 0.0
        found.append(Step(number, arc, label, score))
    if not here.buffer and all(step.arc is None for step in found):
        return []
    is_forced = len(found) == 1 and not model.joint
    return [step._replace(score=0.0) for step in found] if is_forced else found


def taken(here: Configuration, step: Step) -> Configuration:
    name = here.machine.names[step.number]
    return here.copy().apply(name if step.arc is None else f"{name}:{LABELS[step.label]}")


def all_sequences(model: TableModel, here: Configuration) -> Iterator[tuple[float, list[Step]]]:
    """Every sequence from a configuration to an end, with its total."""
    options = steps(model, here)
    if not options:
        yield 0.0, []
    for step in options:
        for total, rest in all_sequences(model, taken(here, step)):
            yield step.score + total, [step, *rest]


def greedy_sequence(model: TableModel, words: int) -> list[Step]:
    here, sequence = model.system.start(words), []
    while options := steps(model, here):
        sequence.append(max(options, key=lambda step: step.score))
        here = taken(here, sequence[-1])
    return sequence


def built(sequence: list[Step]) -> list[tuple[Any, ...]]:
    return [(*step.arc, step.label, step.number) for step in sequence if step.arc is not None]


def arcs_of(model: TableModel, words: int, **options: bool) -> list[tuple[Any, ...]]:
    """The arcs that transitions built, without those that were added in the end for words without heads."""
    arcs = model.built_arcs(sentences(words).layout, 1, **options)
    rows = zip(
        arcs.heads.tolist(), arcs.dependents.tolist(), arcs.labels.tolist(), arcs.transitions.tolist(), strict=True
    )
    return [row for row in rows if row[0] >= 0 and row[3] >= 0]


@pytest.mark.parametrize("joint", [False, True])
@pytest.mark.parametrize("name", ["arc-eager", "arc-standard", "arc-hybrid", "2-planar", "covington"])
def test_greedy_search_takes_the_best_step(name: str, joint: bool) -> None:
    for seed in range(20):
        model, words = new_model(name, joint, seed), 1 + seed % LONGEST
        expected = built(greedy_sequence(model, words))
        assert arcs_of(model, words) == expected
        assert arcs_of(model, words, always_beam=True) == expected


@pytest.mark.parametrize("joint", [False, True])
@pytest.mark.parametrize("name", ["arc-eager", "arc-hybrid", "arc-standard"])
def test_a_wide_beam_finds_the_best_sequence(name: str, joint: bool) -> None:
    better = 0
    for seed in range(20):
        model, words = new_model(name, joint, seed).with_beam(300), 2 + seed % 3
        best, sequence = max(all_sequences(model, model.system.start(words)), key=lambda found: found[0])
        assert arcs_of(model, words) == built(sequence)
        better += best > sum(step.score for step in greedy_sequence(model, words)) + 1e-9
    assert better > 2


def test_scores_and_margins_are_those_of_the_step() -> None:
    for seed in range(10):
        model = new_model("arc-eager", False, seed)
        here, expected = model.system.start(LONGEST), []
        while options := sorted(steps(model, here), key=lambda step: -step.score):
            if options[0].arc is not None:
                alone = len(options) == 1
                expected.append((0.0, 0.0) if alone else (options[0].score, options[0].score - options[1].score))
            here = taken(here, options[0])
        for always_beam in (False, True):
            arcs = model.built_arcs(sentences(LONGEST).layout, 1, always_beam=always_beam)
            found = np.array([arcs.scores, arcs.margins])[:, arcs.transitions >= 0].T
            assert np.allclose(found, np.array(expected).reshape(-1, 2))


def test_a_parser_needs_nothing_else() -> None:
    parser, treebank = Parser(new_model("arc-eager", False, 1)), sentences(LONGEST)
    assert repr(parser) == "<Parser table, arc-eager: 5 labels>"
    for found in (parser.parse(treebank, workers=1), parser.with_beam(3).parse(treebank)):
        assert found.word_count == LONGEST and found.heads.min() >= 0
