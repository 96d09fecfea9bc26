"""The arrows of the article between schemata, found by machine on small inputs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from multiplane.deduce import Problem, deduce, problem, schema
from multiplane.deduce.figure import ARROWS
from multiplane.deduce.relations import relations
from multiplane.deduce.semirings import TREES
from multiplane.transition import get
from multiplane.transition.systems.configuration import Configuration

MORE_ARROWS = (
    ("eisner-1996", "step contraction", "yamada-matsumoto-2003"),
    ("eisner-1996", "step contraction", "eisner-satta-1999"),
)


@pytest.mark.parametrize(("one", "name", "other"), (*ARROWS, *MORE_ARROWS))
def test_arrows_hold_to_three_words(one: str, name: str, other: str) -> None:
    found = {each.name: each for each in relations(schema(one), schema(other), 3)}
    assert found[name].holds, found[name].counterexample


def test_what_does_not_hold_has_a_counterexample() -> None:
    found = {each.name: each for each in relations(schema("collins-1996"), schema("eisner-satta-generalized"), 3)}
    assert found["extension"].holds
    assert not found["static filter"].holds
    assert "COMBINER" in found["static filter"].counterexample
    mixed = {each.name: each for each in relations(schema("collins-1996"), schema("kahane-1998"), 2)}
    assert mixed["extension"].counterexample == "one has a grammar and the other arc scores"


def test_what_holds_has_a_witness() -> None:
    found = {each.name: each for each in relations(schema("yamada-matsumoto-2003"), schema("eisner-1996"), 2)}
    assert found["step refinement"].witness == (
        "L-LINK [0,1], [1,2] ⊢ [0,2] by L-LINK [0,1,F,F] ⊢ [0,1,F,T], "
        "then COMBINE-SPANS [0,1,F,T], [1,2,F,F] ⊢ [0,2,F,F]"
    )
    found = {each.name: each for each in relations(schema("kahane-1998"), schema("lombardo-lesmo-1996"), 2)}
    assert "PREDICTOR" in found["dynamic filter"].witness
    found = {each.name: each for each in relations(schema("eisner-satta-generalized"), schema("collins-1996"), 3)}
    assert found["static filter"].witness.startswith("only in the larger: R-COMBINER")


def configurations(system: str, n: int) -> Iterator[Configuration]:
    """All that a transition system reaches."""
    start = get(system).start(n)
    seen = {start.key}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        yield here
        for step in here.permitted():
            there = here.copy().apply(step)
            if there.key not in seen:
                seen.add(there.key)
                waiting.append(there)


def without_root_arcs(n: int) -> Problem:
    """Transition systems attach to 0 at the end what has no head; schemata must not do so before."""
    scores = np.zeros((n + 1, n + 1))
    scores[0] = -np.inf
    return problem(scores=scores)


def arcs_of(configuration: Configuration) -> frozenset[tuple[int, int]]:
    return frozenset((dependent, head) for head, dependent in configuration.arcs)


def has_head(configuration: Configuration, node: int) -> bool:
    return any(dependent == node for _, dependent in configuration.arcs)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_arc_eager_reaches_the_items_of_nivre_s_schema_with_their_forests(n: int) -> None:
    """And nothing else, but for what REDUCE leaves when all words are read."""
    reached = set()
    for here in configurations("arc-eager", n):
        first = here.buffer[0] if here.buffer else n + 1
        reached.add((first, tuple((node, has_head(here, node)) for node in here.stack), arcs_of(here)))
    chart = deduce(schema("nivre-2003"), without_root_arcs(n))
    derived = {
        (node.values[0], node.values[1][1:], tree.arcs)
        for node in chart.inferences
        if node.type == "Reading"
        for tree in chart.value(TREES, node)
    }
    assert derived <= reached
    assert {each[:2] for each in reached if each[0] <= n} == {each[:2] for each in derived if each[0] <= n}


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_covington_reaches_the_items_of_its_schema_but_for_those_of_cycles(n: int) -> None:
    reached = set()
    for here in configurations("covington", n):
        read = here.buffer[0] - 1 if here.buffer else n
        if read and not here.skipped:
            reached.add((read, tuple(node for node in range(1, read + 1) if not has_head(here, node))))
    chart = deduce(schema("covington-2001"), without_root_arcs(n))
    derived = {node.values for node in chart.inferences if node.type == "Headless"}
    assert reached <= derived
    assert all(headless == () for _, headless in derived - reached), "some word of a tree has no head"


@pytest.mark.parametrize(("system", "d"), [("arc-standard", 1), ("attardi-2", 2)])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_attardi_reaches_the_items_over_whole_sentences_of_its_schema(system: str, d: int, n: int) -> None:
    """Stack and buffer together are the list of heads; with depth 2 the forests of an item need not all be reached."""
    reached: dict[tuple[int, ...], set[frozenset[tuple[int, int]]]] = {}
    for here in configurations(system, n):
        reached.setdefault((0, *here.stack, *here.buffer, n + 1), set()).add(arcs_of(here))
    chart = deduce(schema(f"attardi-2006-{d}"), without_root_arcs(n))
    whole = [node for node in chart.inferences if node.type == "Heads" and node.values[0][0] == 0]
    derived = {node.values[0]: node for node in whole if node.values[0][-1] == n + 1}
    assert set(reached) == set(derived)
    for heads, node in derived.items():
        forests = {tree.arcs for tree in chart.value(TREES, node)}
        assert reached[heads] <= forests
        if d == 1:
            assert reached[heads] == forests
