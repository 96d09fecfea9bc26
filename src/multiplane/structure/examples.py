"""The shortest sentence that separates each class from those inside it: what a report shows of a treebank."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from multiplane.kernels.arrays import Bool
from multiplane.structure.classify import Classifications, classify_all
from multiplane.treebank import Sentence, Treebank

KINDS: dict[str, Callable[[Classifications], Bool]] = {
    "projective": lambda c: c.projective,
    "planar, not projective": lambda c: c.planar & ~c.projective,
    "2-planar, not planar": lambda c: c.planes == 2,
    "3-planar, not 2-planar": lambda c: c.planes == 3,
    "4 planes or more": lambda c: c.planes > 3,
    "1-endpoint-crossing, not planar": lambda c: c.one_endpoint_crossing & ~c.planar,
    "2-planar, not 1-endpoint-crossing": lambda c: (c.planes == 2) & ~c.one_endpoint_crossing,
    "gap-minding, not projective": lambda c: c.gap_minding & ~c.projective,
    "well-nested with gap degree 1, not gap-minding": lambda c: c.well_nested & (c.gap_degree == 1) & ~c.gap_minding,
    "ill-nested": lambda c: ~c.well_nested,
    "gap degree 2": lambda c: c.gap_degree == 2,
    "gap degree 3 or more": lambda c: c.gap_degree > 2,
    "strongly ill-nested for its gap degree": lambda c: c.mildly_ill_nested_gap > c.gap_degree,
}
SHORTEST = 4


@dataclass(slots=True)
class ClassExamples:
    """The shortest sentence of each kind among all those looked at, of at least four words.

    >>> import multiplane
    >>> examples = ClassExamples(root_arcs=True)
    >>> examples.look_at(multiplane.read("sample:dutch"))
    >>> list(examples.found)[:3]
    ['projective', '2-planar, not planar', '3-planar, not 2-planar']
    """

    root_arcs: bool
    found: dict[str, Sentence] = field(default_factory=dict)

    def look_at(self, treebank: Treebank) -> None:
        """Keep what is shorter than what was found so far."""
        trees: Classifications = classify_all(treebank.heads, treebank.offsets, self.root_arcs)
        lengths = np.diff(treebank.offsets)
        for kind, holds in KINDS.items():
            best = len(self.found[kind]) if kind in self.found else np.iinfo(np.int64).max
            fitting = np.flatnonzero(holds(trees) & (lengths >= SHORTEST) & (lengths < best))
            if len(fitting):
                self.found[kind] = treebank[int(fitting[np.argmin(lengths[fitting])])]
        self.found = {kind: self.found[kind] for kind in KINDS if kind in self.found}
