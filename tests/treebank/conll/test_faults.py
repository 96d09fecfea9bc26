"""Every kind of bad input gives one line: the file, the line, what was found, what was expected."""

from __future__ import annotations

import pytest
from tests.treebank.conll.bad_files import BAD, MESSAGES
from tests.treebank.texts import RICH, row, text

import multiplane
from multiplane import FormatError, MultiplaneError, Treebank


def test_every_fixture_has_its_message() -> None:
    assert {path.name for path in BAD.iterdir()} == set(MESSAGES)


@pytest.mark.parametrize("name", MESSAGES)
def test_message(name: str) -> None:
    for reading in (multiplane.read, lambda path: list(multiplane.stream(path))):
        with pytest.raises(FormatError) as error:
            reading(BAD / name)
        assert str(error.value) == f"{BAD / name}:{MESSAGES[name]}"


def test_long_and_unprintable_columns_are_quoted_in_one_line() -> None:
    with pytest.raises(FormatError) as error:
        Treebank.from_text(text(row("1\u2028" + "x" * 1000)), "conllu")
    assert str(error.value) == r"<text>:1: found ID '1\u2028" + "x" * 38 + r"\u2026'; expected 1"


def test_text_that_no_file_can_hold() -> None:
    with pytest.raises(FormatError, match="<text>:1: found byte 0xED; expected UTF-8"):
        Treebank.from_text(text(row(1, "\ud800")), "conllu")


def test_several_roots_are_a_warning_in_conllu_only() -> None:
    two_roots = RICH + text(row(1), row(2))
    assert Treebank.from_text(two_roots, "conllu").warnings == ["<text>:21: found 2 roots; expected one"]
    assert Treebank.from_text(text(row(1), row(2)), "conllx").warnings == []


def test_an_unknown_format() -> None:
    with pytest.raises(MultiplaneError, match="found format 'conll09'; expected one of conllu, conllx"):
        multiplane.read("a.conllu", format="conll09")
