"""``multiplane show`` as it is run: choosing sentences, every format, files and pipes, colour, bad input."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.running import COMMAND, complaint, output, run

IMAGES = Path(__file__).parents[2] / "docs" / "images"
HENS = """\
# sent_id = hens-1
# text_en = Hens lay.
1\tHens\t_\t_\t_\t_\t2\tnsubj\t_\t_
2\tlay\t_\t_\t_\t_\t0\troot\t_\t_

# sent_id = 1
1\tEggs\t_\t_\t_\t_\t0\troot\t_\t_

1\tCluck\t_\t_\t_\t_\t0\troot\t_\t_

"""
HENS_DRAWN = """\
# hens-1  Hens lay.
         root
 ╭─nsubj─╮ │
 ▼       │ ▼
Hens     lay

# 1
root
  ▼
 Eggs

# 3
root
  ▼
Cluck

"""


@pytest.fixture
def hens(tmp_path: Path) -> Path:
    path = tmp_path / "hens.conllu"
    path.write_text(HENS, "utf-8")
    return path


def test_every_sentence_under_its_name(hens: Path) -> None:
    assert output("show", hens) == HENS_DRAWN
    assert output("show", "-", stdin=HENS.encode()) == HENS_DRAWN


def test_a_sentence_by_its_id_before_its_number(hens: Path) -> None:
    assert output("show", hens, "--sentence", "hens-1").splitlines()[-2] == "Hens     lay"
    assert "Eggs" in output("show", hens, "--sentence", "1")
    assert "Cluck" in output("show", hens, "-s", "3")


def test_an_unknown_sentence_is_one_line_and_exit_code_1(hens: Path) -> None:
    expected = f"{hens}: found no sentence 4; expected a sent_id or a number from 1 to 3"
    assert complaint("show", hens, "--sentence", "4") == expected
    assert complaint("show", hens, "-s", "4", "-o", hens.parent / "out.txt") == expected
    assert not (hens.parent / "out.txt").exists()


def test_bad_input_is_one_line_and_leaves_no_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.conllu"
    bad.write_text(HENS + "1\tonly\tthree\n\n")
    for format in ("text", "html", "tikz"):
        assert "bad.conllu:11: found 3 columns" in complaint("show", bad, "-f", format, "-o", tmp_path / "out")
        assert not (tmp_path / "out").exists()
    assert complaint("show", tmp_path / "none.conllu").endswith("none.conllu: no such file")


def test_an_svg_file_holds_one_sentence_and_a_folder_all(hens: Path, tmp_path: Path) -> None:
    picture = output("show", hens, "-s", "hens-1", "--format", "svg")
    assert ElementTree.fromstring(picture).tag.endswith("svg") and "Hens lay." in picture
    several = run("show", hens, "-f", "svg", environment={"TERMINAL_WIDTH": "200"})
    assert several.returncode == 2 and several.stdout == "" and "--sentence" in several.stderr
    folder = tmp_path / "pictures"
    output("show", hens, "-f", "svg", "-o", f"{folder}/")
    assert sorted(path.name for path in folder.iterdir()) == ["1.svg", "3.svg", "hens-1.svg"]
    assert (folder / "hens-1.svg").read_text("utf-8") == picture


def test_a_page_and_a_document(hens: Path, tmp_path: Path) -> None:
    page = output("show", hens, "--format", "html")
    assert page.count("<svg") == 3 and "<h1>hens.conllu</h1>" in page
    output("show", hens, "--format", "tikz", "-o", tmp_path / "hens.tex")
    document = (tmp_path / "hens.tex").read_text("utf-8")
    assert document.count(r"\begin{tikzpicture}") == 3 and document.endswith("\\end{document}\n")


def test_root_arcs_planes_and_width(hens: Path) -> None:
    assert "root" not in output("show", hens, "-s", "hens-1", "--no-root-arcs")
    two_planes = IMAGES / "two-planes.conllu"
    assert "▲" in output("show", two_planes) and "▲" not in output("show", two_planes, "--no-planes")
    narrow = output("show", two_planes, "--width", "40").splitlines()[1:]
    assert "┅" in narrow[1] and max(map(len, narrow)) <= 40
    assert complaint("show", two_planes, "--width", "5").endswith("found a width of 5 columns; expected at least 16")
    wide = output("show", two_planes, "-w", "0", "-f", "svg")
    assert wide == output("show", two_planes, "-f", "svg")


def test_the_width_of_the_terminal_is_kept() -> None:
    drawn = run("show", IMAGES / "two-planes.conllu", environment={"COLUMNS": "30"}).stdout
    assert max(map(len, drawn.splitlines()[1:])) <= 30


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the command writes to a terminal of its own."""
    parent, child = pty.openpty()
    settings = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    settings |= {"TERM": "xterm", **environment}
    with subprocess.Popen([*COMMAND, *arguments], stdout=child, stderr=subprocess.PIPE, env=settings) as process:
        os.close(child)
        written = b""
        try:
            while block := os.read(parent, 65536):
                written += block
        except OSError:
            pass  # the other end of the terminal is closed: all is read
        assert process.wait() == 0
    os.close(parent)
    return written.decode("utf-8").replace("\r\n", "\n")


def test_colour_on_a_terminal_only_and_never_against_a_wish() -> None:
    path = str(IMAGES / "two-planes.conllu")
    plain = output("show", path)
    coloured = on_a_terminal("show", path)
    assert "\x1b[33m" in coloured and "\x1b[36m" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == plain
    assert "\x1b" not in plain
    assert on_a_terminal("show", path, NO_COLOR="1") == plain
    assert on_a_terminal("show", path, "--no-color") == plain
    assert run("show", path, "--color", environment={"NO_COLOR": "1"}).stdout == coloured


def test_the_picture_in_the_docs_is_what_the_command_draws() -> None:
    drawn = output("show", IMAGES / "two-planes.conllu", "--format", "svg", "--theme", "auto")
    assert drawn == (IMAGES / "two-planes.svg").read_text("utf-8")
