"""The notebooks of the documentation run, and show what they say they show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scripts.notebook import executed

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_every_cell_shows_what_is_kept_of_it(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept = json.loads(path.read_text("utf-8"))
    for cell, again in zip(kept["cells"], executed(kept)["cells"], strict=True):
        assert cell == again, "".join(cell["source"])


def test_a_cell_that_shows_something_else_is_found() -> None:
    code, text = {"cell_type": "code", "outputs": []}, {"cell_type": "markdown", "source": ["text"]}
    cells = [{**code, "source": ["a = 3\n", "print(a)"]}, text, {**code, "source": ["a + 1"]}]
    first, between, second = executed({"cells": cells})["cells"]
    assert first["outputs"] == [{"name": "stdout", "output_type": "stream", "text": ["3\n"]}] and between == text
    assert second["outputs"][0]["data"] == {"text/plain": ["4"]} and second["execution_count"] == 2
