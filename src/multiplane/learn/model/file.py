"""A model on disk: one safetensors file with a JSON header. It holds no code and cannot run any.

Everything but the arrays is one JSON object under the key ``multiplane`` of the file's metadata: the name and version
of the format, the kind of model, the version of the package that wrote it, the model's own header, and a CRC-32 of all
that together with the names, types, shapes and bytes of the arrays. Same content, same bytes.

A `ModelFile` is read value by value: whatever is missing or of the wrong type is one clear error. Kernels index the
arrays of a model without bounds checks, so ranges are checked here, once, when it is loaded.
"""

from __future__ import annotations

import json
import re
import reprlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from multiplane.errors import MultiplaneError
from multiplane.output import open_output
from multiplane.treebank.conll.source import open_source, source_name

FORMAT_VERSION = 2

_FORMAT = "multiplane model"
_KEY = "multiplane"
_KIND = re.compile(r"[a-z][a-z0-9-]{0,39}")
_LONGEST_HEADER = 100_000_000
_LARGEST = float(np.finfo(np.float64).max)
_ARRAY_TYPES = {
    "BOOL": np.dtype(np.bool_),
    "I8": np.dtype(np.int8),
    "U8": np.dtype(np.uint8),
    "I16": np.dtype("<i2"),
    "U16": np.dtype("<u2"),
    "F16": np.dtype("<f2"),
    "I32": np.dtype("<i4"),
    "U32": np.dtype("<u4"),
    "F32": np.dtype("<f4"),
    "I64": np.dtype("<i8"),
    "U64": np.dtype("<u8"),
    "F64": np.dtype("<f8"),
}


@dataclass(frozen=True, slots=True, eq=False)
class ModelFile:
    """The kind of a model, its header, its arrays by name, its format's version and the multiplane that wrote it.

    Keys of nested objects follow each other, outermost first.

    >>> header = {"system": "arc-eager", "labels": ["nsubj", "obj"], "training": {"epochs": 12}}
    >>> model = ModelFile("m.model", "transition", header, {"heads": np.array([0, 2], np.int32)}, 1, "0.1.0")
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
    version: int
    written_by: str

    def fault(self, found: str, expected: str) -> MultiplaneError:
        """The error to raise about this file.

        >>> ModelFile("m.model", "graph", {}, {}, 1, "0.1.0").fault("two roots", "one")
        MultiplaneError('m.model: found two roots; expected one')
        """
        return MultiplaneError(f"{self.path}: found {found}; expected {expected}")

    def text(self, *keys: str) -> str:
        """A text of the header.

        >>> ModelFile("m.model", "graph", {"decoder": 3}, {}, 1, "0.1.0").text("decoder")
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

        >>> ModelFile("m.model", "graph", {"labels": ["obj"]}, {}, 1, "0.1.0").strings("labels")
        ['obj']
        """
        value = self._value(keys, "a list of texts")
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._wrong(keys, value, "a list of texts")
        return list(value)

    def labels(self, *keys: str) -> list[str]:
        """A list of texts of the header that can be written into a column.

        >>> ModelFile("m.model", "graph", {"labels": ["obj", ""]}, {}, 1, "0.1.0").labels("labels")
        Traceback (most recent call last):
          ...
        multiplane.errors.MultiplaneError: m.model: found '' in 'labels' in its header; expected text for a column
        """
        found = self.strings(*keys)
        for label in found:
            if not fits_column(label):
                raise self.fault(f"{reprlib.repr(label)} in '{'.'.join(keys)}' in its header", "text for a column")
        return found

    def integer(self, *keys: str, low: int | None = None, high: int | None = None) -> int:
        """An integer of the header, from ``low`` to ``high`` where they are given.

        >>> ModelFile("m.model", "graph", {"bits": 70}, {}, 1, "0.1.0").integer("bits", low=1, high=30)
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

        >>> ModelFile("m.model", "graph", {"las": 87.5}, {}, 1, "0.1.0").number("las")
        87.5
        """
        value = self._value(keys, "a number")
        if not isinstance(value, int | float) or isinstance(value, bool) or not -_LARGEST <= value <= _LARGEST:
            raise self._wrong(keys, value, "a number")
        return float(value)

    def flag(self, *keys: str) -> bool:
        """True or false, from the header.

        >>> ModelFile("m.model", "graph", {"labelled": True}, {}, 1, "0.1.0").flag("labelled")
        True
        """
        value = self._value(keys, "true or false")
        if not isinstance(value, bool):
            raise self._wrong(keys, value, "true or false")
        return value

    def entries(self, *keys: str) -> dict[str, Any]:
        """A nested object of the header, for keys that are data themselves.

        >>> ModelFile("m.model", "graph", {"counts": {"obj": 2}}, {}, 1, "0.1.0").entries("counts")
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
        >>> model = ModelFile("m.model", "graph", {}, {"weights": weights}, 1, "0.1.0")
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
        >>> whole = ModelFile("m.model", "pipeline", header, {"tagger.weights": np.zeros(4)}, 2, "0.1.0")
        >>> tagger = whole.part("tagger")
        >>> tagger.kind, tagger.integer("bits"), list(tagger.tensors)
        ('tagger', 18, ['weights'])
        """
        prefix = f"{name}."
        inside = {key.removeprefix(prefix): array for key, array in self.tensors.items() if key.startswith(prefix)}
        return ModelFile(self.path, self.text(name, "kind"), self.entries(name), inside, self.version, self.written_by)

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
                raise self.fault(f"no '{'.'.join(keys)}' in its header", expected)
            value = value[key]
        return value

    def _wrong(self, keys: tuple[str, ...], value: Any, expected: str) -> MultiplaneError:
        return self.fault(f"{reprlib.repr(value)} as '{'.'.join(keys)}' in its header", expected)


def fits_column(text: str) -> bool:
    """Whether a text can be written into a column of a treebank.

    >>> fits_column("nsubj:pass"), fits_column("a\\tb")
    (True, False)
    """
    return bool(text) and set(text).isdisjoint("\t\n\r\0")


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


def save_model(path: str | Path, kind: str, header: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]]) -> None:
    """Write a model, whole or not at all. The header may hold whatever JSON can; a tuple comes back as a list.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(Path(folder) / "a", "graph", {"labels": ["obj"]}, {"weights": np.ones(3)})
    ...     model = load_model(Path(folder) / "a")
    >>> model.kind, model.strings("labels"), model.tensor("weights", np.float64, (3,))
    ('graph', ['obj'], array([1., 1., 1.]))
    """
    from safetensors.numpy import save

    from multiplane.version import __version__

    if not _KIND.fullmatch(kind):
        raise MultiplaneError(f"{path}: found {kind!r} as the kind of a model; expected a name such as 'graph'")
    arrays = {name: _plain(path, name, tensors[name]) for name in sorted(tensors)}
    document = {
        "format": _FORMAT,
        "version": FORMAT_VERSION,
        "written_by": __version__,
        "kind": kind,
        "header": dict(header),
    }
    try:
        document["checksum"] = _checksum(document, arrays)
        text = _canonical(document)
    except (TypeError, ValueError, RecursionError) as error:
        raise MultiplaneError(f"{path}: found a header that JSON cannot hold ({_one_line(error)})") from error
    if not _has_text_keys(document):
        raise MultiplaneError(f"{path}: found a key that is no text in a header; expected texts only")
    data = save(arrays, {_KEY: text})
    if int.from_bytes(data[:8], "little") > _LONGEST_HEADER:
        raise MultiplaneError(f"{path}: found a header over {_LONGEST_HEADER:,} bytes; expected a shorter one")
    with open_output(path) as out:
        out.write(data)


def load_model(path: str | Path) -> ModelFile:
    """Read a model, its arrays in memory of their own; any other file, and any damage, is one clear error.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(Path(folder) / "a", "graph", {}, {"weights": np.zeros(2)})
    ...     whole = (Path(folder) / "a").read_bytes()
    ...     _ = (Path(folder) / "a").write_bytes(whole[:-1] + b"!")
    ...     try:
    ...         load_model(Path(folder) / "a")
    ...     except MultiplaneError as error:
    ...         print(str(error).removeprefix(folder))
    /a: found content that does not match its checksum; expected a multiplane model
    """
    name = source_name(path)
    try:
        with open_source(path) as stream:
            data = _read(name, stream)
        return _model(name, data)
    except MemoryError as error:
        raise _bad(name, "more data than memory holds") from error


def _read(name: str, stream: IO[bytes]) -> bytes:
    """All bytes, but of a file that cannot be a safetensors file, however long, only the first nine."""
    start = stream.read(9)
    if not start:
        raise _bad(name, "an empty file")
    if int.from_bytes(start[:8], "little") > _LONGEST_HEADER or start[8:] not in (b"", b"{"):
        raise _bad(name, "a file that is not in safetensors format")
    return start + stream.read()


def _model(name: str, data: bytes) -> ModelFile:
    from safetensors import SafetensorError, deserialize

    end = 8 + int.from_bytes(data[:8], "little")
    if len(data) < end:
        raise _bad(name, f"a file cut off after {len(data)} bytes")
    try:
        parts = dict(deserialize(data))  # type: ignore[no-untyped-call]
        metadata = json.loads(data[8:end]).get("__metadata__") or {}
    except (SafetensorError, ValueError, RecursionError) as error:
        raise _bad(name, f"a safetensors file that is damaged or cut off ({_one_line(error)})") from error
    if _KEY not in metadata:
        raise _bad(name, "a safetensors file of another program")
    document = _document(name, metadata[_KEY])
    arrays = {part: _array(name, part, **parts[part]) for part in sorted(parts)}
    checksum = document.pop("checksum", None)
    try:
        matches = checksum == _checksum(document, arrays)
    except (ValueError, RecursionError) as error:
        raise _bad(name, f"a damaged header ({_one_line(error)})") from error
    if not matches:
        raise _bad(name, "content that does not match its checksum")
    return ModelFile(
        name, document["kind"], document["header"], arrays, document["version"], str(document.get("written_by"))
    )


def _document(name: str, text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _bad(name, f"a damaged header ({_one_line(error)})") from error
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise _bad(name, "a header of another format")
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _bad(name, "a header without the version of its format")
    if version > FORMAT_VERSION:
        found = f"a model written by a newer multiplane (format {reprlib.repr(version)})"
        raise MultiplaneError(f"{name}: found {found}; expected a format up to {FORMAT_VERSION}")
    kind = document.get("kind")
    if not isinstance(kind, str) or not _KIND.fullmatch(kind):
        raise _bad(name, "a header without the kind of its model")
    if not isinstance(document.get("header"), dict):
        raise _bad(name, "a header that is no JSON object")
    return document


def _array(name: str, part: str, dtype: str, shape: list[int], data: bytearray) -> NDArray[Any]:
    if dtype not in _ARRAY_TYPES:
        raise _bad(name, f"tensor {reprlib.repr(part)} of type {dtype}")
    if dtype == "BOOL" and data.translate(None, b"\0\1"):
        raise _bad(name, f"tensor {reprlib.repr(part)} with truth values other than 0 and 1")
    try:
        return np.frombuffer(data, _ARRAY_TYPES[dtype]).reshape(shape)
    except ValueError as error:
        raise _bad(name, f"tensor {reprlib.repr(part)} of a shape that no array has") from error


def _plain(path: str | Path, name: str, tensor: NDArray[Any]) -> NDArray[Any]:
    """The same array with its rows one after the other and its lowest bytes first."""
    dtype = tensor.dtype.newbyteorder("<")
    if dtype not in _ARRAY_TYPES.values():
        raise MultiplaneError(f"{path}: found tensor {name!r} of {tensor.dtype}; expected integers, floats or bools")
    if name == "__metadata__" or not name.isprintable():
        raise MultiplaneError(f"{path}: found {name!r} as the name of a tensor; expected a plain name")
    return np.asarray(tensor, dtype, order="C")


def _checksum(document: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    """Of everything: the document without its checksum, then the arrays in the order of their names."""
    shapes = [[name, array.dtype.str, array.shape] for name, array in arrays.items()]
    total = zlib.crc32(_canonical([document, shapes]).encode("utf-8"))
    for array in arrays.values():
        total = zlib.crc32(array.data, total)
    return f"{total:08x}"


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def _has_text_keys(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value) and all(map(_has_text_keys, value.values()))
    return all(map(_has_text_keys, value)) if isinstance(value, list | tuple) else True


def _bad(name: str, found: str) -> MultiplaneError:
    return MultiplaneError(f"{name}: found {found}; expected a multiplane model")


def _one_line(error: Exception) -> str:
    words = str(error).removeprefix("Error while deserializing: ").split()
    text = "".join(letter if letter.isprintable() else "?" for letter in " ".join(words))
    return text if len(text) <= 120 else text[:119] + "…"
