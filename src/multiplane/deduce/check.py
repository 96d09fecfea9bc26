"""Soundness, completeness and ambiguity by exhaustive search: the trees that a schema derives against a class of trees.

All arcs are licensed (or, for schemata with a grammar, all rules over one category), so that what is derived is all
that the schema can derive for n words.

>>> from multiplane.deduce.schemata import schema
>>> check(schema("nivre-2003"), "projective", False, 4)
Check(schema='nivre-2003', trees='projective', n=4, derived=55, expected=55, missing=None, wrong=None, derivations=55)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from multiplane.deduce.engine import deduce
from multiplane.deduce.grammar import HEAD, Grammar
from multiplane.deduce.problem import Problem, problem
from multiplane.deduce.schema import Schema
from multiplane.deduce.semirings import COUNTING, TREES, heads_of
from multiplane.errors import MultiplaneError
from multiplane.generate.all_trees import all_trees
from multiplane.structure import tree_class

Heads = tuple[int, ...]


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
    candidates = [row for row in all_trees(n) if tree_class(trees).is_member(row)]
    expected = {tuple(row.tolist()) for row in candidates if not single_root or np.count_nonzero(row == 0) == 1}
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
