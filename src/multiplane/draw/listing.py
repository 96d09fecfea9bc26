"""The sentences of a treebank as a report lists them: those that are not projective drawn, up to a limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from multiplane.characters import plural
from multiplane.draw.browse import BrowsedSentence, drawing_of
from multiplane.kernels.arrays import Bool, Int64
from multiplane.structure import CLASSES, Classifications, classify_all
from multiplane.structure.survey import non_projective_words
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
MIN_WORDS = 4
MAX_LISTED = 20_000
MAX_DRAWN = 500


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
            fitting = np.flatnonzero(holds(trees) & (lengths >= MIN_WORDS) & (lengths < best))
            if len(fitting):
                self.found[kind] = treebank[int(fitting[np.argmin(lengths[fitting])])]
        self.found = {kind: self.found[kind] for kind in KINDS if kind in self.found}


@dataclass(slots=True)
class Listing:
    """All sentences looked at, with the classes that they are outside of and their figures.

    The shortest sentence of each kind, of at least four words, is an example of it. Beyond ``MAX_LISTED`` sentences
    projective ones are left out, and only counted.

    >>> import multiplane
    >>> listing = Listing(root_arcs=True)
    >>> listing.look_at("sample:dutch", multiplane.read("sample:dutch"))
    >>> found = listing.sentences()
    >>> len(found), sum(bool(one.drawing) for one in found) < len(found)
    (18, True)
    """

    root_arcs: bool
    listed: list[BrowsedSentence] = field(default_factory=list)
    left_out: int = 0
    examples: ClassExamples = field(init=False)

    def __post_init__(self) -> None:
        self.examples = ClassExamples(self.root_arcs)

    def look_at(self, file: str, treebank: Treebank) -> None:
        """List the sentences of a treebank, or of a part of one."""
        trees = classify_all(treebank.heads, treebank.offsets, self.root_arcs)
        outside = {name: ~tree_class.holds(trees) for name, tree_class in CLASSES.items()}
        self.examples.look_at(treebank)
        bounds = (trees.planes > trees.planes_at_least) | (
            trees.mildly_ill_nested_gap > trees.mildly_ill_nested_gap_at_least
        )
        marks = non_projective_words(treebank.heads, treebank.offsets, trees)
        reach = _reach(treebank.heads.astype(np.int64), treebank.offsets, self.root_arcs)
        for number, sentence in enumerate(treebank):
            words = slice(int(treebank.offsets[number]), int(treebank.offsets[number + 1]))
            own = tuple(name for name, mask in outside.items() if mask[number])
            if not own and len(self.listed) >= MAX_LISTED:
                self.left_out += 1
                continue
            labels = [sentence[int(word) + 1].deprel for word in np.flatnonzero(marks[words])]
            has = [name for name, holds in _ARCS.items() if holds(reach[words]).any()]
            has += ["crossings"] * bool(trees.crossings[number]) + ["bounds"] * bool(bounds[number])
            figures = {"gap_degree": int(trees.gap_degree[number]), "planes": int(trees.planes[number])}
            found = BrowsedSentence(file, sentence, own, figures, tuple(sorted(set(labels))), tuple(has))
            self.listed.append(found)

    def sentences(self) -> list[BrowsedSentence]:
        """The sentences in the order of the files; the examples and up to ``MAX_DRAWN`` others with a drawing."""
        kinds_of: dict[tuple[str, int], list[str]] = {}
        for kind, example in self.examples.found.items():
            kinds_of.setdefault((example.source, example.line), []).append(kind)
        drawn, result = 0, []
        for one in self.listed:
            kinds = tuple(kinds_of.get((one.sentence.source, one.sentence.line), ()))
            wanted = bool(kinds) or (bool(one.outside) and drawn < MAX_DRAWN)
            drawn += wanted and not kinds
            picture = drawing_of(one.sentence, self.root_arcs) if wanted else None
            about = (
                plural(len(one.sentence), "word"),
                *(f"{k.replace('_', ' ')} {v}" for k, v in one.figures.items() if v),
            )
            result.append(replace(one, kinds=kinds, about=about, drawing=picture))
        return result


_ARCS: dict[str, Callable[[Int64], Bool]] = {
    "left arcs": lambda reach: reach > 0,
    "right arcs": lambda reach: reach < 0,
    "left_adjacent arcs": lambda reach: reach == 1,
    "right_adjacent arcs": lambda reach: reach == -1,
}


def _reach(heads: Int64, offsets: Int64, root_arcs: bool) -> Int64:
    """How far the head of each word is to its right, below 0 to its left; 0 for arcs that do not count."""
    words = np.arange(len(heads)) - np.repeat(offsets[:-1], np.diff(offsets)) + 1
    return np.where(root_arcs | (heads > 0), heads - words, 0)
