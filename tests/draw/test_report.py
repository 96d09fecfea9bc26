"""The report: every number leads to the sentences that it counts."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qsl

import pytest
from tests.draw.markup import Tags
from tests.draw.scripts import needs_node, run_page

import multiplane
from multiplane.draw.browse import BrowsedSentence
from multiplane.draw.listing import Listing
from multiplane.draw.report import report
from multiplane.structure.survey import Survey, survey


def matches(one: BrowsedSentence, wanted: dict[str, str]) -> bool:
    """What the script of the page does, for the links of a report."""
    for key, value in wanted.items():
        if key == "inside" and value in one.outside:
            return False
        if key == "label" and value not in one.labels:
            return False
        if key == "has" and value not in one.has:
            return False
        if key == "file" and value != one.file:
            return False
        if key in ("planes", "gap_degree") and str(one.figures[key]) != value:
            return False
    return True


def test_numbers_of_sentences_are_those_that_their_links_show() -> None:
    files = {name: multiplane.read(f"sample:{name}") for name in ("dutch", "latin")}
    listing, surveys = Listing(root_arcs=True), list[tuple[str, Survey]]()
    for name, treebank in files.items():
        listing.look_at(name, treebank)
        surveys.append((name, survey(treebank)))
    sentences = listing.sentences()
    page = report(surveys, sentences)
    tags = Tags()
    tags.feed(page)
    assert tags.open == [] and "src=" not in page
    links = re.findall(r'<a class="count" href="#([^"]+)">([\d,]+)', page.split("<script>")[0])
    figures = re.sub(r"<title>.*?</title>|<style>.*?</style>", "", page.split('<div id="browser">')[0], flags=re.DOTALL)
    names = re.sub(r"<th>[^<]*</th>", "", figures)
    alone = re.sub(r"<[^>]*>", " ", re.sub(r"<a [^>]*>.*?</a>", "", names))
    assert "sentences" in alone and not re.search(r"\d", alone), "a number that leads nowhere"
    checked = 0
    for target, number in links:
        wanted = dict(parse_qsl(html.unescape(target)))
        found = sum(matches(one, wanted) for one in sentences)
        count = int(number.replace(",", ""))
        if count in (sum(found.words for _, found in surveys), *(found.words for _, found in surveys)):
            continue
        if {"label", "has"} & set(wanted):
            assert 0 < found <= count or count == 0 == found, wanted
        else:
            assert found == count, wanted
            checked += 1
    assert checked >= 3 * 15 and len(links) >= 3 * 20


@pytest.mark.slow
@needs_node
def test_the_script_of_the_page_shows_what_its_numbers_count() -> None:
    listing, surveys = Listing(root_arcs=True), list[tuple[str, Survey]]()
    for name in ("dutch", "latin"):
        treebank = multiplane.read(f"sample:{name}")
        listing.look_at(name, treebank)
        surveys.append((name, survey(treebank)))
    sentences = listing.sentences()
    code = """const links = document.querySelectorAll("a").map(one => one.attributes.href).filter(one => one);
    links.map(link => { location.hash = link; return [link, chosen.length]; })"""
    found = run_page(report(surveys, sentences), code)
    assert len(found) >= 3 * 20
    for link, shown in found:
        wanted = dict(parse_qsl(link.removeprefix("#")))
        assert shown == sum(matches(one, wanted) for one in sentences), link


def test_sentences_left_out_are_counted() -> None:
    dutch = multiplane.read("sample:dutch")
    assert "1,234 projective sentences are not listed" in report([("dutch", survey(dutch))], (), 1234)
