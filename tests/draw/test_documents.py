"""TikZ that LaTeX accepts, pages that browsers accept, pictures in notebooks."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from tests.draw.geometry import SVG
from tests.draw.trees import trees

from multiplane import draw
from multiplane.draw.latex import DOCUMENT_CLOSING, DOCUMENT_OPENING, escaped
from multiplane.treebank import Treebank
from multiplane.treebank.tree import Tree

NASTY = Tree(
    [2, 0, 2, 5, 2, 2, 6],
    ["a_b", "root", "x:y%", "$", "#", "{}", "^~\\"],
    ["50%", "a_b", "C&A", "\\textbf{x}", "--", '"q" <<>>', "~^`|é"],
)


@settings(max_examples=50, deadline=None)
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


def test_a_document_can_be_typeset(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("no pdflatex")
    pictures = (
        draw.tikz(NASTY, document=False)
        + draw.tikz([5, 6, 7, 8, 0, 5, 6, 7], highlight={3}, document=False)
        + draw.tikz([3, 4, 0, 3, 4, 5, 6], planes=False, width=240, document=False)
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
    assert "(3 pages" in run.stdout.replace("\n", "")


def test_a_single_tree_is_a_whole_document() -> None:
    document = draw.tikz(NASTY)
    assert document.startswith("\\documentclass") and document.endswith("\\end{document}\n")


class Tags(HTMLParser):
    """Counts tags, and fails where one is closed that was not opened last."""

    VOID = ("meta",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_holds_every_tree_and_nothing_from_elsewhere() -> None:
    page = draw.html([NASTY, NASTY, Tree([0], ["root"], ["שלום"])], title="<Trees> & more")
    tags = Tags()
    tags.feed(page)
    assert tags.open == [] and tags.seen.count("svg") == tags.seen.count("figure") == 3
    assert "<title>&lt;Trees&gt; &amp; more</title>" in page
    assert page.count('<figure id="sentence-3" dir="rtl">') == 1
    assert not re.search(r"(src|href)=\"(?!#)", page) and "@import" not in page
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        assert ElementTree.fromstring(picture).tag == SVG + "svg"
    identifiers = re.findall(r' id="(.*?)"', page)
    assert len(identifiers) == len(set(identifiers))


def test_sentences_are_named_by_their_id() -> None:
    rows = "# sent_id = hens-1\n1\tHens\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tlay\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    sentence = Treebank.from_text(rows)[0]
    assert ">hens-1</a>" in draw.html([sentence])
    assert draw.text(sentence).splitlines()[-1] == "Hens     lay"


def test_trees_and_sentences_are_pictures_in_notebooks() -> None:
    rows = "1\tHens\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tlay\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    draw.show_in_notebooks()
    sentence = Treebank.from_text(rows)[0]
    assert sentence._repr_svg_() == sentence.tree._repr_svg_() == str(draw.svg(sentence))  # type: ignore[attr-defined]
