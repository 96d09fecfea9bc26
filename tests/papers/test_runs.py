"""A kept run is that of the same treebanks and settings, and no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import multiplane
from multiplane.evaluate import evaluate
from multiplane.evaluate.scores import Scores
from multiplane.learn import Options
from multiplane.papers import runs
from multiplane.papers.runs import RunSettings, kept_run
from multiplane.treebank import Treebank

DUTCH, GERMAN = multiplane.read("sample:dutch"), multiplane.read("sample:german")


def test_a_run_is_kept_for_all_that_it_depends_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def scored(options: Options, train: Treebank, development: Treebank, model: Path, parsed: Path) -> Scores:
        done.append(parsed.name)
        multiplane.write(development, parsed)
        return evaluate(development, development)

    monkeypatch.setattr(runs, "_trained_and_scored", scored)
    usual = RunSettings(epochs=2)
    other_trees = DUTCH.with_trees([place for sentence in DUTCH for place in range(len(sentence))])
    cases = [
        ("arc-eager", DUTCH, DUTCH, usual),
        ("swap", DUTCH, DUTCH, usual),
        ("arc-eager", GERMAN, DUTCH, usual),
        ("arc-eager", DUTCH, GERMAN, usual),
        ("arc-eager", DUTCH, DUTCH[:-1], usual),
        ("arc-eager", other_trees, DUTCH, usual),
        ("arc-eager", DUTCH, other_trees, usual),
        ("arc-eager", DUTCH, DUTCH, replace(usual, epochs=3)),
        ("arc-eager", DUTCH, DUTCH, replace(usual, seed=1)),
        ("arc-eager", DUTCH, DUTCH, replace(usual, features="malt")),
        ("arc-eager", DUTCH, DUTCH, replace(usual, oracle="static")),
    ]
    for number, (system, train, development, settings) in enumerate(cases, 1):
        found = [kept_run(tmp_path, system, train, development, settings) for _ in range(2)]
        assert len(set(done)) == len(done) == number
        assert str(found[0]) == str(found[1]) and found[0].read() == development and found[0].las == 100
    first = next(tmp_path.glob(f"{Path(done[0]).stem}.json"))
    first.unlink()
    kept_run(tmp_path, *cases[0])
    assert done[-1] == done[0]
