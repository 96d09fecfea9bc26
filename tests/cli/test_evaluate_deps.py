"""``multiplane eval --deps`` from end to end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import complaint, output, run

import multiplane
from multiplane.evaluate import evaluate_graphs

GOLD = """\
# sent_id = s1
1	She	_	_	_	_	2	nsubj	2:nsubj|4:nsubj	_
2	sits	_	_	_	_	0	root	0:root	_
3	and	_	_	_	_	4	cc	4:cc	_
4	reads	_	_	_	_	2	conj	2:conj:and	_
5	tea	_	_	_	_	2	obl	2:obl:with|5.1:obj	_
5.1	drinks	_	_	_	_	_	_	2:conj	_
6	now	_	_	_	_	4	advmod	1:advmod	_

"""
PREDICTED = GOLD.replace("|4:nsubj", "").replace("2:conj:and", "2:conj").replace("|5.1:obj", "|2:conj>obj")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "gold.conllu", tmp_path / "predicted.conllu"
    for path, text in zip(paths, (GOLD, PREDICTED), strict=True):
        path.write_text(text, "utf-8")
    return paths


def figures(*arguments: str | Path, stdin: bytes = b"") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(output("eval", "--deps", *arguments, "--json", stdin=stdin))
    return found


def test_json(files: tuple[Path, Path]) -> None:
    (found,) = figures(*files)
    assert found["file"] == str(files[1])
    assert (found["sentences"], found["words"]) == (1, 6)
    assert found["elas"] == {
        "gold": 8,
        "predicted": 7,
        "right": 6,
        "precision": pytest.approx(600 / 7),
        "recall": 75,
        "f1": 80,
    }
    assert found["eulas"]["right"] == 7 and found["eulas"]["f1"] == pytest.approx(1400 / 15)
    assert found["arcs"]["unlabelled_recall"] == pytest.approx(700 / 8)
    assert (found["crossing"]["gold"], found["crossing"]["predicted"]) == (3, 0)
    assert found["crossing"]["f1"] is None


def test_json_says_what_python_says(files: tuple[Path, Path]) -> None:
    gold, predicted = map(multiplane.read, files)
    scores = evaluate_graphs(gold, predicted)
    (found,) = figures(*files)
    assert (found["elas"]["f1"], found["eulas"]["f1"]) == (scores.elas, scores.eulas)
    assert found["arcs"]["unlabelled_f1"] == scores.arcs.unlabelled_f1


def test_text(files: tuple[Path, Path]) -> None:
    text = output("eval", "--deps", *files)
    assert "1 sentence, 6 words, 8 arcs" in text
    assert "ELAS" in text and "EULAS" in text and "80.00" in text and "93.33" in text
    assert "crossing arcs: 3" in text


def test_several_predictions_and_standard_input(files: tuple[Path, Path]) -> None:
    found = figures("-", files[1], files[0], stdin=GOLD.encode())
    assert [round(entry["elas"]["f1"], 2) for entry in found] == [80, 100]


def test_words_without_head_column(files: tuple[Path, Path], tmp_path: Path) -> None:
    place = tmp_path / "headless.conllu"
    place.write_text("1\tGo\t_\t_\t_\t_\t_\t_\t0:root\t_\n\n", "utf-8")
    assert figures(place, place)[0]["elas"]["f1"] == 100


def test_bad_input(files: tuple[Path, Path], tmp_path: Path) -> None:
    place = tmp_path / "bad.conllu"
    place.write_text("1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    assert complaint("eval", "--deps", place, place) == f"{place}: found no DEPS; expected graphs in that column"
    place.write_text("# c\n1\tGo\t_\t_\t_\t_\t0\troot\t7:root\t_\n\n", "utf-8")
    assert complaint("eval", "--deps", place, place).startswith(f"{place}:2: found head 7 in DEPS of word 1")
    place.write_text(GOLD.replace("tea", "milk"), "utf-8")
    assert "found word 5 'tea'" in complaint("eval", "--deps", files[0], place)


@pytest.mark.parametrize("option", [["--by", "length"], ["--punctuation"], ["--convention", "conll-x"]])
def test_options_of_trees(files: tuple[Path, Path], option: list[str]) -> None:
    found = run("eval", "--deps", *files, *option)
    assert found.returncode == 2 and "cannot be combined with --deps" in found.stderr
