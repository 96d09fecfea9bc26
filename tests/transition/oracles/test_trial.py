"""Trying out transitions changes nothing; a transition that the system lacks is not applicable."""

from __future__ import annotations

import numpy as np

from multiplane.transition import get
from multiplane.transition.machine.memory import view
from multiplane.transition.oracles.trial import NONE, apply_to_copy, is_applicable


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
