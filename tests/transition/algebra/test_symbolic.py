"""Symbolic execution knows every opcode, refuses others, and takes no longer for more arcs than it must."""

from __future__ import annotations

import pytest

from multiplane.errors import MultiplaneError
from multiplane.transition import LEFT_ARC, SHIFT, Transition, TransitionSystem
from multiplane.transition.algebra.composition import ElementaryStep, Opcode
from multiplane.transition.algebra.guards import Kind, Place, statement
from multiplane.transition.algebra.symbolic import Assumptions, effect_of
from multiplane.transition.machine.program import assemble


@pytest.mark.parametrize("opcode", Opcode)
def test_every_opcode_has_a_meaning(opcode: Opcode) -> None:
    stacks = 2 if opcode == Opcode.SWITCH else 1
    assert effect_of(Transition((ElementaryStep(opcode),)), Assumptions(stacks)).condition.clauses


@pytest.mark.parametrize("opcode", [-1, len(Opcode), 99])
def test_an_unknown_opcode_is_refused(opcode: int) -> None:
    unknown = Transition((ElementaryStep(opcode),))  # type: ignore[arg-type]
    with pytest.raises(MultiplaneError, match=f"found opcode {opcode}; expected one of SHIFT, UNSHIFT"):
        assemble([unknown], Assumptions())
    with pytest.raises(MultiplaneError, match=f"system own, transition odd: found opcode {opcode}"):
        TransitionSystem("own", shift=SHIFT, odd=unknown)


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
