"""The state of a trainer, as arrays by name: checked when it is restored, as a model is when it is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import DTypeLike, NDArray

from multiplane.learn.model.contents import ModelFile

MAX_SENTENCES = 2**53


def state_array(
    state: Mapping[str, NDArray[Any]],
    name: str,
    dtype: DTypeLike,
    shape: tuple[int | None, ...],
    *,
    low: float | None = None,
    high: float | None = None,
) -> NDArray[Any]:
    """An array of a state, of this type and shape (None: any length), its values finite and from ``low`` to ``high``.

    >>> state_array({}, "seen", "int64", (1,))
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: the state of the training: found no tensor 'seen'; expected int64 (1)
    """
    file = ModelFile("the state of the training", "state", {}, state)
    return file.tensor(name, dtype, shape, low=low, high=high)
