"""TikZ that LaTeX accepts."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from tests.draw.trees import NASTY, trees

from multiplane import draw
from multiplane.draw.formats.tikz import DOCUMENT_CLOSING, DOCUMENT_OPENING, escaped
from multiplane.treebank.tree import Tree


@given(trees())
def test_tikz_has_every_word_label_and_arrowhead(tree: Tree) -> None:
    picture = draw.tikz(tree, document=False)
    assert re.findall(r"\\node\[word\] at \(.*?\) \{(.*)\};", picture) == list(tree.forms)
    assert sorted(re.findall(r"\\node\[label, .*?\] at \(.*?\) \{(.*)\};", picture)) == sorted(tree.labels)
    assert picture.count("-- cycle;") == len(tree)
    assert picture.count("{") == picture.count("}")


def test_what_latex_takes_for_commands_is_escaped() -> None:
    assert escaped(r"\a{b}") == r"\textbackslash{}a\{b\}"
    assert escaped("~^_#$%&") == r"\textasciitilde{}\textasciicircum{}\_\#\$\%\&"
    assert escaped("---") == "-{}-{}-"
    assert escaped("a\u0301") == "\u00e1", "pdfLaTeX knows no combining accents"


def test_a_document_can_be_typeset(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("no pdflatex")
    pictures = (
        draw.tikz(NASTY, document=False)
        + draw.tikz([5, 6, 7, 8, 0, 5, 6, 7], highlight={3}, document=False)
        + draw.tikz([3, 4, 0, 3, 4, 5, 6], planes=False, width=240, document=False)
        + draw.tikz(Tree([0], ["\x9b"], ["\x9b2J\u2066]]>\u2028"]), document=False)
    )
    (tmp_path / "trees.tex").write_text(DOCUMENT_OPENING + pictures + DOCUMENT_CLOSING, "utf-8")
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "trees.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert run.returncode == 0, run.stdout[-2000:]
    assert "(4 pages" in run.stdout.replace("\n", "")


def test_a_single_tree_is_a_whole_document() -> None:
    document = draw.tikz(NASTY)
    assert document.startswith("\\documentclass") and document.endswith("\\end{document}\n")
