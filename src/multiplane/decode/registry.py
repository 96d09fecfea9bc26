"""What there is to decode a class of trees: the search for the best, its chart, sums over all, trees drawn at random.

Each class has its `Decoder` in the file of its search; the entry of the class in `multiplane.structure.classes` says
where. `decoder_of` finds it there when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from multiplane.kernels.arrays import Float64, Int32
from multiplane.lazy import load
from multiplane.structure.classes import FAMILIES, ClassFamily

if TYPE_CHECKING:
    from multiplane.deduce.schema import Schema

Search = Callable[[Float64, bool], Int32]
"""From arc scores, and whether there must be a single root, to the heads of the best tree; the first is -1 for none."""

ArcProbabilities = Callable[[Float64, bool], tuple[float, Float64]]
"""To the log of the sum over all trees, and the share in it of the trees that have each arc."""

Draw = Callable[[Float64, bool, int, int], Sequence[Int32]]
"""With a number and a seed, to the heads of so many trees drawn at random."""

SchemaOf = Callable[[bool], "Schema"]
"""The schema for trees with several roots, or with one."""


@dataclass(frozen=True, slots=True)
class Decoder:
    """How the best tree of a class is found; each function takes the number of the class, 0 where it has none.

    ``search`` finds the best tree in O(n^``time``), exactly at any length. A parser that must not take seconds for a
    sentence searches up to ``longest`` words, and for the best tree of the smaller class ``fallback`` beyond. ``chart``
    is the search without a look at the best of all trees; ``once`` a schema that derives every tree once, which gives
    sums over the trees and draws them; ``sums`` and ``draw`` are where there is something faster. None is what there
    is not.
    """

    search: Callable[[int], Search]
    time: Callable[[int], int]
    longest: int | None = None
    fallback: str = ""
    chart: Callable[[int], Search | None] = lambda k: None
    once: Callable[[int], SchemaOf | None] = lambda k: None
    sums: Callable[[int], ArcProbabilities | None] = lambda k: None
    draw: Callable[[int], Draw | None] = lambda k: None


@cache
def decoder_of(family: ClassFamily) -> Decoder | None:
    """The decoder of a family, None if it has none.

    >>> from multiplane.structure.classes import GAP_MINDING, PLANAR
    >>> decoder_of(GAP_MINDING).time(0), decoder_of(PLANAR)
    (5, None)
    """
    if not family.decoder:
        return None
    found: Decoder = load(f"multiplane.decode.{family.decoder}")
    return found


DECODERS = tuple(family for family in FAMILIES if family.decoder)
"""The families that have a decoder."""

NAMES = tuple(family.named(family.example or 0) for family in DECODERS)
"""A class of each of them."""
