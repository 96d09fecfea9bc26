"""A model comes back as it was saved; every other file, and every damage, is one line of error."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import random
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.learn.model import file as model_file
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.file import load_model, save_model

HEADER = {
    "system": "arc-eager",
    "labels": ["nsubj", "obj", "dæg"],
    "training": {"seed": 7, "las": 87.5, "labelled": True},
}
TENSORS: dict[str, NDArray[Any]] = {
    "offsets": np.array([0, 2, 3], np.int64),
    "weights": np.arange(12, dtype=np.float32).reshape(4, 3),
    "known": np.array([True, False, True]),
    "empty": np.zeros((0, 3), np.int16),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A small valid model."""
    save_model(tmp_path / "a.model", "transition", HEADER, TENSORS)
    return tmp_path / "a.model"


def put(path: Path, data: bytes) -> None:
    """Make this the file's content. (Writing over a file, not beside it, waits for the disk on some systems.)"""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def complaint(path: Path) -> str:
    """What loading a bad file says, without the path: one line, always."""
    with pytest.raises(MultiplaneError) as caught:
        load_model(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert text.isprintable()
    assert len(text) < len(str(path)) + 300
    return text.removeprefix(f"{path}: ")


def packed(header: Any, body: bytes = b"", length: int | None = None) -> bytes:
    """A safetensors file put together by hand, right or wrong."""
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    return (len(raw) if length is None else length).to_bytes(8, "little") + raw + body


def unpacked(data: bytes) -> tuple[dict[str, Any], dict[str, Any], bytes]:
    """The outer header, the document in it, and the bytes of the tensors."""
    end = 8 + int.from_bytes(data[:8], "little")
    outer = json.loads(data[8:end])
    return outer, json.loads(outer["__metadata__"]["multiplane"]), data[end:]


def signed(outer: dict[str, Any], document: Any, body: bytes) -> bytes:
    """A file whose checksum is right for whatever is in it, as one who edits a model on purpose would make it."""
    outer = {**outer, "__metadata__": {"multiplane": json.dumps(document)}}
    if isinstance(document, dict):
        unsigned = {key: value for key, value in document.items() if key != "checksum"}
        try:
            parts = dict(safetensors.deserialize(packed(outer, body)))
            arrays = {name: model_file._array("", name, **parts[name]) for name in sorted(parts)}
            checksum = model_file._checksum(unsigned, arrays)
        except (safetensors.SafetensorError, MultiplaneError, ValueError):
            checksum = "00000000"
        outer["__metadata__"]["multiplane"] = json.dumps({**unsigned, "checksum": checksum})
    return packed(outer, body)


def rebuild(model: ModelFile) -> None:
    """Read all that a parser would read of the small valid model."""
    model.text("system")
    model.strings("labels")
    model.entries("training")
    model.integer("training", "seed", low=0)
    model.number("training", "las")
    model.flag("training", "labelled")
    weights = model.tensor("weights", np.float32, (None, 3))
    offsets = model.tensor("offsets", np.int64, (None,), low=0, high=len(weights))
    model.tensor("known", np.bool_, (3,))
    model.tensor("empty", np.int16, (0, 3))
    weights[np.minimum(offsets, len(weights) - 1)].sum()


def test_a_model_comes_back(path: Path) -> None:
    model = load_model(path)
    assert model.kind == "transition"
    assert model.header == HEADER
    assert list(model.tensors) == sorted(TENSORS)
    for name, tensor in TENSORS.items():
        loaded = model.tensors[name]
        assert loaded.dtype == tensor.dtype
        np.testing.assert_array_equal(loaded, tensor)
        assert loaded.flags.writeable
        assert loaded.flags.c_contiguous
        assert loaded.flags.aligned
    rebuild(model)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
array_types = st.sampled_from(
    [
        "?",
        "i1",
        "u1",
        "<i2",
        ">i2",
        "<u2",
        "<f2",
        ">f2",
        "<i4",
        ">i4",
        "<u4",
        "<f4",
        ">f4",
        "<i8",
        "<u8",
        ">u8",
        "<f8",
        ">f8",
    ]
)
tensors = array_types.flatmap(
    lambda dtype: arrays_of.arrays(dtype, arrays_of.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
)
views: list[Callable[[NDArray[Any]], NDArray[Any]]] = [
    lambda array: array,
    lambda array: array.T,
    lambda array: array[..., ::2] if array.ndim else array,
    lambda array: array[::-1] if array.ndim else array,
    lambda array: np.broadcast_to(array, (2, *array.shape)),
]
names = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=8)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    header=st.dictionaries(st.text(), json_values, max_size=5),
    tensors=st.dictionaries(names, st.tuples(tensors, st.sampled_from(views)), max_size=4),
)
def test_whatever_is_saved_comes_back(
    tmp_path: Path, header: dict[str, Any], tensors: dict[str, tuple[NDArray[Any], Callable[..., NDArray[Any]]]]
) -> None:
    seen = {name: view(tensor) for name, (tensor, view) in tensors.items()}
    save_model(tmp_path / "a", "graph", header, seen)
    model = load_model(tmp_path / "a")
    assert model.header == header
    assert sorted(model.tensors) == sorted(seen)
    for name, tensor in seen.items():
        loaded = model.tensors[name]
        assert loaded.dtype == tensor.dtype.newbyteorder("<")
        assert loaded.shape == tensor.shape
        assert loaded.tobytes() == tensor.astype(loaded.dtype).tobytes()
        assert loaded.flags.c_contiguous


def test_same_content_same_bytes(tmp_path: Path, path: Path) -> None:
    header = {key: HEADER[key] for key in reversed(HEADER)}
    save_model(tmp_path / "b", "transition", header, {name: TENSORS[name] for name in reversed(TENSORS)})
    assert (tmp_path / "b").read_bytes() == path.read_bytes()
    save_model(tmp_path / "c", "transition", {**HEADER, "more": 1}, TENSORS)
    assert (tmp_path / "c").read_bytes() != path.read_bytes()


def test_the_file_is_what_other_programs_read(path: Path) -> None:
    others = safetensors.numpy.load_file(path)
    assert {name: array.tolist() for name, array in others.items()} == {n: a.tolist() for n, a in TENSORS.items()}
    assert "dæg".encode() in path.read_bytes()


@pytest.mark.parametrize("text", ["", 'ü " \\ \x7f \u2028'])
def test_the_bytes_are_those_of_the_library(path: Path, text: str) -> None:
    kinds = ("bool", "i1", "u1", "i2", "u2", "f2", "i4", "u4", "f4", "i8", "u8", "f8")
    tensors = {f"{rows} {kind}ü": np.ones((rows, 3), kind) for rows in (2, 0, 7) for kind in kinds}
    tensors["a number"] = np.array(2.5)
    save_model(path, "graph", {"text": text}, tensors)
    found = path.read_bytes()
    outer, _, _ = unpacked(found)
    assert found == safetensors.numpy.save(tensors, outer["__metadata__"])


def test_tuples_come_back_as_lists(tmp_path: Path) -> None:
    save_model(tmp_path / "a", "graph", {"labels": ("nsubj", "obj")}, {})
    assert load_model(tmp_path / "a").strings("labels") == ["nsubj", "obj"]


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_compressed_by_suffix(tmp_path: Path, suffix: str) -> None:
    place = tmp_path / f"a.model{suffix}"
    save_model(place, "transition", HEADER, TENSORS)
    rebuild(load_model(place))
    place.write_bytes(place.read_bytes()[:-20])
    assert complaint(place) == "compressed data that is damaged or cut off"


def endless() -> dict[str, Any]:
    circle: dict[str, Any] = {}
    circle["again"] = circle
    return circle


@pytest.mark.parametrize(
    ("kind", "header", "tensors", "message"),
    [
        ("", {}, {}, "found '' as the kind of a model"),
        ("two words\n", {}, {}, r"found 'two words\\n' as the kind of a model"),
        ("graph", {"a": float("nan")}, {}, "found a header that JSON cannot hold"),
        ("graph", {"a": {1, 2}}, {}, "found a header that JSON cannot hold"),
        ("graph", {"a": np.int64(1)}, {}, "found a header that JSON cannot hold"),
        ("graph", {"a": "\ud800"}, {}, "found a header that JSON cannot hold"),
        ("graph", endless(), {}, "found a header that JSON cannot hold"),
        ("graph", {"a": [{1: "one"}]}, {}, "found a key that is no text in a header"),
        ("graph", {}, {"a": np.array([None])}, "found tensor 'a' of object"),
        ("graph", {}, {"a": np.array(["text"])}, "found tensor 'a' of <U4"),
        ("graph", {}, {"a": np.array([1j])}, "found tensor 'a' of complex128"),
        ("graph", {}, {"__metadata__": np.zeros(1)}, "found '__metadata__' as the name of a tensor"),
        ("graph", {}, {"a\ud800": np.zeros(1)}, "as the name of a tensor"),
    ],
)
def test_what_no_file_can_hold(tmp_path: Path, kind: str, header: Any, tensors: Any, message: str) -> None:
    with pytest.raises(MultiplaneError, match=message):
        save_model(tmp_path / "a", kind, header, tensors)
    assert list(tmp_path.iterdir()) == []


def test_a_header_too_long_to_be_read_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_file, "_MAX_HEADER", 1000)
    save_model(tmp_path / "a", "graph", {"a": "x" * 500}, {})
    with pytest.raises(MultiplaneError, match=r"found a header over 1,000 bytes; expected a shorter one$"):
        save_model(tmp_path / "b", "graph", {"a": "x" * 1000}, {})
    assert not (tmp_path / "b").exists()


def test_a_failing_save_keeps_the_old_model(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No workspace left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(MultiplaneError, match=r"a\.model: No workspace left on device$"):
        save_model(path, "graph", {}, {"weights": np.ones(100_000)})
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_no_file_and_no_ordinary_file(tmp_path: Path) -> None:
    assert complaint(tmp_path / "missing") == "no such file"
    assert complaint(tmp_path) == "is a directory; expected a file"
    if Path("/dev/zero").exists():
        assert complaint(Path("/dev/zero")).startswith("found a file that is not in safetensors format")


def test_files_of_other_formats(tmp_path: Path) -> None:
    place = tmp_path / "a"
    put(place, b"")
    assert complaint(place) == "found an empty file; expected a multiplane model"
    with zipfile.ZipFile(tmp_path / "zip", "w") as archive:
        archive.writestr("weights", b"0" * 100)
    contents = [
        b"# sent_id = 1\n1\tOh\toh\tINTJ\t_\t_\t0\troot\t_\t_\n\n",
        *(pickle.dumps({"weights": list(range(100))}, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)),
        (tmp_path / "zip").read_bytes(),
        gzip.compress(b"text" * 50),
        b"\0" * 100,
        b"\xff" * 100,
        packed({}, length=2**60),
        packed(b"[]"),
        packed(b" {}"),
        b"\0" * 8 + b"}",
    ]
    for content in contents:
        put(place, content)
        assert complaint(place) == "found a file that is not in safetensors format; expected a multiplane model"


def test_safetensors_files_of_other_programs(tmp_path: Path) -> None:
    place = tmp_path / "a"
    for metadata in (None, {"format": "pt"}, {}):
        put(place, safetensors.numpy.save({"weights": np.ones(3)}, metadata))
        assert complaint(place) == "found a safetensors file of another program; expected a multiplane model"
    for text in (
        "{}",
        "[]",
        "3",
        "null",
        '"multiplane model"',
        '{"format": "other"}',
        '{"format": ["multiplane model"]}',
    ):
        put(place, safetensors.numpy.save({}, {"multiplane": text}))
        assert complaint(place) == "found a header of another format; expected a multiplane model"


def entry(shape: list[int], begin: int, end: int, dtype: str = "F32") -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ({"a": entry([2], 0, 8), "b": entry([2], 4, 12)}, bytes(12)),
        ({"a": entry([200], 0, 800)}, bytes(12)),
        ({"a": entry([1], 4, 8)}, bytes(8)),
        ({"a": entry([1], 0, 4)}, bytes(8)),
        ({"a": entry([3], 0, 4)}, bytes(4)),
        ({"a": entry([2**40, 2**40], 0, 4)}, bytes(4)),
        ({"a": entry([-1], 0, 4)}, bytes(4)),
        ({"a": entry([1], 4, 0)}, bytes(4)),
        ({"a": entry([1], 0, 4, "F31")}, bytes(4)),
        ({"\x1b[31m\n" + "a" * 1000: entry([1], 4, 8)}, bytes(8)),
        ({"a": 3}, b""),
        ({"__metadata__": {"multiplane": 3}}, b""),
        ({"__metadata__": ["multiplane"]}, b""),
        (b'{"__metadata__":{"multiplane":"\xff"}}', b""),
        (b'{"__metadata__":{"multiplane":"\\ud800"}}', b""),
        (b'{"a":' * 100_000, b""),
    ],
)
def test_safetensors_files_with_absurd_headers(tmp_path: Path, header: Any, body: bytes) -> None:
    put(tmp_path / "a", packed(header, body))
    assert complaint(tmp_path / "a").startswith("found a safetensors file that is damaged or cut off (")


@pytest.mark.parametrize(
    ("tensor", "body", "message"),
    [
        (entry([1] * 100, 0, 4), bytes(4), "tensor 'a' of a shape that no array has"),
        (entry([0, 2**62], 0, 0), b"", "tensor 'a' of a shape that no array has"),
        (entry([0, 2**64 - 1], 0, 0), b"", "tensor 'a' of a shape that no array has"),
        (entry([1], 0, 2, "BF16"), bytes(2), "tensor 'a' of type BF16"),
        (entry([2], 0, 2, "BOOL"), b"\1\2", "tensor 'a' with truth values other than 0 and 1"),
    ],
)
def test_tensors_that_no_array_can_hold(path: Path, tensor: Any, body: bytes, message: str) -> None:
    _, document, _ = unpacked(path.read_bytes())
    put(path, signed({"a": tensor}, document, body))
    assert complaint(path) == f"found {message}; expected a multiplane model"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 3}, "found a model of a newer multiplane (format 3); expected format 2"),
        ({"version": 10**400}, "found a model of a newer multiplane (format 10000"),
        ({"version": 3, "kind": 3, "header": []}, "found a model of a newer multiplane (format 3)"),
        ({"version": 1}, "found a model of an older multiplane (format 1); expected format 2: train it again"),
        ({"version": 0}, "found a header without the version of its format"),
        ({"version": True}, "found a header without the version of its format"),
        ({"version": "1"}, "found a header without the version of its format"),
        ({"version": None}, "found a header without the version of its format"),
        ({"kind": None}, "found a header without the kind of its model"),
        ({"kind": "two\nlines"}, "found a header without the kind of its model"),
        ({"header": []}, "found a header that is no JSON object"),
        ({"header": "{}"}, "found a header that is no JSON object"),
        ({"header": {"a": float("nan")}}, "found a damaged header ("),
        ({"header": {"a": "\ud800"}}, "found a damaged header ("),
    ],
)
def test_documents_with_wrong_entries(path: Path, change: dict[str, Any], message: str) -> None:
    outer, document, body = unpacked(path.read_bytes())
    put(path, signed(outer, {**document, **change}, body))
    assert complaint(path).startswith(message)


@pytest.mark.parametrize("text", ["", "{", '{"a": }', "[" * 100_000, '{"a": 1' + "0" * 5000 + "}", "{} {}"])
def test_documents_that_are_no_json(path: Path, text: str) -> None:
    outer, _, body = unpacked(path.read_bytes())
    put(path, packed({**outer, "__metadata__": {"multiplane": text}}, body))
    assert complaint(path).startswith("found a damaged header (")


@pytest.mark.parametrize("value", ["1e999", "-1e999", "Infinity"])
def test_documents_with_numbers_out_of_range(path: Path, value: str) -> None:
    outer, document, body = unpacked(path.read_bytes())
    text = json.dumps({**document, "header": {"las": "HERE"}}).replace('"HERE"', value)
    put(path, packed({**outer, "__metadata__": {"multiplane": text}}, body))
    assert complaint(path).startswith("found a damaged header (")


def test_more_data_than_memory(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(name: str, stream: Any) -> bytes:
        raise MemoryError

    monkeypatch.setattr(model_file, "_read", exhausted)
    assert complaint(path) == "found more data than memory holds; expected a multiplane model"


def test_cut_off_at_any_byte(path: Path) -> None:
    whole = path.read_bytes()
    end = 8 + int.from_bytes(whole[:8], "little")
    for length in range(1, len(whole)):
        put(path, whole[:length])
        damage = (
            f"file cut off after {length} bytes;" if length < end else "safetensors file that is damaged or cut off ("
        )
        assert complaint(path).startswith(f"found a {damage}")


def test_every_flipped_bit_is_found(path: Path) -> None:
    whole = path.read_bytes()
    for byte in range(len(whole)):
        for bit in range(8):
            damaged = bytearray(whole)
            damaged[byte] ^= 1 << bit
            put(path, damaged)
            complaint(path)


def test_a_flipped_value_is_found_by_the_checksum(path: Path) -> None:
    damaged = bytearray(path.read_bytes())
    damaged[-1] ^= 1
    put(path, damaged)
    assert complaint(path) == "found content that does not match its checksum; expected a multiplane model"


def damages(whole: bytes, chance: random.Random, count: int) -> Iterator[bytes]:
    """The file with some bytes changed, cut, doubled, inserted or swapped."""
    for _ in range(count):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            at, size = chance.randrange(len(data) + 1), chance.randint(1, 40)
            match chance.randrange(6):
                case 0:
                    data[at : at + 1] = bytes([chance.randrange(256)])
                case 1:
                    del data[at : at + size]
                case 2:
                    data[at:at] = chance.randbytes(size)
                case 3:
                    data[at:at] = data[at : at + size]
                case 4:
                    other = chance.randrange(len(data) + 1)
                    data[at : at + size], data[other : other + size] = data[other : other + size], data[at : at + size]
                case _:
                    data[0:8] = chance.choice([0, 1, len(data), len(data) - 8, 2**31, 2**63, 2**64 - 1]).to_bytes(
                        8, "little"
                    )
            if not data:
                break
        yield bytes(data)


def test_thousands_of_damaged_files(path: Path) -> None:
    whole = path.read_bytes()
    refused = 0
    for data in damages(whole, random.Random(1), 5000):
        put(path, data)
        try:
            model = load_model(path)
        except MultiplaneError as error:
            refused += 1
            assert str(error).startswith(f"{path}: ")
            assert "\n" not in str(error)
        else:
            assert model.header == HEADER
            rebuild(model)
    assert refused > 4500


VALUES: list[Any] = [None, True, 0, -1, 1.5, 2**63, 10**30, "", "x", "\0\n", [], [0], ["a", 1], {}, {"a": 1}, [[]]]
SHAPES: list[Any] = [[], [0], [3], [1, 3], [3, 1], [4, 3], [12], [0, 2**62], [1] * 70]
TYPES = ["BOOL", "I8", "U8", "I16", "F16", "BF16", "I32", "F32", "I64", "F64", "C64", "F8_E4M3"]


def edited(value: Any, chance: random.Random) -> Any:
    """JSON with one value of it, anywhere, dropped, renamed, doubled or replaced."""
    if isinstance(value, dict | list) and value and chance.random() < 0.8:
        copy = dict(value) if isinstance(value, dict) else dict(enumerate(value))
        key = chance.choice(list(copy))
        match chance.randrange(4):
            case 0:
                del copy[key]
            case 1 if isinstance(value, dict):
                copy[key + "s"] = copy.pop(key)
            case _:
                copy[key] = edited(copy[key], chance)
        return copy if isinstance(value, dict) else list(copy.values())
    return chance.choice(VALUES)


@pytest.mark.slow
def test_thousands_of_edited_files(path: Path) -> None:
    """Whoever edits a header on purpose can make the checksum right too: the values themselves are checked."""
    outer, document, body = unpacked(path.read_bytes())
    del outer["__metadata__"]
    chance = random.Random(2)
    loaded = rebuilt = 0
    for _ in range(5000):
        new_outer, new_document, new_body = json.loads(json.dumps(outer)), document, body
        match chance.randrange(4):
            case 0:
                new_document = {**document, "header": edited(document["header"], chance)}
            case 1:
                new_document = edited(document, chance)
            case 2:
                name = chance.choice(list(new_outer))
                field, choices = chance.choice([("dtype", TYPES), ("shape", SHAPES)])
                new_outer[name][field] = chance.choice(choices)
            case _:
                new_body = chance.randbytes(len(body))
        put(path, signed(new_outer, new_document, new_body))
        try:
            model = load_model(path)
            loaded += 1
            rebuild(model)
            rebuilt += 1
        except MultiplaneError as error:
            assert str(error).startswith(f"{path}: ")
            assert "\n" not in str(error)
    assert loaded > 1000
    assert 0 < rebuilt < loaded


MODEL = ModelFile("m", "graph", {**HEADER, "mixed": ["a", 1], "huge": 10**400, "many": list(range(1000))}, TENSORS)
READINGS: list[tuple[Callable[[ModelFile], Any], str]] = [
    (lambda m: m.text("none"), "no 'none' in its header; expected a text"),
    (lambda m: m.text("labels"), "['nsubj', 'obj', 'dæg'] as 'labels' in its header; expected a text"),
    (lambda m: m.text("system", "name"), "no 'system.name' in its header; expected a text"),
    (lambda m: m.text("training", "name"), "no 'training.name' in its header; expected a text"),
    (lambda m: m.text("labels", "obj"), "no 'labels.obj' in its header; expected a text"),
    (lambda m: m.text("many"), "[0, 1, 2, 3, 4, 5, ...] as 'many' in its header; expected a text"),
    (lambda m: m.strings("system"), "'arc-eager' as 'system' in its header; expected a list of texts"),
    (lambda m: m.strings("mixed"), "['a', 1] as 'mixed' in its header; expected a list of texts"),
    (lambda m: m.integer("system"), "'arc-eager' as 'system' in its header; expected an integer"),
    (lambda m: m.integer("training", "las"), "87.5 as 'training.las' in its header; expected an integer"),
    (lambda m: m.integer("training", "labelled"), "True as 'training.labelled' in its header; expected an integer"),
    (
        lambda m: m.integer("training", "seed", low=8),
        "7 as 'training.seed' in its header; expected an integer, at least 8",
    ),
    (
        lambda m: m.integer("training", "seed", high=6),
        "7 as 'training.seed' in its header; expected an integer, at most 6",
    ),
    (lambda m: m.number("system"), "'arc-eager' as 'system' in its header; expected a number"),
    (lambda m: m.number("training", "labelled"), "True as 'training.labelled' in its header; expected a number"),
    (lambda m: m.flag("training", "seed"), "7 as 'training.seed' in its header; expected true or false"),
    (lambda m: m.entries("system"), "'arc-eager' as 'system' in its header; expected an object"),
    (lambda m: m.tensor("none", np.int32, (None, 2)), "no tensor 'none'; expected int32 (any, 2)"),
    (lambda m: m.tensor("offsets", np.int32, (3,)), "tensor 'offsets' of int64 (3); expected int32 (3)"),
    (lambda m: m.tensor("offsets", np.int64, (4,)), "tensor 'offsets' of int64 (3); expected int64 (4)"),
    (lambda m: m.tensor("offsets", np.int64, (3, 1)), "tensor 'offsets' of int64 (3); expected int64 (3, 1)"),
    (lambda m: m.tensor("offsets", np.int64, (None,), low=1), "0 in tensor 'offsets'; expected at least 1"),
    (lambda m: m.tensor("offsets", np.int64, (None,), high=2), "3 in tensor 'offsets'; expected at most 2"),
]


@pytest.mark.parametrize(("reading", "message"), READINGS, ids=[message for _, message in READINGS])
def test_values_that_are_missing_or_wrong(reading: Callable[[ModelFile], Any], message: str) -> None:
    with pytest.raises(MultiplaneError) as caught:
        reading(MODEL)
    assert str(caught.value) == f"m: found {message}"


def test_a_number_too_large_for_a_float() -> None:
    with pytest.raises(MultiplaneError, match=r"as 'huge' in its header; expected a number$"):
        MODEL.number("huge")
    assert MODEL.integer("huge") == 10**400


def test_values_that_are_right() -> None:
    rebuild(MODEL)
    assert MODEL.integer("training", "seed", low=7, high=7) == 7
    assert MODEL.number("training", "seed") == 7.0
    assert MODEL.entries("training") == HEADER["training"]
    assert MODEL.entries() == MODEL.header
    assert MODEL.tensor("offsets", np.int64, (None,), low=0, high=3) is TENSORS["offsets"]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_values_that_are_not_finite(value: float, dtype: type) -> None:
    model = ModelFile("m", "graph", {}, {"weights": np.array([1, value, 2], dtype)})
    with pytest.raises(
        MultiplaneError, match=r"^m: found values in tensor 'weights' that are not finite; expected num"
    ):
        model.tensor("weights", dtype, (None,))


def test_the_largest_integers_are_in_range() -> None:
    for dtype in (np.uint64, np.int64):
        limits = np.iinfo(dtype)
        model = ModelFile("m", "graph", {}, {"a": np.array([limits.min, limits.max], dtype)})
        model.tensor("a", dtype, (2,), low=int(limits.min), high=int(limits.max))
        with pytest.raises(MultiplaneError):
            model.tensor("a", dtype, (2,), high=int(limits.max) - 1)
