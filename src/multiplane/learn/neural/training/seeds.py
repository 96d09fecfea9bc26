"""Seeds of trainers that learn beside one another."""

from __future__ import annotations

import numpy as np


def derived_seeds(seed: int, number: int, purpose: int = 0) -> list[int]:
    """So many seeds: the seed itself, and others that no other seed gives, nor the same one for another purpose.

    >>> derived_seeds(0, 3)[:2] == derived_seeds(0, 2), derived_seeds(7, 1), set(derived_seeds(0, 9)) & {1, 2, 3}
    (True, [7], set())
    """
    numbers = ([seed, place, *[purpose] * (purpose > 0)] for place in range(1, number))
    others = (np.random.SeedSequence(entropy).generate_state(1, np.uint64) for entropy in numbers)
    return [seed, *(int(other[0]) for other in others)]
