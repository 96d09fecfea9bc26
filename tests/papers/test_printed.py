"""The papers' tables as data: whatever they name exists, and every printed row is as wide as its table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from multiplane.papers.printed import ARROW_SHARES, PAPERS, AccuracyTable, CoverageTable, systems_of
from multiplane.papers.runs import malt_name
from multiplane.structure import tree_class
from multiplane.transition import get

TABLES = [(paper, table) for paper, tables in PAPERS.items() for table in tables]
COVERAGE = [table for _, table in TABLES if isinstance(table, CoverageTable)]
ACCURACY = [table for _, table in TABLES if isinstance(table, AccuracyTable)]


@pytest.mark.parametrize("table", COVERAGE, ids=lambda table: table.meaning)
def test_tables_of_coverage(table: CoverageTable) -> None:
    for meaning in table.columns.values():
        plain = meaning.removeprefix("not ")
        known = plain in ("sentences", "strongly-ill-nested", *ARROW_SHARES.values()) or "=" in plain
        assert known or tree_class(plain).name == plain
    assert all(len(figures) == len(table.columns) for figures in table.printed.values())


@pytest.mark.parametrize("table", ACCURACY, ids=lambda table: table.meaning)
def test_tables_of_scores(table: AccuracyTable) -> None:
    assert table.reference is None or table.reference in table.rows
    for rows in table.printed.values():
        assert set(rows) == set(table.rows)
        assert all(len(figures) == len(table.columns) for figures in rows.values())


TEXTS = {
    "two-planar": "2010-*two-planar.txt",
    "buffer-transitions": "2012-*buffer-transitions.txt",
    "undirected": "2012-*undirected.txt",
    "one-endpoint-crossing": "2013-*one-endpoint-crossing.txt",
}
COLUMN_BY_COLUMN = [("one-endpoint-crossing", "Table 1")]


@pytest.mark.parametrize("paper", PAPERS)
def test_printed_figures_are_those_of_the_text(paper: str, treebanks: Path) -> None:
    """A row stands in the text from left to right, with counts before its shares; one table has it as a column."""
    printed = [
        (table.title, figures)
        for table in PAPERS[paper]
        for rows in table.printed.values()
        for figures in (rows.values() if isinstance(rows, Mapping) else [rows])
    ]
    assert bool(printed) == (paper in TEXTS)
    files = sorted((treebanks.parent / "papers").glob(TEXTS[paper])) if printed else []
    if not files:
        pytest.skip("no text of this paper, or no figures of it")
    found = [float(number.replace(",", "")) for number in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", files[0].read_text())]
    for number, figures in printed:
        wanted = [figure for figure in figures if figure is not None]
        if (paper, number) in COLUMN_BY_COLUMN:
            assert set(wanted) <= set(found)
        else:
            whole = range(len(found) - 2 * len(wanted))
            assert any(is_row(wanted, found[start : start + 2 * len(wanted)]) for start in whole), (number, figures)


def is_row(wanted: list[float], numbers: list[float]) -> bool:
    """Whether the numbers begin with these figures, or with the first of them and then a count before each."""
    with_counts = [numbers[0], *numbers[2 : 2 * len(wanted) - 1 : 2]]
    return wanted in (numbers[: len(wanted)], with_counts)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_system_is_there_and_has_features_in_maltparser(paper: str) -> None:
    for system in systems_of(PAPERS[paper]):
        assert get(system).name == system
        assert malt_name(system)
