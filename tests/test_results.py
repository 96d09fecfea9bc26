"""Results as data, tables and files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.evaluate import PairedComparison, compare, score
from multiplane.results import suffix_of

DUTCH = multiplane.read("sample:dutch")
CHAIN = DUTCH.with_trees([word.id - 1 for sentence in DUTCH for word in sentence])


def test_scores_are_saved_as_the_suffix_says(tmp_path: Path) -> None:
    scores = score(DUTCH, CHAIN)
    for name, start in {
        "a.json": "{\n",
        "a.txt": "18 sentences, 179 words",
        "a.md": "18 sentences",
        "a.tex": "% 18 sentences",
        "a.html": "<!DOCTYPE html>",
    }.items():
        scores.save(tmp_path / name)
        assert (tmp_path / name).read_text("utf-8").startswith(start), name
    assert json.loads((tmp_path / "a.json").read_text("utf-8")) == scores.as_data()
    scores.save(tmp_path / "a.json.gz")
    assert json.loads(gzip.decompress((tmp_path / "a.json.gz").read_bytes())) == scores.as_data()
    assert "<table>" in (tmp_path / "a.html").read_text("utf-8")


def test_other_suffixes_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(MultiplaneError, match=r"a\.pdf: found the suffix \.pdf; expected \.json, "):
        score(DUTCH, DUTCH).save(tmp_path / "a.pdf")
    with pytest.raises(MultiplaneError, match=r"found no suffix; expected \.svg$"):
        suffix_of("a", [".svg"])
    assert not list(tmp_path.iterdir())


def test_sources_of_scores_are_treebanks_files_and_sentences(tmp_path: Path) -> None:
    multiplane.write(CHAIN, tmp_path / "chain.conllu")
    assert score("sample:dutch", tmp_path / "chain.conllu") == score(DUTCH, list(CHAIN))
    with pytest.raises(MultiplaneError, match="found a int; expected a treebank"):
        score(DUTCH, 3)  # type: ignore[arg-type]


def test_a_comparison_can_be_turned_round_and_printed() -> None:
    found = compare(DUTCH, DUTCH, CHAIN)
    assert isinstance(found, PairedComparison) and found.turned().turned() == found
    assert found.turned().las.difference == -found.las.difference and "p < 0.0001" in repr(found)
    assert "McNemar" in str(found) and "+91.62" in str(found)
