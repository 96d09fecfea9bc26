"""Columns as integers, judged by a dictionary."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from tests.treebank.texts import RICH, row, text, treebank_text

import multiplane
from multiplane import MultiplaneError, Treebank
from multiplane.treebank.strings import hash_bytes

NAMES = ("form", "lemma", "upos", "xpos", "feats", "deprel", "misc")


def by_dictionary(treebank: Treebank, name: str) -> tuple[list[int], tuple[str, ...]]:
    ids = {"": 0}
    found = [ids.setdefault(getattr(word, name), len(ids)) for sentence in treebank for word in sentence]
    return found, tuple(ids)


def assert_judged(treebank: Treebank) -> None:
    encoded = treebank.encode(NAMES)
    assert list(encoded.ids) == list(NAMES) == list(encoded.vocabularies)
    for name in NAMES:
        ids, vocabulary = by_dictionary(treebank, name)
        assert encoded.ids[name].tolist() == ids
        assert encoded.ids[name].dtype == np.int32
        assert encoded.vocabularies[name] == vocabulary
    assert encoded.heads is treebank.heads
    assert encoded.offsets is treebank.offsets


@given(treebank_text())
def test_random_texts(data: bytes) -> None:
    assert_judged(Treebank.from_text(data, "conllu"))


def test_many_and_long_entries() -> None:
    rows = (text(row(1, f"{'long' * (number % 300)}{number}")) for number in range(5000))
    assert_judged(Treebank.from_text("".join(rows), "conllu"))


def test_entries_whose_hashes_are_the_same() -> None:
    forms = [f"{number * 2654435761 % 2**32:010}" for number in range(150_000)]
    hashes: dict[int, list[str]] = {}
    for form in forms:
        hashes.setdefault(int(hash_bytes(np.frombuffer(form.encode(), np.uint8), 0, 10)), []).append(form)
    twins = [form for same in hashes.values() if len(same) > 1 for form in same]
    assert twins
    assert_judged(Treebank.from_text("".join(text(row(1, form)) for form in twins), "conllu"))


def test_a_treebank(treebanks: Path) -> None:
    assert_judged(multiplane.read(treebanks / "turkish-imst" / "dev.conllu"))


def test_given_vocabularies_stay() -> None:
    training = Treebank.from_text(text(row(1, "hen"), row(2, "fox", 1))).encode(["form"])
    other = Treebank.from_text(text(row(1, "owl"), row(2, "fox", 1), row(3, "hen", 1), row(4, "hens", 1)))
    encoded = other.encode(["form", "deprel"], training.vocabularies)
    assert encoded.ids["form"].tolist() == [0, 2, 1, 0]
    assert encoded.vocabularies["form"] is training.vocabularies["form"]
    assert encoded.ids["deprel"].tolist() == [1, 1, 1, 1]


def test_an_empty_vocabulary_knows_nothing() -> None:
    assert Treebank.from_text(RICH).encode(["form"], {"form": ("",)}).ids["form"].tolist() == [0] * 8


def test_a_vocabulary_starts_with_the_entry_for_the_unseen() -> None:
    for wrong in ((), ("hen",)):
        with pytest.raises(MultiplaneError, match="found a vocabulary of form that starts with"):
            Treebank.from_text(RICH).encode(["form"], {"form": wrong})


def test_of_equal_entries_the_first_counts() -> None:
    assert Treebank.from_text(text(row(1, "hen"))).encode(["form"], {"form": ("", "fox", "hen", "hen")}).ids[
        "form"
    ] == [2]


def test_large_given_vocabulary() -> None:
    vocabulary = ("", *(f"word{number}" for number in range(10_000)))
    treebank = Treebank.from_text("".join(text(row(1, f"word{number}")) for number in range(9999, -1, -1)), "conllu")
    encoded = treebank.encode(["form"], {"form": vocabulary})
    assert encoded.ids["form"].tolist() == list(range(10_000, 0, -1))


def test_default_columns() -> None:
    assert list(Treebank.from_text(RICH).encode().ids) == ["form", "lemma", "upos", "xpos", "feats", "deprel"]


def test_an_unknown_column() -> None:
    with pytest.raises(MultiplaneError, match="found column 'pos'; expected one of id, form"):
        Treebank.from_text(RICH).encode(["form", "pos"])
