"""A schema as compiled kernels over dense tables: the best tree, counts, marginals and samples at the speed of Numba.

>>> from multiplane.deduce.schemata import schema
>>> program = compile_schema(schema("yamada-matsumoto-2003"), jit=False)
>>> program.best([[0, 1, 9, 1], [0, 0, 2, 1], [0, 5, 0, 3], [0, 1, 1, 0]])
Parsed(heads=(2, 0, 2), score=17.0)
>>> program.derivations(3)
13
>>> compile_schema(schema("kahane-1998"))
Traceback (most recent call last):
  ...
multiplane.deduce.compile.flatten.CompileError: schema kahane-1998 cannot be compiled: found rules of a grammar; ...
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, inf, log
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from multiplane.deduce.compile.algebras import ALGEBRAS, larger, log_add, next_uniform
from multiplane.deduce.compile.analysis import Analysis, analysed
from multiplane.deduce.compile.flatten import CompileError
from multiplane.deduce.compile.inside import Functions, write_inside
from multiplane.deduce.compile.layout import binomials
from multiplane.deduce.compile.outside import write_outside
from multiplane.deduce.compile.trees import write_trees
from multiplane.deduce.parse import ArcMarginals, Parsed, warn_of_ambiguity
from multiplane.deduce.problem import problem
from multiplane.deduce.schema import Schema
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, Int32, Int64
from multiplane.kernels.jit import kernel

PREFIX = "PREFIX"


@dataclass(frozen=True, slots=True)
class CompiledSchema:
    """A schema with its kernels, written and compiled when they are first used."""

    schema: Schema
    analysis: Analysis
    jit: bool = True
    functions: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def order(self) -> str:
        """How the items are ordered."""
        return self.analysis.order.name

    def source(self, semiring: str = "max") -> str:
        """The kernels for max, boolean, counting or log, as Python source."""
        if semiring not in ALGEBRAS:
            raise MultiplaneError(f"found semiring {semiring!r}; expected one of {', '.join(ALGEBRAS)}")
        algebra = ALGEBRAS[semiring]
        if algebra.sums and self.analysis.equations:
            raise CompileError(
                f"schema {self.schema.name} cannot be compiled for {semiring}: found items that can be written in "
                "several ways, which would be counted more than once; expected max or boolean"
            )
        functions = Functions(self.analysis, algebra, PREFIX)
        write_inside(functions)
        if semiring in ("max", "log"):
            write_trees(functions)
        if semiring == "log":
            write_outside(functions)
        return str(functions.source)

    def inside(self, arcs: Float64, semiring: str = "max") -> tuple[Any, tuple[Any, ...], Int64]:
        """The value of the goal, the tables, and the binomials by which they are indexed."""
        n = len(arcs) - 1
        algebra = ALGEBRAS[semiring]
        zero = {"-inf": -inf, "0.0": 0.0, "False": False}[algebra.zero]
        tables = tuple(np.full(layout.size(n), zero, algebra.dtype) for layout in self.analysis.layouts.values())
        binomial = _binomials(n)
        return self._kernel(semiring, "inside")(n, binomial, arcs, tables), tables, binomial

    def heads(self, arcs: Float64) -> Int32:
        """The best tree for checked scores, -inf on the diagonal; the first head is -1 where there is none."""
        n = len(arcs) - 1
        heads = np.full(n, -1, np.int32)
        if n:
            value, tables, binomial = self.inside(arcs)
            if value > -inf:
                self._kernel("max", "tree")(n, binomial, arcs, tables, value, _state(0), heads)
        return heads

    def best(self, scores: ArrayLike) -> Parsed:
        """The best tree that the schema derives."""
        arcs = licensed_arcs(scores)
        heads = self.heads(arcs)
        if len(heads) and heads[0] < 0:
            raise self._nothing()
        return Parsed(tuple(heads.tolist()), float(sum(arcs[head, word] for word, head in enumerate(heads, 1))))

    def accepts(self, scores: ArrayLike) -> bool:
        """Whether a final item is derived from the arcs of finite score."""
        return bool(self.inside(np.isfinite(licensed_arcs(scores)), "boolean")[0])

    def derivations(self, scores: ArrayLike | int) -> int:
        """How many derivations there are over the arcs of finite score, or over all arcs between so many words."""
        given = np.zeros((scores + 1, scores + 1)) if isinstance(scores, int) else scores
        return int(self.inside(np.isfinite(licensed_arcs(given)).astype(np.float64), "counting")[0])

    def marginals(self, scores: ArrayLike) -> ArcMarginals:
        """The probability of each arc where trees are as likely as exp(score) says."""
        warn_of_ambiguity(self.schema)
        total, probability = self.arc_probabilities(licensed_arcs(scores))
        if total == -inf:
            raise self._nothing()
        return ArcMarginals(probability, total)

    def arc_probabilities(self, arcs: Float64) -> tuple[float, Float64]:
        """The logarithm of the sum over derivations, and the share of each arc in it, for checked scores."""
        shares_of_arcs = np.zeros_like(arcs)
        total, tables, binomial = self.inside(arcs, "log")
        if total > -inf:
            shares = tuple(np.zeros_like(table) for table in tables)
            outside = self._kernel("log", "outside")
            outside(len(arcs) - 1, binomial, arcs, total, shares_of_arcs, tables, shares)
        return float(total), shares_of_arcs

    def samples(self, scores: ArrayLike, size: int, seed: int = 0) -> list[Parsed]:
        """Trees drawn with probabilities in proportion to exp(score)."""
        warn_of_ambiguity(self.schema)
        arcs = licensed_arcs(scores)
        drawn = self.drawn_heads(arcs, size, seed)
        if any(heads.min(initial=0) < 0 for heads in drawn):
            raise self._nothing()
        words = np.arange(1, len(arcs))
        return [Parsed(tuple(heads.tolist()), float(arcs[heads, words].sum())) for heads in drawn]

    def drawn_heads(self, arcs: Float64, size: int, seed: int) -> list[Int32]:
        """The heads of trees drawn in proportion to their weights, for checked scores; -1 where there are none."""
        n = len(arcs) - 1
        total, tables, binomial = self.inside(arcs, "log")
        state = _state(seed)
        drawn = [np.full(n, -1, np.int32) for _ in range(size)]
        for heads in drawn if total > -inf else ():
            self._kernel("log", "tree")(n, binomial, arcs, tables, total, state, heads)
        return drawn

    def _kernel(self, semiring: str, name: str) -> Callable[..., Any]:
        if semiring not in self.functions:
            self.functions[semiring] = loaded(self.source(semiring), self.jit)
        found: Callable[..., Any] = self.functions[semiring][name]
        return found

    def _nothing(self) -> MultiplaneError:
        return MultiplaneError(f"schema {self.schema.name}: found no final item; expected one, so no tree is licensed")


@lru_cache(maxsize=64)
def compile_schema(schema: Schema, jit: bool = True) -> CompiledSchema:
    """A schema as kernels; with ``jit=False`` they run as plain Python, which is slow and needs no compilation."""
    return CompiledSchema(schema, analysed(schema), jit)


def loaded(source: str, jit: bool) -> dict[str, Any]:
    """The functions of generated source, by what follows the prefix.

    The prefix becomes a digest of the source, so that kernels of different schemata have different names in the cache
    of machine code, which is kept beside this file.
    """
    prefix = "schema_" + hashlib.blake2b(source.encode(), digest_size=6).hexdigest()
    names: dict[str, Any] = {
        "__name__": __name__,
        "np": np,
        "inf": inf,
        "exp": exp,
        "log": log,
        "larger": larger,
        "log_add": log_add,
        "next_uniform": next_uniform,
        "place": np.uint64 if jit else int,
        "kernel": kernel if jit else lambda function: function,
    }
    exec(compile(source.replace(PREFIX, prefix), __file__, "exec"), names)  # our own text, from the schema alone
    return {name.removeprefix(prefix + "_"): found for name, found in names.items() if name.startswith(prefix)}


def licensed_arcs(scores: ArrayLike) -> Float64:
    """Scores with minus infinity where there is no D-rule: arcs into 0, from a word to itself, NaN."""
    arcs = np.array(problem(scores=scores).scores, np.float64)
    arcs[:, 0] = -inf
    np.fill_diagonal(arcs, -inf)
    return arcs


@lru_cache(maxsize=256)
def _binomials(n: int) -> Int64:
    return binomials(n)


def _state(seed: int) -> Any:
    return np.array([seed], np.uint64)
