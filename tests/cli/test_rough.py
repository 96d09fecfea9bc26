"""Rough treatment: terminals without Unicode, names that clash, signals, control characters, absurd numbers."""

from __future__ import annotations

import signal
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.running import complaint, misuse, output, run, started, wait_for_a_file
from tests.cli.test_analyze import write_trees

ASCII = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("analyze", "sample:arabic"),
        ("show", "sample:arabic-1"),
        ("trace", "sample:arabic-1"),
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_output_is_utf8_whatever_the_terminal_says(arguments: tuple[str, ...]) -> None:
    found = run(*arguments, environment=ASCII)
    assert found.returncode == 0 and "Traceback" not in found.stderr
    assert found.stdout == output(*arguments)


def test_no_picture_is_lost_where_names_clash(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2, 1], [2, 0, 2, 1], [2, 0, 2, 1])
    text = path.read_text("utf-8")
    path.write_text(text.replace("s1", "..").replace("s2", "a/b" + "x" * 400).replace("s3", "a_b" + "x" * 400), "utf-8")
    output("analyze", path, "--explain", "projective", "--pictures", tmp_path / "one")
    output("show", path, "--format", "svg", "-o", f"{tmp_path / 'two'}/")
    for folder in ("one", "two"):
        names = sorted(picture.name for picture in (tmp_path / folder).iterdir())
        assert len(names) == 3 and "_.svg" in names and all(len(name) < 200 for name in names)


@pytest.mark.slow
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_being_told_to_stop_leaves_nothing(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    with started("sample", "--size", "100000000", "-o", tmp_path / "made.conllu") as process:
        wait_for_a_file(tmp_path)
        process.send_signal(sent)
        assert process.wait(timeout=60) == code
    assert not list(tmp_path.iterdir())


def test_control_characters_stay_out_of_terminals_and_pictures(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2, 1])
    path.write_bytes(path.read_bytes().replace(b"w1", b"x\x1b\x07\x0b\xc2\x85\xe2\x80\xa8y"))
    for arguments in (
        ["trace", path, "--system", "swap"],
        ["analyze", path, "--explain", "projective"],
        ["show", path],
    ):
        text = output(*arguments)
        assert not any(c in text for c in "\x1b\x07\x0b\x85\u2028"), arguments
    picture = tmp_path / "a.svg"
    output("trace", path, "--system", "swap", "--svg", picture)
    ElementTree.fromstring(picture.read_text("utf-8"))


def test_absurd_numbers_are_refused_at_once() -> None:
    assert complaint("systems", "99999999-planar") == (
        "system '99999999-planar': found the number 99999999; expected 1 to 64"
    )
    assert "0-planar" in complaint("analyze", "sample:", "--explain", "0-planar")


def test_a_tree_with_hundreds_of_planes_is_drawn_on_one_side(tmp_path: Path) -> None:
    half = 300
    path = write_trees(tmp_path / "a.conllu", [d + half for d in range(1, half + 1)] + [0] + [half + 1] * (half - 1))
    picture = tmp_path / "a.svg"
    output("show", path, "--format", "svg", "-o", picture)
    assert picture.stat().st_size > 30_000


def test_nothing_is_written_before_the_first_fault(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0])
    path.write_text(path.read_text("utf-8").replace("\t0\t", "\t_\t"), "utf-8")
    for format in ("html", "tikz", "text"):
        assert complaint("show", path, "--format", format)


def test_contradicting_outputs_are_bad_usage() -> None:
    assert misuse("analyze", "sample:", "--html", "-", "--json") == "--json, --csv and --html - cannot be combined"
    assert misuse("analyze", "-", "-") == "Only one FILE can be standard input"


def test_a_sentence_of_a_hundred_thousand_words(tmp_path: Path) -> None:
    words = 100_000
    lines = "".join(f"{i}\tw\t_\t_\t_\t_\t{max(0, i - 1 - i % 3)}\tdep\t_\t_\n" for i in range(1, words + 1))
    path = tmp_path / "huge.conllu"
    path.write_text(lines + "\n", "utf-8")
    assert complaint("show", path) == "found a sentence of 100,000 words; expected at most 20,000 to draw"
    output("convert", path, "--to", "conllx", "-o", tmp_path / "huge.conll")
    output("eval", path, path)
