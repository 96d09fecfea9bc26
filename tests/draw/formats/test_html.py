"""Pages that browsers accept."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from tests.draw.geometry import SVG
from tests.draw.markup import Tags
from tests.draw.trees import NASTY

from multiplane import draw
from multiplane.errors import MultiplaneError
from multiplane.treebank import Treebank
from multiplane.treebank.tree import Tree


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


def test_names_and_texts_are_escaped() -> None:
    rows = "# sent_id = <b>&\n# text = <i>Go</i>\n1\t<u>\t_\t_\t_\t_\t0\troot\t_\t_\n"
    page = draw.html([Treebank.from_text(rows)[0]])
    assert ">&lt;b&gt;&amp;</a>&lt;i&gt;Go&lt;/i&gt;</figcaption>" in page
    assert not re.search("<[biu]>", page)


def test_a_caption_is_the_text_of_the_comments_not_the_words() -> None:
    rows = "# text = Don't!\n1\tDo\t_\t_\t_\t_\t0\troot\t_\t_\n2\tn't\t_\t_\t_\t_\t1\tadvmod\t_\t_\n"
    page = draw.html([Treebank.from_text(rows)[0], Tree([0, 1], forms=["Do", "n't"])])
    assert "</a>Don&#x27;t!</figcaption>" in page and "</a>Do n&#x27;t</figcaption>" in page


def test_themes_of_a_page() -> None:
    light, dark, auto = (draw.html([[0]], theme=theme) for theme in ("light", "dark", "auto"))  # type: ignore[arg-type]
    assert "background: #fff" in light and "#0d1117" not in light
    assert "background: #0d1117" in dark and "background: #fff" not in dark
    assert "prefers-color-scheme: dark" in auto and "prefers" not in light + dark
    with pytest.raises(MultiplaneError, match="found theme 'pink'; expected light, dark, auto"):
        draw.html([], theme="pink")  # type: ignore[arg-type]
