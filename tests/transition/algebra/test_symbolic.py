"""Symbolic execution knows every opcode, refuses others, and takes no longer for more arcs than it must."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest
from tests.transition.machine.interpreter import (
    Configuration,
    component,
    find,
    has_head,
    operate,
    reached_from,
    satisfied,
    start,
    step_through,
)

from multiplane.errors import MultiplaneError
from multiplane.transition import (
    ARC_BETWEEN,
    BUFFER_HAS_HEAD,
    CONNECTED,
    LEFT_ARC,
    PATH_TO_BUFFER,
    PATH_TO_STACK,
    SHIFT,
    STACK_HAS_HEAD,
    Composition,
    System,
)
from multiplane.transition.algebra.composition import ARC_OPCODES, ON_ONE_STACK, REMOVING, ElementaryStep, Opcode
from multiplane.transition.algebra.guards import ALWAYS, Guard, Kind, Place, statement
from multiplane.transition.algebra.symbolic import Assumptions, Effect, effect_of
from multiplane.transition.machine.program import assemble


@pytest.mark.parametrize("opcode", Opcode)
def test_every_opcode_has_a_meaning(opcode: Opcode) -> None:
    stacks = 2 if opcode == Opcode.SWITCH else 1
    assert effect_of(Composition((ElementaryStep(opcode),)), Assumptions(stacks)).condition.clauses


@pytest.mark.parametrize("opcode", [-1, len(Opcode), 99])
def test_an_unknown_opcode_is_refused(opcode: int) -> None:
    unknown = Composition((ElementaryStep(opcode),))  # type: ignore[arg-type]
    with pytest.raises(MultiplaneError, match=f"found opcode {opcode}; expected one of SHIFT, UNSHIFT"):
        assemble([unknown], Assumptions())
    with pytest.raises(MultiplaneError, match=f"system own, transition odd: found opcode {opcode}"):
        System("own", shift=SHIFT, odd=unknown)


@pytest.mark.parametrize("kind", [Kind.PRECEDES, Kind.SAME_NODE, Kind.MAY_SWITCH])
def test_kinds_that_are_never_written(kind: Kind) -> None:
    with pytest.raises(MultiplaneError, match=f"found {kind.name} in a guard"):
        effect_of(SHIFT.where(statement(kind, Place(1, 1), Place(0, 1))), Assumptions())


def test_many_arcs_end_with_an_error_and_not_never() -> None:
    arcs = SHIFT * 0
    for number in range(4):
        arcs = arcs >> LEFT_ARC.at(stack=2 * number + 1, buffer=2 * number + 1)
    assert len(effect_of(arcs, Assumptions()).arcs) == 4
    with pytest.raises(MultiplaneError, match=r"found a condition of \d+ clauses; expected 512 or fewer"):
        effect_of(arcs >> LEFT_ARC.at(stack=20, buffer=20) >> LEFT_ARC.at(stack=22, buffer=22), Assumptions())


UNDIRECTED = [CONNECTED, ARC_BETWEEN, CONNECTED.at(stack=2), ARC_BETWEEN.at(stack=2), CONNECTED.at(buffer=2)]
DIRECTED = [STACK_HAS_HEAD, BUFFER_HAS_HEAD, PATH_TO_BUFFER, PATH_TO_STACK]
DEEPER = [STACK_HAS_HEAD.at(stack=2), PATH_TO_STACK.at(buffer=2), PATH_TO_BUFFER.at(stack=2)]


def some_step(rng: Random, opcodes: list[Opcode], guards: list[Guard]) -> ElementaryStep:
    opcode = rng.choice(opcodes)
    stack = 2 if opcode in (*ARC_OPCODES, Opcode.REDUCE) and rng.random() < 0.3 else 1
    buffer = 2 if opcode in (*ARC_OPCODES, Opcode.DROP) and rng.random() < 0.3 else 1
    guard = rng.choice(guards)
    return ElementaryStep(opcode, stack, buffer, rng.choice([ALWAYS, ALWAYS, guard, ~guard]))


def some_composition(
    rng: Random, opcodes: list[Opcode], guards: list[Guard], assumptions: Assumptions
) -> tuple[Composition, Effect]:
    """A composition that has a meaning; after RESTORE most have none."""
    while True:
        made = Composition(tuple(some_step(rng, opcodes, guards) for _ in range(rng.randint(2, 5))))
        try:
            return made, effect_of(made, assumptions)
        except MultiplaneError:
            continue


@pytest.mark.parametrize("undirected", [False, True])
@pytest.mark.parametrize(("stacks", "root"), [(1, False), (1, True), (2, False)])
def test_what_is_known_in_advance_is_what_is_found_on_the_way(stacks: int, root: bool, undirected: bool) -> None:
    """Compositions made at random, step by step from configurations reached at random."""
    rng, assumptions = Random(stacks), Assumptions(stacks, root)
    arcs = [Opcode.ARC] if undirected else [Opcode.LEFT_ARC, Opcode.RIGHT_ARC]
    opcodes = [
        opcode for opcode in Opcode if opcode not in ARC_OPCODES and (stacks == 1 or opcode not in ON_ONE_STACK)
    ] + 3 * arcs
    guards = UNDIRECTED if undirected else UNDIRECTED + DIRECTED + DEEPER
    walked = [Opcode.SHIFT, Opcode.SHIFT, Opcode.REDUCE, Opcode.SWITCH, *arcs, *arcs]
    seen = 0
    for number in range(150):
        chosen = [*arcs, *arcs, Opcode.SHIFT, Opcode.UNSHIFT] if number % 2 else opcodes
        composition, effect = some_composition(rng, chosen, guards, assumptions)
        for _ in range(15):
            before = start(6, stacks, root, undirected)
            for _ in range(rng.randint(2, 10)):
                before = step_through(before, Composition((some_step(rng, walked, guards),))) or before
            seen += follow(before, composition, effect)
    assert seen > 500


def follow(before: Configuration, composition: Composition, effect: Effect) -> int:
    """Compare what is known at each arc and removal with what holds there; how many of them are reached."""
    here = before
    moments, arcs = iter(effect.moments), iter(effect.arcs)
    reached, defined = 0, True
    for step in composition.steps:
        after = operate(here, step) if satisfied(here, step.guard) else None
        if after is None:
            defined = False
            break
        if step.opcode in (*ARC_OPCODES, *REMOVING):
            reached += 1
            moment = next(moments)
            node = find(before, moment.node)
            assert node is not None
            assert satisfied(before, moment.condition)
            assert satisfied(before, moment.has_head) == has_head(here, node)
            if step.opcode in ARC_OPCODES:
                arc = next(arcs)
                head = find(before, arc.head)
                assert head is not None
                assert node == find(before, arc.dependent)
                assert satisfied(before, moment.head_has_head) == has_head(here, head)
                assert satisfied(before, moment.connected) == (head in component(here, node))
                assert satisfied(before, moment.joined) == bool({(head, node), (node, head)} & here.arcs)
                assert here.undirected or satisfied(before, moment.path_back) == (head in reached_from(here, node))
        here = after
    sizes = (len(before.buffer), *map(len, before.stacks))
    are_there = all(size >= needed for size, needed in zip(sizes, effect.needs, strict=True))
    assert (are_there and satisfied(before, effect.condition)) == defined
    if defined:
        see_that_heads_are_told(before, here, effect)
    return reached


def see_that_heads_are_told(before: Configuration, after: Configuration, effect: Effect) -> None:
    """A node that comes to the stacks or to the buffer with a head, or gets one there, is never passed over."""
    on_stacks = [{*configuration.skipped, *chain(*configuration.stacks)} for configuration in (before, after)]
    in_buffer = [set(configuration.buffer) for configuration in (before, after)]
    for (old, new), told in ((on_stacks, effect.heads_on_stack), (in_buffer, effect.heads_in_buffer)):
        come = [node for node in new if has_head(after, node) and not (node in old and has_head(before, node))]
        assert not come or satisfied(before, told)
