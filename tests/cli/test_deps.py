"""Graphs from end to end: ``train --deps``, ``parse`` and ``eval --deps``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import complaint, output, run
from tests.learn.graphs.classes import wrong_graphs
from tests.learn.graphs.made_graphs import made_graphs, random_graphs

import multiplane
from multiplane.treebank import read_deps

HEADLESS = "1\tGo\tgo\tVERB\t_\t_\t_\t_\t_\t_\n2\ton\ton\tADV\t_\t_\t_\t_\t_\tSpaceAfter=No\n\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``train.conllu``, ``dev.conllu`` and ``graphs.model``."""
    folder = tmp_path_factory.mktemp("graphs")
    (folder / "train.conllu").write_text(made_graphs(150, 1), "utf-8")
    (folder / "dev.conllu").write_text(made_graphs(40, 2), "utf-8")
    report = output(*training(folder, "-o", folder / "graphs.model"))
    assert "ELAS" in report and "EULAS" in report
    return folder


def training(folder: Path, *arguments: str | Path) -> list[str | Path]:
    given = ["train", "--deps", "--train", folder / "train.conllu", "--dev", folder / "dev.conllu", "--epochs", "4"]
    return [*given, *arguments]


def elas(gold: Path, predicted: Path) -> float:
    found = json.loads(output("eval", "--deps", gold, predicted, "--json"))
    return float(found[0]["elas"]["f1"])


def columns(text: str, kept: slice | list[int]) -> list[list[str]]:
    rows = [line.split("\t") for line in text.splitlines()]
    return [row[kept] if isinstance(kept, slice) else [row[k] for k in kept if k < len(row)] for row in rows]


def test_train_parse_eval(place: Path) -> None:
    bare = place / "bare.conllu"
    text = (place / "dev.conllu").read_text("utf-8")
    lines = [line.split("\t") for line in text.splitlines()]
    bare.write_text("\n".join("\t".join([*row[:8], "_", row[9]] if len(row) > 1 else row) for row in lines) + "\n")
    parsed = place / "parsed.conllu"
    output("parse", "-m", place / "graphs.model", bare, "-o", parsed)
    assert elas(place / "dev.conllu", parsed) > 95
    others = [0, 1, 2, 3, 4, 5, 6, 7, 9]
    assert columns(parsed.read_text("utf-8"), others) == columns(text, others)
    again = output("parse", "--deps", "-m", place / "graphs.model", place / "dev.conllu", "--workers", "1")
    assert again == parsed.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("root", ["", "+root"])
@pytest.mark.parametrize("system", ["planar-graph", "3-planar-graph", "dag-arc-eager", "dag-arc-standard"])
def test_every_system_of_graphs(place: Path, tmp_path: Path, system: str, root: str) -> None:
    model, parsed = tmp_path / "m", tmp_path / "parsed.conllu"
    output(*training(place, "--system", f"{system}{root}", "-o", model))
    output("parse", "-m", model, place / "dev.conllu", "-o", parsed)
    assert elas(place / "dev.conllu", parsed) > (85 if system.startswith("dag") else 93 if root else 95)


@pytest.mark.parametrize(
    "system",
    [
        *("planar-graph", "2-planar-graph", "dag-arc-eager", "dag-arc-standard", "planar-graph+directed-acyclic"),
        *("planar-graph+root", "2-planar-graph+root", "planar-graph+acyclic"),
    ],
)
def test_graphs_are_of_the_class_and_the_root_reaches_all_words(tmp_path: Path, system: str) -> None:
    data, model, parsed = tmp_path / "data.conllu", tmp_path / "m", tmp_path / "parsed.conllu"
    data.write_text(random_graphs(150, 5), "utf-8")
    given = ["--system", system, "--train", data, "--dev", data, "--epochs", "1", "-o", model]
    output("train", "--deps", *given)
    output("parse", "-m", model, data, "-o", parsed)
    treebank = multiplane.read(parsed)
    assert wrong_graphs(system, treebank, read_deps(treebank)) == []


def test_same_seed_same_bytes(place: Path, tmp_path: Path) -> None:
    output(*training(place, "-o", tmp_path / "again.model"))
    assert (tmp_path / "again.model").read_bytes() == (place / "graphs.model").read_bytes()


def test_every_word_gets_a_head(place: Path, tmp_path: Path) -> None:
    odd = tmp_path / "odd.conllu"
    odd.write_text(HEADLESS, "utf-8")
    text = output("parse", "--deps", "-m", place / "graphs.model", odd)
    rows = [line.split("\t") for line in text.splitlines() if line]
    assert all(row[8] != "_" and row[6:8] == ["_", "_"] for row in rows)
    assert sum(row[8].startswith("0:root") for row in rows) >= 1
    assert rows[1][9] == "SpaceAfter=No"


def test_one_long_sentence(place: Path, tmp_path: Path) -> None:
    rows = [
        f"{i}\t{'dog' if i % 2 else 'sees'}\t_\t{'NOUN' if i % 2 else 'VERB'}\t_\t_\t_\t_\t_\t_" for i in range(1, 2001)
    ]
    long = tmp_path / "long.conllu"
    long.write_text("\n".join(rows) + "\n\n", "utf-8")
    text = output("parse", "--deps", "-m", place / "graphs.model", long)
    assert all(line.split("\t")[8] != "_" for line in text.splitlines() if line)


def test_empty_nodes_and_cycles_are_learned_from(tmp_path: Path) -> None:
    text = (
        "1\ta\t_\tX\t_\t_\t0\troot\t0:root|2:cycle\t_\n2\tb\t_\tY\t_\t_\t1\tx\t1:x|2.1:y\t_\n"
        "2.1\te\t_\t_\t_\t_\t_\t_\t1:conj\t_\n3\tc\t_\tZ\t_\t_\t2\tz\t2.1:z\t_\n\n"
    )
    data = tmp_path / "empty.conllu"
    data.write_text(text * 12, "utf-8")
    output("train", "--deps", "--train", data, "--dev", data, "--epochs", "4", "-o", tmp_path / "m")
    parsed = tmp_path / "parsed.conllu"
    output("parse", "--deps", "-m", tmp_path / "m", data, "-o", parsed)
    assert elas(data, parsed) == 100
    assert "1:conj>z" in parsed.read_text("utf-8")


def test_trees_and_graphs_are_not_mixed_up(place: Path, tmp_path: Path) -> None:
    data = place / "dev.conllu"
    tree = tmp_path / "tree.model"
    output("train", "--train", place / "train.conllu", "--dev", data, "--epochs", "1", "-o", tree)
    found = complaint("parse", "--deps", "-m", tree, data)
    assert found == f"{tree}: found a model of trees; expected one of graphs, from train --deps"
    found = complaint("train", "--train", data, "--dev", data, "--system", "2-planar-graph", "-o", tmp_path / "x")
    assert "gives words several heads; expected it with model graphs" in found
    found = run(*training(place, "--system", "arc-eager", "-o", tmp_path / "x"))
    assert found.returncode == 1 and "arc-eager: it builds trees; expected one of graphs" in found.stderr
    assert "the model of the package: found a model of trees" in run("parse", "--deps", data).stderr


@pytest.mark.parametrize("options", [["--model", "arc-factored"], ["--fast"], ["--system", "auto"], ["--pipeline"]])
def test_options_of_trees(place: Path, tmp_path: Path, options: list[str]) -> None:
    found = run(*training(place, *options, "-o", tmp_path / "x"))
    assert found.returncode == 2 and "cannot be combined with --deps" in found.stderr
    assert "--beam requires --model transition" in run(*training(place, "--beam", "4", "-o", tmp_path / "x")).stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "found no DEPS; expected graphs in that column"),
        ("1\tGo\t_\t_\t_\t_\t0\troot\t0\t_\n\n", ":1: found DEPS '0' of word 1; expected HEAD:LABEL"),
        ("1\tGo\t_\t_\t_\t_\t0\troot\t5:x\t_\n\n", ":1: found head 5 in DEPS of word 1"),
        ("1\tGo\t_\t_\t_\t_\t0\troot\t0:root\t_\n\n", "found no arcs between words; expected graphs to learn from"),
    ],
)
def test_bad_input(tmp_path: Path, text: str, message: str) -> None:
    data = tmp_path / "bad.conllu"
    data.write_text(text, "utf-8")
    found = complaint("train", "--deps", "--train", data, "--dev", data, "-o", tmp_path / "x")
    assert found.startswith(str(data)) and message in found


def test_conllx_has_no_graphs(place: Path, tmp_path: Path) -> None:
    data = tmp_path / "x.conll"
    data.write_text("1\tGo\tgo\tV\tV\tA=b\t0\troot\t_\t_\n\n", "utf-8")
    found = complaint("parse", "--deps", "-m", place / "graphs.model", data, "--from", "conllx")
    assert found == f"{data}: found CoNLL-X, which has no DEPS; expected CoNLL-U"
    found = complaint("parse", "--deps", "--transitions", "-m", place / "graphs.model", place / "dev.conllu")
    assert "of graphs; expected one of trees" in found


def test_semantic_dependencies(tmp_path: Path) -> None:
    text = (
        "#SDP 2015\n#1\n1\tA\ta\tDT\t-\t+\t_\t_\t_\n2\then\then\tNN\t-\t-\t_\tBV\tARG1\n"
        "3\tis\tbe\tVBZ\t-\t-\t_\t_\t_\n4\tseen\tsee\tVBN\t+\t+\tv:e-i-p\t_\t_\n"
        "5\tnow\tnow\tRB\t-\t-\t_\t_\tloc\n\n"
    )
    data = tmp_path / "train.sdp"
    data.write_text("#SDP 2015\n" + text.removeprefix("#SDP 2015\n") * 20, "utf-8")
    output("train", "--deps", "--train", data, "--dev", data, "--epochs", "4", "-o", tmp_path / "m")
    parsed, back = tmp_path / "parsed.conllu", tmp_path / "back.sdp"
    output("parse", "-m", tmp_path / "m", data, "-o", parsed)
    assert elas(data, parsed) == 100
    output("convert", parsed, "-o", back)
    assert back.read_text("utf-8") == data.read_text("utf-8")
    output("convert", data, "-o", tmp_path / "plain.conllu")
    assert "0:top" in (tmp_path / "plain.conllu").read_text("utf-8")


def test_graphs_outside_a_class_on_a_page(tmp_path: Path) -> None:
    rows = ["1 a _ _ _ _ 0 root 0:root|3:x _", "2 b _ _ _ _ 1 x 1:x|4:y _", "3 c _ _ _ _ 1 x 1:x _"]
    text = "\n".join([*rows, "4 d _ _ _ _ 1 x 1:x _", ""]).replace(" ", "\t")
    (tmp_path / "a.conllu").write_text(f"# sent_id = s1\n{text}\n", "utf-8")
    (tmp_path / "b.conllu").write_text("1\ta\t_\t_\t_\t_\t0\troot\t0:root\t_\n\n", "utf-8")
    found = run("analyze", "--deps", "--explain", "planar", "--html", "page.html", "a.conllu", "b.conllu", cwd=tmp_path)
    assert (found.returncode, found.stdout) == (0, "")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "1 of 2 graphs" in page and "cross" in page and '"outside":["planar"' in page
    refused = run("analyze", "--deps", "--explain", "planar", "--html", "p.html", "--json", "a.conllu", cwd=tmp_path)
    assert refused.returncode == 2 and "cannot be combined with --json and --pictures" in refused.stderr
    unknown = run("analyze", "--deps", "--explain", "round", "--html", "p.html", "a.conllu", cwd=tmp_path)
    assert unknown.returncode == 1 and unknown.stderr.count("\n") == 1 and not (tmp_path / "p.html").exists()
