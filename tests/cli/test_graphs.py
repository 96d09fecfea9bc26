"""Graphs in the DEPS column from end to end: ``analyze --deps``, ``show --deps``, ``trace --deps``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.running import complaint, misuse, output

ROWS = """\
# sent_id = coordination
1 she _ _ _ _ 2 nsubj 2:nsubj|4:nsubj _
2 sits _ _ _ _ 0 root 0:root _
3 and _ _ _ _ 4 cc 4:cc _
4 reads _ _ _ _ 2 conj 0:root|2:conj:and _
5 it _ _ _ _ 4 obj 2:obj|4:obj _
6 aloud _ _ _ _ 4 advmod 4:advmod _

# sent_id = ellipsis
1 Ann _ _ _ _ 2 nsubj 2:nsubj _
2 won _ _ _ _ 0 root 0:root|4.1:ref _
3 and _ _ _ _ 4 cc 4.1:cc _
4 Bob _ _ _ _ 2 conj 4.1:nsubj _
4.1 won _ _ _ _ _ _ 2:conj:and _

1 bare _ _ _ _ 0 root _ _

"""


@pytest.fixture
def graphs(tmp_path: Path) -> Path:
    path = tmp_path / "graphs.conllu"
    lines = (line if line.startswith("#") else line.replace(" ", "\t") for line in ROWS.splitlines())
    path.write_text("\n".join(lines) + "\n\n", "utf-8")
    return path


def test_the_table_of_graphs(graphs: Path) -> None:
    text = output("analyze", graphs, "--deps")
    assert "2 graphs, 10 words, 1 empty node, 15 arcs; root arcs count" in text
    rows = {line.split()[0]: line.split()[1] for line in text.splitlines() if line.endswith("% ")}
    assert rows == {"planar": "1", "2-planar": "2", "single-head": "0", "acyclic": "1", "no-covered-roots": "1"}
    assert "crossing arcs  5 (33.33 %), 4 crossings" in text and "covered roots  1 of 1 roots" in text
    assert "root arcs do not count" in output("analyze", graphs, "--deps", "--no-root-arcs")
    assert output("analyze", graphs, graphs, "--deps").splitlines().count("planes         1: 2 · 2: 2") == 1


def test_figures_of_graphs_as_json(graphs: Path) -> None:
    (found,) = json.loads(output("analyze", graphs, "--deps", "--json"))
    assert found["planes"] == {"1": 1, "2": 1} and found["words_with_several_heads"] == 4
    assert (found["graphs"], found["empty_nodes"], found["cyclic_graphs"]) == (2, 1, 1)


def test_why_graphs_are_outside_a_class(graphs: Path, tmp_path: Path) -> None:
    text = output("analyze", graphs, "--deps", "--explain", "planar")
    assert "reads (4) → she (1) and sits (2) → it (5) cross" in text
    assert text.endswith("1 of 2 graphs is non-planar\n")
    text = output("analyze", graphs, "--deps", "--explain", "acyclic")
    assert "won (2) → won (4.1) and won (4.1) → won (2) form a cycle" in text
    (first,) = json.loads(output("analyze", graphs, "--deps", "--explain", "single-head", "--limit", "1", "--json"))
    assert first["explanation"] == "she (1) has heads sits (2) and reads (4)"
    assert first["arcs"] == [{"head": 2, "dependent": 1}, {"head": 4, "dependent": 1}]
    output("analyze", graphs, "--deps", "--explain", "no-covered-roots", "--pictures", tmp_path / "pictures")
    picture = ElementTree.parse(tmp_path / "pictures" / "coordination.svg")
    assert any("highlighted" in group.get("class", "") for group in picture.iter())
    assert "no class of graphs 'projective'" in complaint("analyze", graphs, "--deps", "--explain", "projective")


def test_no_more_graphs_than_wanted_are_explained(graphs: Path) -> None:
    call = ("analyze", graphs, "--deps", "--explain", "single-head")
    lines = output(*call).splitlines()
    assert lines[-1] == "2 of 2 graphs are outside the class single-head"
    some = output(*call, "--limit", "1").splitlines()
    assert (
        some[-1] == "stopped after 1 graph that is outside the class single-head"
        and some[:-1] == lines[: len(some) - 1]
    )
    assert output(*call, "--limit", "3").splitlines() == lines
    assert output(*call, "--html", "-").count("<figure") == 2
    assert output(*call, "--html", "-", "--limit", "1").count("<figure") == 1


def test_graphs_are_read_without_trees(graphs: Path, tmp_path: Path) -> None:
    """Words without HEAD: DEPS alone is looked at."""
    bare = tmp_path / "bare.conllu"
    heads = re.compile(r"\t\d\t[a-z]+(\t\S+\t_)$", re.MULTILINE)
    bare.write_text(heads.sub(r"\t_\t_\1", graphs.read_text("utf-8")), "utf-8")
    for call in (("show", "--deps", "-s", "1"), ("show", "--deps", "-s", "2", "-f", "svg"), ("trace", "--deps")):
        assert output(call[0], bare, *call[1:]) == output(call[0], graphs, *call[1:])
    for command in ("show", "trace", "analyze"):
        assert "HEAD" in complaint(command, bare)


def test_graphs_drawn(graphs: Path) -> None:
    text = output("show", graphs, "--deps", "-s", "coordination")
    assert text.startswith("# coordination\n") and text.count("nsubj") == 2 and text.count("obj") == 2
    assert text.count("▼") + text.count("▲") == 9
    assert text.count("root") == 2 and "won/4.1" in output("show", graphs, "--deps", "-s", "2")
    assert "▲" not in output("show", graphs, "--deps", "-s", "1", "--no-planes")
    picture = ElementTree.fromstring(output("show", graphs, "--deps", "-s", "1", "-f", "svg"))
    assert sum("data-head" in group.attrib for group in picture.iter()) == 9
    page = output("show", graphs, "--deps", "-s", "ellipsis", "-f", "html")
    assert ">ellipsis</a>" in page and page.count("data-head") == 6
    assert r"\draw" in output("show", graphs, "--deps", "-s", "ellipsis", "-f", "tikz")


def test_derivations_of_graphs(graphs: Path, tmp_path: Path) -> None:
    text = output("trace", graphs, "--deps")
    assert "root → reads (root)" in text and "sits → reads (conj:and)" in text and "switch" in text
    steps = json.loads(output("trace", graphs, "--deps", "-s", "ellipsis", "--no-labels", "--json"))
    arcs = [tuple(arc[:2]) for step in steps["steps"] for arc in step["arcs"]]
    assert sorted(arcs) == [(0, 2), (2, 1), (2, 5), (5, 2), (5, 3), (5, 4)]
    output("trace", graphs, "--deps", "--svg", tmp_path / "t.svg", "--html", tmp_path / "t.html")
    assert '[data-head="4"][data-dependent="1"]' in (tmp_path / "t.svg").read_text("utf-8")
    assert '"4-1":' in (tmp_path / "t.html").read_text("utf-8")
    found = complaint("trace", graphs, "--deps", "--system", "planar-graph+root")
    assert "4 → 1 and 2 → 5 cross" in found


def test_bad_input(graphs: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.conllu"
    bare.write_text("1\tbare\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    assert "found no DEPS" in complaint("analyze", bare, "--deps")
    assert "no DEPS" in complaint("show", bare, "--deps")
    assert "no DEPS" in complaint("trace", graphs, "--deps", "-s", "3")
    bad = tmp_path / "bad.conllu"
    bad.write_text("1\tbad\t_\t_\t_\t_\t0\troot\t7:x\t_\n\n", "utf-8")
    assert "found DEPS '7:x' of word 1; expected HEAD:LABEL" in complaint("analyze", bad, "--deps")
    for options in (["--csv"], ["--limit", "3"], ["--html", "x"], ["--pictures", "x"], ["--systems"]):
        assert misuse("analyze", graphs, "--deps", *options) == (
            "--deps can only be combined with --json, --root-arcs and --explain (--pictures, --html, --limit)"
        )


def test_the_picture_of_the_page_is_what_show_draws() -> None:
    images = Path(__file__).parents[2] / "docs" / "images"
    drawn = output("show", images / "graph.conllu", "--deps", "-f", "svg", "--theme", "auto")
    assert drawn == (images / "graph.svg").read_text("utf-8")
