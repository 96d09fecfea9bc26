"""Several trainers that learn beside one another: their seeds, and their states as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def derived_seeds(seed: int, number: int, purpose: int = 0) -> list[int]:
    """So many seeds: the seed itself, and others that no other seed gives, nor the same one for another purpose.

    >>> derived_seeds(0, 3)[:2] == derived_seeds(0, 2), derived_seeds(7, 1), set(derived_seeds(0, 9)) & {1, 2, 3}
    (True, [7], set())
    """
    numbers = ([seed, place, *[purpose] * (purpose > 0)] for place in range(1, number))
    others = (np.random.SeedSequence(entropy).generate_state(1, np.uint64) for entropy in numbers)
    return [seed, *(int(other[0]) for other in others)]


def state_of_all(states: Sequence[Mapping[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    """The states of several trainers as one, each under its number.

    >>> state_of_all([{"counts": 1}, {"counts": 2}])
    {'0 counts': 1, '1 counts': 2}
    """
    return {f"{number} {name}": array for number, state in enumerate(states) for name, array in state.items()}


def part_of_state(state: Mapping[str, NDArray[Any]], number: int) -> dict[str, NDArray[Any]]:
    """What belongs to one trainer of several, in the states of all.

    >>> part_of_state({"0 counts": 1, "1 counts": 2}, 1)
    {'counts': 2}
    """
    prefix = f"{number} "
    return {name.removeprefix(prefix): array for name, array in state.items() if name.startswith(prefix)}
