"""Traces: what each step shows is what the machine did."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from tests.enumeration import trees_up_to

import multiplane
from multiplane.transition import get
from multiplane.transition.analysis.trace import replayed
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import Tree

SYSTEMS = ["arc-eager", "arc-standard", "2-planar", "swap", "covington", "undirected-2-planar"]


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_arcs_of_all_steps_are_the_tree(name: str) -> None:
    system = get(name)
    for heads in [(0,), (2, 0, 2), (2, 0, 2, 3), (0, 1, 1, 3)]:
        steps = system.trace(heads)
        built = {frozenset(arc[:2]) for step in steps.steps for arc in step.arcs}
        assert built == {frozenset((d, h)) for d, h in enumerate(heads, 1) if h}
        assert steps.steps[-1].buffer == ()
        assert system.run(len(heads), [step.transition for step in steps.steps[1:]]) == list(heads)


def test_stacks_keep_their_places_when_the_machine_switches() -> None:
    """Heads 3 4 0 3: the second arc crosses the first and needs the other stack."""
    for heads in trees_up_to(4):
        steps = get("2-planar").trace(heads).steps
        for before, after in pairwise(steps):
            if after.transition == "switch":
                assert before.stacks == after.stacks and before.active != after.active
            elif after.transition == "reduce":
                changed = [i for i in (0, 1) if before.stacks[i] != after.stacks[i]]
                assert changed == [after.active]


def test_a_table_can_be_cut_to_the_ends_that_matter() -> None:
    forms = ["a", "b", "c", "d", "e", "f"]
    steps = replayed(get("arc-eager").start(6), forms, ["shift"] * 6, Tree([0] * 6))
    rows = steps.table(shown=2)
    assert rows[1][2] == "a b …" and rows[-1][1] == "… e f"
    assert steps.table()[-1][1] == "a b c d e f"


def test_a_trace_is_saved_as_its_suffix_says(tmp_path: Path) -> None:
    graph = Graph.from_arcs(3, [(1, 2), (3, 2)], ["a", "b"])
    for steps in (get("2-planar").trace([3, 4, 0, 3]), get("planar-graph").trace(graph, labelled=True, forms="xyz")):
        for suffix, start in {
            "svg": "<svg",
            "html": "<!DOCTYPE html>",
            "json": "{",
            "tex": r"\documentclass",
            "txt": "transition",
        }.items():
            steps.save(tmp_path / f"steps.{suffix}")
            assert (tmp_path / f"steps.{suffix}").read_text("utf-8").startswith(start)
        assert json.loads((tmp_path / "steps.json").read_text("utf-8")) == json.loads(steps.to_json())
    assert steps.as_data()["forms"] == ("x", "y", "z") and steps.as_data()["lost"] == ()


def test_what_is_not_built_belongs_to_best_efforts_alone() -> None:
    """A lifted tree has other arcs than the tree, and none of them is lost."""
    assert get("arc-eager+pp:head").trace([3, 4, 0, 3]).not_built == ()
    assert get("arc-eager").trace([3, 4, 0, 3], best_effort=True).not_built == ((4, 2),)
    assert get("arc-eager").trace([2, 0, 2], best_effort=True).not_built == ()


def test_sentences_and_texts_can_be_traced() -> None:
    sentence = multiplane.read("sample:dutch-2")[0]
    assert str(get("2-planar").trace(sentence)) == str(get("2-planar").trace(sentence.tree))
    assert get("2-planar").derive("2 0 2") == get("2-planar").derive([2, 0, 2])
