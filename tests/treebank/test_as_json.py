"""Sentences as JSON: all columns, places in the text, a line each."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

import multiplane
from multiplane.treebank import Treebank
from multiplane.treebank.as_json import json_lines, sentence_data

ROW = "1 Go _ _ _ _ 0 root _ {}"


def tokens(misc: str) -> list[dict[str, object]]:
    treebank = Treebank.from_text(ROW.format(misc).replace(" ", "\t"))
    return list(sentence_data(treebank[0])["tokens"])


def test_every_row_has_every_column() -> None:
    english = multiplane.read("sample:")
    for sentence, line in zip(english, json_lines(english).splitlines(), strict=True):
        found = json.loads(line)
        assert found["sent_id"] == sentence.sent_id and found["metadata"] == sentence.metadata
        for token, row in zip(found["tokens"], sentence.rows, strict=True):
            assert all(token[name] == getattr(row, name) for name in ("id", "form", "deprel", "deps", "misc"))
            assert token["head"] == row.head_id


def test_places_are_those_of_token_range() -> None:
    assert [tokens("A=1|TokenRange=12:14|B=2")[0].get(name) for name in ("start", "end")] == [12, 14]
    for misc in ("_", "XTokenRange=1:2", "TokenRange=1", "TokenRange=a:b", f"TokenRange={'9' * 5000}:1"):
        assert "start" not in tokens(misc)[0]


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]), min_size=1))
def test_any_form_comes_back(form: str) -> None:
    treebank = Treebank.from_text(ROW.format("_").replace(" ", "\t").replace("Go", form), "conllu")
    (line,) = json_lines(treebank).decode().split("\n")[:-1]
    assert json.loads(line)["tokens"][0]["form"] == form
