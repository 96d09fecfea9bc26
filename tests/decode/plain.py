"""Schemata that run without compilation."""

from __future__ import annotations

from functools import cache

from multiplane.decode import by_schema
from multiplane.deduce.compile import CompiledSchema, compile_schema
from multiplane.structure.classes import ClassFamily


@cache
def unambiguous_program_in_python(family: ClassFamily, single_root: bool) -> CompiledSchema:
    """What ``by_schema.unambiguous_program`` gives, for Python to run."""
    return compile_schema(by_schema.UNAMBIGUOUS[family](not single_root), jit=False)
