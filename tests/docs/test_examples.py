"""Every shell and Python block of README.md and docs/ runs.

Python blocks of a page run in order, in one namespace; lines ``>>>`` are checked as doctests. A shell block must
succeed line by line; lines that begin with ``#`` or show output are not commands. A block after the comment
``<!-- not run: reason -->`` is left alone: installation, peers, files that the reader has.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"(<!-- not run: [^>]+-->\s*)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """The line and text of every block of a language that is to be run."""
    text = page.read_text("utf-8")
    return [
        (text[: match.start(3)].count("\n") + 1, match[3])
        for match in BLOCK.finditer(text)
        if match[2] == language and not match[1]
    ]


@pytest.mark.filterwarnings("ignore::multiplane.learn.columns.EmptyColumnsWarning")  # library.md says why it comes
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "__docs__"}
    for line, code in blocks(page, "python"):
        if ">>>" in code:
            found = doctest.DocTestParser().get_doctest(code, namespace, page.name, str(page), line)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
            runner.run(found, clear_globs=False)
            assert not runner.failures, f"{page.name}:{line}"
            namespace.update(found.globs)
        else:
            exec(compile("\n" * (line - 1) + code, str(page), "exec"), namespace)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_shell_blocks_run(page: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for line, code in blocks(page, "sh"):
        found = subprocess.run(
            ["sh", "-eu", "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert found.returncode == 0, f"{page.name}:{line}: {found.stderr}"


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
