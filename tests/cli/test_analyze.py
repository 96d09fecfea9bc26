"""``multiplane analyze`` from end to end."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.running import complaint, misuse, output, run, terminal_output
from tests.draw.markup import Tags
from tests.draw.test_browse import listed

import multiplane
from multiplane.structure import CLASSES, classify, tree_class

KEYS = [
    "projective",
    "planar",
    "2-planar",
    "3-planar",
    "well-nested",
    "gap-degree-0",
    "gap-degree-1",
    "gap-degree-2",
    "well-nested-gap-1",
    "gap-minding",
    "one-endpoint-crossing",
    "mildly-ill-nested-1",
]


def write_trees(path: Path, *trees: list[int]) -> Path:
    """A treebank of bare trees, one a sentence."""
    sentences = []
    for number, heads in enumerate(trees, 1):
        rows = [f"{d}\tw{d}\tw{d}\tX\t_\t_\t{h}\t{'dep' if h else 'root'}\t_\t_" for d, h in enumerate(heads, 1)]
        sentences.append(f"# sent_id = s{number}\n" + "\n".join(rows) + "\n\n")
    path.write_text("".join(sentences), "utf-8")
    return path


def test_json_counts_every_class(tmp_path: Path) -> None:
    trees = [[2, 0, 2], [3, 4, 0, 3], [2, 4, 2, 0, 1], [5, 5, 1, 2, 0]]
    path = write_trees(tmp_path / "a.conllu", *trees)
    (found,) = json.loads(output("analyze", path, "--json"))
    assert (found["file"], found["sentences"], found["words"], found["root_arcs"]) == (str(path), 4, 17, True)
    assert list(found["classes"]) == KEYS == list(CLASSES)
    for name, wanted in CLASSES.items():
        assert found["classes"][name] == sum(classify(heads) in wanted for heads in trees), name
    assert found["gap_degrees"] == {"0": 1, "1": 3}
    assert found["arcs"] == {"left": 7, "right": 10, "left_adjacent": 2, "right_adjacent": 3}
    assert found["non_projective_labels"]["dep"] == {"non_projective": 4, "all": 13}


def test_root_arcs_are_a_switch(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 1])
    with_root, without = (
        json.loads(output("analyze", path, "--json", flag))[0] for flag in ("--root-arcs", "--no-root-arcs")
    )
    assert (with_root["classes"]["planar"], without["classes"]["planar"]) == (0, 1)
    assert (with_root["classes"]["projective"], without["classes"]["projective"]) == (0, 0)
    assert without["root_arcs"] is False
    assert with_root["arcs"] == {"left": 1, "right": 2, "left_adjacent": 1, "right_adjacent": 0}
    assert without["arcs"] == {"left": 1, "right": 1, "left_adjacent": 1, "right_adjacent": 0}


@pytest.mark.long
def test_danish_percentages_of_the_papers(treebanks: Path) -> None:
    (found,) = json.loads(output("analyze", treebanks / "danish-ddt" / "train.conll", "--json"))
    share = {name: round(100 * count / found["sentences"], 1) for name, count in found["classes"].items()}
    assert (share["one-endpoint-crossing"], share["well-nested-gap-1"]) == (99.1, 99.7)
    assert (share["gap-minding"], share["projective"]) == (96.0, 84.2)
    arcs, total = found["arcs"], found["words"]
    percents = [round(100 * arcs[key] / total, 1) for key in ("left", "right", "left_adjacent", "right_adjacent")]
    assert percents == [17.1, 82.9, 10.9, 42.9]


def test_the_table_names_files_classes_and_a_total(tmp_path: Path) -> None:
    one = write_trees(tmp_path / "one.conllu", [2, 0, 2])
    two = write_trees(tmp_path / "two.conllu", [3, 4, 0, 3])
    table = output("analyze", one, two)
    assert f"{one}  1 sentence, 3 words; root arcs count" in table
    assert "total  2 sentences, 7 words" in table
    assert all(name in table for name in KEYS)
    assert "50.00 %" in table


def test_csv_has_a_line_per_file(tmp_path: Path) -> None:
    one = write_trees(tmp_path / "one.conllu", [2, 0, 2])
    two = write_trees(tmp_path / "two.conllu", [3, 4, 0, 3])
    rows = list(csv.DictReader(io.StringIO(output("analyze", one, two, "--csv"))))
    assert [row["file"] for row in rows] == [str(one), str(two)]
    assert [row["projective"] for row in rows] == ["1", "0"]
    assert [row["crossings"] for row in rows] == ["0", "2"]


def test_the_suffix_of_the_output_decides_what_is_written(tmp_path: Path) -> None:
    """The same as the options that print it; a page and a report as with --html."""
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2], [3, 4, 0, 3])
    explain = ("--explain", "planar")
    for name, options, printed in (
        ("a.json", (), ("--json",)),
        ("a.csv", (), ("--csv",)),
        ("a.html", (), ("--html", "-")),
        ("t.md", ("--table",), ("--table", "--markdown")),
        ("t.tex", ("--table",), ("--table", "--latex")),
        ("s.json", ("--systems",), ("--systems", "--json")),
        ("e.json", explain, (*explain, "--json")),
        ("e.html", explain, (*explain, "--html", "-")),
    ):
        place = tmp_path / name
        assert output("analyze", path, *options, "-o", place) == ""
        written, shown = place.read_text("utf-8").rstrip(), output("analyze", path, *printed).rstrip()
        assert written == shown or (name.endswith(".html") and written[:99] == shown[:99]), name
    for name, opening in (("e.svg", "<svg"), ("e.tex", "\\documentclass"), ("e.svg.gz", "")):
        output("analyze", path, *explain, "-o", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(opening.encode())
    assert "planar" in output("analyze", path, "-o", "-")
    assert complaint("analyze", path, "-o", "a.doc").startswith("a.doc: found the suffix .doc; expected .json, ")
    assert complaint("analyze", path, *explain, "-o", "a.csv").endswith("expected .html, .json, .svg or .tex")
    assert "holds one picture" in misuse("analyze", "sample:", *explain, "-o", tmp_path / "a.svg")
    assert "cannot be combined" in misuse("analyze", path, "-o", "a.json", "--csv")


def test_html_report_is_whole_and_self_contained(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    assert output("analyze", "sample:", "--html", report) == ""
    page = report.read_text("utf-8")
    assert page.endswith("</html>\n")
    assert "src=" not in page and set(re.findall(r'href="(.)', page)) == {"#"}
    sentences = listed(page)
    assert len(sentences) == 169 and sum(bool(one["kinds"]) for one in sentences) >= 9
    assert all(one["drawing"] for one in sentences if one["kinds"])
    tags = Tags()
    tags.feed(page)
    assert tags.open == []


def test_a_page_of_all_sentences_outside_a_class(tmp_path: Path) -> None:
    path, page = write_trees(tmp_path / "a.conllu", [2, 0, 2], [5, 5, 1, 2, 0]), tmp_path / "pages" / "outside.html"
    page.parent.mkdir()
    assert output("analyze", path, "sample:dutch", "--explain", "projective", "--html", page) == ""
    text = page.read_text("utf-8")
    explained = json.loads(output("analyze", path, "sample:dutch", "--explain", "projective", "--json"))
    found = listed(text)
    assert sorted(one["line"] for one in found) == sorted(one["line"] for one in explained)
    assert 'href="../a.conllu#L' in text and all(one["why"] and one["drawing"] for one in found)
    some = output("analyze", path, "sample:dutch", "--explain", "projective", "--html", "-", "--limit", "3")
    assert len(listed(some)) == 3
    for other in (["--json"], ["--pictures", "x"], ["--csv"]):
        assert run("analyze", path, "--explain", "planar", "--html", page, *other).returncode == 2


def test_a_page_is_small_and_tells_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MULTIPLANE_QUIET", raising=False)
    page = tmp_path / "outside.html"
    shown = terminal_output(["analyze", "sample:", "--explain", "projective", "--html", str(page)], {"TERM": "xterm"})
    count = len(listed(page.read_text("utf-8")))
    assert re.search(rf"drawing: [\d,]+ of {count} sentences", shown) and "\x1b[K" in shown[-9:]
    assert page.stat().st_size < 25_000 + 2_500 * count


def test_the_width_holds_in_pipes(tmp_path: Path) -> None:
    small = write_trees(tmp_path / "a.conllu", [2, 0, 2, 1])
    for options in ([], ["--table"], ["--systems"], ["--explain", "projective"]):
        path = small if options == ["--systems"] else "sample:dutch"
        lines = output("analyze", path, "--width", "60", *options).splitlines()
        assert max(map(len, lines)) <= 60, options
    wide = run("analyze", "sample:dutch-2", "--explain", "projective", environment={"COLUMNS": ""}).stdout
    narrow = run("analyze", "sample:dutch-2", "--explain", "projective", environment={"COLUMNS": "50"}).stdout
    assert max(map(len, narrow.splitlines())) <= 50 < max(map(len, wide.splitlines()))
    assert run("analyze", "sample:dutch", "--width", "10").returncode == 2


def test_explain_says_where_why_and_how_to_mend(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2], [2, 0, 2, 1], [5, 5, 1, 2, 0])
    text = output("analyze", path, "--explain", "projective")
    assert f"{path}:6  s2\n" in text
    assert "the arc w1 (1) → w4 (4) crosses w2 (2) and w3 (3), which do not depend on w1 (1)" in text
    assert "repair: attach w4 (4) to w2 (2) instead of w1 (1)" in text
    assert "2 of 3 sentences are non-projective" in text
    assert text.count("root") >= 2


def test_explain_counts_the_arcs_of_the_root_or_not(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 1])
    assert output("analyze", path, "--explain", "planar").endswith("1 of 1 sentence is non-planar\n")
    without = output("analyze", path, "--explain", "planar", "--no-root-arcs")
    assert without == "0 of 1 sentence are non-planar\n"


def test_explain_as_json(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2], [5, 5, 1, 2, 0])
    (found,) = json.loads(output("analyze", path, "--explain", "well-nested", "--json"))
    assert (found["sent_id"], found["line"], found["class"]) == ("s2", 6, "well-nested")
    assert found["arcs"] == [{"head": 1, "dependent": 3}, {"head": 2, "dependent": 4}]
    assert "interleave" in found["explanation"]
    assert set(found["repair"]) == {"word", "instead_of", "to"}


def test_explain_draws_svg_files(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2], [3, 4, 0, 3])
    folder = tmp_path / "new" / "drawings"
    output("analyze", path, "--explain", "planar", "--pictures", folder)
    (drawing,) = folder.iterdir()
    assert drawing.name == "s2.svg"
    assert ElementTree.fromstring(drawing.read_text("utf-8")).tag.endswith("svg")


def test_explain_covers_every_class_and_counts_like_the_table() -> None:
    treebank = multiplane.read("sample:")
    names = ("2-planar", "one-endpoint-crossing", "gap-minding", "mildly-ill-nested-1", "well-nested-gap-1")
    for name in (*names, "edge-degree-1", "multi-headed-4", "attardi-2"):
        found = json.loads(output("analyze", "sample:", "--explain", name, "--json"))
        outside = [s.sent_id for s in treebank if classify(s.tree.heads) not in tree_class(name)]
        assert [entry["sent_id"] for entry in found] == outside


def test_limit_stops(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2, 1], [2, 0, 2, 1])
    assert "stopped after 1 sentence" in output("analyze", path, "--explain", "planar", "--limit", "1")


def test_bad_class_and_bad_files(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2])
    assert complaint("analyze", path, "--explain", "plannar") == (
        "no class 'plannar'; nearest: planar, 2-planar; `multiplane analyze -h` lists all"
    )
    assert complaint("analyze", tmp_path / "none.conllu").endswith("no such file")
    assert complaint("analyze", path, "--html", tmp_path / "no" / "x.html").endswith("no such folder")
    blocked = tmp_path / "blocked"
    blocked.write_text("a file")
    assert "expected a folder" in complaint("analyze", path, "--explain", "planar", "--pictures", blocked)


def test_bad_usage_is_exit_code_two(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2])
    for extra, message in (
        (["--pictures", "x"], "--pictures and --limit require --explain"),
        (["--limit", "3"], "--pictures and --limit require --explain"),
        (["--json", "--csv"], "--json, --csv and --html - cannot be combined"),
        (["--explain", "planar", "--csv"], "--csv cannot be combined with --explain"),
        (["--explain", "planar", "--limit", "0"], "'--limit': Input should be greater than or equal to 1"),
        (["--what"], "No such option: --what"),
    ):
        assert misuse("analyze", path, *extra).startswith(message)
    assert misuse("analyze") == "Missing argument FILE: give a treebank, or a tree with --tree or --heads"


def test_standard_input_and_skip_bad(tmp_path: Path) -> None:
    good = write_trees(tmp_path / "a.conllu", [2, 0, 2]).read_bytes()
    bad = b"1\tx\t_\t_\t_\t_\t1\t_\t_\t_\n\n"
    found = run("analyze", "-", "--json", "--skip-bad", stdin=good + bad + good)
    assert found.returncode == 0
    assert json.loads(found.stdout)[0]["sentences"] == 2
    assert "skipped 1 bad sentence" in found.stderr


@pytest.mark.long
def test_a_two_thousand_word_sentence_with_many_crossings(tmp_path: Path) -> None:
    crossing = 60
    heads = [d + crossing for d in range(1, crossing + 1)] + [0] + [crossing + 1] * (2000 - crossing - 1)
    path = write_trees(tmp_path / "long.conllu", heads)
    (found,) = json.loads(output("analyze", path, "--json", "--no-root-arcs"))
    assert found["planes"] == {"60": 1}
    text = output("analyze", path, "--explain", "one-endpoint-crossing")
    assert "1 of 1 sentence is not one-endpoint-crossing" in text


def test_labels_and_names_that_look_like_markup(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "[b]a.conllu", [2, 0, 2, 1])
    path.write_text(path.read_text("utf-8").replace("dep", "[/b]").replace("w1", ":smile:"), "utf-8")
    assert "[/b]" in output("analyze", path) and "[b]a.conllu" in output("analyze", path)
    assert ":smile: (1) → w4 (4)" in output("analyze", path, "--explain", "projective")


def test_coverage_by_transition_systems(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2], [3, 4, 0, 3])
    (found,) = json.loads(output("analyze", path, "--systems", "--json"))
    by_name = {entry["system"]: entry for entry in found["systems"]}
    assert found["file"] == str(path)
    assert (by_name["arc-eager"]["derived_sentences"], by_name["arc-eager"]["derived_arcs"]) == (1, 6)
    for name in ("2-planar", "swap", "covington"):
        assert (by_name[name]["derived_sentences"], by_name[name]["derived_arcs"]) == (2, 7)
    table = output("analyze", path, "--systems")
    assert "undirected-2-planar" in table and "50.00 %" in table
    assert run("analyze", path, "--systems", "--csv").returncode == 2


def test_whether_root_arcs_count_is_said() -> None:
    for option, said in ((), "root arcs count"), (("--no-root-arcs",), "root arcs do not count"):
        assert output("analyze", "sample:dutch-2", *option).splitlines()[0].endswith(f"1 sentence, 11 words; {said}")


def test_one_table_for_several_treebanks(tmp_path: Path) -> None:
    strongly = [4, 4, 0, 3, 4, 1, 4, 2, 5, 7]
    one = write_trees(tmp_path / "one.conllu", [2, 0, 2], strongly)
    two = write_trees(tmp_path / "two.conllu", [3, 4, 0, 3])
    lines = output("analyze", one, two, "--table", "--markdown").splitlines()
    rows = {cells[0]: cells[1:] for line in lines if (cells := [part.strip() for part in line.split("|")[1:-1]])}
    assert rows["root arcs count"] == ["one", "two"]
    assert rows["sentences"] == ["2", "1"]
    assert rows["projective"] == ["50.00 (1)", "0.00 (0)"]
    assert rows["one-endpoint-crossing"][1] == "100.00 (1)"
    assert rows["strongly ill-nested for its gap degree"] == ["50.00 (1)", "0.00 (0)"]
    assert rows["gap degree 1"] == ["50.00 (1)", "100.00 (1)"]
    assert rows["MH degree 3"] == ["50.00 (1)", "0.00 (0)"] and rows["MH degree 4"][1] == "100.00 (1)"
    assert rows["leftward arcs"] == ["23.08 (3)", "50.00 (2)"]
    assert set(KEYS) <= set(rows)
    latex = output("analyze", one, two, "--table", "--latex")
    assert latex.startswith("\\begin{tabular}{lrr}") and "planar & 50.00 (1) & 0.00 (0) \\\\" in latex
    assert "50.00 (1)" in output("analyze", one, two, "--table")
    (found, _) = json.loads(output("analyze", one, two, "--table", "--json"))
    assert found["strongly_ill_nested"] == 1
    assert sum(found["multi_headed_degrees"].values()) == 2


def test_any_class_can_be_counted(tmp_path: Path) -> None:
    path = write_trees(tmp_path / "a.conllu", [2, 0, 2], [3, 4, 0, 3])
    names = ["multi-headed-4", "edge-degree-1", "attardi-1", "gap-degree-3", "all", "1ec"]
    options = [part for name in names for part in ("--class", name)]
    (found,) = json.loads(output("analyze", path, "--json", *options))
    assert found["classes"] == {
        "multi-headed-4": 2,
        "edge-degree-1": 2,
        "attardi-1": 1,
        "gap-degree-3": 2,
        "all": 2,
        "one-endpoint-crossing": 2,
    }
    assert "multi-headed-4" in output("analyze", path, *options)
    assert "gap-minding" not in output("analyze", path, "--csv", *options)
    assert "no class 'edgy'; " in complaint("analyze", path, "--class", "edgy")


def test_options_of_tables_that_do_not_go_together() -> None:
    others = "--table and --class cannot be combined with --systems, --explain and --html"
    for options, message in (
        (["--markdown"], "--markdown and --latex require --table"),
        (["--latex"], "--markdown and --latex require --table"),
        (["--table", "--systems"], others),
        (["--table", "--html", "-"], others),
        (["--class", "all", "--explain", "planar"], others),
        (["--table", "--json", "--latex"], "--json, --csv, --markdown and --latex cannot be combined"),
    ):
        assert misuse("analyze", "sample:", *options) == message


def test_a_tree_typed_on_the_command_line(tmp_path: Path) -> None:
    arcs = "a>c b>d c>0 d>c"
    assert output("analyze", "--tree", arcs).startswith("a b c d  1 sentence, 4 words")
    assert "b (2)" in output("analyze", "--tree", arcs, "--explain", "projective")
    assert json.loads(output("analyze", "--heads", "3 4 0 3", "--json"))[0]["classes"]["projective"] == 0
    output("analyze", "--tree", arcs, "--html", tmp_path / "a.html")
    assert run("analyze").returncode == run("analyze", "--tree", arcs, "sample:").returncode == 2
