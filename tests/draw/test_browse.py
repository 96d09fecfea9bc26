"""Sentences on a page to browse: each once, nothing that breaks out of the script, links to files."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

from tests.draw.markup import Tags
from tests.draw.scripts import needs_node, run_page

from multiplane.draw.browse import BrowsedSentence, browser, count_link, drawing_of, link_to
from multiplane.treebank import Sentence, Treebank


def listed(page: str) -> list[dict[str, Any]]:
    """The sentences on a page: what its script knows of them, and what people read."""
    found = re.search(r"^const sentences = (.*);$", page, re.MULTILINE)
    assert found
    figures = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    return [one | _read(figure) for one, figure in zip(json.loads(found[1]), figures, strict=True)]


def _read(figure: str) -> dict[str, Any]:
    lines = {kind: [] for kind in ("about", "why", "fix")}  # type: dict[str, list[str]]
    for kind, line in re.findall(r'<p dir="ltr" class="(\w+)">(.*?)</p>', figure):
        lines[kind].append(unescape(line))
    caption = re.search(r"<a[^>]*>.*?</a>(?:<b>(.*?)</b>)?(.*?)</figcaption>", figure, re.DOTALL)
    assert caption
    return {"name": unescape(caption[1] or ""), "text": unescape(caption[2]), **lines}


def test_hostile_text_stays_text() -> None:
    rows = "# sent_id = <b>\n# text = </script><!--\n1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n"
    sentence = Treebank.from_text(rows)[0]
    page = browser([BrowsedSentence("a<b.conllu", sentence, ('x"y',), labels=("<i>",))], ['x"y'])
    assert page.count("</script>") == 1 and "<!--" not in page and "<i>" not in page and 'value="x&quot;y"' in page
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    (one,) = listed(page)
    assert one["text"] == "</script><!--" and one["name"] == "<b>" and one["words"] == 1


def test_links_lead_from_the_page_to_the_file() -> None:
    assert link_to("data/a.conllu", "out/page.html") == "../data/a.conllu"
    assert link_to("a b#c.conllu", "-") == "a%20b%23c.conllu"
    assert link_to("-", "page.html") == link_to("sample:dutch", "page.html") == ""


def test_links_are_escaped_in_the_page() -> None:
    assert count_link(3, outside="projective", label="x&y") == (
        '<a class="count" href="#outside=projective&amp;label=x%26y">3</a>'
    )
    sentence = sentence_of(1, line=5)
    page = browser([BrowsedSentence('a"&<b>.conllu', sentence)], [], "page.html")
    assert '<a href="a%22%26%3Cb%3E.conllu#L5">a&quot;&amp;&lt;b&gt;.conllu:5</a>' in page


def sentence_of(words: int, line: int) -> Sentence:
    rows = "".join(f"{word}\tw{word}\t_\t_\t_\t_\t{word - 1}\tdep\t_\t_\n" for word in range(1, words + 1))
    return Treebank.from_text("\n" * (line - 1) + rows, "conllu")[0]


def some_page(count: int = 3) -> str:
    """A page of sentences of 1, 2, … words; odd ones are not planar, and every third has the label obj."""
    browsed = [
        BrowsedSentence(
            "data/a.conllu" if words % 2 else "b.conllu",
            sentence_of(words, line=10 + words),
            outside=("projective", "planar") if words % 2 else ("projective",),
            figures={"planes": 1 + words % 2},
            labels=("obj",) if words % 3 == 0 else (),
            has=("crossings",) if words > 4 else (),
            why=("because",),
            fix="attach",
            drawing=drawing_of([0] * words, root_arcs=True),
        )
        for words in reversed(range(1, count + 1))
    ]
    return browser(browsed, ["projective", "planar"], "out/page.html", order="suspicion")


SHOWN = """
const lengths = () => document.querySelectorAll("#sentences svg").map(one => one.querySelectorAll(".word").length);
const after = hash => { location.hash = hash; return lengths(); };
"""


@needs_node
def test_sentences_are_filtered_by_class_label_length_file_and_figures() -> None:
    wanted = {
        "": [6, 5, 4, 3, 2, 1],
        "outside=planar": [5, 3, 1],
        "inside=planar": [6, 4, 2],
        "label=obj": [6, 3],
        "least=3": [6, 5, 4, 3],
        "most=2": [2, 1],
        "least=2&most=5&outside=planar": [5, 3],
        "file=b.conllu": [6, 4, 2],
        "planes=2": [5, 3, 1],
        "has=crossings": [6, 5],
        "sort=length": [1, 2, 3, 4, 5, 6],
        "sort=place": [2, 4, 6, 1, 3, 5],
    }
    code = SHOWN + "(" + json.dumps(list(wanted)) + ").map(after)"
    assert dict(zip(wanted, run_page(some_page(6), code), strict=True)) == wanted


@needs_node
def test_the_controls_do_what_the_links_do() -> None:
    code = """
    const set = (name, value) => { controls[name].value = value; controls[name].onchange(); return lengths(); };
    [set("outside", "planar"), set("least", "3"), set("label", "obj"), location.hash,
     set("label", ""), (document.querySelector("#everything").onclick(), lengths()), count.textContent]
    """
    found = run_page(some_page(6), SHOWN + code)
    assert found[:3] == [[5, 3, 1], [5, 3], [3]] and found[3] == "#outside=planar&least=3&label=obj"
    assert found[4:] == [[5, 3], [6, 5, 4, 3, 2, 1], "6 of 6 sentences"]


@needs_node
def test_every_sentence_is_shown_with_its_file_and_line_reason_and_repair() -> None:
    code = """document.querySelectorAll("#sentences figure").map(one => [
      one.querySelector("figcaption a").textContent, one.querySelector("figcaption a").attributes.href,
      one.querySelectorAll("p").map(line => line.textContent)])"""
    assert run_page(some_page(3), code) == [
        ["data/a.conllu:13", "../data/a.conllu#L13", ["because", "attach"]],
        ["b.conllu:12", "../b.conllu#L12", ["because", "attach"]],
        ["data/a.conllu:11", "../data/a.conllu#L11", ["because", "attach"]],
    ]


@needs_node
def test_many_sentences_are_shown_page_by_page() -> None:
    code = """
    const turn_to = name => { document.querySelector(`#browser .${name}`).onclick(); return lengths(); };
    const ends = () => ["before", "after"].map(name => document.querySelector(`#browser .${name}`).disabled);
    [lengths(), ends(), turn_to("after"), ends(), turn_to("after"), ends(), count.textContent, turn_to("before")]
    """
    first, at_first, second, between, third, at_last, said, back = run_page(some_page(60), SHOWN + code)
    assert [first, second, third] == [list(range(60, 35, -1)), list(range(35, 10, -1)), list(range(10, 0, -1))]
    assert [at_first, between, at_last] == [[True, False], [False, False], [False, True]] and back == second
    assert said == "60 of 60 sentences; these are 51 to 60"
