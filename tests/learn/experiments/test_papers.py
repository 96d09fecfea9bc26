"""The papers' tables as data: whatever they name exists, and every printed row is as wide as its table."""

from __future__ import annotations

import pytest

from multiplane.learn.experiments.papers import ARROW_SHARES, PAPERS, AccuracyTable, CoverageTable, systems_of
from multiplane.learn.experiments.runs import malt_name
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


@pytest.mark.parametrize("paper", PAPERS)
def test_every_system_is_there_and_has_features_in_maltparser(paper: str) -> None:
    for system in systems_of(PAPERS[paper]):
        assert get(system).name == system
        assert malt_name(system)
