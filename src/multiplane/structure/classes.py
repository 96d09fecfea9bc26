"""The registry of classes of trees and of graphs: every class that the package knows, under one name.

An entry is a `ClassFamily`: one class, or all classes that differ in a number (``well-nested-gap-0``, ``-1``, ``-2``
…). It holds the class's name and meaning, the test of one tree and of many, the reason why a tree or a graph is
outside, the next smaller classes, the paper, and where its decoder is in `multiplane.decode`, if it has one.
A new class is a new entry here. A schema of `multiplane.deduce` names the class that it derives.

`tree_class` and `graph_class` are the only readers of class names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import multiplane.structure.graph_violations as graph_violations
import multiplane.structure.membership as membership
import multiplane.structure.violations as violations
from multiplane.errors import MultiplaneError, unknown
from multiplane.kernels.arrays import Int32
from multiplane.structure.classify import Classification, Classifications
from multiplane.structure.graph_violations import FindGraphViolation, GraphViolation
from multiplane.structure.violations import FindViolation, Violation
from multiplane.treebank.graph import Graph

DTS = "Gómez-Rodríguez & Nivre 2013"
ONE_EC = "Pitler, Kannan & Marcus 2013"
SCH = "Gómez-Rodríguez, Carroll & Weir 2011"
MAX_NUMBER = 999


def _of_graphs(*_: object) -> Any:
    """What stands in the place of the tests of trees where only graphs have a class."""
    raise MultiplaneError("found a tree and a class of graphs; expected a class of trees")


@dataclass(frozen=True, slots=True, eq=False)
class ClassFamily:
    """One class of trees or graphs, or those that differ in one number, which stands in the name in braces.

    ``member`` tests one tree from its heads, which must be a tree, whether root arcs count, and the number. ``holds``
    tests one classification, or arrays of many at once, with the number. ``violation`` says why a tree is outside,
    ``graph_violation`` why a graph is; None where only trees are classified.
    ``smaller`` names the next smaller classes for a number; trees that are exactly in a class are outside the first.
    ``decoder`` is where its `Decoder` is in `multiplane.decode`, as ``module:name``; empty where there is none.
    Numbers go from ``least`` to `MAX_NUMBER`; ``example`` is a typical one, None for a single class.
    """

    name: str
    meaning: str
    paper: str
    member: Callable[[Int32, bool, int], bool] = _of_graphs
    holds: Callable[[Any, int], Any] = _of_graphs
    violation: FindViolation = _of_graphs
    graph_violation: FindGraphViolation | None = None
    smaller: Callable[[int], tuple[str, ...]] = lambda k: ()
    decoder: str = ""
    least: int = 0
    example: int | None = None
    spellings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<ClassFamily {self.pattern}>"

    @property
    def pattern(self) -> str:
        """The name with a letter for the number.

        >>> WELL_NESTED_GAP.pattern, PROJECTIVE.pattern
        ('well-nested-gap-k', 'projective')
        """
        return self.name.replace("{", "").replace("}", "")

    def named(self, number: int) -> str:
        """The name of the class with this number."""
        return self.name.format(k=number, d=number)

    def number_in(self, name: str) -> int | None:
        """The number of the class that a name stands for, 0 where it needs none; None for the name of another family.

        >>> WELL_NESTED_GAP.number_in("well-nested-gap-2"), WELL_NESTED_GAP.number_in("well-nested")
        (2, None)
        """
        if name in self.spellings:
            return 0
        found = re.fullmatch(re.sub(r"\\{[kd]\\}", r"(0|[1-9]\\d*)", re.escape(self.name)), name)
        return None if found is None else int(found[1][:4]) if found.groups() else 0


@dataclass(frozen=True, slots=True)
class TreeClass:
    """A class of trees or graphs: a family and the number that picks one of its classes.

    >>> one_gap = tree_class("well-nested-gap-1")
    >>> one_gap.meaning, one_gap.smaller[0].name
    ('no two disjoint subtrees interleave, at most 1 gap in a yield', 'gap-minding')
    """

    family: ClassFamily
    number: int = 0

    def __repr__(self) -> str:
        return f"<TreeClass {self.name}: {self.meaning}>"

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name under which the class is printed and stored."""
        return self.family.named(self.number)

    @property
    def meaning(self) -> str:
        """What its trees have in common, in a line."""
        return self.family.meaning.format(k=self.number, d=self.number, s="" if self.number == 1 else "s")

    @property
    def smaller(self) -> tuple[TreeClass, ...]:
        """The next smaller classes."""
        return tuple(map(tree_class, self.family.smaller(self.number)))

    @property
    def of_graphs(self) -> bool:
        """Whether only graphs are classified, not trees."""
        return self.family not in FAMILIES

    @property
    def only_projective(self) -> bool:
        """Whether its trees are the projective ones: whether it has no smaller class.

        >>> tree_class("gap-degree-0").only_projective, tree_class("gap-degree-1").only_projective
        (True, False)
        """
        return self.family is not ALL and not self.smaller

    def is_member(self, heads: Int32, root_arcs: bool = True) -> bool:
        """Whether a tree is in the class; that the heads are a tree is not checked.

        >>> import numpy as np
        >>> tree_class("multi-headed-4").is_member(np.array([3, 4, 0, 3], np.int32))
        True
        """
        return self.family.member(heads, root_arcs, self.number)

    def holds(self, trees: Classification | Classifications) -> Any:
        """Whether one classified tree is in the class, or an array that says so of many."""
        return self.family.holds(trees, self.number)

    def __contains__(self, tree: Classification) -> bool:
        return bool(self.holds(tree))

    def count(self, trees: Classifications) -> int:
        """How many of the trees are in the class."""
        return int(self.holds(trees).sum())

    def violation(self, heads: Int32, root_arcs: bool, names: Sequence[str]) -> Violation:
        """Why a tree that is outside is outside; ``names`` has a name for every node, the root's first."""
        return self.family.violation(heads, self.number, root_arcs, names)

    def graph_violation(self, graph: Graph, root_arcs: bool, names: Sequence[str]) -> GraphViolation | None:
        """Why a graph is outside, None if it is inside; ``names`` has a name for every node, the root's first."""
        if self.family.graph_violation is None:
            raise MultiplaneError(f"found a graph and {self.name}, a class of trees; expected a class of graphs")
        return self.family.graph_violation(graph, max(self.number, 1), root_arcs, names)


ALL = ClassFamily(
    "all",
    "any tree",
    "McDonald, Pereira, Ribarov & Hajič 2005",
    member=lambda heads, root_arcs, k: True,
    holds=lambda c, k: c.gap_degree >= 0,
    violation=violations.outside_all,
    decoder="spanning.chu_liu_edmonds:DECODER",
    spellings=("any", "spanning-tree"),
)
PROJECTIVE = ClassFamily(
    "projective",
    "every yield is an interval",
    "Eisner 1996",
    member=lambda heads, root_arcs, k: membership.in_gap_degree(heads, 0),
    holds=lambda c, k: c.projective,
    violation=violations.outside_projective,
    decoder="projective.eisner:DECODER",
)
PLANAR = ClassFamily(
    "planar",
    "no two arcs cross",
    f"{DTS}, §3.3",
    member=lambda heads, root_arcs, k: membership.in_k_planar(heads, root_arcs, 1),
    holds=lambda c, k: c.planar,
    violation=violations.outside_planar,
    graph_violation=graph_violations.crossing_arcs,
    smaller=lambda k: ("projective",),
    spellings=("1-planar",),
)
K_PLANAR = ClassFamily(
    "{k}-planar",
    "{k} planes without crossings",
    f"{DTS}, §4",
    member=membership.in_k_planar,
    holds=lambda c, k: c.planes <= k,
    violation=violations.outside_k_planar,
    graph_violation=graph_violations.crossing_arcs,
    smaller=lambda k: (f"{k - 1}-planar", "one-endpoint-crossing") if k == 2 else (f"{k - 1}-planar",),
    least=2,
    example=2,
)
ONE_ENDPOINT_CROSSING = ClassFamily(
    "one-endpoint-crossing",
    "all arcs that cross an arc share an end",
    f"{ONE_EC}, §2",
    member=lambda heads, root_arcs, k: membership.in_one_endpoint_crossing(heads, root_arcs),
    holds=lambda c, k: c.one_endpoint_crossing,
    violation=violations.outside_one_endpoint_crossing,
    decoder="endpoint.decoder:DECODER",
    smaller=lambda k: ("planar",),
    spellings=("1-endpoint-crossing", "1ec"),
)
GAP_DEGREE = ClassFamily(
    "gap-degree-{k}",
    "at most {k} gap{s} in a yield",
    f"{SCH}, §7",
    member=lambda heads, root_arcs, k: membership.in_gap_degree(heads, k),
    holds=lambda c, k: c.gap_degree <= k,
    violation=violations.outside_gap_degree,
    smaller=lambda k: (f"gap-degree-{k - 1}", f"mildly-ill-nested-{k}") if k else (),
    example=1,
)
WELL_NESTED = ClassFamily(
    "well-nested",
    "no two disjoint subtrees interleave",
    f"{SCH}, §7",
    member=lambda heads, root_arcs, k: membership.in_well_nested(heads, membership.ANY_GAP_DEGREE),
    holds=lambda c, k: c.well_nested,
    violation=violations.outside_well_nested,
    smaller=lambda k: ("well-nested-gap-1",),
)
WELL_NESTED_GAP = ClassFamily(
    "well-nested-gap-{k}",
    "no two disjoint subtrees interleave, at most {k} gap{s} in a yield",
    f"{SCH}, §7.1, §7.4",
    member=lambda heads, root_arcs, k: membership.in_well_nested(heads, k),
    holds=lambda c, k: c.well_nested & (c.gap_degree <= k),
    violation=violations.outside_well_nested_gap,
    decoder="gapped.decoder:WELL_NESTED_DECODER",
    smaller=lambda k: ("gap-minding", "1-inherit") if k == 1 else (f"well-nested-gap-{k - 1}",) if k else (),
    example=1,
)
GAP_MINDING = ClassFamily(
    "gap-minding",
    "well-nested, gap degree at most 1, no child in two blocks of its parent",
    "Pitler, Kannan & Marcus 2012",
    member=lambda heads, root_arcs, k: membership.in_gap_minding(heads),
    holds=lambda c, k: c.gap_minding,
    violation=violations.outside_gap_minding,
    decoder="gapped.gap_minding:DECODER",
    smaller=lambda k: ("projective",),
)
ONE_INHERIT = ClassFamily(
    "1-inherit",
    "well-nested, gap degree at most 1, at most one child of a word in two of its blocks",
    "Pitler, Kannan & Marcus 2012; Satta & Kuhlmann 2013",
    member=lambda heads, root_arcs, k: membership.in_one_inherit(heads),
    holds=lambda c, k: c.well_nested & (c.gap_degree <= 1) & (c.gap_inheritance_degree <= 1),
    violation=violations.outside_one_inherit,
    decoder="gapped.one_inherit:DECODER",
    smaller=lambda k: ("gap-minding",),
    spellings=("one-inherit",),
)
MILDLY_ILL_NESTED = ClassFamily(
    "mildly-ill-nested-{k}",
    "a binarization of gap degree at most {k}",
    f"{SCH}, §7.7",
    member=lambda heads, root_arcs, k: membership.in_mildly_ill_nested(heads, k),
    holds=lambda c, k: c.mildly_ill_nested_gap <= k,
    violation=violations.outside_mildly_ill_nested,
    decoder="gapped.decoder:MILDLY_ILL_NESTED_DECODER",
    smaller=lambda k: (f"well-nested-gap-{k}", f"mildly-ill-nested-{k - 1}") if k else (),
    example=1,
)
EDGE_DEGREE = ClassFamily(
    "edge-degree-{k}",
    "at most {k} component{s} under an arc that its head does not dominate",
    "Nivre 2006",
    member=lambda heads, root_arcs, k: membership.in_edge_degree(heads, k),
    holds=lambda c, k: c.edge_degree <= k,
    violation=violations.outside_edge_degree,
    smaller=lambda k: (f"edge-degree-{k - 1}",) if k else (),
    example=1,
)
MULTI_HEADED = ClassFamily(
    "multi-headed-{k}",
    "derived by the schema MH_{k}: at most {k} heads in an item",
    f"{SCH}, §6.3",
    member=lambda heads, root_arcs, k: membership.in_multi_headed(heads, k),
    holds=lambda c, k: c.multi_headed_degree <= k,
    violation=violations.outside_multi_headed,
    decoder="multi_headed:DECODER",
    smaller=lambda k: (f"multi-headed-{k - 1}",) if k > 3 else (),
    least=3,
    example=4,
)
ATTARDI = ClassFamily(
    "attardi-{d}",
    "derived by the schema Att_{d}: arcs between heads at most {d} place{s} apart",
    f"{SCH}, §6.2",
    member=lambda heads, root_arcs, d: membership.in_attardi(heads, d),
    holds=lambda c, d: c.attardi_degree <= d,
    violation=violations.outside_attardi,
    smaller=lambda d: (f"attardi-{d - 1}", f"multi-headed-{d + 2}") if d > 1 else (),
    least=1,
    example=2,
)
SINGLE_HEAD = ClassFamily(
    "single-head", "no word has two heads", f"{DTS}, §2", graph_violation=graph_violations.second_head
)
ACYCLIC = ClassFamily("acyclic", "no directed cycles", f"{DTS}, §2", graph_violation=graph_violations.cycle)
NO_UNDIRECTED_CYCLES = ClassFamily(
    "no-undirected-cycles",
    "no cycles, whatever the directions of the arcs",
    f"{DTS}, §2",
    graph_violation=graph_violations.joined_twice,
)
NO_COVERED_ROOTS = ClassFamily(
    "no-covered-roots",
    "no arc covers a word without a head",
    f"{DTS}, §2",
    graph_violation=graph_violations.covered_root,
)

FAMILIES = (
    ALL,
    PROJECTIVE,
    PLANAR,
    K_PLANAR,
    ONE_ENDPOINT_CROSSING,
    GAP_DEGREE,
    WELL_NESTED,
    WELL_NESTED_GAP,
    GAP_MINDING,
    ONE_INHERIT,
    MILDLY_ILL_NESTED,
    EDGE_DEGREE,
    MULTI_HEADED,
    ATTARDI,
)
"""The classes of trees."""

GRAPH_FAMILIES = (PLANAR, K_PLANAR, SINGLE_HEAD, ACYCLIC, NO_UNDIRECTED_CYCLES, NO_COVERED_ROOTS)
"""The classes of graphs."""

NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4"}


def tree_class(name: str | TreeClass) -> TreeClass:
    """The class of trees with a name; case does not matter, and the number of planes may be spelt out.

    >>> from multiplane.structure import classify
    >>> classify([3, 4, 0, 3]) in tree_class("two-planar")
    True
    >>> tree_class("any").name, tree_class("1EC").name
    ('all', 'one-endpoint-crossing')
    >>> tree_class("multi-headed-2")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found class 'multi-headed-2'; expected multi-headed-k with k at least 3
    """
    if isinstance(name, TreeClass):
        return name
    if found := _named(str(name), FAMILIES):
        return found
    text = _plain(str(name))
    raise MultiplaneError(f"no class {unknown(str(name), _spellings(text), 'multiplane analyze -h', like=text)}")


def graph_class(name: str | TreeClass) -> TreeClass:
    """The class of graphs with a name.

    >>> graph_class("3-planar"), graph_class("acyclic").meaning
    (<TreeClass 3-planar: 3 planes without crossings>, 'no directed cycles')
    >>> graph_class("projective")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no class of graphs 'projective'; expected one of planar, k-planar, ...
    """
    if found := _named(str(name), GRAPH_FAMILIES):
        return found
    raise MultiplaneError(f"no class of graphs {str(name)!r}; expected one of {listed(GRAPH_FAMILIES)}")


def is_of_graphs_alone(name: str | TreeClass) -> bool:
    """Whether a class is one of graphs, and not of trees.

    >>> is_of_graphs_alone("acyclic"), is_of_graphs_alone("planar")
    (True, False)
    """
    return _named(str(name), GRAPH_FAMILIES) is not None and _named(str(name), FAMILIES) is None


@lru_cache(maxsize=256)
def _named(name: str, families: tuple[ClassFamily, ...]) -> TreeClass | None:
    """The class of one of these families that a name stands for; an error where its number is out of bounds."""
    text = _plain(name)
    for family in families:
        number = family.number_in(text)
        if number is None:
            continue
        if not family.least <= number <= MAX_NUMBER:
            letter = re.findall(r"{(.)}", family.name)[0]
            bound = f"at least {family.least}" if number < family.least else f"at most {MAX_NUMBER}"
            expected = f"{family.pattern} with {letter} {bound}"
            raise MultiplaneError(f"found class {name!r}; expected {expected}")
        return TreeClass(family, number)
    return None


def _plain(name: str) -> str:
    """A name in lower case, with hyphens and digits."""
    text = name.strip().lower().replace("_", "-").replace(" ", "-")
    return re.sub(r"^(one|two|three|four)(?=-planar$)", lambda match: NUMBERS[match[1]], text)


def listed(families: Sequence[ClassFamily]) -> str:
    """The names of families, for a message.

    >>> listed((ALL, K_PLANAR))
    'all, k-planar'
    """
    return ", ".join(family.pattern for family in families)


def _spellings(text: str) -> list[str]:
    """The names that a text may be meant for; where there is a number in it, those with that number."""
    number = re.search(r"(?<![0-9])[0-9]{1,3}(?![0-9])", text)
    names = []
    for family in FAMILIES:
        if family.example is None and not number:
            names.append(family.name)
        elif family.example is not None:
            names.append(family.named(max(int(number[0]), family.least) if number else family.example))
    return [*names, *ONE_ENDPOINT_CROSSING.spellings]


CLASSES: dict[str, TreeClass] = {
    name: tree_class(name)
    for name in (
        "projective",
        "planar",
        "2-planar",
        "3-planar",
        "well-nested",
        "gap-degree-0",
        "gap-degree-1",
        "gap-degree-2",
        "well-nested-gap-1",
        "gap-minding",
        "one-endpoint-crossing",
        "mildly-ill-nested-1",
    )
}
"""The classes that reports on treebanks count."""


def outside(name: str) -> str:
    """What trees or graphs are that are outside a class, in words.

    >>> outside("projective"), outside("2-planar"), outside("gap-degree-1")
    ('non-projective', 'not 2-planar', 'outside the class gap-degree-1')
    """
    if name in ("projective", "planar"):
        return f"non-{name}"
    is_adjective = re.fullmatch(r"\d+-planar|acyclic|well-nested|gap-minding|one-endpoint-crossing", name)
    return f"not {name}" if is_adjective else f"outside the class {name}"


def titled(name: str, things: str = "sentences") -> str:
    """A title for what is outside a class.

    >>> titled("projective"), titled("2-planar", "graphs"), titled("gap-degree-1")
    ('Non-projective sentences', 'Graphs that are not 2-planar', 'Sentences outside the class gap-degree-1')
    """
    words = outside(name)
    if words.startswith("non-"):
        return f"{words.capitalize()} {things}"
    return f"{things.capitalize()} {'that are ' if words.startswith('not ') else ''}{words}"
