"""Deduction systems: parsing schemata as the article writes them, run in any semiring (Gómez-Rodríguez et al. 2011)."""

from multiplane.deduce.chart import Chart, Derivation, Inference
from multiplane.deduce.compile import CompiledSchema, CompileError, compile_schema
from multiplane.deduce.engine import deduce
from multiplane.deduce.grammar import Grammar, example_grammar, parse_grammar, read_grammar
from multiplane.deduce.problem import Problem, problem
from multiplane.deduce.schema import Schema, Step, final, hypothesis
from multiplane.deduce.schemata import NAMES, schema
from multiplane.deduce.semirings import LOG, MAX_SCORE

__all__ = [
    "LOG",
    "MAX_SCORE",
    "NAMES",
    "Chart",
    "CompileError",
    "CompiledSchema",
    "Derivation",
    "Grammar",
    "Inference",
    "Problem",
    "Schema",
    "Step",
    "compile_schema",
    "deduce",
    "example_grammar",
    "final",
    "hypothesis",
    "parse_grammar",
    "problem",
    "read_grammar",
    "schema",
]
