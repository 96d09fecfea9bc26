"""The facts that docs/sample.md states about the sample treebank."""

from __future__ import annotations

from pathlib import Path

import pytest

import multiplane
from multiplane.structure import classify, classify_all, tree_class
from multiplane.treebank.sample import sample_languages

PAGE = (Path(__file__).parents[2] / "docs" / "sample.md").read_text("utf-8")


def table(first_title: str) -> list[list[str]]:
    """The rows of the table whose first column has this title."""
    lines = PAGE.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first_title} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows


def test_every_part_is_listed() -> None:
    assert [row[0] for row in table("part")] == list(sample_languages())


@pytest.mark.parametrize("row", table("part"), ids=lambda row: row[0])
def test_the_figures_of_a_part(row: list[str]) -> None:
    treebank = multiplane.read(f"sample:{row[0]}")
    found = classify_all(treebank.heads, treebank.offsets)
    assert row[1:4] == [str(len(treebank)), str(treebank.word_count), str((~found.projective).sum())]
    if row[0] != "shape":
        held = {sentence.metadata["phenomenon"].split(",")[0] for sentence in treebank}
        assert set(row[4].split(", ")) == held


@pytest.mark.parametrize("row", table("in the class"), ids=lambda row: "-not-".join(row[:2]))
def test_the_sentence_shows_the_difference(row: list[str]) -> None:
    (sentence,) = multiplane.read(f"sample:{row[2]}")
    name, _, without_root_arcs = row[0].partition(", ")
    assert classify(sentence.heads, root_arcs=not without_root_arcs) in tree_class(name)
    assert not row[1] or classify(sentence.heads) not in tree_class(row[1])
