"""The arrows of the article between schemata, found by machine on small inputs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from multiplane.deduce import Problem, Schema, deduce, problem, schema
from multiplane.deduce.check import check
from multiplane.deduce.conditions import ArcCondition
from multiplane.deduce.figure import ARROWS
from multiplane.deduce.link.check import check_linkages
from multiplane.deduce.link.schemata import LINK_SCHEMATA, link_schema
from multiplane.deduce.relations import relations
from multiplane.deduce.schema import Step
from multiplane.deduce.semirings import TREES
from multiplane.deduce.terms import positions
from multiplane.transition import get
from multiplane.transition.machine.configuration import Configuration

MORE_ARROWS = (
    ("eisner-1996", "step contraction", "yamada-matsumoto-2003"),
    ("eisner-1996", "step contraction", "eisner-satta-1999"),
)


@pytest.mark.parametrize(("one", "name", "other"), (*ARROWS, *MORE_ARROWS))
def test_arrows_hold_to_three_words(one: str, name: str, other: str) -> None:
    found = {each.name: each for each in relations(schema(one), schema(other), 3)}
    assert found[name].holds, found[name].counterexample


def names_of_what_holds(one: Schema, other: Schema) -> list[str]:
    return [each.name for each in relations(one, other, 3) if each.holds]


def with_arcs_turned(found: Schema) -> Schema:
    """The same steps with head and dependent exchanged in every D-rule, and in what is joined by rules."""

    def turned(step: Step) -> Step:
        return Step(
            step.name,
            *step.antecedents,
            gives=step.gives,
            where=[
                ArcCondition(each.head, each.dependent) if isinstance(each, ArcCondition) else each
                for each in step.where
            ],
            given=step.given,
            each=positions(" ".join(step.each)),
            head=step.head,
            child=None if step.child is None or len(step.antecedents) == 1 else 1 - step.child,
        )

    return replace(found, steps=[turned(step) for step in found.steps])


def without_position_0(found: Schema) -> Schema:
    """Collins's steps for positions from 1."""
    h1, h2 = positions("h₁ h₂")
    steps = [Step(s.name, *s.antecedents, gives=s.gives, where=[*s.where, h1 >= 1, h2 >= 1]) for s in found.steps]
    return replace(found, steps=steps)


def test_steps_with_their_arcs_turned_are_in_no_relation_to_what_they_were() -> None:
    collins = without_position_0(schema("collins-1996"))
    assert [check(each, "projective", True, 3).verdict for each in (collins, with_arcs_turned(collins))] == [
        "correct",
        "not sound, not complete",
    ]
    assert names_of_what_holds(collins, collins)[:2] == ["extension", "static filter"]
    assert names_of_what_holds(collins, with_arcs_turned(collins)) == []
    counterexample = relations(collins, with_arcs_turned(collins), 2)[0].counterexample
    assert counterexample == "R-LINK [1,1,1], [2,2,2] ⊢ [1,2,2] 1 → 2"


@pytest.mark.parametrize(("one", "name", "other"), ARROWS)
def test_no_arrow_holds_if_the_arcs_of_one_end_are_turned(one: str, name: str, other: str) -> None:
    assert name not in names_of_what_holds(with_arcs_turned(schema(one)), schema(other))
    assert name not in names_of_what_holds(schema(one), with_arcs_turned(schema(other)))


@pytest.mark.parametrize("name", ["link-eisner-satta-1999", "link-yamada-matsumoto-2003"])
@pytest.mark.parametrize("cycles", [True, False])
def test_parsers_of_links_are_step_contractions_of_eisner_s_as_the_article_has_them(name: str, cycles: bool) -> None:
    def holds(each_once: bool) -> bool:
        found = relations(link_schema("link-eisner-1996", cycles, each_once), link_schema(name, cycles, each_once), 4)
        return next(each.holds for each in found if each.name == "step contraction")

    assert holds(each_once=False)
    assert not holds(each_once=True), "what keeps a linkage from being derived twice keeps steps from being emulated"


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_parsers_of_links_as_the_article_has_them_are_correct_too(name: str) -> None:
    assert check_linkages(link_schema(name, each_once=False), 5).verdict == "correct"


def test_parsers_of_links_and_of_dependencies_are_not_compared() -> None:
    found = relations(schema("link-eisner-1996"), schema("eisner-1996"), 2)
    assert {each.holds for each in found} == {False}
    assert found[0].counterexample == "one has a dictionary and the other arc scores"


def test_what_does_not_hold_has_a_counterexample() -> None:
    found = {each.name: each for each in relations(schema("collins-1996"), schema("eisner-satta-generalized"), 3)}
    assert found["extension"].holds
    assert not found["static filter"].holds
    assert "COMBINER" in found["static filter"].counterexample
    mixed = {each.name: each for each in relations(schema("collins-1996"), schema("kahane-1998"), 2)}
    assert mixed["extension"].counterexample == "one has arc scores and the other a grammar"


def test_what_holds_has_a_witness() -> None:
    found = {each.name: each for each in relations(schema("yamada-matsumoto-2003"), schema("eisner-1996"), 2)}
    assert found["step refinement"].witness == (
        "L-LINK [0,1], [1,2] ⊢ [0,2] 1 → 0 by L-LINK [0,1,F,F] ⊢ [0,1,F,T] 1 → 0, "
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
