from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.running import complaint, misuse, output

from multiplane.deduce.link import LINK_SCHEMATA

AMBIGUOUS = "Mary saw the girl with a telescope"


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    place = tmp_path / "small.dict"
    place.write_text("the a: D+;\ncat.n snake.n: D- & (S+ or O-);\nchased.v: S- & [O+]0.5;\n", "utf-8")
    return place


def test_a_linkage_is_drawn(dictionary: Path) -> None:
    assert output("link", "the cat chased a snake", "--dictionary", dictionary) == (
        "# 1 of 1: cost 0.5, length 1\n"
        "              ╭────O────╮\n"
        " ╭─D─╮ ╭─S──╮ │    ╭─D──┤\n"
        " │   │ │    │ │    │    │\n"
        "the cat.n chased.v a snake.n\n"
    )


@pytest.mark.parametrize("name", LINK_SCHEMATA)
def test_all_schemata_print_the_same(name: str) -> None:
    assert output("link", AMBIGUOUS, "--schema", name) == output("link", AMBIGUOUS)
    assert output("link", AMBIGUOUS, "--schema", name, "--count") == "2\n"


def test_cheaper_linkages_come_first_and_no_more_than_wanted() -> None:
    shown = output("link", AMBIGUOUS)
    assert [line for line in shown.splitlines() if line.startswith("#")] == [
        "# 1 of 2: cost 0, length 5",
        "# 2 of 2: cost 0.5, length 3",
    ]
    assert shown.startswith(output("link", AMBIGUOUS, "--limit", "1").rstrip("\n"))


def test_cycles_can_be_switched_off() -> None:
    sentence = "the cat that chased the mouse slept"
    assert output("link", sentence, "--count") == "1\n"
    assert output("link", sentence, "--count", "--no-cycles") == "0\n"


def test_json() -> None:
    found = json.loads(output("link", AMBIGUOUS, "--format", "json"))
    assert found["count"] == len(found["linkages"]) == 2
    assert found["schema"] == "link-eisner-satta-1999"
    second = found["linkages"][1]
    assert (second["cost"], second["length"]) == (0.5, 3)
    assert second["words"][0] == {"number": 0, "word": "LEFT-WALL", "disjunct": "W+", "cost": 0.0}
    expected = {"left": 4, "right": 5, "label": "M", "connectors": ["@M+", "M-"], "head": None}
    assert expected in second["links"]
    assert json.loads(output("link", "the the", "--format", "json"))["linkages"] == []


def test_pictures(tmp_path: Path) -> None:
    output("link", AMBIGUOUS, "-f", "svg", "-o", tmp_path / "one.svg")
    assert ElementTree.parse(tmp_path / "one.svg").getroot().tag.endswith("svg")
    output("link", AMBIGUOUS, "-f", "svg", "-o", f"{tmp_path}/all/")
    assert sorted(place.name for place in (tmp_path / "all").iterdir()) == ["linkage-1.svg", "linkage-2.svg"]
    output("link", AMBIGUOUS, "-f", "html", "-o", tmp_path / "all.html")
    assert (tmp_path / "all.html").read_text("utf-8").count("<svg") == 2


def test_bad_input_is_told_in_one_line(dictionary: Path, tmp_path: Path) -> None:
    assert complaint("link", "the dog ran", "-d", dictionary) == (
        f"found the word 'dog'; expected a word of the dictionary {dictionary}"
    )
    assert complaint("link", "the the", "-d", dictionary) == (
        f"no linkage of 'the the' with the dictionary {dictionary}"
    )
    assert complaint("link", " ") == "found no words; expected a sentence"
    (tmp_path / "bad.dict").write_text("the: D+;\ncat: D- & ;\n", "utf-8")
    assert complaint("link", "the cat", "-d", tmp_path / "bad.dict") == (
        f"{tmp_path}/bad.dict:2:11: found ';'; expected a connector, a name or a bracket"
    )
    assert complaint("link", "the cat", "-d", tmp_path / "none.dict").endswith("none.dict: No such file or directory")
    assert complaint("link", "the cat", "--schema", "eisner") == (
        "found schema 'eisner'; expected link-eisner-1996 or another for links"
    )


def test_bad_usage() -> None:
    assert misuse("link", AMBIGUOUS, "-f", "svg", "--limit", "2") == (
        "--format svg draws one linkage: give --limit 1, or a folder, as in -o pictures/"
    )
    assert misuse("link", AMBIGUOUS, "--limit", "0").endswith("Input should be greater than or equal to 1")
    assert misuse("link") == "Missing argument 'SENTENCE'."


def test_a_page_is_as_wide_as_is_wanted() -> None:
    """What is wider goes on below, so a narrow picture is a high one."""
    sizes = {}
    for width in ("240", "0", None):
        page = output("link", AMBIGUOUS, "-f", "html", *(() if width is None else ("--width", width)))
        found = re.findall(r'<svg[^>]* width="(\d+)" height="(\d+)"', page)
        sizes[width] = [(int(wide), int(high)) for wide, high in found]
    assert all(wide <= 240 for wide, _ in sizes["240"]) and sizes["0"] == sizes[None]
    assert all(wide > 240 and high < narrow for (wide, high), (_, narrow) in zip(sizes["0"], sizes["240"], strict=True))


def test_schemata_of_links_are_listed_shown_and_checked() -> None:
    assert "sleator-temperley-1991: linkages (Sleator & Temperley 1991)" in output(
        "schema", "show", "sleator-temperley-1991"
    )
    assert output("schema", "check", "link-eisner-satta-1999", "--n", "4").splitlines()[-1].split() == [
        *("4", "23", "23", "correct", "23")
    ]
