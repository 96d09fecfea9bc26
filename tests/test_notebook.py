"""What notebooks and consoles show of objects: pictures, tables, and a line that can be read."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from typing import Any

import pytest
from tests.draw.markup import Tags

import multiplane
from multiplane import evaluate, structure, transition
from multiplane.structure.survey import survey
from multiplane.treebank import Tree
from multiplane.treebank.graph import Graph

DUTCH = multiplane.read("sample:dutch")
FOLDERS = ("treebank", "structure", "generate", "deduce", "decode", "evaluate", "transition", "learn", "draw")


def shown() -> dict[str, Any]:
    """An object of each kind that has a table."""
    eager = transition.get("arc-eager")
    graph = Graph.from_deps(["0:root", "1:a"])
    return {
        "arc-eager": eager,
        "shift": eager.trace([2, 0, 2]),
        "projective": transition.verify(eager, 3),
        "planar": survey(DUTCH),
        "holds": eager.properties,
        "UAS": evaluate.evaluate(DUTCH, DUTCH),
        "crossing arcs": structure.survey([graph]),
    }


def test_tables_for_notebooks_are_well_formed() -> None:
    for text, value in shown().items():
        page = value._repr_html_()
        tags = Tags()
        tags.feed(page)
        assert tags.open == [] and "table" in tags.seen and text in page, text
    hostile = transition.get("arc-eager").trace(Tree([0], forms=["<b>"]))
    assert "<b>&lt;b&gt;" not in hostile._repr_html_() and "&lt;b&gt;" in hostile._repr_html_()


def test_graph_scores_have_a_table() -> None:
    text = "1 She _ _ _ _ 2 nsubj 2:nsubj _\n2 sits _ _ _ _ 0 root 0:root _".replace(" ", "\t")
    gold = multiplane.Treebank.from_text(text)
    scores = evaluate.evaluate_graphs(gold, gold)
    assert (
        "ELAS" in scores._repr_html_()
        and "100.00" in scores._repr_html_()
        and repr(scores).startswith("<GraphScores: ELAS 100.00")
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "from multiplane.treebank import Tree; shown = Tree([0, 1])",
        "from multiplane.treebank.tree import Tree; shown = Tree([0, 1])",
        "from multiplane.treebank import read; shown = read('sample:dutch-2')[0]",
        "from multiplane.treebank.graph import Graph; shown = Graph.from_deps(['0:root', '1:a'])",
        "from multiplane.draw.layout.diagram import diagram; shown = diagram([0, 1])",
        "from multiplane.draw import svg; shown = svg([0, 1])",
    ],
)
def test_pictures_however_the_objects_were_imported(code: str) -> None:
    call = f"{code}; print(shown._repr_svg_()[:60])"
    found = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=True)
    assert found.stdout.startswith('<svg style="background:#fff;color:#1f2328" xmlns=')


def test_a_dark_picture_keeps_its_colours() -> None:
    assert multiplane.draw.svg([0], theme="dark")._repr_svg_() == str(multiplane.draw.svg([0], theme="dark"))


def public_classes() -> dict[str, type]:
    """The classes that the folders offer."""
    found: dict[str, type] = {}
    for folder in FOLDERS:
        module = importlib.import_module(f"multiplane.{folder}")
        for name in module.__all__:
            value = getattr(module, name)
            if (
                inspect.isclass(value)
                and not issubclass(value, BaseException)
                and value.__module__[:10] == "multiplane"
            ):
                found[name] = value
    return found


@pytest.mark.parametrize("kind", public_classes().values(), ids=lambda kind: kind.__name__)
def test_every_public_class_has_a_repr_of_its_own(kind: type) -> None:
    protocol = getattr(kind, "_is_protocol", False)
    assert protocol or kind.__repr__ is not object.__repr__, kind


def test_lines_that_can_be_read() -> None:
    values = [*shown().values(), DUTCH, DUTCH[0], DUTCH[0].tree, DUTCH.encode(), multiplane.draw.svg([0])]
    values += [structure.tree_class("2-planar"), structure.FAMILIES[1], transition.get("swap").start(3)]
    values += [structure.classify_all(DUTCH.heads, DUTCH.offsets), structure.planes([2, 0]), transition.SHIFT]
    values += [transition.STACK_HAS_HEAD, transition.get("2-planar").transitions["switch"], multiplane.load()]
    values += [multiplane.decode.marginals([[0, 0], [0, 0]]), transition.get("arc-eager")]
    values += [evaluate.align(DUTCH, DUTCH, evaluate.CONVENTIONS["conll-x"])]
    for value in values:
        line = repr(value)
        assert len(line) <= 400 and " at 0x" not in line and "array(" not in line and "lambda" not in line, line
