"""Attributes of words, against a plain Python reading of the same fields."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn.features.attributes import compile_attributes, word_attributes
from multiplane.treebank.conll.layout import lay_out
from multiplane.treebank.strings import hash_bytes


def hashed(text: str) -> int:
    data = np.frombuffer(text.encode(), np.uint8)
    return int(hash_bytes(data, 0, len(data)))


def small(text: str) -> str:
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)


def shape(word: str) -> str:
    out: list[str] = []
    for letter in word:
        if "A" <= letter <= "Z":
            kind = "A"
        elif "a" <= letter <= "z" or not letter.isascii():
            kind = "a"
        else:
            kind = "0" if letter.isdigit() else letter
        if out[-2:] != [kind, kind] and len(out) < 16:
            out.append(kind)
    return "".join(out)


letters = st.text(st.characters(exclude_categories=["Cc", "Cs", "Z"]), min_size=1, max_size=12)


@given(letters, st.integers(1, 4))
def test_affixes_and_shape(form: str, count: int) -> None:
    line = f"1\t{form}\t_\t_\t_\t_\t0\troot\t_\t_\n\n".encode()
    layout, _ = lay_out(line, "conllu", "a.conllu")
    names = [f"prefix{count}", f"suffix{count}", "shape", "form"]
    row = word_attributes(layout, compile_attributes(names))[0].tolist()
    expected = [hashed(small(form[:count])), hashed(small(form[-count:])), hashed(shape(form)), hashed(form)]
    assert row == expected


@pytest.mark.parametrize(
    ("feats", "value"),
    [("Case=Gen|Number=Sing", "Gen"), ("Number=Sing", None), ("_", None), ("SubCase=X|Case=Y", "Y")],
)
def test_single_feature(feats: str, value: str | None) -> None:
    line = f"1\ta\t_\t_\t_\t{feats}\t0\troot\t_\t_\n\n".encode()
    layout, _ = lay_out(line, "conllu", "a.conllu")
    found = word_attributes(layout, compile_attributes(["feats:Case"]))[0, 0]
    assert found == (0 if value is None else hashed(value))


def test_same_words_same_numbers() -> None:
    treebank = multiplane.read("sample:dutch-2")
    values = word_attributes(treebank.layout, compile_attributes(["form", "upos"]))
    sentence_words = [word for sentence in treebank for word in sentence.words]
    by_form = {}
    for row, word in zip(values[:, 0].tolist(), sentence_words, strict=True):
        assert by_form.setdefault(word.form, row) == row == hashed(word.form)


@pytest.mark.parametrize("name", ["colour", "suffix", "suffix0", "feats:", ""])
def test_unknown_attributes(name: str) -> None:
    with pytest.raises(MultiplaneError, match="found attribute"):
        compile_attributes([name])
