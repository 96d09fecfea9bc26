"""What is published: the package and its licences, the sdist and its Makefile, the citation, the site's navigation."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from multiplane import __version__

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel."""
    pytest.importorskip("hatchling", reason="hatchling, which builds the package, is not installed")
    folder = tmp_path_factory.mktemp("published")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", folder], cwd=ROOT, check=True, capture_output=True
    )
    return folder


@pytest.mark.slow
def test_the_sdist_has_what_its_makefile_needs(published: Path) -> None:
    with tarfile.open(published / f"multiplane-{__version__}.tar.gz") as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "demo.sh", "mkdocs.yml", "README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE"} <= names
    for folder in ("src", "tests", "benchmarks", "scripts", "docs"):
        suffixes = {".py", ".md", ".conllu", ".svg", ".css", ".model"}
        there = {path for path in (ROOT / folder).rglob("*") if path.suffix in suffixes}
        assert {path.relative_to(ROOT).as_posix() for path in there} <= names


@pytest.mark.slow
def test_the_package_has_both_licences(published: Path) -> None:
    with zipfile.ZipFile(published / f"multiplane-{__version__}-py3-none-any.whl") as wheel:
        information = f"multiplane-{__version__}.dist-info"
        metadata = wheel.read(f"{information}/METADATA").decode("utf-8")
        for name in ("LICENSE", "LICENSES/CC-BY-SA-4.0.txt"):
            assert wheel.read(f"{information}/licenses/{name}") == (ROOT / name).read_bytes()
        assert "multiplane/learn/data/english.model" in wheel.namelist()
    assert "License-Expression: MIT AND CC-BY-SA-4.0\n" in metadata


@pytest.mark.slow
def test_the_description_has_no_link_that_needs_the_repository(published: Path) -> None:
    with zipfile.ZipFile(published / f"multiplane-{__version__}-py3-none-any.whl") as wheel:
        description = wheel.read(f"multiplane-{__version__}.dist-info/METADATA").decode("utf-8").partition("\n\n")[2]
    assert "pip install ." in description
    assert not re.findall(r"\]\((?!https://|#)[^)]*\)", description)


def test_the_citation_is_of_this_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


NAVIGATION = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2].partition("\n\n")[0]


def test_no_two_entries_of_the_menu_say_the_same() -> None:
    titles = [title.lower() for title in re.findall(r"^ *- ([^:\n]+)(?:: |:$)", NAVIGATION, re.MULTILINE)]
    assert len(titles) > 60 and sorted(set(titles)) == sorted(titles)


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    notebooks = {path.relative_to(ROOT / "docs").with_suffix(".md") for path in (ROOT / "docs").rglob("*.ipynb")}
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    listed = set(re.findall(r"\S+\.md(?= *#|$)", NAVIGATION, re.MULTILINE))
    assert listed == pages | {"index.md", "changelog.md", "contributing.md", *(path.as_posix() for path in notebooks)}
