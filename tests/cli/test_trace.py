"""``multiplane trace`` from end to end."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from tests.cli.running import complaint, output, run


def test_a_derivation_as_a_table() -> None:
    text = output("trace", "sample:dutch-2", "--system", "2-planar", "--no-labels")
    lines = text.splitlines()
    assert lines[0].split() == ["transition", "stack", "1", "stack", "2", "buffer", "arc"]
    assert "switch" in text
    arcs = [line.split("  ")[-1].strip() for line in lines if "→" in line]
    assert "verven → schuur" in arcs and len(arcs) == 10
    assert lines[-1] == f"{len(lines) - 3} transitions"


def test_steps_as_json() -> None:
    found = json.loads(output("trace", "sample:dutch-2", "--system", "covington", "--json"))
    assert found["system"] == "covington"
    assert found["steps"][0]["transition"] == "" and found["steps"][0]["buffer"] == list(range(1, 12))
    built = [tuple(arc[:2]) for step in found["steps"] for arc in step["arcs"]]
    assert (10, 8) in built and len(built) == 10


def test_a_moving_picture_and_a_page(tmp_path: Path) -> None:
    picture, page = tmp_path / "a.svg", tmp_path / "a.html"
    assert output("trace", "sample:dutch-2", "--svg", picture, "--html", page) == ""
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")
    assert picture.read_text("utf-8").count("@keyframes arc-") == 11
    text = page.read_text("utf-8")
    assert text.endswith("</html>\n") and "src=" not in text
    steps = json.loads(output("trace", "sample:dutch-2", "--json"))["steps"]
    assert text.count("<tr>") == 1 + len(steps)


def test_a_best_effort_says_what_it_loses(tmp_path: Path) -> None:
    last = output("trace", "sample:dutch-2", "--system", "arc-eager", "--best-effort").splitlines()[-1]
    assert last.endswith("transitions; 1 of the arcs not built: verven → schuur")
    found = json.loads(output("trace", "sample:dutch-2", "--system", "arc-eager", "--best-effort", "--json"))
    assert found["lost"] == [[10, 8]]
    whole = output("trace", "sample:dutch-2", "--best-effort")
    assert whole == output("trace", "sample:dutch-2")
    picture = tmp_path / "a.svg"
    output("trace", "sample:dutch-2", "--system", "arc-eager", "--best-effort", "--svg", picture)
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")


def test_two_systems_side_by_side(tmp_path: Path) -> None:
    both = ["--system", "2-planar", "--system", "covington"]
    text = output("trace", "sample:dutch-2", *both).splitlines()
    assert text[0] == "2-planar" and "covington" in text and sum("transitions" in line for line in text) == 2
    found = json.loads(output("trace", "sample:dutch-2", *both, "--json"))
    assert [one["system"] for one in found] == ["2-planar", "covington"]
    page = tmp_path / "both.html"
    assert output("trace", "sample:dutch-2", *both, "--html", page) == ""
    assert page.read_text("utf-8").count("<section>") == 2
    assert run("trace", "sample:dutch-2", *both, "--svg", tmp_path / "a.svg").returncode == 2
    assert run("trace", "sample:dutch-2", *both, "--system", "swap").returncode == 2


def test_sentences_by_number_and_name() -> None:
    assert output("trace", "sample:dutch", "-s", "2") == output("trace", "sample:dutch", "-s", "dutch-2")


def test_what_cannot_be_traced(tmp_path: Path) -> None:
    assert complaint("trace", "sample:dutch", "-s", "dutch-99") == (
        "sample:dutch: found no sentence dutch-99; expected a sent_id or a number from 1 to 18"
    )
    assert complaint("trace", "sample:dutch-2", "--system", "arc-eager").startswith("system arc-eager: ")
    assert "2-planar" in complaint("trace", "sample:dutch-2", "--system", "2-plannar")
    assert complaint("trace", tmp_path / "none.conllu").endswith("no such file")
    assert run("trace").returncode == 2


def test_a_tree_typed_on_the_command_line() -> None:
    text = output("trace", "--tree", "the>hen:det hen>slept:nsubj slept>0", "--system", "arc-eager")
    assert "hen → the (det)" in text
    assert "1 → 2" not in output("trace", "--heads", "2 0", "--words", "hens lay", "--system", "arc-eager")
