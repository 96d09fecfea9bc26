"""``multiplane replicate`` from end to end, on the sample and on generated treebanks."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import complaint, output, run, started

import multiplane
from multiplane.evaluate import compare, evaluate
from multiplane.structure import classify, tree_class

QUICK = ("--epochs", "1", "--words", "150")


def tables(paper: str, treebank: str | Path, *options: str | Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(output("replicate", paper, "--treebanks", treebank, "--json", *options))
    return found


def test_coverage_is_that_of_the_definitions(tmp_path: Path) -> None:
    (table,) = tables("one-endpoint-crossing", "sample:german", "-o", tmp_path)
    (row,) = table["rows"]
    trees = [classify(sentence.tree.heads) for sentence in multiplane.read("sample:german")]
    assert (table["paper"], table["table"], row["treebank"]) == ("one-endpoint-crossing", "Table 1", "sample:german")
    assert row["ours"]["sentences"] == len(trees)
    for heading, name in (("1-Endpoint-Crossing", "one-endpoint-crossing"), ("gap-minding", "gap-minding")):
        inside = sum(tree in tree_class(name) for tree in trees)
        assert row["ours"][heading] == pytest.approx(100 * inside / len(trees))
    assert row["paper"] == {} and row["difference"] is None
    assert list(tmp_path.iterdir()) == []


def test_nesting_as_in_the_schemata_article(tmp_path: Path) -> None:
    (table,) = tables("schemata", "sample:shape", "-o", tmp_path)
    (row,) = table["rows"]
    assert row["ours"]["strongly ill-nested for its gap degree"] > 0
    text = output("replicate", "schemata", "--treebanks", "sample:shape", "--markdown", "-o", tmp_path)
    assert text.startswith("**Table 1: trees by gap degree and nesting, in per cent**\n\n| treebank | sentences |")


def test_the_paper_s_figures_stand_beside_ours_for_the_same_treebank(tmp_path: Path) -> None:
    folder = tmp_path / "banks" / "danish-ddt"
    folder.mkdir(parents=True)
    output("convert", "sample:dutch", "--to", "conllx", "-o", folder / "train.conll")
    (table,) = tables("one-endpoint-crossing", tmp_path / "banks")
    assert table["rows"][0]["paper"]["sentences"] == 5190 and table["rows"][0]["paper"]["projective"] == 84.4
    assert "as printed" in output("replicate", "one-endpoint-crossing", "--treebanks", tmp_path / "banks")
    output("convert", "sample:dutch", "--to", "conllu", "-o", folder / "train.conllu")
    (table,) = tables("one-endpoint-crossing", tmp_path / "banks")
    assert table["rows"][0]["paper"] == {}, "in UD it is another annotation"


@pytest.mark.slow
def test_scores_and_p_values_and_a_second_run_that_trains_nothing(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "kept"
    options = ("--epochs", "1", "-o", place)
    first = tables("two-planar", folder, *options)
    rows = {row["name"]: row for row in first[1]["rows"]}
    assert {name: row["system"] for name, row in rows.items()} == {
        "2-planar": "2-planar",
        "Malt P": "arc-eager",
        "Malt PP": "arc-eager+pp:head",
    }
    gold = multiplane.read(folder / "dev.conllu")
    (ours, other) = (
        multiplane.read(next(place.glob(f"*/{name}-transition-*.conllu"))) for name in ("arc-eager", "2-planar")
    )
    scores, found = evaluate(gold, ours, "conll-x"), compare(gold, ours, other, "conll-x").las
    row = rows["Malt P"]
    assert (row["ours"]["LAS"], row["ours"]["UAS"]) == (scores.las, scores.uas)
    assert (row["difference"], row["shuffling_p"], row["mcnemar_p"]) == (
        pytest.approx(found.difference),
        found.shuffling_p,
        found.mcnemar_p,
    )
    assert rows["2-planar"]["difference"] is None
    files = {path: path.stat().st_mtime_ns for path in place.rglob("*") if path.is_file()}
    assert len(files) == 9
    lost = next(place.glob("*/arc-eager-*.json"))
    lost.unlink()
    assert tables("two-planar", folder, *options) == first
    kept = {path: path.stat().st_mtime_ns for path in place.rglob("*") if path.is_file()}
    assert kept.keys() == files.keys()
    assert {path.name.split("-transition")[0] for path in files if kept[path] != files[path]} == {"arc-eager"}
    lost.write_text("{}", "utf-8")
    assert complaint("replicate", "two-planar", "--treebanks", folder, *options) == (
        f"{lost}: found no figures; expected those of a run: remove it to run it again"
    )


@pytest.mark.long
def test_a_run_that_was_killed_goes_on(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "kept"
    place.mkdir()
    arguments = ("replicate", "two-planar", "--treebanks", folder, "--epochs", "2", "-o", place)
    with started(*arguments) as process:
        deadline = time.monotonic() + 300
        while not list(place.glob("*/*.json")) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.kill()
    complete = {path: path.stat().st_mtime_ns for path in place.glob("*/*.json")}
    assert complete
    found = json.loads(output(*arguments, "--json"))
    assert {path: path.stat().st_mtime_ns for path in complete} == complete
    assert found == tables("two-planar", folder, "--epochs", "2", "-o", tmp_path / "at-once")
    assert len(list(place.glob("*/*.json"))) == 3


@pytest.mark.parametrize("paper", ["two-planar", "buffer-transitions", "undirected", "divisible"])
def test_a_title_names_the_parser_that_others_are_compared_with_if_there_is_one(
    paper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("multiplane.papers.replication.fill_tables", lambda tables, *rest: [[] for _ in tables])
    text = output("replicate", paper, "--treebanks", "sample:dutch", "--markdown")
    assert "; difference in LAS from" in text
    assert "None" not in text


@pytest.mark.parametrize(
    "paper",
    [pytest.param(name, marks=pytest.mark.long) for name in ("buffer-transitions", "undirected", "divisible")],
)
def test_every_paper_with_scores(paper: str, tmp_path: Path) -> None:
    text = output("replicate", paper, "--treebanks", "sample:dutch", *QUICK, "-o", tmp_path)
    assert "difference in LAS from" in text
    found = tables(paper, "sample:dutch", *QUICK, "-o", tmp_path)
    for table in found:
        assert table["rows"] and all(any(v is not None for v in row["ours"].values()) for row in table["rows"])
    if paper == "buffer-transitions":
        assert [table["table"] for table in found] == [f"Table {n}" for n in (1, 2, 3, 4, 6, 7, 8)]
        assert set(found[6]["rows"][0]["ours"]) == {"PP", "PR", "NP", "NR"}
        better = found[3]["rows"][0]
        first = {row["system"]: row["ours"]["LAS"] for row in found[0]["rows"]}
        assert better["ours"]["LAS"] == max(first["arc-eager+lba"], first["arc-eager+rba"]) == first[better["system"]]


@pytest.mark.parametrize("learner", ["liblinear", "libsvm"])
def test_support_vector_machines_with_the_features_of_maltparser(learner: str, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    options = ("--model", learner, "--features", "malt", "--words", "150", "-o", tmp_path)
    found = tables("two-planar", "sample:dutch", *options)
    assert len(found[1]["rows"]) == 3
    record = json.loads(next(tmp_path.glob(f"*/2-planar-{learner}-*.json")).read_text("utf-8"))
    assert "O0.xpos" in record["depends_on"]["features"]["transition"]


def test_complaints_in_one_line(tmp_path: Path) -> None:
    base = ("replicate", "schemata", "--treebanks")
    assert complaint(*base, tmp_path / "no").endswith("no: no such file or folder")
    assert "found no train.conllu or train.conll" in complaint(*base, tmp_path)
    assert "found two treebanks with the name sample:dutch" in complaint(
        *base, "sample:dutch", "--treebanks", "sample:dutch"
    )
    assert run(*base, "sample:dutch", "--json", "--markdown").returncode == 2
    assert run("replicate", "four-planar", "--treebanks", "sample:").returncode == 2
