"""The kernel against the interpreter, on every configuration that the systems reach; no second compilation."""

from __future__ import annotations

import numpy as np
import pytest
from numba.core import event
from tests.transition.machine import interpreter

from multiplane.errors import MultiplaneError
from multiplane.transition import (
    BUFFER_HAS_HEAD,
    CONNECTED,
    LEFT_ARC,
    REDUCE,
    RIGHT_ARC,
    SHIFT,
    STACK_EMPTY,
    STACK_HAS_HEAD,
    STACK_IS_ROOT,
    SWITCH,
    UNSHIFT,
    Configuration,
    System,
    get,
    names,
)
from multiplane.transition.algebra.composition import ON_LISTS, Opcode
from multiplane.transition.machine import execution
from multiplane.transition.machine.execution import NONE, apply_to_copy, is_applicable
from multiplane.transition.machine.memory import STACK_COUNT, SWITCHES, begin, new_memory, view
from multiplane.transition.machine.operations import skip

VARIANTS = (
    "arc-eager+lba+rba",
    "arc-eager+lnba+rnba",
    "arc-eager+root",
    "arc-standard+root",
    "swap+root",
    "arc-hybrid+lba+rba+lnba+rnba",
    "planar+lba+rba+lnba+rnba",
    "planar+root",
    "planar-graph+acyclic",
    "planar-graph+single-head",
    "planar+no-covered-roots",
    "2-planar+lba+rba",
    "2-planar+lnba+rnba",
    "undirected-planar+naive",
    "undirected-covington+label-a",
    "attardi-4",
)


def odd_systems() -> list[System]:
    """Systems no paper has, for the corners of the algebra: disjunctions, guards and SWITCH inside compositions."""
    return [
        System(
            "disjunctive",
            shift=SHIFT.where(STACK_EMPTY | STACK_HAS_HEAD | ~BUFFER_HAS_HEAD),
            reduce=REDUCE,
            left=LEFT_ARC.where(~STACK_HAS_HEAD & ~CONNECTED | BUFFER_HAS_HEAD & ~CONNECTED),
            right=RIGHT_ARC.where(~(STACK_HAS_HEAD | CONNECTED)),
        ),
        System(
            "guards-in-the-middle",
            shift=SHIFT,
            link=LEFT_ARC >> REDUCE.where(STACK_HAS_HEAD) >> RIGHT_ARC.where(~CONNECTED) >> SHIFT,
            chain=RIGHT_ARC >> SHIFT >> RIGHT_ARC.where(STACK_HAS_HEAD & ~CONNECTED.at(stack=2)),
            deep=UNSHIFT >> RIGHT_ARC.where(~STACK_HAS_HEAD.at(stack=2)) >> SHIFT >> REDUCE.where(~CONNECTED),
            right=RIGHT_ARC,
            back=UNSHIFT.where(~STACK_IS_ROOT & STACK_HAS_HEAD) >> LEFT_ARC.where(~CONNECTED),
        ),
        System("one-by-one", shift=SHIFT)
        .with_stacks(2)
        .variant(
            "switching",
            transitions={
                "shift": SHIFT,
                "switch": SWITCH,
                "switch-right": SWITCH >> RIGHT_ARC.where(~CONNECTED) >> REDUCE,
                "link-twice": LEFT_ARC.where(~STACK_HAS_HEAD) >> SWITCH >> LEFT_ARC.where(~STACK_HAS_HEAD),
                "unshift": UNSHIFT.where(STACK_HAS_HEAD) >> LEFT_ARC >> REDUCE,
            },
        ),
    ]


def as_interpreted(here: Configuration) -> tuple[object, ...]:
    undirected = here.machine.is_undirected
    return (
        tuple(map(tuple, here.stacks)),
        tuple(here.buffer),
        tuple(here.skipped),
        frozenset(here.arcs),
        int(here.memory[SWITCHES]) if len(here.stacks) > 1 else 0,
        undirected,
    )


def as_compared(here: interpreter.Configuration, stacks: int) -> tuple[object, ...]:
    switches = here.switches if stacks > 1 else 0
    return here.stacks, here.buffer, here.skipped, here.arcs, switches, here.undirected


def compare_everywhere(system: System, words: int) -> int:
    """Walk every reachable configuration in both machines, and compare all they say."""
    members = dict(zip(system.names(words), system.members(words), strict=True))
    judge = interpreter.start(words, system.stacks, system.root, system.is_undirected)
    pending, seen = [(system.start(words), judge)], set()
    while pending:
        here, judged = pending.pop()
        assert as_interpreted(here) == as_compared(judged, system.stacks)
        if judged in seen:
            continue
        seen.add(judged)
        permitted = set(here.permitted())
        for name, transition in members.items():
            after = interpreter.step_through(judged, transition)
            assert (name in permitted) == (after is not None), (system.name, name, str(here))
            if after is None:
                with pytest.raises(MultiplaneError, match="not permitted"):
                    here.apply(name)
                assert as_interpreted(here) == as_compared(judged, system.stacks)
            else:
                pending.append((here.copy().apply(name), after))
    return len(seen)


@pytest.mark.parametrize("name", [*names(), *VARIANTS])
def test_kernel_equals_interpreter(name: str) -> None:
    assert compare_everywhere(get(name), 2 if name in ("3-planar", "2-planar-graph") else 3) > 15


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in (*names(), *VARIANTS) if "graph" not in name])
def test_kernel_equals_interpreter_on_more_words(name: str) -> None:
    assert compare_everywhere(get(name), 3 if name == "3-planar" else 4) > 60


@pytest.mark.parametrize("system", odd_systems(), ids=lambda system: system.name)
def test_kernel_equals_interpreter_on_odd_systems(system: System) -> None:
    assert compare_everywhere(system, 4) > 15
    assert compare_everywhere(system.with_root(), 3) > 15


def test_a_system_defined_at_run_time_compiles_nothing() -> None:
    get("arc-eager").run(3, get("arc-eager").derive([2, 0, 2]))
    get("arc-eager").start(3).apply("shift")
    with event.install_recorder("numba:compile") as recorder:
        own = System(
            "own",
            shift=SHIFT,
            left=LEFT_ARC.where(~STACK_HAS_HEAD & ~CONNECTED) >> REDUCE,
            right=UNSHIFT >> RIGHT_ARC >> SHIFT >> REDUCE,
            reduce=REDUCE.where(STACK_HAS_HEAD | BUFFER_HAS_HEAD),
        ).with_stacks(2)
        assert own.run(3, own.derive([2, 0, 0])) == [2, 0, 0]
    assert not recorder.buffer


@pytest.mark.parametrize("opcode", [-1, len(Opcode), 99])
def test_an_unknown_opcode_in_a_program_raises(opcode: int) -> None:
    memory = get("arc-eager").memory(3)
    program = System("own", shift=SHIFT).program(3).copy()
    program[program[program[0]] + 1] = opcode
    with pytest.raises(ValueError, match="unknown opcode"):
        execution.apply(memory, program, 0, -1)


def test_every_opcode_is_known_to_the_kernel() -> None:
    """FORGET came from whatever was not known; now each opcode changes the memory in its own way."""
    changed = set()
    for opcode in Opcode:
        memory = new_memory(5, 2 if opcode in (Opcode.SWITCH, Opcode.DISCARD) else 1, 5)
        begin(memory, 5, False)
        program = System("own", shift=SHIFT).with_stacks(memory[STACK_COUNT]).program(5).copy()
        for _ in range(3):
            execution.apply(memory, program, 0, -1)
        if opcode in ON_LISTS[1:]:
            skip(memory)
        before = memory.copy()
        program[program[program[0]] + 1] = opcode
        execution.apply(memory, program, 0, -1)
        changed.add((len(memory), *np.flatnonzero(memory != before).tolist(), *memory[memory != before].tolist()))
    assert len(changed) == len(Opcode)


def test_applicable_transitions_are_those_of_the_configuration() -> None:
    system = get("arc-eager")
    here, program = system.start(3).apply("shift"), system.program(3)
    found = [name for number, name in enumerate(system.names(3)) if is_applicable(here.memory, program, number)]
    assert found == here.permitted()
    assert not is_applicable(here.memory, program, NONE)


def test_the_copy_moves_on_and_the_original_stays() -> None:
    system = get("arc-eager")
    here, copy = system.start(3), system.memory(3)
    before = here.memory.copy()
    apply_to_copy(here.memory, system.program(3), system.names(3).index("shift"), copy)
    assert np.array_equal(here.memory, before)
    assert view(copy).stacks == [[1]]
