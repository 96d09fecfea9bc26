"""A model on disk: one safetensors file with a JSON header. It holds no code and cannot run any.

Everything but the arrays is one JSON object under the key ``multiplane`` of the file's metadata: the name and version
of the format, the kind of model, the version of the package that wrote it, the model's own header, and a CRC-32 of all
that together with the names, types, shapes and bytes of the arrays. Same content, same bytes.
"""

from __future__ import annotations

import json
import re
import reprlib
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.learn.model.contents import ModelFile
from multiplane.output import open_output
from multiplane.treebank.conll.source import open_source, source_name

FORMAT_VERSION = 2

_FORMAT = "multiplane model"
_KEY = "multiplane"
_KIND = re.compile(r"[a-z][a-z0-9-]{0,39}")
_MAX_HEADER = 100_000_000
_LARGEST = float(np.finfo(np.float64).max)
_ALIGNMENT = 8
_ARRAY_TYPES = {
    "BOOL": np.dtype(np.bool_),
    "U8": np.dtype(np.uint8),
    "I8": np.dtype(np.int8),
    "I16": np.dtype("<i2"),
    "U16": np.dtype("<u2"),
    "F16": np.dtype("<f2"),
    "I32": np.dtype("<i4"),
    "U32": np.dtype("<u4"),
    "F32": np.dtype("<f4"),
    "F64": np.dtype("<f8"),
    "I64": np.dtype("<i8"),
    "U64": np.dtype("<u8"),
}
"""The types of arrays, in the order in which the safetensors library has them: files begin with the last ones."""


def save_model(path: str | Path, kind: str, header: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]]) -> None:
    """Write a model, whole or not at all. The header may hold whatever JSON can; a tuple comes back as a list.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(Path(folder) / "a", "graph", {"labels": ["obj"]}, {"weights": np.ones(3)})
    ...     model = load_model(Path(folder) / "a")
    >>> model.kind, model.strings("labels"), model.tensor("weights", np.float64, (3,))
    ('graph', ['obj'], array([1., 1., 1.]))
    """
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
    start, order = _start_of_file(text, arrays)
    if len(start) - 8 > _MAX_HEADER:
        raise MultiplaneError(f"{path}: found a header over {_MAX_HEADER:,} bytes; expected a shorter one")
    with open_output(path) as out:
        out.write(start)
        for name in order:
            out.write(arrays[name].reshape(-1).view(np.uint8).data)


def _start_of_file(text: str, arrays: Mapping[str, NDArray[Any]]) -> tuple[bytes, list[str]]:
    """A safetensors file up to its arrays, and the order in which they follow: the largest types first, then by name.

    The same bytes as the library's, which makes the whole file in memory first.
    """
    types = {dtype: name for name, dtype in _ARRAY_TYPES.items()}
    ranks = {dtype: -rank for rank, dtype in enumerate(_ARRAY_TYPES.values())}
    order = sorted(arrays, key=lambda name: (ranks[arrays[name].dtype], name))
    header: dict[str, Any] = {"__metadata__": {_KEY: text}}
    end = 0
    for name in order:
        begin, end = end, end + arrays[name].nbytes
        kind = types[arrays[name].dtype]
        header[name] = {"dtype": kind, "shape": arrays[name].shape, "data_offsets": [begin, end]}
    data = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    data += b" " * (-len(data) % _ALIGNMENT)
    return len(data).to_bytes(8, "little") + data, order


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
    if int.from_bytes(start[:8], "little") > _MAX_HEADER or start[8:] not in (b"", b"{"):
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
    return ModelFile(name, document["kind"], document["header"], arrays)


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
    if version != FORMAT_VERSION:
        age, advice = ("a newer", "") if version > FORMAT_VERSION else ("an older", ": train it again")
        found = f"a model of {age} multiplane (format {reprlib.repr(version)})"
        raise MultiplaneError(f"{name}: found {found}; expected format {FORMAT_VERSION}{advice}")
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
