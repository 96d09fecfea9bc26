"""Soundness, completeness and ambiguity by exhaustive search: the trees that a schema derives against a class of trees.

All arcs are licensed (or, for schemata with a grammar, all rules over one category), so that what is derived is all
that the schema can derive for n words.

>>> from multiplane.deduce.schemata import schema
>>> check(schema("nivre-2003"), "projective", False, 4)
Check(schema='nivre-2003', trees='projective', n=4, derived=55, expected=55, missing=None, wrong=None, derivations=55)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from multiplane.deduce.engine import deduce
from multiplane.deduce.grammar import HEAD, Grammar
from multiplane.deduce.problem import Problem, problem
from multiplane.deduce.schema import Schema
from multiplane.deduce.semirings import COUNTING, TREES, heads_of
from multiplane.errors import MultiplaneError
from multiplane.structure import (
    attardi_degree,
    gap_degree,
    is_mildly_ill_nested,
    is_one_endpoint_crossing,
    is_planar,
    is_projective,
    is_well_nested,
    multi_headed_degree,
)

Heads = tuple[int, ...]

FIXED: dict[str, Callable[[Sequence[int]], bool]] = {
    "all": lambda heads: True,
    "projective": lambda heads: bool(is_projective(heads)),
    "planar": lambda heads: bool(is_planar(heads)),
    "well-nested": lambda heads: bool(is_well_nested(heads)),
    "one-endpoint-crossing": lambda heads: bool(is_one_endpoint_crossing(heads)),
}
FAMILIES: dict[str, Callable[[Sequence[int], int], bool]] = {
    "attardi": lambda heads, d: attardi_degree(heads) <= d,
    "multi-headed": lambda heads, k: multi_headed_degree(heads) <= k,
    "gap-degree": lambda heads, k: gap_degree(heads) <= k,
    "well-nested-gap": lambda heads, k: gap_degree(heads) <= k and bool(is_well_nested(heads)),
    "mildly-ill-nested": lambda heads, k: bool(is_mildly_ill_nested(heads, k)),
}


@dataclass(frozen=True, slots=True)
class Check:
    """Derived trees (graphs among them) and those of the class; a tree that is missing, one that is wrong, if any."""

    schema: str
    trees: str
    n: int
    derived: int
    expected: int
    missing: Heads | None
    wrong: Heads | None
    derivations: int

    @property
    def sound(self) -> bool:
        return self.wrong is None

    @property
    def complete(self) -> bool:
        return self.missing is None

    @property
    def unambiguous(self) -> bool:
        return self.derivations == self.derived

    @property
    def verdict(self) -> str:
        """In words: correct, or what is wrong."""
        if self.sound and self.complete:
            return "correct"
        return ", ".join(("sound" if self.sound else "not sound", "complete" if self.complete else "not complete"))


def is_in_class(name: str) -> Callable[[Sequence[int]], bool]:
    """The test of a class of trees; names with a number are families.

    >>> is_in_class("well-nested-gap-1")([3, 4, 0, 0])
    False
    """
    if name in FIXED:
        return FIXED[name]
    match = re.fullmatch(r"(.+)-(\d+)", name)
    if match and match[1] in FAMILIES:
        family, number = FAMILIES[match[1]], int(match[2])
        return lambda heads: family(heads, number)
    raise MultiplaneError(f"found class {name!r}; expected one of {', '.join(FIXED)}, or of {', '.join(FAMILIES)}-K")


@cache
def all_trees(n: int) -> tuple[Heads, ...]:
    """Every tree over n words, with any number of children of 0.

    >>> [len(all_trees(n)) for n in (1, 2, 3, 4)]
    [1, 3, 16, 125]
    """
    choices = product(*([head for head in range(n + 1) if head != word] for word in range(1, n + 1)))
    return tuple(heads for heads in choices if is_tree(heads))


def is_tree(heads: Sequence[int]) -> bool:
    """Whether every word has a head and 0 governs all of them."""
    for word in range(1, len(heads) + 1):
        node, steps = word, 0
        while node > 0 and steps <= len(heads):
            node, steps = heads[node - 1], steps + 1
        if node != 0:
            return False
    return True


def universal_grammar(n: int) -> Grammar:
    """One category with all rules that n words can need."""
    bodies = [("X",) * left + (HEAD,) + ("X",) * right for left in range(n) for right in range(n - left)]
    return Grammar("all rules", "X", {"X": tuple(bodies)}, {"x": ("X",)})


def unrestricted(schema: Schema, n: int) -> Problem:
    """A sentence of n words for which everything is licensed."""
    if schema.grammar:
        return problem(grammar=universal_grammar(n), sentence=["x"] * n)
    return problem(n)


@cache
def check(schema: Schema, trees: str, single_root: bool, n: int) -> Check:
    """Compare what a schema derives for n words with a class of trees."""
    if n < 1:
        raise MultiplaneError(f"found {n} words; expected at least 1")
    belongs = is_in_class(trees)
    expected = {heads for heads in all_trees(n) if belongs(heads) and (not single_root or heads.count(0) == 1)}
    chart = deduce(schema, unrestricted(schema, n))
    derived = [heads_of(tree, n) for tree in chart.value(TREES)]
    return Check(
        schema.name,
        trees,
        n,
        len(derived),
        len(expected),
        min(expected - set(derived), default=None),
        min(set(derived) - expected, default=None),
        chart.value(COUNTING),
    )
