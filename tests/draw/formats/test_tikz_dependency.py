"""Trees for tikz-dependency: a word a column, an edge an arc, planes below, special characters escaped."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from tests.draw.trees import NASTY, trees

from multiplane import draw
from multiplane.treebank import Treebank
from multiplane.treebank.tree import Tree


@given(tree=trees())
def test_every_word_and_every_arc_is_there_once(tree: Tree) -> None:
    lines = draw.tikz_dependency(tree, document=False).splitlines()
    assert lines[2].count(r"\&") == len(tree) - 1 and lines[2].endswith(r" \\")
    edges = [line for line in lines if line.startswith((r"\depedge", r"\deproot"))]
    assert len(edges) == len(tree)
    for head, word in tree.arcs():
        ends = f"{{{head}}}{{{word}}}" if head else f"{{{word}}}"
        assert sum(f"{ends}{{l{word}" in edge for edge in edges) == 1


def test_planes_highlights_and_notes() -> None:
    crossing = draw.tikz_dependency([3, 4, 0, 3], root_arcs=False, highlight={2})
    assert crossing.count("edge below") == 1 and crossing.count("very thick") == 1
    assert "edge below" not in draw.tikz_dependency([3, 4, 0, 3], planes=False)
    sentence = Treebank.from_text("1-1\tà\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\tADP\t_\t_\t0\troot\t_\t_\n")[0]
    shown = draw.tikz_dependency(sentence, show=["tags", "multiword"])
    assert r"\scriptsize ADP \\" in shown and r"\wordgroup{1}{1}{1}{token0}" in shown


def test_words_run_from_right_to_left_where_their_script_does() -> None:
    drawn = draw.tikz_dependency(Tree([0, 1], ["root", "dep"], ["שלום", "עולם"]), document=False)
    assert r"עולם \& שלום \\" in drawn and r"\depedge{2}{1}{dep}" in drawn


@pytest.mark.long
def test_latex_accepts_it(tmp_path: Path) -> None:
    search = ["kpsewhich", "tikz-dependency.sty", "standalone.cls"]
    if not shutil.which("pdflatex") or subprocess.run(search, check=False, capture_output=True).returncode:
        pytest.skip("needs pdflatex with tikz-dependency and standalone")
    (tmp_path / "a.tex").write_text(draw.tikz_dependency(NASTY), "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
