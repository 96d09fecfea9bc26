"""``multiplane kinds``: every kind with all its options; the page that has them is what the command prints."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from tests.cli.running import misuse, output

from multiplane.learn.kinds import KINDS, kind_named

PAGE = Path(__file__).parents[2] / "docs" / "kinds.md"


def test_every_kind_is_listed_with_every_option() -> None:
    found = json.loads(output("kinds", "--json"))
    assert [kind["kind"] for kind in found["kinds"]] == list(KINDS)
    for kind in found["kinds"]:
        names = {option["name"] for option in kind["options"]}
        assert names == {field.name for field in fields(kind_named(kind["kind"]))}
        assert all(option["help"].endswith(".") for option in kind["options"])
    assert found["old names"] == {
        "--model graph": "--model arc-factored",
        "--model deps": "--model graphs",
        "--decoder": "--trees",
    }


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_alone(kind: str) -> None:
    lines = output("kinds", kind).splitlines()
    assert lines[0] == f"--model {kind}" and not any(line.startswith("--model") for line in lines[1:])


def test_an_unknown_kind_is_bad_usage() -> None:
    assert misuse("kinds", "neurl").endswith("(nearest: neural)")


def test_the_page_is_what_the_command_prints() -> None:
    intro, mark, rest = PAGE.read_text("utf-8").partition("## `--model transition`")
    assert "multiplane kinds --markdown" in intro and mark
    assert mark + rest == output("kinds", "--markdown"), "the page has other text"
