from __future__ import annotations

from pathlib import Path

import pytest

from multiplane.deduce.link.dictionary import (
    DictionaryError,
    example_dictionary,
    form_of,
    parse_dictionary,
    read_dictionary,
)
from multiplane.errors import MultiplaneError

PUBLIC = Path("/usr/share/link-grammar/en/4.0.dict")


def test_an_entry_is_for_several_words_and_lines() -> None:
    dictionary = parse_dictionary("the a  % articles\n  an:\n D+  % to nouns\n;")
    assert {word: str(found) for word, found in dictionary.expressions.items()} == {"the": "D+", "a": "D+", "an": "D+"}


def test_names_and_words_stand_for_their_expressions() -> None:
    dictionary = parse_dictionary("<noun>: D- & <use>;".replace("<use>", "S+") + "cat.n: <noun>; dog.n: cat.n or O-;")
    assert str(dictionary.expressions["dog.n"]) == "((D- & S+) or O-)"
    assert "<noun>" not in dictionary.forms


def test_a_form_has_all_its_subscripts() -> None:
    dictionary = parse_dictionary("can.v: I+; can.n: D-; can: X+; candle.n: D-;")
    assert [word for word, _ in dictionary.lookup("can")] == ["can.v", "can.n", "can"]
    assert dictionary.lookup("cand") == []


def test_quotes_keep_signs() -> None:
    dictionary = parse_dictionary('"." ";" "%" "(" """ ":.p": X-; "a_b": Y-;')
    assert set(dictionary.forms) == {".", ";", "%", "(", '"', ":", "a_b"}


def test_idioms_hang_together() -> None:
    dictionary = parse_dictionary("a_lot_of: D+; as_if.c: C+;")
    assert {word: str(found) for word, found in dictionary.expressions.items()} == {
        "a.I1": "(_IA+)",
        "lot.I1": "(_IA- & _IB+)",
        "of.I1": "(_IB- & D+)",
        "as.I2": "(_IC+)",
        "if.I2": "(_IC- & C+)",
    }


def test_files_of_words(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "nouns.n").write_text("cat.n dog.n\nkind_of\n", "utf-8")
    (tmp_path / "small.dict").write_text("/words/nouns.n cow.n: D-;", "utf-8")
    found = read_dictionary(tmp_path / "small.dict")
    assert set(found.forms) == {"cat", "dog", "cow", "kind", "of"}


def test_dialects_are_used_if_they_have_a_cost() -> None:
    text = "he: [S+]headline or O-;"
    assert str(parse_dictionary(text).expressions["he"]) == "([S+]inf or O-)"
    assert str(parse_dictionary(text, dialects={"headline": 4}).expressions["he"]) == "([S+]4 or O-)"


BAD = [
    ("a: B+", "1:6: found the end of the file; expected '&', 'or', or ';' at the end of an entry"),
    ("a B+;", "1:5: found ';'; expected a word, or ':' after the words of an entry"),
    (": A+;", "1:1: found ':'; expected a word before ':'"),
    ("a: ;", "1:4: found ';'; expected a connector, a name or a bracket"),
    ("a: B+;\nb: C+ &\n  ;", "3:3: found ';'; expected a connector, a name or a bracket"),
    ("a: A+ B+;", "1:7: found 'B+'; expected '&', 'or', or ';' at the end of an entry"),
    ("a: A+;;", "1:7: found ';'; expected a word"),
    ("a: (A+ or B+ & C+);", "1:14: found '&'; expected 'or', or brackets around one of them"),
    ("a: (A+ &\n (B+);", "2:6: found ';'; expected '&', 'or' or ')' for the '(' at 1:4"),
    ("a: [A+ & {B+]};", "1:13: found ']'; expected '&', 'or' or '}' for the '{' at 1:10"),
    ("a: {};", "1:5: found '}'; expected a connector, a name or a bracket"),
    ("a: [A+]#;", "1:8: found '#'; expected a cost, '&', 'or' or ';' after ']'"),
    ("a: [A+] B-;", "1:9: found 'B-'; expected a cost, '&', 'or' or ';' after ']'"),
    ("a: " + "A+ sym " * 8 + "A+;", "1:62: found 9 of them; expected at most 8 parts with 'sym' between them"),
    ("a: <noun>;", "1:4: found '<noun>'; expected a connector such as Ss+ or @MV-, or a name defined before"),
    ("a: s+;", "1:4: found 's+'; expected a connector such as Ss+ or @MV-, or a name defined before"),
    ("a: _X+;", "1:4: found '_X+'; expected a letter first, as names with '_' first are for idioms"),
    ("a: A+;\na: B+;", "2:1: found a second entry for 'a'; expected each word once; other uses need subscripts"),
    ('a "b c: A+;', "1:3: found '\"'; expected a quoted word without blanks, and its closing quote"),
    ("/words: A+;", "1:1: found '/words'; expected words, as this dictionary is in no folder with files of words"),
    ("#define x 1", "1:12: found the end of the file; expected ';' at the end of a definition"),
    ("a: " + "(" * 2000, "1:104: found '('; expected at most 100 brackets inside one another"),
]


@pytest.mark.parametrize(("text", "complaint"), BAD, ids=[text[:12] for text, _ in BAD])
def test_bad_dictionaries_are_told_with_line_and_column(text: str, complaint: str) -> None:
    with pytest.raises(DictionaryError) as caught:
        parse_dictionary(text, "bad.dict")
    assert str(caught.value) == f"bad.dict:{complaint}"


def test_a_missing_file_of_words(tmp_path: Path) -> None:
    (tmp_path / "small.dict").write_text("cat: A+;\n /nouns: D-;", "utf-8")
    with pytest.raises(DictionaryError, match=r"small.dict:2:2: found '/nouns'; expected a file of words under "):
        read_dictionary(tmp_path / "small.dict")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(MultiplaneError, match="No such file"):
        read_dictionary(tmp_path / "none.dict")
    (tmp_path / "latin.dict").write_bytes(b"caf\xe9: A+;")
    with pytest.raises(MultiplaneError, match="not UTF-8"):
        read_dictionary(tmp_path / "latin.dict")


@pytest.mark.parametrize(
    ("word", "form"),
    [("can.v", "can"), ("run.v-d", "run"), ("3.14", "3.14"), ("etc.", "etc."), ("..", "..")],
)
def test_forms_without_subscripts(word: str, form: str) -> None:
    assert form_of(word) == form


def test_the_example_has_walls_idioms_subscripts_and_costs() -> None:
    dictionary = example_dictionary()
    assert len(dictionary.forms) > 80
    assert {"LEFT-WALL", "can", "in", "front"} <= set(dictionary.forms)
    assert [word for word, _ in dictionary.lookup("can")] == ["can.n", "can.v"]


@pytest.mark.skipif(not PUBLIC.exists(), reason="the English dictionary of link-grammar is not installed")
def test_the_public_english_dictionary_can_be_read() -> None:
    assert len(read_dictionary(PUBLIC).forms) > 50_000
