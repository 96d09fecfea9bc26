"""Costs of transitions, against the best graph that any continuation can still build."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest
from tests.treebank.graph_texts import random_text

from multiplane.learn.graphs.examples import GraphExamples, graph_training_data
from multiplane.learn.graphs.oracle import KIND_ARC, begin_gold, follow_gold, graph_costs, new_gold_state
from multiplane.learn.graphs.system import without_parallel_arcs
from multiplane.learn.graphs.trainer import transition_kinds
from multiplane.learn.transition.actions import compile_system, find_applicable, new_dependent, new_head
from multiplane.transition import System, get
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import begin, view
from multiplane.treebank import Treebank

ROOT = "1\ta\t_\t_\t_\t_\t0\tdep\t0:root\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t1:x\t_\n\n"


def examples_of(system: System, seed: int, sentences: int = 4) -> GraphExamples:
    text = ROOT + random_text(Random(seed), sentences, empty_nodes=False)
    return graph_training_data(Treebank.from_text(text, "conllu"), system).examples


def gold_arcs(examples: GraphExamples, sentence: int) -> frozenset[tuple[int, int]]:
    part = slice(examples.starts[sentence], examples.starts[sentence + 1])
    kept = examples.planes[part] >= 0
    return frozenset(zip(examples.heads[part][kept].tolist(), examples.dependents[part][kept].tolist(), strict=True))


def most_right(stack: tuple[int, ...], front: int, words: int, left: frozenset[tuple[int, int]]) -> int:
    """The most gold arcs that one stack and a buffer can still build, by trying every continuation."""

    @cache
    def best(stack: tuple[int, ...], front: int) -> int:
        if front > words:
            return 0
        top = stack[-1] if stack else None
        here = sum(pair in left for pair in ((top, front), (front, top))) if top is not None else 0
        shift = best((*stack, front), front + 1)
        reduce = best(stack[:-1], front) if stack else 0
        return here + max(shift, reduce)

    return best(stack, front)


@pytest.mark.parametrize("seed", range(12))
def test_costs_on_one_plane_are_losses(seed: int) -> None:
    plain = get("planar-graph")
    system, kinds = without_parallel_arcs(plain), transition_kinds(plain)
    examples = examples_of(plain, seed)
    compiled = compile_system(system, ("a", "b", "c"))
    rng, cost = Random(seed), np.zeros(4, np.int32)
    applicable = np.zeros(4, np.int32)
    for sentence in range(1, len(examples.offsets) - 1):
        words = int(examples.offsets[sentence + 1] - examples.offsets[sentence])
        gold = new_gold_state(max(1, int(np.diff(examples.starts).max())), words, 1)
        begin_gold(gold, examples, sentence, words)
        memory = system.memory(words + 8, 2)
        begin(memory, words, False)
        wanted = gold_arcs(examples, sentence)
        while find_applicable(memory, compiled.program, compiled.places, applicable):
            graph_costs(examples, gold, sentence, memory, kinds, compiled.places, cost)
            seen = view(memory)
            left = wanted - set(seen.arcs)
            stack, front = tuple(seen.stacks[0]), seen.buffer[0] if seen.buffer else words + 1
            before = most_right(stack, front, words, left)
            if front <= words:
                assert before - most_right((*stack, front), front + 1, words, left) == cost[0]
            if stack:
                assert before - most_right(stack[:-1], front, words, left) == cost[1]
            choices = np.flatnonzero(applicable).tolist()
            for transition in choices:
                if kinds[transition] == KIND_ARC:
                    arc = (
                        new_head(memory, compiled.places, transition),
                        new_dependent(memory, compiled.places, transition),
                    )
                    assert cost[transition] == (arc not in wanted)
            chosen = rng.choice(choices)
            ends = (-1, -1)
            if kinds[chosen] == KIND_ARC:
                ends = new_head(memory, compiled.places, chosen), new_dependent(memory, compiled.places, chosen)
            follow_gold(examples, gold, sentence, memory, kinds[chosen], *ends)
            apply(memory, compiled.program, chosen, 0)


@pytest.mark.parametrize("name", ["planar-graph", "2-planar-graph", "3-planar-graph", "dag-arc-eager"])
@pytest.mark.parametrize("seed", range(8))
def test_following_the_cheapest_builds_every_arc_that_has_a_plane(name: str, seed: int) -> None:
    plain = get(name)
    system, kinds = without_parallel_arcs(plain), transition_kinds(plain)
    examples = examples_of(plain, seed, 8)
    compiled = compile_system(system, ("a", "b", "c"))
    cost, applicable = np.zeros(len(kinds), np.int32), np.zeros(len(kinds), np.int32)
    for sentence in range(len(examples.offsets) - 1):
        words = int(examples.offsets[sentence + 1] - examples.offsets[sentence])
        gold = new_gold_state(max(1, int(np.diff(examples.starts).max())), words, plain.stacks)
        begin_gold(gold, examples, sentence, words)
        memory = system.memory(words + 8, 2)
        begin(memory, words, False)
        while find_applicable(memory, compiled.program, compiled.places, applicable):
            graph_costs(examples, gold, sentence, memory, kinds, compiled.places, cost)
            choices = [t for t in np.flatnonzero(applicable) if cost[t] == cost[applicable == 1].min()]
            chosen = next((t for t in choices if kinds[t] == KIND_ARC), choices[-1])
            ends = (-1, -1)
            if kinds[chosen] == KIND_ARC:
                ends = new_head(memory, compiled.places, chosen), new_dependent(memory, compiled.places, chosen)
            follow_gold(examples, gold, sentence, memory, kinds[chosen], *ends)
            apply(memory, compiled.program, chosen, 0)
        built = set(view(memory).arcs)
        if name != "dag-arc-eager":
            assert built == gold_arcs(examples, sentence)
        else:
            assert built <= gold_arcs(examples, sentence)
