"""Slides of a derivation: balanced, an overlay a step, every arc from its step on; LaTeX accepts them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from tests.draw.trees import NASTY, trees

from multiplane.draw.derivation_tikz import derivation_tikz
from multiplane.errors import MultiplaneError
from multiplane.transition import get
from multiplane.treebank import Tree


def environments(text: str) -> list[str]:
    """The environments in the order in which they close; an error where they are not nested."""
    inside: list[str] = []
    closed: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if kind == "begin":
            inside.append(name)
        else:
            assert inside.pop() == name
            closed.append(name)
    assert not inside
    return closed


@given(trees())
@settings(max_examples=15)
def test_slides_are_balanced_and_have_an_overlay_for_every_step(tree: Tree) -> None:
    trace = get("2-planar+root").trace(tree, labelled=True, best_effort=True)
    slides = derivation_tikz(trace)
    assert slides.startswith("\\documentclass[10pt]{beamer}") and slides.endswith("\\end{document}\n")
    assert environments(slides).count("tabular") == len(trace.steps)
    assert re.findall(r"\\only<(\d+)>", slides) == [str(number) for number in range(1, len(trace.steps) + 1)]
    bare = re.sub(r"\\[{}]", "", re.sub(r"(?<!\\)%.*", "", slides))
    assert bare.count("{") == bare.count("}")


def test_arcs_appear_at_their_steps_and_lost_arcs_never_do() -> None:
    trace = get("arc-eager").trace([3, 4, 0, 3], best_effort=True)
    assert trace.not_built == ((4, 2),)
    found = re.findall(r"\\uncover<(\d+)->\{%\n% (\d -> \d)", derivation_tikz(trace))
    shown = {arc: int(step) for step, arc in found}
    built = {f"{head} -> {word}": number for number, step in enumerate(trace.steps, 1) for head, word, _ in step.arcs}
    assert shown == {**built, "0 -> 3": len(trace.steps)}, "4 -> 2 is lost"


def test_two_derivations_have_a_frame_each() -> None:
    traces = [get(name).trace([2, 0, 2]) for name in ("arc-eager", "swap")]
    assert re.findall(r"\\begin\{frame\}\{(.*?)\}", derivation_tikz(traces)) == ["arc-eager", "swap"]


def test_a_trace_is_saved_as_its_suffix_says(tmp_path: Path) -> None:
    trace = get("arc-eager").trace([2, 0, 2])
    for suffix, start in {
        ".tex": "\\documentclass",
        ".svg": "<svg",
        ".html": "<!DOCTYPE html>",
        ".json": "{\n",
        ".txt": "transition",
        ".md": "**arc-eager",
    }.items():
        trace.save(tmp_path / f"a{suffix}")
        assert (tmp_path / f"a{suffix}").read_text("utf-8").startswith(start)
    with pytest.raises(MultiplaneError, match=r"a\.png: found the suffix \.png; expected .*\.tex"):
        trace.save(tmp_path / "a.png")


def test_latex_accepts_the_slides(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("no pdflatex")
    trace = get("2-planar").trace(NASTY, labelled=True, best_effort=True)
    (tmp_path / "steps.tex").write_text(derivation_tikz(trace), "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "steps.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert run.returncode == 0, run.stdout[-2000:]
    assert f"({len(trace.steps)} pages" in run.stdout.replace("\n", "")
