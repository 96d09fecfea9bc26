"""The scorer against its formulas, in plain Python and float64, along random ways through every system."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.learn.neural.heads.arcs import spelled_out
from tests.learn.neural.heads.transitions.tiny import tiny_model

import multiplane
from multiplane.learn.neural.heads.transitions.network import SCALE
from multiplane.learn.transition.actions import compile_system, find_applicable
from multiplane.learn.transition.context import ParserState, new_context
from multiplane.learn.transition.scorer import begin_parse, take_transition
from multiplane.transition.machine.execution import node_at
from multiplane.transition.machine.memory import ARCS, arc_dependent, arc_head

DUTCH = multiplane.read("sample:dutch")
AREAS = {"S": 1, "O": 2, "B": 0}


def node(memory: Any, address: str) -> int:
    """The node at an address, by the arcs that are there."""
    start, *steps = address.split(".")
    place = int(node_at(memory, AREAS[start[0]], int(start[1]) + 1))
    arcs = [(int(arc_head(memory, arc)), int(arc_dependent(memory, arc))) for arc in range(memory[ARCS])]
    for step in steps:
        if place < 0:
            return -1
        if step == "head":
            place = next((head for head, dependent in arcs if dependent == place), -1)
        else:
            below = [dependent for head, dependent in arcs if head == place]
            left, right = [d for d in below if d < place], [d for d in below if d > place]
            place = min(left, default=-1) if step == "left1" else max(right, default=-1)
    return place


@pytest.mark.parametrize("name", ["arc-eager", "arc-standard", "arc-hybrid", "2-planar", "swap", "covington"])
def test_scores_are_those_of_the_formulas(name: str) -> None:
    model = tiny_model(DUTCH, name)
    w = {key: model.head.stored[key].astype(np.float64) for key in model.head.sizes.shapes}
    ((begin, end, scorer),) = model.scorers(DUTCH.layout, np.empty((DUTCH.word_count, 0), np.int32), 0, len(DUTCH))
    assert (begin, end) == (0, len(DUTCH))
    system = compile_system(model.system, model.arc_labels)
    choose, units, labels, built = np.random.default_rng(1), model.head.sizes.state, model.head.sizes.label, 0
    applicable = np.zeros(len(system.places), np.int32)
    for sentence in (0, 5):
        first, last = DUTCH.offsets[sentence : sentence + 2].tolist()
        x = spelled_out.in_context(model.encoder, DUTCH.layout, first, last)
        head, dependent = x @ w["head weights"] + w["head bias"], x @ w["dependent weights"] + w["dependent bias"]
        state = ParserState(model.system.memory(last - first), new_context(last - first), first)
        begin_parse(system, state, last - first)
        steps = 0
        while find_applicable(state.memory, system.program, system.places, applicable) and steps < 40:
            scorer.score_transitions(state, applicable)
            hidden = w["state bias"].copy()
            for number, address in enumerate(model.head.addresses):
                place, here = node(state.memory, address), slice(number * units, (number + 1) * units)
                part = (x[place] @ w["address weights"]) if place >= 0 else w["address empty"]
                hidden += part[here]
            hidden += w["feature weights"][scorer.features.rows].sum(0)
            expected = spelled_out.leaky(hidden) @ w["transition weights"] + w["transition bias"]
            for number, effect in enumerate(model.system.effects):
                if applicable[number] and effect.arcs:
                    above, below = (
                        int(node_at(state.memory, *place)) for place in (effect.arcs[0].head, effect.arcs[0].dependent)
                    )
                    expected[number] += head[above, labels:] @ dependent[below, labels:] / np.sqrt(model.head.sizes.arc)
                    built += 1
            np.testing.assert_allclose(scorer.scores[: len(applicable)] / SCALE, expected, rtol=1e-3, atol=1e-3)
            taken = int(choose.choice(np.flatnonzero(applicable)))
            take_transition(system, state, taken, 1)
            steps += 1
        assert steps > last - first and built > 0
        head, dependent = head[:, :labels], dependent[:, :labels]
        for one, other in ((0, 1), (2, 1), (1, last - first)):
            scorer.score_labels(state, one, other)
            expected = spelled_out.leaky(head[one] + dependent[other]) @ w["label sum"] + w["label bias"]
            expected += (head[one] * dependent[other]) @ w["label product"]
            found = scorer.label_scores[: len(model.arc_labels)]
            np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)


def test_features_have_rows_of_their_own() -> None:
    model = tiny_model(DUTCH, "2-planar", feature_rows=2048)
    ((_, _, scorer),) = model.scorers(DUTCH.layout, np.empty((DUTCH.word_count, 0), np.int32), 0, len(DUTCH))
    system = compile_system(model.system, model.arc_labels)
    state = ParserState(model.system.memory(20), new_context(20), 0)
    begin_parse(system, state, int(DUTCH.offsets[1]))
    applicable = np.zeros(len(system.places), np.int32)
    find_applicable(state.memory, system.program, system.places, applicable)
    scorer.score_transitions(state, applicable)
    before = scorer.features.rows.copy()
    take_transition(system, state, model.transition_names.index("shift"), -1)
    find_applicable(state.memory, system.program, system.places, applicable)
    scorer.score_transitions(state, applicable)
    changed = np.array(model.features.transition)[before != scorer.features.rows]
    assert "history1" in changed and "plane" not in changed
