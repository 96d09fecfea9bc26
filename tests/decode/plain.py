"""Schemata that run without compilation."""

from __future__ import annotations

from functools import cache

from multiplane.decode.registry import SchemaOf
from multiplane.deduce.compile import CompiledSchema, compile_schema


@cache
def unambiguous_program_in_python(schema_of: SchemaOf, single_root: bool) -> CompiledSchema:
    """What ``by_schema.unambiguous_program`` gives, for Python to run."""
    return compile_schema(schema_of(not single_root), jit=False)
