"""The best tree that a parsing schema derives, by its compiled kernels (`multiplane.deduce.compile`).

A schema says itself whether its trees have one root. Where it derives trees with several, the best with one is found by
taking so much from the scores of all root arcs that a second root never pays.
"""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np

from multiplane.decode.pruning import spanning_tree_first
from multiplane.decode.registry import SchemaOf, Search
from multiplane.decode.scores import FORBIDDEN
from multiplane.deduce.check import check
from multiplane.deduce.compile import CompiledSchema, compile_schema
from multiplane.deduce.parse import trees
from multiplane.deduce.problem import problem
from multiplane.deduce.schema import Schema
from multiplane.deduce.schemata import entry
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, Int32
from multiplane.structure.classes import TreeClass, tree_class

PREFIX = "schema:"
UNLIMITED_TIME = 3
MAX_WORK = 9
CHECKED_TO = 3


def is_schema(name: str | TreeClass) -> bool:
    """Whether the name of a decoder is that of a schema."""
    return str(name).strip().lower().startswith(PREFIX)


def schema_name(name: str) -> str:
    """The name of a schema behind the prefix.

    >>> schema_name("schema:MH_4")
    'mh-4'
    """
    return entry(name.strip()[len(PREFIX) :]).schema.name


def class_of_schema(name: str) -> TreeClass:
    """The class of trees that a named schema derives."""
    return tree_class(entry(schema_name(name)).trees)


def longest_for(schema: Schema) -> int | None:
    """The most words for which a parser runs a schema: n to the power of its time is at most 10⁹. None up to O(n³).

    >>> from multiplane.deduce.schemata import schema
    >>> [longest_for(schema(name)) for name in ("eisner-1996", "one-endpoint-crossing-2013", "collins-1996", "wg-1")]
    [None, 177, 63, 19]
    """
    time = schema.complexity().time
    if time is None:
        return 0
    return None if time <= UNLIMITED_TIME else int(10 ** (MAX_WORK / time) + 1e-9)


@lru_cache(maxsize=64)
def schema_search(schema: Schema) -> Search:
    """The search for the best tree that a schema derives; an error where it derives what is no tree."""
    program = compile_schema(schema)
    for n in range(1, CHECKED_TO + 1):
        wrong = check(schema, "all", False, n).wrong
        if wrong is not None:
            heads = " ".join(map(str, wrong))
            raise MultiplaneError(
                f"schema {schema.name} derives heads {heads}, which are no tree; expected a sound schema"
            )
    return partial(best_heads, program, (0, 0) in trees(schema, problem(2)))


@lru_cache(maxsize=64)
def named_schema_search(name: str) -> Search:
    """The same for a named schema, after a look at the best of all trees, which often is in the class."""
    found = entry(schema_name(name))
    search, trees_of = schema_search(found.schema), tree_class(found.trees)
    return lambda arcs, single_root: spanning_tree_first(arcs, single_root, trees_of.is_member, search)


@lru_cache(maxsize=16)
def unambiguous_program(schema_of: SchemaOf, single_root: bool) -> CompiledSchema:
    """The compiled form of a schema that derives every tree once."""
    return compile_schema(schema_of(not single_root))


def schema_arc_probabilities(schema_of: SchemaOf, arcs: Float64, single_root: bool) -> tuple[float, Float64]:
    """The log of the sum over all trees that a schema derives, each once, and the probability of every arc."""
    return unambiguous_program(schema_of, single_root).arc_probabilities(arcs)


def schema_draws(schema_of: SchemaOf, arcs: Float64, single_root: bool, size: int, seed: int) -> list[Int32]:
    """The heads of trees drawn at random from those that a schema derives, each once."""
    return unambiguous_program(schema_of, single_root).drawn_heads(arcs, size, seed)


def best_heads(program: CompiledSchema, several_roots: bool, arcs: Float64, single_root: bool) -> Int32:
    """The heads of the best tree; the first is -1 where there is none."""
    if single_root == (not several_roots):
        return program.heads(arcs)
    if not single_root:
        raise MultiplaneError(
            f"schema {program.schema.name} derives trees with a single root; found a search for several, "
            "expected single_root=True"
        )
    finite = arcs[arcs > FORBIDDEN]
    lowered = arcs.copy()
    lowered[0] -= 1.0 + len(arcs) * (finite.max() - finite.min()) if len(finite) else 0.0
    heads = program.heads(lowered)
    if np.count_nonzero(heads == 0) > 1:
        heads[:] = -1
    return heads
