"""The costs of transitions, and which systems have a dynamic oracle."""

from __future__ import annotations

import numpy as np
import pytest

from multiplane.transition import get
from multiplane.transition.oracles import costs, gold_tree, profile_of
from multiplane.transition.oracles.profile import LOSS, NO_LOSS


def test_costs_after_a_mistake() -> None:
    """After two shifts 2 → 1 is lost; 2 → 3 can still be built, and only RIGHT costs nothing."""
    system = get("arc-eager")
    here = system.start(3).apply("shift").apply("shift")
    profile, out = profile_of(system, 3), np.empty(4, np.int32)
    gold = gold_tree(profile, np.array([2, 0, 2], np.int32))
    assert costs(profile, system.program(3), here.memory, gold, np.stack([here.memory] * 2), out) == 1
    assert dict(zip(system.names(3), out.tolist(), strict=True)) == {"shift": 1, "reduce": -1, "left": 2, "right": 0}


@pytest.mark.parametrize(
    "name", ["easy-first", "swap", "attardi-2", "3-planar", "arc-eager+lnba", "arc-eager+root", "undirected-planar"]
)
def test_where_there_is_no_dynamic_oracle(name: str) -> None:
    assert profile_of(get(name), 3)[LOSS] == NO_LOSS
