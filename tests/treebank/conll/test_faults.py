"""Every kind of bad input gives one line: the file, the line, what was found, what was expected."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from tests.treebank.texts import RICH, row, text

import multiplane
from multiplane import FormatError, MultiplaneError, Treebank

BAD = Path(__file__).parent / "bad"

MESSAGES = {
    "blank.conllu": "1: found an empty file; expected at least one sentence",
    "column_count.conllu": "6: found 9 columns; expected 10",
    "comment.conllx": "4: found a comment; expected a word line, for CoNLL-X has no comments",
    "comment_after_empty.conllu": "6: found a comment inside a sentence; expected comments before its first word only",
    "comment_after_range.conllu": "6: found a comment inside a sentence; expected comments before its first word only",
    "comment_inside.conllu": "6: found a comment inside a sentence; expected comments before its first word only",
    "cut_off.conllu": "6: found 2 columns in a last line that is cut off; expected 10",
    "cut_off_character.conllu": "5: found byte 0xC3; expected UTF-8",
    "cycle.conllu": "5: found a cycle through words 1, 3, 4; expected a tree",
    "eleven_columns.conllu": "6: found 11 columns; expected 10",
    "empty.conllu": "1: found an empty file; expected at least one sentence",
    "empty_column.conllu": "6: found an empty MISC; expected a value or _",
    "empty_node.conllx": "5: found ID '1.1'; expected 2",
    "empty_node_order.conllu": "6: found ID '1.2'; expected empty node 1.1",
    "empty_node_place.conllu": "6: found ID '2.1'; expected empty node 1.1",
    "empty_phead.conllx": "4: found an empty PHEAD; expected a value or _",
    "head_enormous.conllu": "5: found HEAD '99999999999999999999' of word 1; expected an integer from 0 to 2",
    "head_missing.conllu": "5: found no HEAD of word 1; expected an integer from 0 to 2",
    "head_negative.conllu": "5: found HEAD '-2' of word 1; expected an integer from 0 to 2",
    "head_no_integer.conllu": "5: found HEAD 'sleep' of word 1; expected an integer from 0 to 2",
    "head_out_of_range.conllu": "5: found HEAD '3' of word 1; expected an integer from 0 to 2",
    "id_from_zero.conllu": "5: found ID '0'; expected 1",
    "id_leading_zero.conllu": "5: found ID '01'; expected 1",
    "id_no_integer.conllu": "6: found ID 'two'; expected 2",
    "id_out_of_sequence.conllu": "6: found ID '3'; expected 2",
    "id_starts_again.conllu": "7: found ID '1'; expected 3, or a blank line before the next sentence",
    "no_root.conllu": "5: found a cycle through words 1, 2; expected a tree",
    "no_words.conllu": "5: found a sentence without words; expected a word line after the comments",
    "not_utf8.conllu": "5: found byte 0xE4; expected UTF-8",
    "not_utf8_comment.conllu": "5: found byte 0xF6; expected UTF-8",
    "nul.conllu": "5: found a NUL byte; expected text",
    "only_ranges.conllu": "5: found a sentence without words; expected a word line after the comments",
    "own_head.conllu": "6: found word 2 as its own head; expected another word or 0",
    "range.conllx": "4: found ID '1-2'; expected 1",
    "range_backwards.conllu": "6: found ID '2-1'; expected a range from 2 to 2 or more",
    "range_beyond_end.conllu": "6: found range 2-4 in a sentence of 3 words; expected a range of its words",
    "range_late.conllu": "7: found ID '1-2'; expected a range from 3",
    "range_overlap.conllu": "7: found ID '2-3'; expected word 2, inside the range that ends at 2",
    "range_start.conllu": "6: found ID '3-4'; expected a range from 2",
    "spaces_for_tabs.conllu": "5: found columns separated by spaces; expected 10 columns separated by tabs",
    "utf16.conllu": "1: found UTF-16; expected UTF-8",
    "white_space_line.conllu": "6: found a line of white space; expected an empty line",
}


def test_every_fixture_has_its_message() -> None:
    assert {path.name for path in BAD.iterdir()} == set(MESSAGES)


@pytest.mark.parametrize("name", MESSAGES)
def test_message(name: str) -> None:
    for reading in (multiplane.read, lambda path: list(multiplane.stream(path))):
        with pytest.raises(FormatError) as error:
            reading(BAD / name)
        assert str(error.value) == f"{BAD / name}:{MESSAGES[name]}"


@pytest.mark.parametrize("name", sorted(set(MESSAGES) - {"empty.conllu", "blank.conllu", "utf16.conllu"}))
def test_skipping_keeps_the_good_sentence(name: str) -> None:
    treebank = multiplane.read(BAD / name, skip_bad=True)
    assert treebank[0][1].form == "Owls"
    assert [str(error) for error in treebank.skipped] == [f"{BAD / name}:{MESSAGES[name]}"]
    assert bytes(treebank) == b"".join(sentence.raw for sentence in treebank)


def test_skipping_goes_on_after_bad_sentences() -> None:
    good = [text(f"# sent_id = {number}", row(1, f"word{number}")) for number in range(4)]
    bad = [text(row(1, head=1)), text("# nothing"), text(row(2))]
    mixed = good[0] + bad[0] + bad[1] + good[1] + good[2] + bad[2] + good[3]
    treebank = Treebank.from_text(mixed, "conllu", skip_bad=True)
    assert bytes(treebank) == "".join(good).encode()
    assert [sentence.sent_id for sentence in treebank] == ["0", "1", "2", "3"]
    assert [sentence.line for sentence in treebank] == [1, 8, 11, 16]
    assert [error.line for error in treebank.skipped] == [4, 6, 14]
    assert treebank.encode(["form"]).vocabularies["form"][1:] == ("word0", "word1", "word2", "word3")


def test_nothing_left_after_skipping() -> None:
    treebank = Treebank.from_text(text(row(1, head=1)), "conllu", skip_bad=True)
    assert (len(treebank), treebank.word_count, bytes(treebank), len(treebank.skipped)) == (0, 0, b"", 1)


def test_long_and_unprintable_columns_are_quoted_in_one_line() -> None:
    with pytest.raises(FormatError) as error:
        Treebank.from_text(text(row("1\u2028" + "x" * 1000)), "conllu")
    assert str(error.value) == r"<text>:1: found ID '1\u2028" + "x" * 38 + r"\u2026'; expected 1"


def test_text_that_no_file_can_hold() -> None:
    with pytest.raises(FormatError, match="<text>:1: found byte 0xED; expected UTF-8"):
        Treebank.from_text(text(row(1, "\ud800")), "conllu")


def test_a_missing_head_is_accepted_where_heads_are_not_required() -> None:
    treebank = multiplane.read(BAD / "head_missing.conllu", heads_required=False)
    assert treebank.heads.tolist() == [2, 0, -1, 0]
    assert treebank[1][1].head is None
    with pytest.raises(FormatError) as error:
        _ = treebank[1].tree
    assert str(error.value) == f"{BAD / 'head_missing.conllu'}:5: found no HEAD of word 1; expected a tree"


def test_heads_that_are_there_are_checked_where_heads_are_not_required() -> None:
    for name in ("cycle", "own_head", "head_out_of_range", "head_no_integer"):
        with pytest.raises(FormatError):
            multiplane.read(BAD / f"{name}.conllu", heads_required=False)


def test_several_roots_are_a_warning_in_conllu_only() -> None:
    two_roots = RICH + text(row(1), row(2))
    assert Treebank.from_text(two_roots, "conllu").warnings == ["<text>:21: found 2 roots; expected one"]
    assert Treebank.from_text(text(row(1), row(2)), "conllx").warnings == []


def read_failure(path: str | Path) -> str:
    with pytest.raises(MultiplaneError) as error:
        multiplane.read(path)
    with pytest.raises(MultiplaneError) as streamed:
        list(multiplane.stream(path))
    assert str(error.value) == str(streamed.value)
    return str(error.value)


def test_a_directory(tmp_path: Path) -> None:
    assert read_failure(tmp_path) == f"{tmp_path}: is a directory; expected a file"


def test_a_missing_file(tmp_path: Path) -> None:
    assert read_failure(tmp_path / "a.conllu") == f"{tmp_path / 'a.conllu'}: no such file"
    assert read_failure(BAD / "empty.conllu" / "a.conllu") == f"{BAD / 'empty.conllu' / 'a.conllu'}: Not a directory"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(RICH)
    path.chmod(0)
    assert read_failure(path) == f"{path}: no permission to read it"


def test_no_permission_as_the_system_tells_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    assert read_failure("a.conllu") == "a.conllu: no permission to read it"


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz"])
def test_compressed_data_that_is_none(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.conllu.{suffix}"
    path.write_text(RICH)
    assert read_failure(path) == f"{path}: compressed data that is damaged or cut off"


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz"])
def test_compressed_data_that_is_cut_off(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.conllu.{suffix}"
    multiplane.write(Treebank.from_text(RICH), path)
    path.write_bytes(path.read_bytes()[:-20])
    assert read_failure(path) == f"{path}: compressed data that is damaged or cut off"


def test_damaged_compressed_data(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu.gz"
    data = bytearray(gzip.compress(RICH.encode() * 20))
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    assert read_failure(path) == f"{path}: compressed data that is damaged or cut off"


def test_an_unknown_format() -> None:
    with pytest.raises(MultiplaneError, match="found format 'conll09'; expected one of conllu, conllx"):
        multiplane.read("a.conllu", format="conll09")
