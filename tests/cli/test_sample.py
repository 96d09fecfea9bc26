"""``multiplane sample`` as it is run, and ``sample:`` as the input of other commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import complaint, output, run

from multiplane.structure import classify_all
from multiplane.treebank import Treebank, read
from multiplane.treebank.sample import sample_bytes


def test_a_class_and_a_seed() -> None:
    text = output("sample", "--size", "40", "--class", "two-planar", "--seed", "9", "--exactly")
    treebank = Treebank.from_text(text)
    found = classify_all(treebank.heads, treebank.offsets)
    assert len(treebank) == 40
    assert (found.planes == 2).all()
    assert text == output("sample", "--size", "40", "--class", "2-planar", "--seed", "9", "--exactly")
    assert text != output("sample", "--size", "40", "--class", "2-planar", "--seed", "8", "--exactly")


def test_a_file_and_a_rate(tmp_path: Path) -> None:
    place = tmp_path / "a.conllu.gz"
    arguments = ("sample", "--size", "200", "--crossing-rate", "0.5", "-o", place)
    assert output(*arguments) == ""
    treebank = read(place)
    found = classify_all(treebank.heads, treebank.offsets)
    assert 60 < (~found.projective).sum() < 140
    assert all(sentence.sent_id and sentence.sent_id.startswith("0-") for sentence in treebank)


def test_uniform_trees() -> None:
    treebank = Treebank.from_text(
        output("sample", "--size", "50", "--uniform", "--class", "planar", "--length", "3-30", "--no-root-arcs")
    )
    found = classify_all(treebank.heads, treebank.offsets, root_arcs=False)
    assert found.planar.all() and not found.projective.all()
    assert min(map(len, treebank)) >= 3 and max(map(len, treebank)) <= 30
    assert {len(s) for s in Treebank.from_text(output("sample", "--size", "5", "--uniform"))} == {10}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--length", "5"),
        ("--uniform", "--length", "five"),
        ("--uniform", "--length", "9-5"),
        ("--uniform", "--length", "0"),
        ("--uniform", "--crossing-rate", "0.5"),
        ("--crossing-rate", "2"),
        ("--size", "0"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...]) -> None:
    found = run("sample", *arguments)
    assert (found.returncode, found.stdout) == (2, "")


def test_there_is_one_language(tmp_path: Path) -> None:
    found = run("sample", "--language", "1", "-o", tmp_path / "a.conllu")
    assert found.returncode == 2 and "No such option: --language" in found.stderr
    assert not list(tmp_path.iterdir())


def test_bad_input_leaves_no_file(tmp_path: Path) -> None:
    place = tmp_path / "a.conllu"
    assert complaint("sample", "--class", "round", "-o", place).startswith("no class 'round'")
    assert "of 60 words" in complaint("sample", "--uniform", "--length", "60", "--class", "gap-minding", "-o", place)
    assert not list(tmp_path.iterdir())


def test_analyze_reads_the_sample() -> None:
    (found,) = json.loads(output("analyze", "sample:", "--json"))
    assert found["file"] == "sample:"
    assert found["sentences"] == sample_bytes("sample:").count(b"# sent_id")
    assert 0 < found["classes"]["projective"] < found["classes"]["2-planar"] < found["sentences"]


def test_an_unknown_part_of_the_sample() -> None:
    assert (
        complaint("analyze", "sample:dutsh") == "found sample:dutsh; expected sample:dutch, sample:dutch-9 or the like"
    )
