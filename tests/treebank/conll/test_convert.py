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


def test_a_mark_at_the_beginning_and_windows_line_ends_are_left_out() -> None:
    data = b"\xef\xbb\xbf" + RICH.replace("\n", "\r\n").encode()
    converted, lost = convert(Treebank.from_text(data), "conllx")
    assert bytes(converted).decode() == RICH_IN_CONLLX
    assert lost == convert(Treebank.from_text(RICH), "conllx")[1]


def test_what_is_lost_is_counted_where_it_stands() -> None:
    """Spaces in MISC go with MISC; of a range, an empty node and a comment, each is counted as itself."""
    rows = ["1-2\ta b", "1\ta", "1.1\tc-d e", "2\tb c"]
    cells = "\t_\t_\t_\t_\t{}\tx y\t_\tKey=e f"
    heads = ["_", "0", "_", "1"]
    text = "# one\n" + "\n".join(row + cells.format(head) for row, head in zip(rows, heads, strict=True)) + "\n\n"
    converted, lost = convert(Treebank.from_text(text * 2, "conllu"), "conllx")
    assert lost == {"comments": 2, "multiword tokens": 2, "empty nodes": 2, "spaces inside columns": 6, "MISC": 4}
    assert [(word.form, word.deprel) for word in converted[1]] == [("a", "x_y"), ("b_c", "x_y")]
    roots = Treebank.from_text(text_of_roots(2) + text_of_roots(1) + text_of_roots(3), "conllx")
    assert convert(roots, "conllu")[1] == {"sentences with several roots": 2}


def text_of_roots(number: int) -> str:
    return text(*(row(word) for word in range(1, number + 1)))


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
