"""Static vectors in all their formats, and files that are none."""

from __future__ import annotations

import gzip
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.features.attributes import compile_attributes, word_attributes
from multiplane.learn.neural import vectors
from multiplane.learn.neural.vectors import hashes_of_small, read_vectors, vectors_of
from multiplane.treebank.words import treebank_of_words

WORDS = ["der", "Hund", "日本", "x" * 300]
VALUES = np.array([[1, 2.5, -3], [0, 0, 1], [7, 8, 9], [0.5, 0.25, 4]], np.float32)
needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch: make test-neural")


def lines() -> str:
    rows = zip(WORDS, VALUES.tolist(), strict=True)
    return "".join(f"{word} {' '.join(map(str, row))}\n" for word, row in rows)


def test_all_formats_hold_the_same_vectors(tmp_path: Path) -> None:
    (tmp_path / "glove.txt").write_text(lines(), "utf-8")
    (tmp_path / "fast.vec").write_text("4 3\n" + lines().replace("\n", " \n"), "utf-8")
    (tmp_path / "fast.vec.gz").write_bytes(gzip.compress(("4 3\n" + lines()).encode()))
    pairs = zip(WORDS, VALUES, strict=True)
    binary = b"4 3\n" + b"".join(word.encode() + b" " + row.tobytes() + b"\n" for word, row in pairs)
    (tmp_path / "word2vec.bin").write_bytes(binary)
    np.save(tmp_path / "matrix.npy", VALUES.astype(np.float64))
    (tmp_path / "matrix.txt").write_text("".join(f"{word}\n" for word in WORDS), "utf-8")
    expected = vectors_of(WORDS, VALUES).as_data()
    for name in ("glove.txt", "fast.vec", "fast.vec.gz", "word2vec.bin", "matrix.npy"):
        assert read_vectors(tmp_path / name).as_data() == expected, name


def test_hashes_are_those_of_forms_in_small_letters() -> None:
    words = [*WORDS, "ÄRGER", "Don't"]
    values = word_attributes(treebank_of_words([words]).layout, compile_attributes(["form:small"]))
    assert values[:, 0].tolist() == hashes_of_small(words).tolist()


def test_the_first_of_several_spellings_stays_and_the_first_words_count(monkeypatch: Any, tmp_path: Path) -> None:
    found = vectors_of(["Hen", "hen", "HEN"], VALUES[:3])
    assert found.values.tolist() == VALUES[:1].tolist()
    monkeypatch.setattr(vectors, "MAX_WORDS", 2)
    (tmp_path / "a.vec").write_text("4 3\n" + lines(), "utf-8")
    assert len(read_vectors(tmp_path / "a.vec").words) == 2


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.vec", b"", "found no vectors"),
        ("a.vec", b"2 3\n", "found no vectors"),
        ("a.vec", b"der 1 2 3\nHund 1 2\n", "a.vec:2: found 2 numbers; expected 3"),
        ("a.vec", b"der 1 2 x\n", "a.vec:1: found text among the numbers; expected 3 numbers"),
        ("a.vec", b"der 1 nan 3\n", "found the vector of 'der'; expected numbers"),
        ("a.vec", b"der 1 1e300 3\n", "found the vector of 'der'; expected numbers"),
        ("a.vec", b"1 99999\n", "found vectors of 99999 numbers"),
        ("a.vec", b"der\n", "found vectors of 0 numbers"),
        ("a.vec", b"\xff\xfe\x00\x00" * 10, "found vectors of 0 numbers"),
        ("a.bin", b"der 1 2 3\n", "found no line of sizes"),
        ("a.bin", b"2 3\nder \0\0\0\0", "found a file cut off after 0 vectors; expected 2"),
        ("a.bin", b"1 999999999999999999999999\n", "found vectors of 999999999 numbers"),
        ("a.npy", b"no matrix", "found a file that is no NumPy matrix"),
        ("a.npy", b"", "found a file that is no NumPy matrix"),
    ],
)
def test_a_bad_file_is_one_line(name: str, content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(MultiplaneError, match=message) as raised:
        read_vectors(tmp_path / name)
    assert "\n" not in str(raised.value)


def test_a_matrix_needs_its_words(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", VALUES)
    with pytest.raises(MultiplaneError, match=r"a.txt: no such file"):
        read_vectors(tmp_path / "a.npy")
    (tmp_path / "a.txt").write_text("one\ntwo\n", "utf-8")
    with pytest.raises(MultiplaneError, match=r"found 2 words; expected 4"):
        read_vectors(tmp_path / "a.npy")
    np.save(tmp_path / "a.npy", np.array([{"a": 1}]), allow_pickle=True)
    with pytest.raises(MultiplaneError, match="no NumPy matrix"):
        read_vectors(tmp_path / "a.npy")


@needs_torch
def test_a_model_keeps_the_vectors_as_they_were(tmp_path: Path) -> None:
    german = multiplane.read("sample:german")
    forms = sorted({word.form for sentence in german for word in sentence})
    values = np.random.default_rng(0).standard_normal((len(forms), 6)).astype(np.float32)
    static = vectors_of(forms, values)
    parser = multiplane.train(german, "sample:dutch", model="neural", vectors=static, epochs=2)
    parser.save(tmp_path / "a.model")
    encoder: Any = Parser.load(tmp_path / "a.model").model.scorer.encoder  # type: ignore[attr-defined]
    start = int(encoder.vocabulary.table_layout.starts[len(encoder.attributes) - 1])
    kept = encoder.table[start : start + (len(static.words) + 2) * 6].reshape(-1, 6)
    assert not kept[:2].any()
    np.testing.assert_allclose(kept[2:] / 0.3 * static.values.std(), static.values, atol=0.05)
