"""What the site adds to docs/: pictures in pages, what commands print and draw, notebooks, the reference.

A picture that is part of a page takes the colours of the page, light or dark. What the commands of the home page and of
the gallery print and draw is made when the site is built, so that they cannot disagree. The reference (`reference.py`)
has the public names of each folder. A notebook is a page, too, with what its cells show.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))
from reference import entries, overview

from multiplane.notebook import PAPER

ROOT = Path(__file__).parents[2]
PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
BESIDE = ("LICENSE", "LICENSES/CC-BY-SA-4.0.txt", "CITATION.cff")
WITH_RESULTS = {"index.md": "home", "gallery.md": "gallery"}
"""Pages that show what their commands print and draw, and the folder of these drawings; they have no navigation."""
MODULE = re.compile(r"^::: (\S+)$", re.MULTILINE)
SHELL = re.compile(r"(?<!-->\n)^```sh\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"^!\[([^\]]*)\]\(([^)]+\.svg)\)$", re.MULTILINE)
NOTEBOOK = re.compile(r"\]\(([^)]*)\.ipynb\)")
SMALLEST = 0.6
BLANK_LINES = re.compile(r"\n\s*\n")
SESSION = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)
NOT_RUN = re.compile(r"^<!-- not run: [^>]+-->\n", re.MULTILINE)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that lie beside docs/, and what the commands of the gallery write."""
    for source, page in PAGES.items():
        text = (ROOT / source).read_text("utf-8").replace("](docs/", "](")
        for name, target in PAGES.items():
            text = text.replace(f"]({name})", f"]({target})")
        files.append(File.generated(config, page, content=text))
    for notebook in [file for file in files if file.src_uri.endswith(".ipynb")]:
        page = notebook.src_uri.removesuffix("ipynb") + "md"
        files.append(File.generated(config, page, content=_notebook_page(notebook)))
    for name in BESIDE:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    for page, folder in WITH_RESULTS.items():
        for _, drawings in _results_of(_commands(config, page)):
            for name, content in drawings.items():
                files.append(File.generated(config, f"{folder}/{name}", content=content))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Put pictures into the page, and results after the commands that print or draw them."""
    if page.file.src_uri in WITH_RESULTS:
        results = iter(_results_of(_commands(config, page.file.src_uri)))
        drawn = WITH_RESULTS[page.file.src_uri]
        markdown = SHELL.sub(lambda block: block[0] + _shown(*next(results), drawn, files), markdown)
        page.meta["hide"] = ["navigation"]
    if page.file.src_uri.startswith("api/"):
        write = overview if page.file.src_uri == "api/index.md" else entries
        markdown = MODULE.sub(lambda match: write(match[1]), markdown)
    folder = PurePosixPath(page.file.src_uri).parent
    if not page.file.src_uri.endswith("notebook.md"):
        markdown = NOTEBOOK.sub(r"](\1.md)", markdown)
    markdown = SESSION.sub("```pycon\n", markdown)
    return NOT_RUN.sub("", PICTURE.sub(lambda match: _inside(str(folder / match[2]), match[1], files), markdown))


def _notebook_page(notebook: File) -> str:
    """The cells of a notebook with what is kept of their outputs: the picture, the table or the text."""
    parts = [f"[This notebook as a file]({PurePosixPath(notebook.src_uri).name}), for Jupyter.\n"]
    for cell in json.loads(notebook.content_string)["cells"]:
        source = "".join(cell["source"])
        parts.append(f"```python\n{source}\n```\n" if cell["cell_type"] == "code" else f"{source}\n")
        for output in cell.get("outputs", []):
            data = output.get("data", {"text/plain": output.get("text", [])})
            kind = next(kind for kind in ("image/svg+xml", "text/html", "text/plain") if kind in data)
            shown = "".join(data[kind]).strip("\n")
            if kind == "text/plain":
                parts.append(f"```text\n{shown}\n```\n")
            else:
                parts.append(f'<div class="drawing">\n{_shrinkable(shown.replace(PAPER, "<svg "))}\n</div>\n')
    return "\n".join([parts[1], parts[0], *parts[2:]])


def _commands(config: Any, page: str) -> tuple[str, ...]:
    return tuple(SHELL.findall((Path(config.docs_dir) / page).read_text("utf-8")))


@cache
def _results_of(commands: tuple[str, ...]) -> list[tuple[str, dict[str, str]]]:
    """What each of the commands prints, and the pictures and pages that it writes."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    found: list[tuple[str, dict[str, str]]] = []
    with TemporaryDirectory() as folder:
        for command in commands:
            before = set(Path(folder).iterdir())
            run = subprocess.run(
                ["sh", "-eu", "-c", command], cwd=folder, env=environment, check=True, capture_output=True, text=True
            )
            new = sorted(path for path in set(Path(folder).iterdir()) - before if path.suffix in (".svg", ".html"))
            found.append((run.stdout, {path.name: path.read_text("utf-8") for path in new}))
    return found


def _shown(printed: str, drawings: dict[str, str], folder: str, files: Files) -> str:
    """What was printed as text; pictures in the page; pages in a frame."""
    text = "\n".join(line.rstrip() for line in printed.strip("\n").splitlines())
    return (f"\n```text\n{text}\n```\n" if text else "") + "".join(
        f'\n<iframe class="drawing" src="{folder}/{name}" title="{name}" loading="lazy"></iframe>\n'
        if name.endswith(".html")
        else f"\n{_inside(f'{folder}/{name}', name, files)}\n"
        for name in drawings
    )


def _inside(uri: str, description: str, files: Files) -> str:
    """A picture as part of the page; one that moves keeps its style to itself."""
    file = files.get_file_from_path(uri)
    assert file is not None, uri
    picture = file.content_string
    if "@keyframes" in picture:
        return f'<object class="drawing" data="{uri}" type="image/svg+xml">{description}</object>'
    return f'<figure class="drawing">\n{_shrinkable(picture)}\n</figure>'


def _shrinkable(picture: str) -> str:
    """A picture whose text can still be read on a small screen; without blank lines, which would end it."""
    width = re.search(r'<svg [^>]*\bwidth="(\d+)"', picture)
    least = f'<svg style="min-width:{SMALLEST * int(width[1]):.0f}px" ' if width else "<svg "
    return BLANK_LINES.sub("\n", picture.strip().replace("<svg ", least, 1))
