"""What losses are counted from: where the nodes of a configuration are."""

from __future__ import annotations

import numpy as np

from multiplane.transition import get
from multiplane.transition.oracles.dynamic.reachability import (
    IN_BUFFER,
    ON_STACK,
    REMOVED,
    count_wrong_heads,
    node_locations,
)


def test_where_nodes_are_and_which_heads_are_wrong() -> None:
    here = get("arc-eager").start(4)
    for step in ("shift", "left", "shift"):
        here.apply(step)
    assert node_locations(here.memory).tolist() == [REMOVED, REMOVED, ON_STACK, IN_BUFFER, IN_BUFFER]
    assert count_wrong_heads(here.memory, np.array([-1, 2, 0, 2, 3], np.int32)) == 0
    assert count_wrong_heads(here.memory, np.array([-1, 3, 0, 2, 3], np.int32)) == 1
