"""Rivals are the best arcs that were not built, as a plain list of all of them has them."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.graphs.made_graphs import made_graphs

from multiplane.kernels.interpret import kernels
from multiplane.learn import GraphsTrainer
from multiplane.learn.graphs.greedy import Rivals, note_rivals
from multiplane.learn.transition.actions import builds_arc, compile_system, find_applicable, new_dependent, new_head
from multiplane.learn.transition.context import ParserState, new_context
from multiplane.learn.transition.scorer import new_choices
from multiplane.transition import get
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import begin, head_of
from multiplane.treebank import Treebank

WORDS = 6


class Scores(NamedTuple):
    """What is left of a scorer where the scores are known."""

    scores: NDArray[np.float32]


@pytest.mark.parametrize("name", ["2-planar-graph", "dag-arc-eager", "planar-graph+root"])
def test_rivals_are_the_best_arcs_that_were_not_built(name: str) -> None:
    rng, system = Random(1), get(name)
    compiled = compile_system(system, ["dep"])
    choices, noted = new_choices(len(compiled.places)), 0
    for _ in range(15):
        memory = system.memory(WORDS)
        begin(memory, WORDS, system.root)
        rivals = Rivals(np.full(WORDS + 1, -1, np.int32), np.zeros(WORDS + 1, np.float32))
        candidates: dict[int, list[tuple[float, int]]] = {}
        while find_applicable(memory, compiled.program, compiled.places, choices.applicable):
            applicable = np.flatnonzero(choices.applicable).tolist()
            scores = Scores(np.array([rng.randint(-3, 3) for _ in choices.applicable], np.float32))
            best = max(applicable, key=scores.scores.__getitem__)
            for transition in applicable:
                if transition != best and builds_arc(compiled.places, transition):
                    arc = [end(memory, compiled.places, transition) for end in (new_head, new_dependent)]
                    if head_of(memory, arc[1]) < 0:
                        margin = float(scores.scores[transition] - scores.scores[best])
                        candidates.setdefault(arc[1], []).append((margin, arc[0]))
            with kernels("interpreted"):
                note_rivals(compiled, scores, choices, ParserState(memory, new_context(WORDS), 0), best, rivals)
            apply(memory, compiled.program, best, 0)
        for word in range(1, WORDS + 1):
            found = candidates.get(word, [])
            noted += bool(found)
            margin, head = max(found, key=lambda each: each[0], default=(0.0, -1))
            assert rivals.heads[word] == head
            assert not found or rivals.margins[word] == margin
    assert noted > 30


def test_sentences_are_parsed_as_each_is_alone() -> None:
    treebank = Treebank.from_text(made_graphs(12, 3), "conllu")
    rng = np.random.default_rng(1)
    model = GraphsTrainer(treebank).model()
    model.weights[:] = rng.integers(-9, 9, model.weights.shape)
    together = model.parse_graphs(treebank)
    for number in range(len(treebank)):
        alone = model.parse_graphs(treebank[number : number + 1])
        assert alone.sentence(0) == together.sentence(number)
