"""Pages and pictures in a browser: hostile text, small and dark screens, no scripts; skipped without Chromium."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import output

from multiplane.characters import visible

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright, to open pages in Chromium")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
LOCAL = ("file:", "data:", "blob:", "about:")
HOSTILE = [
    *("<!--<script>", "</script><script>window.hacked=1</script>", "]]>", "\\", "%", "\"'&", "\x9b2J", "${1}`"),
    *("\u2066a\u2069\u202e", "<img/src=x/onerror=window.hacked=1>", "--><svg/onload=window.hacked=1>", "{}$&#_^~"),
]
HEADS = [0, 1, 5, 2, 1, 4, *[1] * 6]
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", *QUIET])
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    """Open a file; at the end no script has failed, nothing was loaded, and none of the file's text has run."""
    pages: list[Any] = []
    wrong: list[str] = []

    def open_file(path: Path, width: int = 1280, scheme: str = "light", **options: Any) -> Any:
        page = browser.new_page(viewport={"width": width, "height": 844}, color_scheme=scheme, **options)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith(LOCAL) else None)
        page.goto(path.as_uri())
        pages.append(page)
        return page

    yield open_file
    for page in pages:
        assert page.evaluate("typeof window.hacked") == "undefined"
        page.close()
    assert wrong == []


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "a'b&<c>.conllu"
    lines = [f"# sent_id = {''.join(HOSTILE)}", f"# text = {' '.join(HOSTILE)}", f"# text_en = {' '.join(HOSTILE)}"]
    for number, (form, head) in enumerate(zip(HOSTILE, HEADS, strict=True), 1):
        label = HOSTILE[-number] if head else "root"
        deps = f"{head}:{label}" + ("|6:x" if number == 1 else "")
        lines.append("\t".join([str(number), form, label, label, label, "_", str(head), label, deps, "_"]))
    path.write_text("\n".join(lines) + "\n\n", "utf-8")
    return path


def words(page: Any) -> list[str]:
    return list(page.eval_on_selector_all(".word", "found => found.map(one => one.textContent)"))


def width(page: Any) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def test_hostile_text_is_text_on_every_page(hostile: Path, tmp_path: Path, opened: Open) -> None:
    shown = [*HOSTILE[:6], "�2J", HOSTILE[7], "a", *HOSTILE[9:]]
    for name, command in {
        "trace.html": ("trace", hostile, "--best-effort", "--html"),
        "two.html": ("trace", hostile, "--best-effort", "--system", "planar", "--system", "arc-eager", "--html"),
        "graph.html": ("trace", hostile, "--deps", "--best-effort", "--html"),
        "trace.svg": ("trace", hostile, "--best-effort", "--svg"),
        "show.html": ("show", hostile, "--tags", "--lemmas", "--format", "html", "-o"),
        "show.svg": ("show", hostile, "--tags", "--caption", "both", "--width", "0", "--format", "svg", "-o"),
        "explain.html": ("analyze", hostile, "--explain", "projective", "--html"),
        "deps.html": ("analyze", hostile, "--deps", "--explain", "planar", "--html"),
        "report.html": ("analyze", hostile, "--html"),
    }.items():
        output(*command, tmp_path / name)
        page = opened(tmp_path / name)
        expected = list(map(visible, HOSTILE)) if name == "graph.html" else shown
        assert name == "two.html" or words(page)[: len(shown)] == expected, name
        assert page.locator("img").count() == 0
        text = (tmp_path / name).read_text("utf-8")
        assert not set(text) & set("\x9b\u2066\u2067\u2069\u202e"), name
        if name in ("trace.html", "two.html", "graph.html"):
            page.click("#on")
            assert page.inner_text("output").startswith("step 1 of "), name


def test_pages_and_pictures_fit_a_telephone(tmp_path: Path, opened: Open) -> None:
    for name, command in {
        "trace.html": ("trace", "sample:dutch-2", "--html"),
        "two.html": ("trace", "sample:dutch-2", "--system", "2-planar", "--system", "2-planar", "--html"),
        "report.html": ("analyze", "sample:dutch", "sample:latin", "--html"),
        "explain.html": ("analyze", "sample:dutch", "--explain", "projective", "--html"),
    }.items():
        output(*command, tmp_path / name)
        page = opened(tmp_path / name, 390, "dark")
        assert width(page) == 390, name
        assert page.locator(".word").first.evaluate("one => getComputedStyle(one).fontSize") == "16px"
        drawn = page.locator("svg.multiplane").first
        assert drawn.bounding_box()["width"] == int(drawn.get_attribute("width")), "a tree is not made smaller"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [390, 1280])
def test_pages_are_read_and_stepped_through(screen: int, scheme: str, tmp_path: Path, opened: Open) -> None:
    inks = set()
    for name, command in {
        "report.html": ("analyze", "sample:latin", "--html"),
        "explain.html": ("analyze", "sample:latin", "--explain", "projective", "--html"),
        "show.html": ("show", "sample:latin", "--format", "html", "-o"),
        "trace.html": ("trace", "sample:dutch-2", "--html"),
        "run.html": ("schema", "run", "eisner-1996", "the hen laid", "--html"),
    }.items():
        output(*command, tmp_path / name)
        page = opened(tmp_path / name, screen, scheme)
        assert width(page) <= screen, name
        inks.add(page.evaluate("getComputedStyle(document.body).color"))
        if name in ("trace.html", "run.html"):
            steps = []
            for key in ("ArrowLeft", "ArrowRight", "ArrowLeft"):
                page.keyboard.press(key)
                steps.append(page.inner_text("output"))
            assert steps[0] == steps[2] != steps[1], name
    assert {sum(map(int, re.findall(r"\d+", ink)[:3])) > 384 for ink in inks} == {scheme == "dark"}


def test_stacks_stand_beside_the_tree(tmp_path: Path, opened: Open) -> None:
    output("trace", "sample:dutch-2", "--html", tmp_path / "t.html")
    page = opened(tmp_path / "t.html")
    tree, lists = (page.locator(one).bounding_box() for one in ("svg.multiplane", ".lists"))
    assert 0 <= lists["x"] - (tree["x"] + tree["width"]) < 40


def test_without_scripts_there_is_the_text(tmp_path: Path, opened: Open) -> None:
    page_file = tmp_path / "e.html"
    output("analyze", "sample:dutch", "--explain", "projective", "--html", page_file)
    page = opened(page_file, java_script_enabled=False)
    found = page.inner_text("#sentences")
    assert found.count("which do") >= 10 and found.count("repair: attach") > 3 and not page.is_visible("#filters")


def test_an_animation_begins_with_the_whole_and_pauses(tmp_path: Path, opened: Open) -> None:
    output("trace", "sample:dutch-2", "--svg", tmp_path / "t.svg")
    visible = "found => found.filter(one => getComputedStyle(one).opacity === '1').length"
    for scheme, colour in {"light": "rgb(31, 35, 40)", "dark": "rgb(230, 237, 243)"}.items():
        page = opened(tmp_path / "t.svg", scheme=scheme)
        page.wait_for_timeout(100)
        assert page.eval_on_selector_all(".arc", visible) == page.locator(".arc").count() > 9
        assert page.eval_on_selector_all(".frame", visible) == 1
        assert page.locator(".word").first.evaluate("one => getComputedStyle(one).fill") == colour
        states = "document.getAnimations().map(one => one.playState)"
        assert set(page.evaluate(states)) == {"running"}
        page.hover("svg.derivation")
        assert set(page.evaluate(states)) == {"paused"}
    calm = opened(tmp_path / "t.svg", reduced_motion="reduce")
    assert calm.evaluate("document.getAnimations().length") == 0
