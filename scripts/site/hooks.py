"""What the site adds to docs/: the README as its home, pictures in pages, the gallery, notebooks, the reference.

A picture that is part of a page takes the colours of the page, light or dark. The drawings of the gallery are what its
commands write when the site is built, so that commands and drawings cannot disagree. The reference (`reference.py`) has
the public names of each folder. A notebook is a page, too, with what its cells show.
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
PAGES = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
BESIDE = ("LICENSE", "LICENSES/CC-BY-SA-4.0.txt", "CITATION.cff")
GALLERY = "gallery.md"
WITHOUT_NAVIGATION = ("index.md", GALLERY)
MODULE = re.compile(r"^::: (\S+)$", re.MULTILINE)
SHELL = re.compile(r"^```sh\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
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
    for drawings in _drawn_by(_gallery_commands(config)):
        for name, content in drawings.items():
            files.append(File.generated(config, f"gallery/{name}", content=content))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Put pictures into the page, and those of the gallery after the command that draws them."""
    if page.file.src_uri == GALLERY:
        drawings = iter(_drawn_by(_gallery_commands(config)))
        markdown = SHELL.sub(lambda block: block[0] + _shown(next(drawings), files), markdown)
    if page.file.src_uri.startswith("api/"):
        write = overview if page.file.src_uri == "api/index.md" else entries
        markdown = MODULE.sub(lambda match: write(match[1]), markdown)
    if page.file.src_uri in WITHOUT_NAVIGATION:
        page.meta["hide"] = ["navigation"]
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


def _gallery_commands(config: Any) -> tuple[str, ...]:
    return tuple(SHELL.findall((Path(config.docs_dir) / GALLERY).read_text("utf-8")))


@cache
def _drawn_by(commands: tuple[str, ...]) -> list[dict[str, str]]:
    """The pictures and pages that each of the commands writes."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    found: list[dict[str, str]] = []
    with TemporaryDirectory() as folder:
        for command in commands:
            before = set(Path(folder).iterdir())
            subprocess.run(["sh", "-eu", "-c", command], cwd=folder, env=environment, check=True, capture_output=True)
            new = sorted(path for path in set(Path(folder).iterdir()) - before if path.suffix in (".svg", ".html"))
            found.append({path.name: path.read_text("utf-8") for path in new})
    return found


def _shown(drawings: dict[str, str], files: Files) -> str:
    """Pictures in the page; pages in a frame."""
    return "".join(
        f'\n<iframe class="drawing" src="gallery/{name}" title="{name}" loading="lazy"></iframe>\n'
        if name.endswith(".html")
        else f"\n{_inside(f'gallery/{name}', name, files)}\n"
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
