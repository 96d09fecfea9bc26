"""``multiplane parse`` over text: a pipeline in a file, words that are split already, hostile input."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.running import complaint, output, run
from tests.text.texts import made_up_tokenizer, made_up_treebank

import multiplane
from multiplane.text import Pipeline, load
from multiplane.treebank import Treebank

TEXT = "Mr. Cox isn't a fox. Ann fed hens!\n\nZoe saw ann@hens.org."


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pipeline") / "english.model"
    parser = multiplane.train(made_up_treebank(60), model="graph", epochs=1)
    Pipeline(made_up_tokenizer(), parser=parser).save(place)
    return place


def parsed(*arguments: str | Path, stdin: bytes = b"") -> Treebank:
    return Treebank.from_text(output("parse", "-q", *arguments, stdin=stdin))


def test_text_from_a_pipe_and_from_files(pipeline: Path, tmp_path: Path) -> None:
    nlp = load(pipeline)
    assert isinstance(nlp, Pipeline)
    expected = bytes(nlp(TEXT)).decode()
    file = tmp_path / "a.txt"
    file.write_text(TEXT, "utf-8")
    assert output("parse", "-q", "-m", pipeline, "--text", stdin=TEXT.encode()) == expected
    assert output("parse", "-q", "-m", pipeline, "--text", file) == expected
    assert output("parse", "-q", "-m", pipeline, "--input", "text", file, "--workers", "1") == expected
    assert output("parse", "-q", "-m", pipeline, "--text", file, "-", stdin=TEXT.encode()) == 2 * expected


def test_ranges_are_those_of_the_text(pipeline: Path) -> None:
    treebank = parsed("-m", pipeline, "--text", "--ranges", stdin=TEXT.encode())
    assert treebank[0]["3-4"].misc == "TokenRange=8:13" and TEXT[8:13] == "isn't"


def test_words_that_are_split_already(pipeline: Path) -> None:
    across = parsed("-m", pipeline, "--input", "horizontal", stdin=b"Ann fed hens .\nZoe saw .\n")
    down = parsed("-m", pipeline, "--input", "vertical", stdin=b"Ann\nfed\nhens\n.\n\nZoe\nsaw\n.\n")
    assert [[word.form for word in sentence] for sentence in across] == [
        ["Ann", "fed", "hens", "."],
        ["Zoe", "saw", "."],
    ]
    assert across == down and across.heads.min() == 0


def test_a_treebank_goes_through_a_pipeline(pipeline: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.conllu"
    file.write_bytes(bytes(made_up_treebank(5, seed=3)))
    assert [word.form for word in parsed("-m", pipeline, file)[0]] == [word.form for word in multiplane.read(file)[0]]


def test_a_parser_takes_words_but_no_text(model: Path) -> None:
    assert len(parsed("-m", model, "--input", "horizontal", stdin=b"Hens lay\n")) == 1
    assert complaint("parse", "-m", model, "--text", stdin=b"Hens lay.") == (
        f"{model}: found a parser without a tokenizer; expected a pipeline, for text"
    )


@pytest.mark.parametrize("text", ["", "\n\n \n", "\0", "\ufeff"])
def test_nothing_in_nothing_out(pipeline: Path, text: str) -> None:
    found = run("parse", "-q", "-m", pipeline, "--text", stdin=text.encode())
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_hostile_text(pipeline: Path) -> None:
    assert complaint("parse", "-q", "-m", pipeline, "--text", stdin=b"Hens\xff") == (
        "<stdin>: found byte 0xFF at offset 4; expected UTF-8"
    )
    line = "Hens " + "x" * 200_000 + "\0\x1b[31m 日本語 👩\u200d👧 #1\t."
    treebank = parsed("-m", pipeline, "--text", stdin=line.encode())
    forms = "".join(word.form for sentence in treebank for word in sentence)
    assert forms == "".join(line.replace("\0", " ").replace("\x1b", " ").split())


@pytest.mark.parametrize(
    "options",
    [
        ("--text", "--input", "vertical"),
        ("--text", "--from", "conllu"),
        ("--text", "--skip-bad"),
        ("--ranges",),
        ("--input", "audio"),
    ],
)
def test_options_that_do_not_go_together(pipeline: Path, options: tuple[str, ...]) -> None:
    assert run("parse", "-m", pipeline, *options, stdin=b"Hens").returncode == 2


def test_layers_that_are_none(pipeline: Path) -> None:
    assert "found layer 'trees' to overwrite" in complaint("parse", "-m", pipeline, "--overwrite", "trees", stdin=b"")
