"""The compiler: a schema becomes Numba kernels over dense tables, loops ordered by the size of items.

`flatten` writes out flags and lists; `rewriting` leaves out repeated fields and folds steps with three
antecedents; `differences` finds what holds of the items of each kind, and so the bounds of loops; `order` finds the
order of computation; `layout` the tables. `loops`, `inside`, `trees` and `outside` write the source, in one of the
`algebras`; `program` compiles and runs it.
"""

from multiplane.deduce.compile.flatten import CompileError
from multiplane.deduce.compile.program import CompiledSchema, compile_schema

__all__ = ["CompileError", "CompiledSchema", "compile_schema"]
