"""A short message in place of Numba's for an array that does not fit where a kernel assigns it.

Numba's tells both shapes, and so it compiles, for every kernel that assigns an array to a part of another, how numbers
are written and strings are joined: some fifty functions, in several seconds. Old releases have no such message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from numba.extending import overload
from numba.np import arrayobj

NUMBAS = "raise_with_shape_context"


def refuse_shapes(source: Any, target: Any) -> NoReturn:
    """What a kernel does where an array does not fit."""
    raise ValueError("cannot assign an array to a part of another size")


@overload(refuse_shapes)  # type: ignore[untyped-decorator]
def _compiled(source: Any, target: Any) -> Callable[..., NoReturn]:
    def refuse(source: Any, target: Any) -> NoReturn:
        raise ValueError("cannot assign an array to a part of another size")

    return refuse


@contextmanager
def short_shape_errors() -> Iterator[None]:
    """Compile the short message; other users of Numba keep theirs."""
    numbas = getattr(arrayobj, NUMBAS, None)
    if numbas is None:
        yield
        return
    setattr(arrayobj, NUMBAS, refuse_shapes)
    try:
        yield
    finally:
        setattr(arrayobj, NUMBAS, numbas)
