"""``multiplane verify`` as it is run: one system, all of them, JSON, markdown, refusals."""

from __future__ import annotations

import json

import pytest
from tests.cli.running import complaint, misuse, output

from multiplane.transition import names


def test_one_system() -> None:
    text = output("verify", "arc-eager", "--n", "4")
    assert "arc-eager on 4 words: 55 forests derived" in text
    assert "correct for: projective" in text
    assert "longest sequence: 7 transitions; at most 8 are proved" in text
    assert "sequences: 67; 3 for one graph at most" in text


def test_a_system_that_is_correct_for_none() -> None:
    text = output("verify", "arc-eager+lnba", "--n", "4")
    assert "correct for: none of the classes below" in text
    (line,) = [line for line in text.splitlines() if line.split()[:1] == ["planar"]]
    assert line.split() == ["planar", "105", "70", "66.67", "%", "no", "no"]


def test_one_system_as_json() -> None:
    found = json.loads(output("verify", "2-planar", "--n", "3", "--json"))
    assert (found["graphs"], found["longest"], found["bound"], found["stuck"]) == (16, 18, 23, 0)
    assert "2-planar" in found["correct_for"]
    assert {each["name"]: each["derived"] for each in found["classes"]}["projective"] == 12


def test_all_systems() -> None:
    found = json.loads(output("verify", "--n", "2", "--json"))
    assert [each["system"] for each in found] == list(names())
    assert all(each["stuck"] == 0 and not each["endless"] for each in found)
    lines = output("verify", "--n", "2", "--markdown").rstrip().splitlines()
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines[2:]] == list(names())
    assert "2-planar-graph" in output("verify", "--n", "2")


def test_unknown_name() -> None:
    assert complaint("verify", "planer").startswith("no transition system 'planer'; nearest: planar")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["arc-eager", "--n", "8"], "'--n': Input should be less than or equal to 7"),
        (["arc-eager", "--markdown"], "--markdown cannot be combined with NAME or --json"),
        (["--json", "--markdown"], "--markdown cannot be combined with NAME or --json"),
        (["--n", "0"], "'--n': Input should be greater than or equal to 1"),
    ],
    ids=str,
)
def test_bad_usage(arguments: list[str], message: str) -> None:
    assert misuse("verify", *arguments) == message
