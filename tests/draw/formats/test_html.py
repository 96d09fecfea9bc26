"""Pages that browsers accept."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

from tests.draw.geometry import SVG
from tests.draw.trees import NASTY

from multiplane import draw
from multiplane.treebank import Treebank
from multiplane.treebank.tree import Tree


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
