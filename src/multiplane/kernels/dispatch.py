"""Methods of records that kernels call: which one is meant is decided by the class of the record, at compile time.

A seam in compiled code is a protocol, marked ``kernel_methods``. A class implements it as a NamedTuple of arrays whose
methods are ``inlined`` kernels. A kernel that takes such a record and calls its methods is compiled once for every
class it meets, as fast as if it were written for that class alone. Without compilation it is a plain method call.
"""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any, TypeVar

from multiplane.kernels.jit import OPTIONS, before_compiling

Class = TypeVar("Class", bound=type)


def kernel_methods(protocol: Class) -> Class:
    """Let kernels call the methods of a protocol on every record that has them.

    >>> from typing import NamedTuple, Protocol
    >>> from multiplane.kernels.jit import inlined, kernel
    >>> @kernel_methods
    ... class Shape(Protocol):
    ...     def area(self, scale: int) -> int: ...
    >>> class Square(NamedTuple):
    ...     side: int
    ...     @inlined
    ...     def area(self, scale: int) -> int:
    ...         return scale * self.side * self.side
    >>> class Strip(NamedTuple):
    ...     length: int
    ...     @inlined
    ...     def area(self, scale: int) -> int:
    ...         return scale * self.length
    >>> @kernel
    ... def doubled_area(shape: Shape) -> int:
    ...     return shape.area(2)
    >>> int(doubled_area(Square(3))), int(doubled_area(Strip(3)))
    (18, 6)
    """
    for name, method in vars(protocol).items():
        if isinstance(method, FunctionType) and not name.startswith("_"):
            _let_kernels_call(name, tuple(inspect.signature(method).parameters))
    return protocol


_parameters: dict[str, tuple[str, ...]] = {}


def _let_kernels_call(name: str, parameters: tuple[str, ...]) -> None:
    """Tell Numba, once for a name, that the method of a record is the kernel that its class has under this name."""
    if name in _parameters:
        if (known := _parameters[name]) != parameters:
            raise TypeError(f"method {name}: found parameters {parameters}; expected {known}, as in another protocol")
        return
    _parameters[name] = parameters

    def implementation(record: Any, *arguments: Any) -> FunctionType | None:
        method = getattr(record.instance_class, name, None)
        return getattr(method, "py_func", None)

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature([inspect.Parameter(parameter, kind) for parameter in parameters])
    implementation.__signature__ = signature  # type: ignore[attr-defined]

    @before_compiling
    def tell() -> None:
        from numba.extending import overload_method
        from numba.types import BaseNamedTuple

        options = {**OPTIONS, "forceinline": True}
        overload_method(BaseNamedTuple, name, jit_options=options, strict=False)(implementation)
