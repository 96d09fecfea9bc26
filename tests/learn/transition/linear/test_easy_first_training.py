"""The loss of a join in easy-first training, against all ways to go on."""

from __future__ import annotations

from functools import cache

import numpy as np
from tests.enumeration import all_trees

from multiplane.learn.transition.easy_first import LEFT, RIGHT
from multiplane.learn.transition.linear.easy_first_training import losses
from multiplane.structure import is_projective


def join(pending: tuple[int, ...], gap: int, side: int) -> tuple[int, int, tuple[int, ...]]:
    """Head, dependent, and the words that are left."""
    one, other = pending[gap - 1], pending[gap]
    head, dependent = (other, one) if side == LEFT else (one, other)
    return head, dependent, tuple(word for word in pending if word != dependent)


def test_joins_without_loss_are_those_from_which_all_other_gold_arcs_can_be_built() -> None:
    for heads in all_trees(4):
        if not is_projective(heads) or heads.count(0) > 1:
            continue

        @cache
        def most(pending: tuple[int, ...], heads: tuple[int, ...] = heads) -> int:
            """The most gold arcs that can still be built."""
            found = 0
            for gap in range(1, len(pending)):
                for side in (LEFT, RIGHT):
                    head, dependent, rest = join(pending, gap, side)
                    found = max(found, (heads[dependent - 1] == head) + most(rest))
            return found

        waiting = [(1, 2, 3, 4)]
        while waiting:
            pending = waiting.pop()
            lost = np.zeros((len(heads) + 1, 2), np.int32)
            losses(np.array(heads, np.int32), np.array(pending, np.int32), len(pending), lost)
            for gap in range(1, len(pending)):
                for side in (LEFT, RIGHT):
                    head, dependent, rest = join(pending, gap, side)
                    best = (heads[dependent - 1] == head) + most(rest)
                    arcs = sum(heads[word - 1] in pending for word in pending)
                    if arcs == most(pending):
                        root_lost = heads[dependent - 1] == 0
                        assert lost[gap, side] - root_lost >= 0
                        assert (lost[gap, side] == 0) == (best == arcs and not root_lost), (heads, pending, gap, side)
                    waiting.append(rest)
