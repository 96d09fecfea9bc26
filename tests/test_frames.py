"""Figures as JSON and as data frames."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from tests.cli.running import output

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.structure import survey
from multiplane.treebank.graph import Graph

DUTCH = multiplane.read("sample:dutch")


class Frame:
    """What a test needs of ``pandas.DataFrame``."""

    def __init__(self, columns: dict[str, list[object]]) -> None:
        self.columns = columns
        assert len({len(values) for values in columns.values()}) == 1


@pytest.fixture
def pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=Frame))  # type: ignore[arg-type]


def test_a_treebank_as_json_and_as_a_frame(pandas: None) -> None:
    found = json.loads(DUTCH.to_json())
    assert len(found) == len(DUTCH) and found[0]["sent_id"] == DUTCH[0].sent_id
    assert [row["form"] for row in found[1]["tokens"]] == [row.form for row in DUTCH[1].rows]
    columns = DUTCH.to_frame().columns
    assert list(columns)[:4] == ["sentence", "sent_id", "id", "form"]
    words = [head for id, head in zip(columns["id"], columns["head"], strict=True) if isinstance(id, int)]
    assert words == DUTCH.heads.tolist()


def test_a_survey_says_what_the_command_says(pandas: None) -> None:
    found = survey(DUTCH)
    (printed,) = json.loads(output("analyze", "sample:dutch", "--json"))
    assert {"file": "sample:dutch", **json.loads(found.to_json())} == printed
    columns = found.to_frame().columns
    assert dict(zip(columns["class"], columns["sentences"], strict=True)) == found.classes
    graphs = survey([Graph.from_deps(["0:root", "1:a"])])
    assert json.loads(graphs.to_json())["arcs"] == 2


def test_scores_say_what_the_command_says(pandas: None) -> None:
    scores = multiplane.evaluate.evaluate(DUTCH, DUTCH)
    (printed,) = json.loads(output("eval", "sample:dutch", "sample:dutch", "--json"))
    as_printed: dict[str, Any] = {"file": "sample:dutch", **json.loads(scores.to_json()), "comparisons": []}
    assert as_printed == printed and list(as_printed) == list(printed)
    columns = scores.to_frame().columns
    assert columns["by"][:2] == ["projectivity"] * 2 and "label" in columns["by"]
    labels = [g for by, g in zip(columns["by"], columns["group"], strict=True) if by == "label"]
    assert labels == list(scores.by_label)


def test_without_pandas_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MultiplaneError, match=r"^Data frames need pandas: install it with `pip install pandas`$"):
        DUTCH.to_frame()


def test_a_treebank_comes_back_from_a_frame() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed: pip install pandas")
    for name in ("dutch", "german", "arabic"):
        treebank = multiplane.read(f"sample:{name}")
        back = multiplane.Treebank.from_frame(treebank.to_frame())
        assert [one.sent_id for one in back] == [one.sent_id for one in treebank]
        for one, other in zip(treebank, back, strict=True):
            assert one.rows == other.rows
    bare = pandas.DataFrame({"sentence": [1, 1, 2], "form": ["Hens", "lay", "Eggs"], "head": [2.0, 0, float("nan")]})
    found = multiplane.Treebank.from_frame(bare)
    assert [[word.form for word in one] for one in found] == [["Hens", "lay"], ["Eggs"]] and found[0][1].head_id == 2
    with pytest.raises(MultiplaneError, match="found a frame without a column sentence"):
        multiplane.Treebank.from_frame(bare.drop(columns="sentence"))
