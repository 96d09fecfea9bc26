"""How suspicious it is that a sentence is outside a class: the rarer its arcs are responsible for that, the more.

In a language where objects are often extraposed, one more is no surprise; a determiner in a crossing arc is one, and
often an error of annotation. The measure is the surprise, in bits, of the least expected label: with ``responsible`` of
all ``arcs`` of a label responsible somewhere in the treebank, −log₂ of their share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2


@dataclass(frozen=True, slots=True)
class Suspicion:
    """The label that is least expected: how many of its arcs are responsible for something, of how many in all."""

    label: str
    responsible: int
    arcs: int

    @property
    def bits(self) -> float:
        """The surprise in bits.

        >>> Suspicion("det", 1, 1024).bits
        10.0
        """
        return log2(self.arcs / self.responsible)


def suspicions(explained: Sequence[Iterable[str]], arcs: Mapping[str, int]) -> list[Suspicion]:
    """For each sentence outside a class, from the labels of the arcs responsible and the counts of all labels.

    >>> found = suspicions([["obj", "obj"], ["det", "obj"]], {"det": 64, "obj": 12})
    >>> [(one.label, one.responsible, one.bits) for one in found]
    [('obj', 3, 2.0), ('det', 1, 6.0)]
    """
    labels = [list(found) for found in explained]
    responsible = Counter(label for found in labels for label in found)
    result = []
    for found in labels:
        every = [Suspicion(label, responsible[label], max(arcs.get(label, 0), responsible[label])) for label in found]
        result.append(max(every, key=lambda one: (one.bits, one.label), default=Suspicion("", 1, 1)))
    return result
