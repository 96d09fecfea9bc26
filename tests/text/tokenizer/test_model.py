"""From text to sentences: nothing is lost, offsets are exact, the file gives back the same tokenizer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from tests.text.texts import TEXTS, made_up_tokenizer, made_up_treebank

from multiplane import MultiplaneError
from multiplane.kernels.interpret import kernels
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.file import load_model, save_model
from multiplane.text import Tokenizer
from multiplane.text.tokenizer.boundaries import MAX_SENTENCE_LENGTH, MAX_TOKEN_LENGTH
from multiplane.text.tokenizer.characters import LINE_END, PARAGRAPH, SPACE, class_of
from multiplane.treebank import Treebank

WHITE = (SPACE, LINE_END, PARAGRAPH)


def forms(treebank: Treebank) -> list[list[str]]:
    return [[row.form for row in sentence.rows if row.misc != "_" or isinstance(row.id, int)] for sentence in treebank]


def ranges(treebank: Treebank) -> list[tuple[int, int, str]]:
    """The place and form of each token, from TokenRange."""
    found = []
    for sentence in treebank:
        for row in sentence.rows:
            for part in row.misc.split("|"):
                if part.startswith("TokenRange="):
                    start, end = part.removeprefix("TokenRange=").split(":")
                    found.append((int(start), int(end), row.form))
    return found


@given(TEXTS)
def test_nothing_is_lost(text: str) -> None:
    """Tokens and the white space between them are the text."""
    places = ranges(made_up_tokenizer().tokenize(text, ranges=True))
    position = 0
    for start, end, form in places:
        assert all(class_of(character) in WHITE for character in text[position:start])
        assert " ".join(text[start:end].split()) == form
        assert start < end and class_of(text[start]) not in WHITE and class_of(text[end - 1]) not in WHITE
        position = end
    assert all(class_of(character) in WHITE for character in text[position:])


@given(TEXTS)
def test_the_text_can_be_put_together_from_forms_and_spaces(text: str) -> None:
    """``# text`` is the tokens, with a space where there is no SpaceAfter=No."""
    for sentence in made_up_tokenizer().tokenize(text):
        joined, covered = "", 0
        for row in sentence.rows:
            if not isinstance(row.id, int):
                covered = int(row.id.partition("-")[2])
            elif row.id <= covered:
                continue
            joined += row.form + ("" if "SpaceAfter=No" in row.misc.split("|") else " ")
        assert joined.rstrip(" ") == sentence.metadata.get("text", "").rstrip(" ")


def test_sentences_tokens_and_words() -> None:
    treebank = made_up_tokenizer().tokenize("Mr. Cox isn't a fox. Ann fed hens!\n\nZoe saw ann@hens.org.")
    assert [[row.form for row in sentence.rows] for sentence in treebank] == [
        ["Mr.", "Cox", "isn't", "is", "n't", "a", "fox", "."],
        ["Ann", "fed", "hens", "!"],
        ["Zoe", "saw", "ann@hens.org", "."],
    ]
    assert [row.id for row in treebank[0].rows] == [1, 2, "3-4", 3, 4, 5, 6, 7]
    assert [sentence.comments for sentence in treebank] == [
        ("# newdoc", "# newpar", "# sent_id = 1", "# text = Mr. Cox isn't a fox."),
        ("# sent_id = 2", "# text = Ann fed hens!"),
        ("# newpar", "# sent_id = 3", "# text = Zoe saw ann@hens.org."),
    ]


@pytest.mark.parametrize("text", ["", " ", "\n\n\n", "\0\0", "\ufeff", "\t\r\n \x0b"])
def test_white_space_has_no_sentences(text: str) -> None:
    assert len(made_up_tokenizer().tokenize(text)) == 0
    assert len(made_up_tokenizer().tokenize(text.encode())) == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann\tsaw\nhens.", [["Ann", "saw", "hens", "."]]),
        ("Ann saw\r\n\r\nhens", [["Ann", "saw"], ["hens"]]),
        ("Ann saw\r\nhens.", [["Ann", "saw", "hens", "."]]),
        ("Ann\u2029saw", [["Ann"], ["saw"]]),
        ("\ufeffAnn saw\0hens.", [["Ann", "saw", "hens", "."]]),
        ("Ann" + " " * 1001 + "saw", [["Ann"], ["saw"]]),
    ],
)
def test_white_space_of_all_kinds(text: str, expected: list[list[str]]) -> None:
    assert [[word.form for word in sentence] for sentence in made_up_tokenizer().tokenize(text)] == expected


def test_bytes_that_are_no_utf8_are_one_line() -> None:
    with pytest.raises(MultiplaneError, match=r"^a.txt: found byte 0xFF at offset 3; expected UTF-8$"):
        made_up_tokenizer().tokenize(b"Ann\xff", source="a.txt")
    with pytest.raises(MultiplaneError, match=r"found half a surrogate pair .* as character 4; expected Unicode text"):
        made_up_tokenizer().tokenize("Ann\ud83d")


@pytest.mark.slow
@pytest.mark.parametrize("line", ["x" * 1_000_000, "日本" * 500_000, "." * 1_000_000, "a " * 500_000])
def test_long_lines_are_cut(line: str) -> None:
    with kernels("compiled"):
        treebank = made_up_tokenizer().tokenize(line)
    assert np.diff(treebank.offsets).max() <= MAX_SENTENCE_LENGTH
    found = [word.form for sentence in treebank for word in sentence]
    assert "".join(found) == line.replace(" ", "")
    assert max(map(len, found)) <= MAX_TOKEN_LENGTH


def test_the_file_holds_all(tmp_path: Path) -> None:
    tokenizer = replace(made_up_tokenizer(), spaces_unknown=True)
    save_model(tmp_path / "a.model", "tokenizer", tokenizer.header(), tokenizer.tensors())
    loaded = Tokenizer.from_file(load_model(tmp_path / "a.model"))
    text = " ".join(word.form for sentence in made_up_treebank(40, seed=9) for word in sentence)
    assert bytes(loaded.tokenize(text)) == bytes(tokenizer.tokenize(text))
    assert loaded.header() == tokenizer.header()
    assert all(np.array_equal(array, loaded.tensors()[name]) for name, array in tokenizer.tensors().items())


@pytest.mark.parametrize(
    "changes",
    [
        {"splits_letters": True, "joins_words": False},
        {"splits_letters": False, "joins_words": True},
        {"bias": -7, "spaces_unknown": True},
        {"features": 41},
    ],
)
def test_every_habit_comes_back_as_itself(changes: dict[str, Any]) -> None:
    tokenizer = replace(made_up_tokenizer(), **changes)
    loaded = Tokenizer.from_file(ModelFile("a.model", "tokenizer", tokenizer.header(), tokenizer.tensors()))
    for name in ("splits_letters", "joins_words", "bias", "features", "spaces_unknown"):
        assert getattr(loaded, name) == getattr(tokenizer, name)
        assert name not in changes or getattr(loaded, name) == changes[name]


@pytest.mark.parametrize(
    ("where", "value", "message"),
    [
        ("bits", 3, "weights beyond row 8"),
        ("bits", 60, "expected an integer from 0 to 24"),
        ("bias", "much", "expected an integer"),
        ("features", 65, "found 65 as 'features' in its header; expected an integer from 1 to 64"),
        ("joins_words", 1, "expected true or false"),
        ("spaces_unknown", 1, "expected true or false"),
        ("multiword", {"forms": {"no": ["em"]}, "endings": {}, "beginnings": {}}, "of one word"),
        ("multiword", {"forms": {"no": ["a\tb", "c"]}, "endings": {}, "beginnings": {}}, "no column can hold"),
        ("multiword", {"forms": {}, "endings": {"n't": [4, "", "n't"]}, "beginnings": {}}, "damaged split"),
        ("multiword", {"forms": {}, "endings": {"n't": [3, "", 7]}, "beginnings": {}}, "damaged split"),
        ("multiword", [], "expected an object|no 'multiword.forms'"),
    ],
)
def test_damaged_headers_are_one_line(where: str, value: object, message: str) -> None:
    tokenizer = made_up_tokenizer()
    file = ModelFile("a.model", "tokenizer", {**tokenizer.header(), where: value}, tokenizer.tensors())
    with pytest.raises(MultiplaneError, match=message) as error:
        Tokenizer.from_file(file)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["gaps", "counts", "columns", "values", "abbreviations", "spaced"])
def test_damaged_tensors_are_one_line(name: str) -> None:
    tokenizer = made_up_tokenizer()
    tensors = tokenizer.tensors()
    for damaged in (tensors[name].astype(np.float32), np.zeros((2, 2), tensors[name].dtype)):
        file = ModelFile("a.model", "tokenizer", tokenizer.header(), {**tensors, name: damaged})
        with pytest.raises(MultiplaneError, match=r"^a\.model: found"):
            Tokenizer.from_file(file)


def test_threads_share_a_tokenizer() -> None:
    texts = [f"Ann fed {number} hens. Mr. Cox isn't a fox!" for number in range(50)]
    expected = [bytes(made_up_tokenizer().tokenize(text)) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert [bytes(found) for found in pool.map(made_up_tokenizer().tokenize, texts)] == expected
