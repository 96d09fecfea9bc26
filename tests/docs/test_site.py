"""The documentation as a site, opened from disk in a browser: what people meet who read it there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright, to open pages in Chromium")
from tests.draw.test_browser import CHROMIUM, browser  # noqa: F401

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material", reason="needs mkdocs-material, to build the site")
    folder = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return folder


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:  # noqa: F811
    opened = browser.new_page(viewport={"width": 390, "height": 844})
    yield opened
    opened.close()


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_the_site_can_be_read_and_searched_from_disk(site: Path, page: Any) -> None:
    page.goto((site / "tutorials" / "notebook.html").as_uri())
    assert page.locator("svg.multiplane").count() == 2 and "nsubj  of 2" in page.inner_text("article")
    for name in ("index", "train", "classes", "tutorials/notebook"):
        page.goto((site / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == 390, name
        lines = "codes => codes.filter(one => one.getClientRects().length > 1).map(one => one.textContent)"
        assert page.eval_on_selector_all("article :not(pre) > code", lines) == [], "broken inside"
    page.goto((site / "index.html").as_uri())
    picture, frame = (page.locator(one).first.bounding_box() for one in ("figure.drawing svg", "figure.drawing"))
    assert picture["width"] <= frame["width"], "the picture of the home page is cropped"
    page.click("label[for=__search] >> nth=0")
    page.locator("input.md-search__input").press_sequentially("one-endpoint-crossing")
    page.wait_for_selector(".md-search-result__link")
    assert "papers/one-endpoint-crossing" in page.inner_html(".md-search-result")
    page.goto((site / "trace.html").as_uri())
    colours = "found => found.map(one => getComputedStyle(one).color)"
    plain = page.locator(".highlight code").first.evaluate("one => getComputedStyle(one).color")
    assert set(page.eval_on_selector_all(".highlight .m", colours)) == {plain}
