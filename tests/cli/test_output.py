"""``-o NAME.suffix`` says what is written, in every command that has results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import complaint, misuse, output, run

STARTS = {
    "svg": "<svg",
    "html": "<!DOCTYPE html>",
    "tex": "\\documentclass",
    "json": ("{\n", "[\n"),
    "txt": "",
    "md": "",
}
TABLES = ("html", "json", "txt", "md")
SAMPLE = "sample:dutch-2"
COMMANDS = {
    "show": (["show", SAMPLE], ("svg", "html", "tex", "txt")),
    "link": (["link", "the cat slept"], ("svg", "html", "tex", "txt", "json")),
    "trace": (["trace", SAMPLE], ("svg", "html", "tex", "txt", "json", "md")),
    "eval": (["eval", "sample:dutch", "sample:dutch"], TABLES),
    "eval-raw": (["eval", "sample:dutch", "sample:dutch", "--raw"], TABLES),
    "systems": (["systems"], TABLES),
    "system": (["systems", "arc-eager"], TABLES),
    "verify": (["verify", "arc-eager", "--n", "2"], TABLES),
    "schema-check": (["schema", "check", "nivre-2003", "--n", "2"], TABLES),
    "schema-relate": (["schema", "relate", "eisner-1996", "nivre-2003", "--n", "1"], TABLES),
    "schema-run": (["schema", "run", "eisner-1996", "she saw"], ("html", "json", "txt")),
    "analyze": (["analyze", "sample:dutch"], ("html", "json", "txt")),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_suffix_decides(name: str, tmp_path: Path) -> None:
    arguments, suffixes = COMMANDS[name]
    for suffix in suffixes:
        place = tmp_path / f"{name}.{suffix}"
        assert output(*arguments, "-o", place) == ""
        text = place.read_text("utf-8")
        assert text.startswith(STARTS[suffix]) and text.endswith("\n"), suffix


@pytest.mark.parametrize("name", ["eval", "systems", "verify", "schema-check", "trace"])
def test_json_in_a_file_is_the_json_that_is_printed(name: str, tmp_path: Path) -> None:
    arguments, _ = COMMANDS[name]
    place = tmp_path / "found.json"
    output(*arguments, "-o", place)
    assert json.loads(place.read_text("utf-8")) == json.loads(output(*arguments, "--json"))
    assert place.read_text("utf-8") == output(*arguments, "--json")


def test_old_spellings_write_the_same(tmp_path: Path) -> None:
    for arguments, old, new in (
        (["trace", SAMPLE], ["--html", "a.html"], "b.html"),
        (["trace", SAMPLE], ["--svg", "a.svg"], "b.svg"),
        (["show", SAMPLE], ["--format", "html", "-o", "a.html"], "b.html"),
        (["show", SAMPLE], ["--format", "tikz", "-o", "a.tex"], "b.tex"),
        (["schema", "run", "eisner-1996", "she saw"], ["--html", "a.html"], "b.html"),
    ):
        run(*arguments, *old, cwd=tmp_path)
        run(*arguments, "-o", new, cwd=tmp_path)
        assert (tmp_path / old[-1]).read_bytes() == (tmp_path / new).read_bytes()


def test_a_suffix_that_says_nothing_known(tmp_path: Path) -> None:
    place = tmp_path / "a.pdf"
    for name in ("trace", "eval", "verify"):
        assert complaint(*COMMANDS[name][0], "-o", place).startswith(f"{place}: found the suffix .pdf; expected .json")
    assert misuse("show", SAMPLE, "-o", "a.json").startswith("--output cannot be a .json file")
    assert not place.exists()


def test_a_folder_gets_a_picture_of_each(tmp_path: Path) -> None:
    output("show", "sample:dutch", "-o", f"{tmp_path / 'trees'}/", "--length", "-8")
    output("link", "Mary saw the girl with a telescope", "-o", f"{tmp_path / 'links'}/")
    assert [place.name for place in sorted((tmp_path / "links").iterdir())] == ["linkage-1.svg", "linkage-2.svg"]
    pictures = list((tmp_path / "trees").iterdir())
    assert pictures and all(place.read_text("utf-8").startswith("<svg") for place in pictures)
