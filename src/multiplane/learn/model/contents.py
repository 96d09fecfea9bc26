"""What a model's file holds, read value by value: whatever is missing or of the wrong type is one clear error.

Kernels index the arrays of a model without bounds checks, so ranges are checked here, once, when it is loaded.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from multiplane.errors import MultiplaneError

_LARGEST = float(np.finfo(np.float64).max)


@dataclass(frozen=True, slots=True, eq=False)
class ModelFile:
    """The kind of a model, its header, and its arrays by name.

    Keys of nested objects follow each other, outermost first.

    >>> header = {"system": "arc-eager", "labels": ["nsubj", "obj"], "training": {"epochs": 12}}
    >>> model = ModelFile("m.model", "transition", header, {"heads": np.array([0, 2], np.int32)})
    >>> model.text("system"), model.strings("labels"), model.integer("training", "epochs")
    ('arc-eager', ['nsubj', 'obj'], 12)
    >>> model.tensor("heads", np.int32, (None,), low=0, high=1)
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: m.model: found 2 in tensor 'heads'; expected at most 1
    """

    path: str
    kind: str
    header: Mapping[str, Any]
    tensors: Mapping[str, NDArray[Any]]

    def fault(self, found: str, expected: str) -> MultiplaneError:
        """The error to raise about this file.

        >>> ModelFile("m.model", "graph", {}, {}).fault("two roots", "one")
        MultiplaneError('m.model: found two roots; expected one')
        """
        return MultiplaneError(f"{self.path}: found {found}; expected {expected}")

    def text(self, *keys: str) -> str:
        """A text of the header.

        >>> ModelFile("m.model", "graph", {"decoder": 3}, {}).text("decoder")
        Traceback (most recent call last):
          ...
        multiplane.errors.MultiplaneError: m.model: found 3 as 'decoder' in its header; expected a text
        """
        value = self._value(keys, "a text")
        if not isinstance(value, str):
            raise self._wrong(keys, value, "a text")
        return value

    def strings(self, *keys: str) -> list[str]:
        """A list of texts of the header.

        >>> ModelFile("m.model", "graph", {"labels": ["obj"]}, {}).strings("labels")
        ['obj']
        """
        value = self._value(keys, "a list of texts")
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._wrong(keys, value, "a list of texts")
        return list(value)

    def labels(self, *keys: str) -> list[str]:
        """A list of texts of the header that can be written into a column.

        >>> ModelFile("m.model", "graph", {"labels": ["obj", ""]}, {}).labels("labels")
        Traceback (most recent call last):
          ...
        multiplane.errors.MultiplaneError: m.model: found '' in 'labels' in its header; expected text for a column
        """
        found = self.strings(*keys)
        for label in found:
            if not fits_column(label):
                raise self.fault(f"{reprlib.repr(label)} in {_named(keys)} in its header", "text for a column")
        return found

    def integer(self, *keys: str, low: int | None = None, high: int | None = None) -> int:
        """An integer of the header, from ``low`` to ``high`` where they are given.

        >>> ModelFile("m.model", "graph", {"bits": 70}, {}).integer("bits", low=1, high=30)
        Traceback (most recent call last):
          ...
        multiplane.errors.MultiplaneError: m.model: found 70 as 'bits' in its header; expected an integer from 1 to 30
        """
        expected = f"an integer{_bounds(low, high)}"
        value = self._value(keys, expected)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(keys, value, expected)
        if (low is not None and value < low) or (high is not None and value > high):
            raise self._wrong(keys, value, expected)
        return value

    def number(self, *keys: str) -> float:
        """A number of the header, whole or not.

        >>> ModelFile("m.model", "graph", {"las": 87.5}, {}).number("las")
        87.5
        """
        value = self._value(keys, "a number")
        if not isinstance(value, int | float) or isinstance(value, bool) or not -_LARGEST <= value <= _LARGEST:
            raise self._wrong(keys, value, "a number")
        return float(value)

    def flag(self, *keys: str) -> bool:
        """True or false, from the header.

        >>> ModelFile("m.model", "graph", {"labelled": True}, {}).flag("labelled")
        True
        """
        value = self._value(keys, "true or false")
        if not isinstance(value, bool):
            raise self._wrong(keys, value, "true or false")
        return value

    def entries(self, *keys: str) -> dict[str, Any]:
        """A nested object of the header, for keys that are data themselves.

        >>> ModelFile("m.model", "graph", {"counts": {"obj": 2}}, {}).entries("counts")
        {'obj': 2}
        """
        value = self._value(keys, "an object")
        if not isinstance(value, dict):
            raise self._wrong(keys, value, "an object")
        return dict(value)

    def tensor(
        self,
        name: str,
        dtype: DTypeLike,
        shape: tuple[int | None, ...],
        *,
        low: float | None = None,
        high: float | None = None,
    ) -> NDArray[Any]:
        """An array of this type and shape (None: any length), its values finite and from ``low`` to ``high``.

        >>> weights = np.zeros((4, 3), np.float32)
        >>> model = ModelFile("m.model", "graph", {}, {"weights": weights})
        >>> model.tensor("weights", np.float32, (None, 3)).shape
        (4, 3)
        >>> model.tensor("weights", np.float32, (None, 5))
        Traceback (most recent call last):
          ...
        multiplane.errors.MultiplaneError: m.model: found tensor 'weights' of float32 (4, 3); expected float32 (any, 5)
        """
        wanted = _described(np.dtype(dtype), shape)
        array = self.tensors.get(name)
        if array is None:
            raise self.fault(f"no tensor '{name}'", wanted)
        fits = array.ndim == len(shape) and all(
            length in (None, actual) for length, actual in zip(shape, array.shape, strict=True)
        )
        if array.dtype != np.dtype(dtype) or not fits:
            raise self.fault(f"tensor '{name}' of {_described(array.dtype, array.shape)}", wanted)
        if array.size and array.dtype != np.bool_:
            self._check_range(name, array.min().item(), array.max().item(), low, high)
        return array

    def part(self, name: str) -> ModelFile:
        """A model inside this one: what the header has under a name, and the tensors whose names begin with it.

        >>> header = {"tagger": {"kind": "tagger", "bits": 18}}
        >>> whole = ModelFile("m.model", "pipeline", header, {"tagger.weights": np.zeros(4)})
        >>> tagger = whole.part("tagger")
        >>> tagger.kind, tagger.integer("bits"), list(tagger.tensors)
        ('tagger', 18, ['weights'])
        """
        prefix = f"{name}."
        inside = {key.removeprefix(prefix): array for key, array in self.tensors.items() if key.startswith(prefix)}
        return ModelFile(self.path, self.text(name, "kind"), self.entries(name), inside)

    def _check_range(self, name: str, lowest: float, highest: float, low: float | None, high: float | None) -> None:
        if not (lowest >= -_LARGEST and highest <= _LARGEST):
            raise self.fault(f"values in tensor '{name}' that are not finite", "numbers")
        if low is not None and lowest < low:
            raise self.fault(f"{lowest} in tensor '{name}'", f"at least {low}")
        if high is not None and highest > high:
            raise self.fault(f"{highest} in tensor '{name}'", f"at most {high}")

    def _value(self, keys: tuple[str, ...], expected: str) -> Any:
        value: Any = self.header
        for key in keys:
            if not isinstance(value, Mapping) or key not in value:
                raise self.fault(f"no {_named(keys)} in its header", expected)
            value = value[key]
        return value

    def _wrong(self, keys: tuple[str, ...], value: Any, expected: str) -> MultiplaneError:
        return self.fault(f"{reprlib.repr(value)} as {_named(keys)} in its header", expected)


def fits_column(text: str) -> bool:
    """Whether a text can be written into a column of a treebank.

    >>> fits_column("nsubj:pass"), fits_column("a\\tb")
    (True, False)
    """
    return bool(text) and set(text).isdisjoint("\t\n\r\0")


def _named(keys: tuple[str, ...]) -> str:
    """The keys of a value, on one line."""
    return repr(".".join(keys))


def _bounds(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f", at least {low}"
    return "" if high is None else f", at most {high}"


def _described(dtype: np.dtype[Any], shape: tuple[int | None, ...]) -> str:
    lengths = ", ".join("any" if length is None else str(length) for length in shape)
    return f"{dtype} ({lengths})"


def as_part(
    name: str, kind: str, header: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]]
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The header and the tensors of a model as `ModelFile.part` finds them inside another.

    >>> as_part("tagger", "tagger", {"bits": 18}, {"weights": np.zeros(1)})
    ({'tagger': {'bits': 18, 'kind': 'tagger'}}, {'tagger.weights': array([0.])})
    """
    return {name: {**header, "kind": kind}}, {f"{name}.{key}": array for key, array in tensors.items()}
