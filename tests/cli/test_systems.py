"""``multiplane systems`` as it is run: the list, one system, JSON, refusals."""

from __future__ import annotations

import json

from tests.cli.running import complaint, output

from multiplane.transition import names


def test_the_list_has_every_system() -> None:
    lines = output("systems").splitlines()
    assert [line.split()[0] for line in lines[1 : len(names()) + 1]] == list(names())
    assert any("2-planar forests" in line and "≤ 8n − 1" in line for line in lines)


def test_the_list_as_json() -> None:
    found = json.loads(output("systems", "--json"))
    assert [each["name"] for each in found] == list(names())
    eager = found[names().index("arc-eager")]
    assert eager["transitions"]["left"] == "LEFT-ARC|¬Hσ ; REDUCE"
    assert {each["name"]: each["holds"] for each in eager["properties"]}["single-head"] is True


def test_one_system() -> None:
    text = output("systems", "2-planar+rba")
    assert text.startswith("2-planar+rba: 2-planar forests (2 stacks)\n")
    assert "rba     = SHIFT ; RIGHT-ARC|(¬Hβ ∧ ¬conn) ; SHIFT ; DISCARD ; UNSHIFT" in text
    assert "DTS Prop. 11" in text


def test_families_and_the_root() -> None:
    assert "attach-left(2)   = SHIFT^2 ; LEFT-ARC ; REDUCE ; UNSHIFT" in output("systems", "easy-first")
    assert "and so on for every position" in output("systems", "easy-first")
    assert "the root 0 on the stack" in output("systems", "arc-eager+root")
    assert "lifted and put back" in output("systems", "arc-eager+pp:head+path")
    assert "forests of Attardi degree 2, not all" in output("systems", "attardi-2")


def test_one_system_as_json() -> None:
    found = json.loads(output("systems", "undirected-planar+naive", "--json"))
    assert (found["undirected"], found["root"], found["stacks"]) == (True, True, 1)
    assert found["transitions"]["arc"] == "ARC|¬conn"


def test_unknown_names() -> None:
    assert complaint("systems", "arc-eagre").startswith("no transition system 'arc-eagre'; nearest: arc-eager")
    assert "no modifier 'lbx'; nearest:" in complaint("systems", "arc-eager+lbx")
