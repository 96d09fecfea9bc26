"""A neural model: to a file and back, any number of workers, any decoder; damaged and hostile files; no PyTorch."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.learn.neural.heads.arcs.tiny import tiny_model
from tests.learn.neural.older import older

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser, parse_blocks
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.neural.heads.arcs.model import NeuralArcModel
from multiplane.structure import is_one_endpoint_crossing, is_projective
from multiplane.treebank import stream_blocks
from multiplane.treebank.words import treebank_of_words

SAMPLE = multiplane.read("sample:")


@pytest.fixture(scope="module")
def model() -> NeuralArcModel:
    return tiny_model(SAMPLE)


@pytest.fixture
def path(model: NeuralArcModel, tmp_path: Path) -> Path:
    place = tmp_path / "tiny.model"
    Parser(model).save(place)
    return place


def as_bytes(predicted: Predicted) -> list[bytes]:
    return [array.tobytes() for array in predicted]


def test_a_file_holds_the_whole_model(model: NeuralArcModel, path: Path, tmp_path: Path) -> None:
    loaded = Parser.load(path)
    assert loaded.model.kind == "neural"
    assert as_bytes(loaded.predict(SAMPLE)) == as_bytes(model.parse(SAMPLE.layout))
    loaded.save(tmp_path / "again.model")
    assert (tmp_path / "again.model").read_bytes() == path.read_bytes()


def test_trees_do_not_depend_on_workers_or_neighbours(model: NeuralArcModel) -> None:
    alone = model.parse(SAMPLE.layout, workers=1)
    for workers in (2, 5):
        assert as_bytes(model.parse(SAMPLE.layout, workers=workers)) == as_bytes(alone)
    for number in range(0, len(SAMPLE), 10):
        here = slice(SAMPLE.offsets[number], SAMPLE.offsets[number + 1])
        one = model.parse(SAMPLE[number : number + 1].layout)
        assert as_bytes(one) == as_bytes(Predicted(*(array[here] for array in alone)))


def test_blocks_of_any_size_give_the_same_bytes(model: NeuralArcModel) -> None:
    parser = Parser(model)
    whole = bytes(parser.parse(multiplane.read("sample:german")))
    for size in (1000, 5000):
        parts = parse_blocks(parser, stream_blocks("sample:german", block_size=size), workers=2)
        assert b"".join(map(bytes, parts)) == whole


@pytest.mark.parametrize(
    ("decoder", "is_member"), [("projective", is_projective), ("one-endpoint-crossing", is_one_endpoint_crossing)]
)
def test_every_class_of_trees_can_be_chosen(model: NeuralArcModel, decoder: str, is_member: Any) -> None:
    parsed = Parser(model).with_decoder(decoder).parse(multiplane.read("sample:german"))
    assert all(is_member(sentence.tree) for sentence in parsed)
    crossing = Parser(model).parse(multiplane.read("sample:german"))
    assert not all(is_member(sentence.tree) for sentence in crossing)


def test_a_long_sentence_and_none_at_all(model: NeuralArcModel) -> None:
    long = treebank_of_words([[("word", "NOUN")] * 2000])
    assert len(model.parse(long.layout).heads) == 2000
    nothing = multiplane.treebank.Treebank.from_text(b"")
    assert len(model.parse(nothing.layout).heads) == 0


def test_empty_columns_are_named(model: NeuralArcModel) -> None:
    columns = {"form": 1.0, "lemma": 1.0, "upos": 1.0, "xpos": 1.0, "feats": 1.0}
    warning = Parser(model, {"columns": columns}).warning_about(treebank_of_words([["a", "b", "c"] * 20]))
    assert "UPOS" in warning


def test_parsing_needs_no_pytorch(path: Path) -> None:
    code = (
        "import sys, multiplane\n"
        f"multiplane.load({str(path)!r}).parse(multiplane.read('sample:german'))\n"
        "assert not any(name.split('.')[0] == 'torch' for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


EDITS: list[tuple[tuple[str, ...], Any]] = [
    (("labels",), []),
    (("labels",), ["a\tb"]),
    (("decoder",), "nonsense"),
    (("single_root",), 1),
    (("encoder",), None),
    (("encoder", "kind"), "abacus"),
    (("encoder", "kind"), 3),
    (("arcs",), {}),
    (("encoder", "attributes"), ["form"]),
    (("encoder", "attributes"), []),
    (("encoder", "slots"), ["form"]),
    (("encoder", "widths"), {}),
    (("encoder", "widths", "form"), 0),
    (("encoder", "widths", "form"), 5),
    (("encoder", "widths", "form"), 10**30),
    (("encoder", "widths", "more"), 3),
    (("encoder", "known"), None),
    (("encoder", "known"), [1]),
    (("encoder", "groups"), -1),
    (("encoder", "groups"), 257),
    (("encoder", "groups"), True),
    (("encoder", "group_rows"), -1),
    (("encoder", "group_rows"), (1 << 24) + 1),
    (("arcs", "sizes", "label"), 0),
    (("arcs", "sizes", "arc"), 4097),
    (("encoder", "sizes", "windows"), [-1]),
    (("encoder", "sizes", "windows"), [5]),
    (("arcs", "sizes"), {}),
    (("encoder", "sizes"), {}),
    (("encoder", "sizes", "hidden"), 11),
    (("encoder", "sizes", "hidden"), -3),
    (("arcs", "sizes", "arc"), 2.5),
    (("encoder", "sizes", "windows"), [9]),
    (("encoder", "sizes", "windows"), [1] * 40),
    (("encoder", "sizes", "windows"), "1"),
    (("encoder", "sizes", "windows"), [True, 0]),
]


@pytest.mark.parametrize(("keys", "value"), EDITS)
def test_a_header_that_does_not_fit_is_one_line(path: Path, keys: tuple[str, ...], value: Any) -> None:
    file = load_model(path)
    header = copy.deepcopy(dict(file.header))
    inner = header
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    save_model(path, "neural", header, file.tensors)
    with pytest.raises(MultiplaneError) as raised:
        Parser.load(path)
    assert str(raised.value).startswith(str(path)) and "\n" not in str(raised.value)


@pytest.mark.parametrize("attribute", ["colour", "cluster", "feats:"])
def test_an_attribute_that_is_none_is_one_line(path: Path, attribute: str) -> None:
    file = load_model(path)
    encoder = dict(file.header["encoder"])
    encoder["attributes"] = [attribute, *encoder["attributes"][1:]]
    save_model(path, "neural", {**file.header, "encoder": encoder}, file.tensors)
    with pytest.raises(MultiplaneError, match="attribute"):
        Parser.load(path)


def test_numbers_of_values_that_are_none_are_one_line(path: Path) -> None:
    file = load_model(path)
    encoder = file.header["encoder"]
    known = list(encoder["known"])
    for wrong in (-1, True, 2.0, 2**40, known[0] + 1):
        changed = {**encoder, "known": [wrong, *known[1:]]}
        save_model(path, "neural", {**file.header, "encoder": changed}, file.tensors)
        with pytest.raises(MultiplaneError):
            Parser.load(path)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1001.0, -2000.0])
def test_weights_out_of_range_are_one_line(path: Path, value: float) -> None:
    file = load_model(path)
    for name, array in file.tensors.items():
        if array.dtype == np.float16:
            wrong = array.copy()
            wrong.reshape(-1)[-1] = value
            save_model(path, "neural", file.header, {**file.tensors, name: wrong})
            with pytest.raises(MultiplaneError, match=name.partition(".")[2]):
                Parser.load(path)


def test_tensors_missing_of_another_shape_or_type_are_one_line(path: Path) -> None:
    file = load_model(path)
    for name, array in file.tensors.items():
        others = {key: value for key, value in file.tensors.items() if key != name}
        for wrong in (None, array[:-1], array.astype(np.float64), array[None]):
            save_model(path, "neural", file.header, others if wrong is None else {**others, name: wrong})
            with pytest.raises(MultiplaneError, match=name.partition(".")[2]):
                Parser.load(path)


def test_hashes_out_of_order_are_one_line(path: Path) -> None:
    file = load_model(path)
    for name in ("encoder.hashes", "arcs.tags"):
        hashes = file.tensors[name].copy()
        hashes[:2] = hashes[1::-1]
        save_model(path, "neural", file.header, {**file.tensors, name: hashes})
        with pytest.raises(MultiplaneError, match="order"):
            Parser.load(path)


def test_an_older_file_is_the_same_model(model: NeuralArcModel, path: Path) -> None:
    file = older(load_model(path))
    save_model(path, "neural", file.header, file.tensors)
    loaded = Parser.load(path)
    assert as_bytes(loaded.predict(SAMPLE)) == as_bytes(model.parse(SAMPLE.layout))
    assert {name: array.tobytes() for name, array in loaded.model.tensors().items()} == {
        name: array.tobytes() for name, array in model.tensors().items()
    }


@pytest.mark.parametrize(("windows", "is_read"), [((4,), True), ((5,), False), ((0,) * 16, True), ((0,) * 17, False)])
def test_windows_beyond_the_limits_are_refused_in_a_whole_file(
    tmp_path: Path, windows: tuple[int, ...], is_read: bool
) -> None:
    Parser(tiny_model(SAMPLE[:2], hidden=2, windows=windows)).save(tmp_path / "a.model")
    if is_read:
        assert Parser.load(tmp_path / "a.model").parse(SAMPLE[:1])
    else:
        with pytest.raises(MultiplaneError, match=r"sizes\.windows"):
            Parser.load(tmp_path / "a.model")


def test_a_tag_column_of_an_older_file_that_cannot_be_is_one_line(
    path: Path,
) -> None:
    file = older(load_model(path))
    known = file.header["known"]
    fewest = known.index(min(known))
    for column, message in ((len(known), "tag_column"), (fewest, "tags; expected at most")):
        header = {**file.header, "tag_column": column}
        save_model(path, "neural", header, file.tensors)
        with pytest.raises(MultiplaneError, match=message):
            Parser.load(path)


def test_hashes_that_are_equal_or_negative_and_scales_below_zero_are_one_line(path: Path) -> None:
    file = load_model(path)
    counts = file.header["encoder"]["known"]
    second = np.cumsum([0, *counts])[:-1][np.array(counts) > 1][-1]
    for name, place, value in (
        ("encoder.hashes", second + 1, file.tensors["encoder.hashes"][second]),
        ("encoder.hashes", 0, -1),
        ("arcs.tags", 0, -1),
        ("encoder.scales", 0, -0.5),
    ):
        wrong = file.tensors[name].copy()
        wrong[place] = value
        save_model(path, "neural", file.header, {**file.tensors, name: wrong})
        with pytest.raises(MultiplaneError, match=name.partition(".")[2]):
            Parser.load(path)


def test_the_largest_weights_still_give_trees(path: Path) -> None:
    file = load_model(path)
    random = np.random.default_rng(1)
    tensors = {
        name: array if array.dtype != np.float16 else random.choice([-1000.0, 1000.0], array.shape).astype("<f2")
        for name, array in file.tensors.items()
    }
    tensors["encoder.scales"] = np.abs(tensors["encoder.scales"])
    save_model(path, "neural", file.header, tensors)
    parsed = Parser.load(path).parse(multiplane.read("sample:dutch"))
    assert all(len(sentence.tree) == len(list(sentence)) for sentence in parsed)
