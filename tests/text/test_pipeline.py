"""Components put together, in one file, over many texts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from numpy.typing import NDArray
from tests.text.texts import made_up_tokenizer, made_up_treebank

import multiplane
from multiplane import MultiplaneError, Parser
from multiplane.learn.model.file import load_model, save_model
from multiplane.text import Pipeline, load
from multiplane.treebank import Treebank

TEXTS = [f"Ann fed {number} hens. Mr. Cox isn't a fox!\n\nZoe heard." for number in range(20)]


@cache
def parser() -> Parser:
    return multiplane.train(made_up_treebank(40), model="graph", epochs=1)


@dataclass(frozen=True)
class Columns:
    """A tagger and lemmatizer that write what they are told, and keep what is given unless told otherwise."""

    upos: str = "X"

    def _filled(self, treebank: Treebank, column: int, value: str, overwrite: bool) -> Treebank:
        lines = bytes(treebank).decode().split("\n")
        for number, line in enumerate(lines):
            cells = line.split("\t")
            if len(cells) == 10 and cells[0].isdecimal() and (overwrite or cells[column] == "_"):
                lines[number] = "\t".join((*cells[:column], value, *cells[column + 1 :]))
        return Treebank.from_text("\n".join(lines), "conllu", source=treebank.source, heads_required=False)

    def tag(self, treebank: Treebank, workers: int | None = None, *, overwrite: bool = False) -> Treebank:
        return self._filled(treebank, 3, self.upos, overwrite)

    def lemmatize(self, treebank: Treebank, workers: int | None = None, *, overwrite: bool = False) -> Treebank:
        return self._filled(treebank, 2, self.upos.lower(), overwrite)

    def header(self) -> dict[str, Any]:
        return {"upos": self.upos}

    def tensors(self) -> dict[str, NDArray[Any]]:
        return {}


def test_all_stages_in_order() -> None:
    nlp = Pipeline(made_up_tokenizer(), Columns("V"), Columns("L"), parser())
    treebank = nlp(TEXTS[0])
    assert {(word.upos, word.lemma) for sentence in treebank for word in sentence} == {("V", "l")}
    assert len(treebank) == 3 and treebank.heads.min() == 0
    assert repr(nlp) == "<Pipeline: tokenizer, tagger, lemmatizer, parser>"


def test_what_is_given_is_kept() -> None:
    nlp = Pipeline(made_up_tokenizer(), Columns("V"), Columns("L"))
    given = Columns("N").tag(made_up_tokenizer().tokenize(TEXTS[0]))
    word = nlp.annotate(given)[0][1]
    assert (word.upos, word.lemma) == ("N", "l")
    word = nlp.annotate(given, overwrite=["tags"])[0][1]
    assert (word.upos, word.lemma) == ("V", "l")
    with pytest.raises(MultiplaneError, match="found layer 'heads' to overwrite; expected tags, lemmas"):
        nlp.annotate(given, overwrite=["heads"])


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_pipe_keeps_the_order(workers: int) -> None:
    nlp = Pipeline(made_up_tokenizer(), parser=parser())
    expected = [bytes(nlp(text)) for text in TEXTS]
    assert [bytes(found) for found in nlp.pipe(iter(TEXTS), workers=workers)] == expected


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("size", [50, 1000])
def test_streams_are_the_same_as_texts(workers: int, size: int) -> None:
    nlp = Pipeline(made_up_tokenizer(), parser=parser())
    text = "\n".join(TEXTS)
    blocks = nlp.parse_stream(BytesIO(text.encode()), ranges=True, workers=workers, block_size=size)
    assert b"".join(map(bytes, blocks)) == bytes(nlp(text, ranges=True))


def test_nothing_in_nothing_out() -> None:
    nlp = Pipeline(made_up_tokenizer(), Columns(), Columns(), parser())
    assert len(nlp("")) == len(nlp(" \n\n ")) == 0 and list(nlp.pipe([])) == []


def test_the_file_holds_all(tmp_path: Path) -> None:
    nlp = Pipeline(made_up_tokenizer(), parser=parser(), training={"licence": "CC0"})
    nlp.save(tmp_path / "a.model")
    loaded = load(tmp_path / "a.model")
    assert isinstance(loaded, Pipeline) and loaded.training == {"licence": "CC0"}
    assert loaded.parser is not None and loaded.parser.training == parser().training
    assert bytes(loaded(TEXTS[0])) == bytes(nlp(TEXTS[0]))
    loaded.save(tmp_path / "b.model")
    assert (tmp_path / "b.model").read_bytes() == (tmp_path / "a.model").read_bytes()


def test_a_file_with_a_parser_alone(tmp_path: Path) -> None:
    parser().save(tmp_path / "a.model")
    assert isinstance(load(tmp_path / "a.model"), Parser)


def test_damaged_files_are_one_line(tmp_path: Path) -> None:
    Pipeline(made_up_tokenizer(), parser=parser()).save(tmp_path / "a.model")
    file = load_model(tmp_path / "a.model")
    for part, value, message in (
        ("tokenizer", None, "no 'tokenizer'"),
        ("tokenizer", 3, "expected an object"),
        ("parser", {"kind": "oracle"}, "a model of kind 'oracle'"),
        ("parser", {}, "a model of kind 'parser'"),
    ):
        header = {name: found for name, found in {**file.header, part: value}.items() if found is not None}
        save_model(tmp_path / "b.model", "pipeline", header, file.tensors)
        with pytest.raises(MultiplaneError, match=message) as error:
            load(tmp_path / "b.model")
        assert "\n" not in str(error.value)
