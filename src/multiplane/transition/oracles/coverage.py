"""How much of a treebank a system can build: the share of its sentences, and of its arcs with the best effort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from multiplane.results import Result
from multiplane.tables import FigureTable, percent
from multiplane.transition.oracles.treebanks import derive_all
from multiplane.transition.system import System
from multiplane.transition.systems.registry import get, names
from multiplane.transition.transforms.pseudo_projective import LabelledTrees, lift_all, unlift_all
from multiplane.treebank.treebank import Treebank

VARIANTS = (
    "arc-eager+lba",
    "arc-eager+rba",
    "arc-eager+lnba",
    "arc-eager+rnba",
    "arc-eager+lnba+rnba",
    "planar+lnba+rnba",
    "2-planar+lnba+rnba",
    "arc-eager+pp:head",
    "arc-eager+pp:path",
    "arc-eager+pp:head+path",
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the ``sentences`` and ``arcs`` of a treebank a system can build; every word has one arc.

    ``transitions`` counts the oracle's transitions by name. With a pseudo-projective transformation, a sentence counts
    if the inverse transformation gives the same tree back.
    """

    system: str
    sentences: int
    derived_sentences: int
    arcs: int
    derived_arcs: int
    transitions: dict[str, int]

    def __add__(self, other: Coverage) -> Coverage:
        """Both treebanks together."""
        return Coverage(
            self.system,
            self.sentences + other.sentences,
            self.derived_sentences + other.derived_sentences,
            self.arcs + other.arcs,
            self.derived_arcs + other.derived_arcs,
            dict(sorted((Counter(self.transitions) + Counter(other.transitions)).items())),
        )

    @property
    def sentence_share(self) -> float:
        return self.derived_sentences / self.sentences if self.sentences else 1.0

    @property
    def arc_share(self) -> float:
        return self.derived_arcs / self.arcs if self.arcs else 1.0


@dataclass(frozen=True, slots=True)
class Coverages(Result):
    """How much of each of some files each system can build."""

    of_files: Sequence[tuple[str, Sequence[Coverage]]]

    def as_data(self) -> list[dict[str, Any]]:
        """A list with all counts of each file. The keys are stable."""
        return [{"file": name, "systems": list(map(asdict, found))} for name, found in self.of_files]

    def tables(self) -> list[FigureTable]:
        """A table for each file, a row for each system."""
        headings = ["system", "sentences", "share", "arcs", "share"]
        return [FigureTable(name, headings, list(map(_row, found))) for name, found in self.of_files]


def _row(found: Coverage) -> list[object]:
    counts = ((found.derived_sentences, found.sentences), (found.derived_arcs, found.arcs))
    return [found.system, *(cell for part, whole in counts for cell in (part, percent(part, whole)))]


def all_systems() -> tuple[str, ...]:
    """The named systems, and variants that differ in what they can build.

    >>> "2-planar" in all_systems()
    True
    """
    return (*names(), *VARIANTS)


def coverage(
    treebank: Treebank, systems: Iterable[str | System] | None = None, lazy: bool = True, workers: int | None = None
) -> list[Coverage]:
    """The coverage of each system, in the order of their names.

    >>> import multiplane
    >>> projective, all_of_them = coverage(multiplane.read("sample:dutch"), ["arc-eager", "covington"])
    >>> projective.sentence_share < projective.arc_share < all_of_them.sentence_share
    True
    """
    return [_coverage(treebank, get(name), lazy, workers) for name in systems or all_systems()]


def _coverage(treebank: Treebank, system: System, lazy: bool, workers: int | None) -> Coverage:
    heads, offsets = treebank.heads, treebank.offsets
    gold = heads
    if system.pseudo_projective:
        encoded = treebank.encode(["deprel"])
        trees = LabelledTrees(heads, encoded.ids["deprel"], encoded.vocabularies["deprel"])
        lifted = lift_all(trees, offsets, system.pseudo_projective)
        gold, back = lifted.heads, unlift_all(lifted, offsets, system.pseudo_projective).heads
    found = derive_all(system, gold, offsets, lazy=lazy, workers=workers)
    lost = found.lost
    if system.pseudo_projective:
        lost = np.add.reduceat((back != heads).astype(np.int32), offsets[:-1]) if len(heads) else lost
    counts = np.bincount(found.transitions, minlength=len(found.names)).tolist()
    by_name: dict[str, int] = {}
    for name, count in zip(found.names, counts, strict=True):
        family = name.partition("(")[0]
        by_name[family] = by_name.get(family, 0) + count
    return Coverage(
        system=system.name,
        sentences=len(treebank),
        derived_sentences=int((lost == 0).sum()),
        arcs=len(heads),
        derived_arcs=len(heads) - int(lost.sum()),
        transitions=by_name,
    )
