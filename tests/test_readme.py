"""What the README shows is what the commands print."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import output

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def test_the_table_of_systems_is_generated_by_verify() -> None:
    assert output("verify", "--n", "4", "--markdown") in README + "\n"


def test_both_commands_stand_near_the_top() -> None:
    top = README.splitlines()[:26]
    assert any(line.startswith("make demo") for line in top) and any(line.startswith("make test") for line in top)
