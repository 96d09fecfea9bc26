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
    document = output("show", hens, "--format", "tikz-dependency")
    assert document.count(r"\begin{dependency}") == 3 and document.count(r"\depedge{") == 1
    assert r"\usepackage{tikz-dependency}" in document and "tikzpicture" not in document


def test_root_arcs_planes_and_width(hens: Path) -> None:
    assert "root" not in output("show", hens, "-s", "hens-1", "--no-root-arcs")
    two_planes = IMAGES / "two-planes.conllu"
    assert "▲" in output("show", two_planes) and "▲" not in output("show", two_planes, "--no-planes")
    narrow = output("show", two_planes, "--width", "40").splitlines()[1:]
    assert "┅" in narrow[1] and max(map(len, narrow)) <= 40
    assert complaint("show", two_planes, "--width", "5").endswith("found a width of 5 columns; expected at least 16")
    assert output("show", two_planes, "-w", "0", "-f", "svg") == output("show", two_planes, "-f", "svg")
    rows = (f"{word}\tInternational\t_\tPROPN\t_\t_\t{word - 1}\tdep\t_\t_\n" for word in range(1, 26))
    long = "".join(rows).encode()
    sizes = [
        float(ElementTree.fromstring(output("show", "-", "--tags", "-f", "svg", *width, stdin=long)).attrib["width"])
        for width in ([], ["-w", "0"], ["-w", "500"])
    ]
    assert 800 < sizes[0] <= 1160 and sizes[1] > 1600 and sizes[2] <= 500, (
        "a long sentence is broken unless told not to"
    )


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


@pytest.mark.slow
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


TOKENS = """\
# sent_id = au
# text = Il va au bureau.
# text_en = He goes to the office.
1 Il il PRON PP Person=3 2 nsubj 2:nsubj _
2 va aller VERB VB _ 0 root 0:root _
3-4 auX _ _ _ _ _ _ _ _
3 à à ADP P _ 5 case 5:case _
4 le le DET D _ 5 det 5:det _
5 bureau bureau NOUN NN _ 2 obl 2:obl:à|5.1:obl _
5.1 va aller VERB VB _ _ _ 2:conj _
"""


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    path = tmp_path / "tokens.conllu"
    lines = [line if line.startswith("#") else line.replace(" ", "\t") for line in TOKENS.splitlines()]
    path.write_text("\n".join(lines) + "\n\n", "utf-8")
    return path


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("--tags", "PRON"),
        ("--xpos", "PP"),
        ("--lemmas", "aller"),
        ("--feats", "Person=3"),
        ("--multiword", "auX"),
        ("--empty-nodes", "va/5.1"),
        ("--enhanced", "conj"),
    ],
)
def test_what_else_is_shown_in_every_format(tokens: Path, option: str, text: str) -> None:
    for format in ("text", "svg", "html", "tikz", "tikz-dependency"):
        plain = output("show", tokens, "-f", format, "--caption", "none").replace("Il va au bureau.", "")
        shown = output("show", tokens, "-f", format, option, "--caption", "none").replace("Il va au bureau.", "")
        assert text not in plain.replace("sans-serif", "") and text in shown, format
    assert run("show", tokens, "--deps", option).returncode == 2


def test_captions(tokens: Path) -> None:
    def first(*options: str) -> str:
        return output("show", tokens, *options).splitlines()[0]

    assert first() == first("--caption", "translation") == "# au  He goes to the office."
    assert first("--caption", "text") == "# au  Il va au bureau."
    assert first("--caption", "both") == "# au  Il va au bureau. · He goes to the office."
    assert first("--caption", "none") == "# au"
    assert ">Il va au bureau.</text>" in output("show", tokens, "-f", "svg", "--caption", "text")
    assert "</a>Il va au bureau.</figcaption>" in output("show", tokens, "-f", "html")


def test_pictures_and_pages_follow_the_system_unless_a_theme_is_chosen(tokens: Path) -> None:
    assert "prefers-color-scheme" in output("show", tokens, "-f", "svg")
    assert "prefers-color-scheme" not in output("show", tokens, "-f", "svg", "--theme", "light")
    assert "color:#e6edf3" in output("show", tokens, "-f", "svg", "--theme", "dark")
    assert "prefers-color-scheme" in output("show", tokens, "-f", "html")
    assert "prefers-color-scheme" not in output("show", tokens, "-f", "html", "--theme", "light")
    assert run("show", tokens, "--theme", "dark").returncode == 2


def names(*options: str) -> list[str]:
    return [line.split()[1] for line in output("show", "sample:dutch", *options).splitlines() if line[:2] == "# "]


def test_sentences_by_class_label_and_length() -> None:
    every = names()
    inside, outside = names("--class", "projective"), names("--outside", "projective")
    assert sorted(inside + outside) == sorted(every) and inside and outside
    assert set(names("--class", "2-planar", "--outside", "planar")) < set(outside)
    some = names("--label", "xcomp")
    assert 0 < len(some) < len(every) and set(some) <= set(names("--label", "xcomp", "--label", "det"))
    short, long = names("--length", "-9"), names("--length", "10-")
    assert sorted(short + long) == sorted(every) and short and long
    assert names("--length", "500") == []
    assert "projective" in complaint("show", "sample:dutch", "--class", "projectiv")
    assert run("show", "sample:dutch", "--length", "x").returncode == 2
    nothing = complaint("show", "sample:dutch", "--length", "500", "-f", "svg")
    assert nothing == "no sentence has this class, label and length: there is nothing to draw"


def test_many_sentences_are_spread_over_pages_that_lead_to_each_other(tmp_path: Path) -> None:
    output("show", "sample:dutch", "-f", "html", "-o", tmp_path / "d.html", "--page-size", "7")
    pages = [(tmp_path / name).read_text("utf-8") for name in ("d.html", "d-2.html", "d-3.html")]
    assert [page.count("<figure") for page in pages] == [7, 7, 4] and len(list(tmp_path.iterdir())) == 3
    links = [set(re.findall(r'href="([^#"]+)"', page)) for page in pages]
    assert links == [{"d-2.html"}, {"d.html", "d-3.html"}, {"d.html", "d-2.html"}]
    assert 'id="sentence-8"' in pages[1]
    many = HENS.replace("# sent_id = 1\n", "") * 40
    output("show", "-", "-f", "html", "-o", tmp_path / "many.html", stdin=many.encode())
    assert [(tmp_path / name).read_text("utf-8").count("<figure") for name in ("many.html", "many-2.html")] == [100, 20]
    output("show", "sample:dutch", "-f", "html", "-o", tmp_path / "one.html")
    assert "<nav>" not in (tmp_path / "one.html").read_text("utf-8") and not (tmp_path / "one-2.html").exists()
    assert output("show", "sample:dutch", "-f", "html", "--page-size", "7").count("<figure") == 18


def test_bad_input_after_some_pages_leaves_none(tmp_path: Path) -> None:
    bad = tmp_path / "bad.conllu"
    bad.write_text(HENS * 1000 + "1\tonly\tthree\n\n")
    complaint("show", bad, "-f", "html", "-o", tmp_path / "bad.html", "--page-size", "100", "--length", "2")
    assert list(tmp_path.iterdir()) == [bad]


def test_the_picture_in_the_docs_is_what_the_command_draws() -> None:
    drawn = output("show", IMAGES / "two-planes.conllu", "--format", "svg")
    assert drawn == (IMAGES / "two-planes.svg").read_text("utf-8")


ARCS = "the>hen:det hen>laid:nsubj laid>0 an>egg:det egg>laid:obj"
LAID = """\
# 1
                 root
                   │ ╭───obj────╮
 ╭─det─╮ ╭─nsubj─╮ │ │  ╭─det─╮ │
 ▼     │ ▼       │ ▼ │  ▼     │ ▼
the    hen       laid   an    egg

"""


def test_a_tree_typed_on_the_command_line() -> None:
    assert output("show", "--tree", ARCS) == LAID
    words = output("show", "--heads", "2 3 0 5 3", "--words", "the hen laid an egg")
    assert "hen  laid" in words and words.count("▼") == 5
    assert output("show", "--heads", "2 0").splitlines()[-2].split() == ["1", "2"]
    assert "<title>the hen laid an egg</title>" in output("show", "--tree", ARCS, "--format", "html")


def test_a_table_that_a_teacher_types(tmp_path: Path) -> None:
    rows = ["id form head deprel", "1 the 2 det", "2 hen 3 nsubj", "3 laid 0 root", "4 an 5 det", "5 egg 3 obj"]
    for number, separator in enumerate("\t, "):
        (tmp_path / f"{number}.txt").write_text("\n".join(rows).replace(" ", separator))
        assert output("show", tmp_path / f"{number}.txt") == LAID
    found = complaint("show", "-", stdin="\n".join(rows[1:]).replace(" ", "\t").encode())
    assert found == (
        "<stdin>:1: found 4 columns; expected 10 (use _ for those you do not have), "
        "or a header line such as id form head deprel"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--tree", "the>hen:det"), "found no arc for hen, the head of the; expected one, hen>0 if it is the root"),
        (("--heads", "2 3", "--words", "the hen"), "found head 3 of word 2 (hen); expected 0 to 2"),
        (("--heads", "2 0", "--words", "the"), "found 2 heads; expected 1, one for each of: the"),
        (("--tree", "hen>0", "--sentence", "2"), "hen: found no sentence 2; expected"),
    ],
)
def test_a_wrong_tree_is_one_line_that_names_the_word(options: tuple[str, ...], message: str) -> None:
    assert message in complaint("show", *options)


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--words", "hen"),
        ("--tree", "hen>0", "--heads", "0"),
        ("--tree", "hen>0", "sample:"),
        ("--heads", "0", "sample:"),
        ("--tree", "hen>0", "--text"),
    ],
)
def test_a_file_or_a_tree(options: tuple[str, ...]) -> None:
    found = run("show", *options)
    assert found.returncode == 2 and found.stdout == "" and "Error" in found.stderr


def test_where_no_sentence_matches_a_line_says_so() -> None:
    found = run("show", "sample:dutch", "--label", "nosuch")
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "No sentence matches.\n")
    assert run("show", "sample:dutch", "--label", "nosuch", "--quiet").stderr == ""


def test_without_root_arcs_the_other_enhanced_arcs_stay(tmp_path: Path) -> None:
    rows = (
        *("1 they _ _ _ _ 2 nsubj 2:nsubj|3:subj _", "2 come _ _ _ _ 0 root 0:root _"),
        "3 go _ _ _ _ 2 conj 0:top|2:conj _",
    )
    place = tmp_path / "a.conllu"
    place.write_text("\n".join(rows).replace(" ", "\t") + "\n\n", "utf-8")
    for option, shown in (("--root-arcs", ["subj", "top"]), ("--no-root-arcs", ["subj"])):
        found = output("show", place, "--enhanced", option)
        assert [name for name in ("subj", "top") if re.search(rf"(?<!n){name}", found)] == shown
