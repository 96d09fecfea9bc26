"""Between the formats: the words and trees stay, and what does not is counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.treebank.texts import ODDITIES, PLAIN, RICH, RICH_IN_CONLLX, row, text

import multiplane
from multiplane import Treebank
from multiplane.treebank.conll.convert import convert


def test_to_conllx() -> None:
    converted, lost = convert(Treebank.from_text(RICH), "conllx")
    assert bytes(converted).decode() == RICH_IN_CONLLX
    assert lost == {
        "comments": 5,
        "multiword tokens": 1,
        "empty nodes": 3,
        "DEPS": 1,
        "MISC": 2,
        "spaces inside columns": 2,
    }


def test_to_conllu() -> None:
    treebank = Treebank.from_text(PLAIN + text(row(1), row(2)))
    converted, lost = convert(treebank, "conllu")
    assert bytes(converted) == (bytes(treebank).replace(b"\t2\tSUBJ\n", b"\t_\t_\n"))
    assert lost == {"PHEAD": 1, "PDEPREL": 1, "sentences with several roots": 1}


def test_to_the_same_format() -> None:
    treebank = Treebank.from_text(ODDITIES["byte-order mark"])
    assert convert(treebank, "conllu") == (treebank, {})


@pytest.mark.parametrize("name", ODDITIES)
def test_there_and_back_keeps_the_trees(name: str) -> None:
    treebank = Treebank.from_text(ODDITIES[name])
    back, lost = convert(convert(treebank, "conllx")[0], "conllu")
    assert [sentence.tree.labels for sentence in back] == [sentence.tree.labels for sentence in treebank]
    assert back.heads.tolist() == treebank.heads.tolist()
    assert not lost


def test_a_treebank_without_loss(treebanks: Path) -> None:
    danish = multiplane.read(treebanks / "danish-ddt" / "train.conll")
    converted, lost = convert(danish, "conllu")
    assert set(lost) == {"sentences with several roots"}
    assert len(converted.warnings) == lost["sentences with several roots"]
    assert bytes(convert(converted, "conllx")[0]) == bytes(danish)


def test_text_without_heads() -> None:
    bare = Treebank.from_text(text(row(1, head="_")), "conllu", heads_required=False)
    assert convert(bare, "conllx")[0].heads.tolist() == [-1]
