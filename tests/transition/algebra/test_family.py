"""Families: members are what was written, at every position; what is not linear in the position is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from multiplane.errors import MultiplaneError
from multiplane.transition import (
    LEFT_ARC,
    REDUCE,
    RIGHT_ARC,
    SHIFT,
    STACK_HAS_HEAD,
    UNSHIFT,
    Composition,
    for_each_position,
)
from multiplane.transition.algebra.composition import Opcode
from multiplane.transition.algebra.family import expanded, opcodes_used

LINEAR: list[Callable[[int], Composition]] = [
    lambda i: SHIFT * i >> LEFT_ARC >> REDUCE >> UNSHIFT * (i - 1),
    lambda i: SHIFT * (2 * i - 3),
    lambda i: LEFT_ARC.at(stack=i).where(~STACK_HAS_HEAD.at(stack=i)) >> REDUCE.at(stack=i),
    lambda i: RIGHT_ARC.at(buffer=3 * i).where(STACK_HAS_HEAD | STACK_HAS_HEAD.at(stack=i + 1)),
    lambda i: SHIFT >> SHIFT * i >> SHIFT,
]


@pytest.mark.parametrize("member", LINEAR)
def test_members_are_what_was_written(member: Callable[[int], Composition]) -> None:
    family = for_each_position(member)
    for position in range(1, 40):
        assert family.member(position) == member(position)
    assert family == for_each_position(member)
    assert hash(family) == hash(for_each_position(member))


@pytest.mark.parametrize(
    "member",
    [
        lambda i: SHIFT * (i * i),
        lambda i: SHIFT * i if i % 2 else REDUCE,
        lambda i: SHIFT * min(i, 5),
        lambda i: SHIFT * (5 - i) >> REDUCE,
        lambda i: SHIFT * i if i > 1 else REDUCE,
        lambda i: REDUCE if i == 12 else SHIFT,
        lambda i: LEFT_ARC.where(STACK_HAS_HEAD if i % 2 else ~STACK_HAS_HEAD),
    ],
)
def test_what_is_not_linear_is_refused(member: Callable[[int], Composition]) -> None:
    with pytest.raises(MultiplaneError, match="expected the same steps at every position"):
        for_each_position(member)


def test_expanded_families() -> None:
    transitions = {"shift": SHIFT, "attach": for_each_position(LINEAR[0])}
    assert list(expanded(transitions, 4)) == ["shift", "attach(1)", "attach(2)", "attach(3)"]
    assert list(expanded(transitions, 1)) == ["shift"]
    assert opcodes_used(transitions) == {Opcode.SHIFT, Opcode.LEFT_ARC, Opcode.REDUCE, Opcode.UNSHIFT}
