"""A neural transition model: to a file and back, any number of workers; damaged and hostile files; no PyTorch."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.learn.neural.heads.transitions.tiny import tiny_model
from tests.learn.neural.older import older

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.neural.encoders import layers
from multiplane.learn.neural.heads.transitions.model import NeuralTransitionModel, part_of
from multiplane.structure import classify_all
from multiplane.treebank.words import treebank_of_words

SAMPLE = multiplane.read("sample:")
SYSTEMS = ["arc-eager", "arc-standard", "2-planar", "swap", "covington", "arc-eager+lnba", "undirected-2-planar"]


@pytest.fixture(scope="module")
def model() -> NeuralTransitionModel:
    return tiny_model(SAMPLE)


@pytest.fixture
def path(model: NeuralTransitionModel, tmp_path: Path) -> Path:
    place = tmp_path / "tiny.model"
    Parser(model).save(place)
    return place


def as_bytes(predicted: Predicted) -> list[bytes]:
    return [array.tobytes() for array in predicted]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_file_holds_the_whole_model(system: str, tmp_path: Path) -> None:
    dutch = multiplane.read("sample:dutch")
    model = tiny_model(dutch, system)
    Parser(model).save(tmp_path / "one.model")
    loaded = Parser.load(tmp_path / "one.model")
    assert loaded.model.kind == "neural-transition"
    assert as_bytes(loaded.predict(dutch)) == as_bytes(model.parse(dutch.layout))
    loaded.save(tmp_path / "again.model")
    assert (tmp_path / "again.model").read_bytes() == (tmp_path / "one.model").read_bytes()


def test_trees_do_not_depend_on_workers_or_neighbours(model: NeuralTransitionModel) -> None:
    alone = model.parse(SAMPLE.layout, workers=1)
    for workers in (2, 5):
        assert as_bytes(model.parse(SAMPLE.layout, workers=workers)) == as_bytes(alone)
    for number in range(0, len(SAMPLE), 10):
        here = slice(SAMPLE.offsets[number], SAMPLE.offsets[number + 1])
        one = model.parse(SAMPLE[number : number + 1].layout)
        assert as_bytes(one) == as_bytes(Predicted(*(array[here] for array in alone)))


def test_trees_do_not_depend_on_the_words_that_are_compared(
    model: NeuralTransitionModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = as_bytes(model.parse(SAMPLE.layout, workers=1))
    monkeypatch.setattr(layers, "MAX_ALIKE", 60)
    assert as_bytes(model.parse(SAMPLE.layout, workers=1)) == expected


def test_trees_are_of_the_class_of_the_system() -> None:
    dutch = multiplane.read("sample:dutch")
    planes: dict[str, set[int]] = {"arc-eager": set(), "2-planar": set(), "covington": set()}
    for system, found in planes.items():
        for seed in range(4):
            heads = tiny_model(dutch, system, seed=seed).parse(dutch.layout).heads
            found |= {*classify_all(heads, np.array(dutch.offsets)).planes.tolist()}
    assert max(planes["arc-eager"]) == 1 and max(planes["2-planar"]) <= 2 <= max(planes["covington"])


@pytest.mark.slow
def test_a_beam_of_one_is_greedy_and_a_wider_one_parses(model: NeuralTransitionModel) -> None:
    german = multiplane.read("sample:german")
    greedy = model.parse(german.layout)
    assert (model.with_beam(1).parse(german.layout).heads == greedy.heads).all()
    assert len(model.with_beam(4).parse(german.layout).heads) == german.word_count


def test_transitions_can_be_recorded(model: NeuralTransitionModel) -> None:
    parsed = Parser(model).parse(multiplane.read("sample:german"), transitions=True)
    assert b"Transition=" in bytes(parsed)


def test_a_part_of_a_layout_has_the_same_words(model: NeuralTransitionModel) -> None:
    rows = model.encoder.vocabulary.rows(SAMPLE.layout)
    for first, last in ((0, 3), (5, 6), (4, 4)):
        here = slice(SAMPLE.offsets[first], SAMPLE.offsets[last])
        assert (model.encoder.vocabulary.rows(part_of(SAMPLE.layout, first, last)) == rows[here]).all()


def test_a_long_sentence_and_none_at_all(model: NeuralTransitionModel) -> None:
    long = treebank_of_words([[("word", "NOUN")] * 2000])
    assert len(model.parse(long.layout).heads) == 2000
    nothing = multiplane.treebank.Treebank.from_text(b"")
    assert len(model.parse(nothing.layout).heads) == 0


def test_empty_columns_are_named(model: NeuralTransitionModel) -> None:
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
    (("system",), {}),
    (("system",), "easy-first"),
    (("system",), "2-planar"),
    (("beam",), 0),
    (("roots",), {}),
    (("features", "transition"), []),
    (("features", "transition"), ["S0.colour"]),
    (("features", "label"), ["D.upos"]),
    (("transitions", "addresses"), []),
    (("transitions", "addresses"), ["S0"]),
    (("transitions", "addresses"), ["S0"] * 65),
    (("transitions", "addresses"), ["S0.nonsense"]),
    (("transitions", "addresses"), ["H"]),
    (("transitions", "addresses"), "S0"),
    (("encoder", "attributes"), ["form"]),
    (("encoder", "attributes"), []),
    (("encoder", "slots"), ["form"]),
    (("encoder", "widths"), {}),
    (("encoder", "widths", "form"), 0),
    (("encoder", "widths", "form"), 10**30),
    (("encoder", "groups"), -1),
    (("encoder", "group_rows"), 2),
    (("encoder", "known"), None),
    (("encoder", "known"), [1]),
    (("transitions", "sizes"), {}),
    (("encoder", "sizes"), {}),
    (("encoder", "sizes", "hidden"), 11),
    (("encoder", "sizes", "hidden"), -3),
    (("transitions", "sizes", "state"), 2.5),
    (("transitions", "sizes", "state"), 8),
    (("transitions", "sizes", "label"), 0),
    (("transitions", "sizes", "arc"), 0),
    (("transitions", "sizes", "arc"), 7),
    (("transitions", "sizes", "arc"), 2.5),
    (("transitions", "sizes", "arc"), 10**30),
    (("transitions", "sizes", "arc"), None),
    (("transitions", "sizes", "feature_rows"), 65),
    (("transitions", "sizes", "feature_rows"), 1 << 30),
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
    save_model(path, "neural-transition", header, file.tensors)
    with pytest.raises(MultiplaneError) as raised:
        Parser.load(path)
    assert str(raised.value).startswith(str(path)) and "\n" not in str(raised.value)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1001.0, -2000.0])
def test_weights_out_of_range_are_one_line(path: Path, value: float) -> None:
    file = load_model(path)
    for name, array in file.tensors.items():
        if array.dtype == np.float16:
            wrong = array.copy()
            wrong.reshape(-1)[-1] = value
            save_model(path, "neural-transition", file.header, {**file.tensors, name: wrong})
            with pytest.raises(MultiplaneError, match=name.partition(".")[2]):
                Parser.load(path)


def test_tensors_missing_of_another_shape_or_type_are_one_line(path: Path) -> None:
    file = load_model(path)
    for name, array in file.tensors.items():
        others = {key: value for key, value in file.tensors.items() if key != name}
        for wrong in (None, array[:-1], array.astype(np.float64), array[None]):
            save_model(path, "neural-transition", file.header, others if wrong is None else {**others, name: wrong})
            with pytest.raises(MultiplaneError, match=name.partition(".")[2]):
                Parser.load(path)


def test_an_older_file_is_the_same_model(model: NeuralTransitionModel, path: Path) -> None:
    file = older(load_model(path))
    save_model(path, "neural-transition", file.header, file.tensors)
    assert as_bytes(Parser.load(path).predict(SAMPLE)) == as_bytes(model.parse(SAMPLE.layout))


def test_the_largest_weights_still_give_trees(path: Path) -> None:
    file = load_model(path)
    random = np.random.default_rng(1)
    tensors = {
        name: array if array.dtype != np.float16 else random.choice([-1000.0, 1000.0], array.shape).astype("<f2")
        for name, array in file.tensors.items()
    }
    tensors["encoder.scales"] = np.abs(tensors["encoder.scales"])
    save_model(path, "neural-transition", file.header, tensors)
    parsed = Parser.load(path).parse(multiplane.read("sample:dutch"))
    assert all(len(sentence.tree) == len(list(sentence)) for sentence in parsed)
