"""``multiplane eval`` from end to end."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import complaint, output, run
from tests.cli.trained import training

import multiplane
from multiplane.evaluate import compare, evaluate

GOLD = """\
# sent_id = s1
1	She	_	_	_	_	2	nsubj:pass	_	_
2	was	_	_	_	_	0	root	_	_
3	seen	_	_	_	_	2	xcomp	_	_
4	who	_	_	_	_	1	acl:relcl	_	_
5	?	_	_	_	_	2	punct	_	_

# sent_id = s2
1	Hens	_	_	_	_	2	nsubj	_	_
2	lay	_	_	_	_	0	root	_	_

"""
SECOND = GOLD.replace("2\tnsubj:pass\t_\t_", "2\tnsubj\t_\tTransition=left").replace("1\tacl:relcl", "3\tacl:relcl")
THIRD = SECOND.replace("2\tnsubj\t_\t_\n2\tlay\t_\t_\t_\t_\t0\troot", "0\troot\t_\t_\n2\tlay\t_\t_\t_\t_\t1\tdep")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    paths = tmp_path / "gold.conllu", tmp_path / "second.conllu", tmp_path / "third.conllu"
    for path, text in zip(paths, (GOLD, SECOND, THIRD), strict=True):
        path.write_text(text, "utf-8")
    return paths


def figures(*arguments: str | Path, stdin: bytes = b"") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(output("eval", *arguments, "--json", stdin=stdin))
    return found


def test_json_is_a_list_with_an_object_per_prediction(files: tuple[Path, Path, Path]) -> None:
    gold, second, third = files
    (found,) = figures(gold, second)
    assert (found["file"], found["convention"], found["punctuation"], found["subtypes"]) == (
        str(second),
        "conll-2018",
        True,
        False,
    )
    assert (found["sentences"], found["words"]) == (2, 7)
    assert found["uas"] == found["las"] == pytest.approx(600 / 7)
    assert (found["label_accuracy"], found["clas"]) == (100, pytest.approx(500 / 6))
    assert found["projective"] == {
        "gold": 6,
        "predicted": 7,
        "precision": pytest.approx(600 / 7),
        "recall": 100,
        "unlabelled_precision": pytest.approx(600 / 7),
        "unlabelled_recall": 100,
    }
    assert found["non_projective"] == {
        "gold": 1,
        "predicted": 0,
        "precision": None,
        "recall": 0,
        "unlabelled_precision": None,
        "unlabelled_recall": 0,
    }
    assert found["without_punctuation"]["las"] == pytest.approx(500 / 6)
    assert found["by_transition"]["left"]["precision"] == 100
    assert list(found["by_length"]) == ["root", "1", "2", "3-6", "7+"]
    assert found["by_direction"]["left"]["gold"] == 2
    assert found["by_sentence_length"]["1-10"]["gold"] == 7
    assert found["by_label"]["nsubj"]["gold"] == 2
    assert found["comparisons"] == []
    assert [entry["file"] for entry in figures(gold, second, third)] == [str(second), str(third)]


def test_json_says_what_python_says(files: tuple[Path, Path, Path]) -> None:
    gold, second, third = map(multiplane.read, files)
    for path, predicted, entry in zip(files[1:], (second, third), figures(*files), strict=True):
        scores = evaluate(gold, predicted)
        assert entry["file"] == str(path)
        assert [entry[key] for key in ("uas", "las", "clas", "label_accuracy")] == [
            scores.uas,
            scores.las,
            scores.clas,
            scores.label_accuracy,
        ]


def test_comparisons_are_seen_from_both_sides(files: tuple[Path, Path, Path]) -> None:
    gold, second, third = files
    one, other, again = figures(gold, second, third, second, "--shuffles", "500", "--seed", "7")
    assert [entry["file"] for entry in one["comparisons"]] == [str(third), str(second)]
    assert [entry["file"] for entry in other["comparisons"]] == [str(second), str(second)]
    assert [entry["file"] for entry in again["comparisons"]] == [str(second), str(third)]
    there, back = one["comparisons"][0], other["comparisons"][0]
    assert (there["shuffles"], there["seed"]) == (500, 7)
    expected = compare(*map(multiplane.read, files), shuffles=500, seed=7)
    for score, found in (("uas", expected.uas), ("las", expected.las)):
        assert there[score] == {
            "difference": found.difference,
            "only_this": found.only_one,
            "only_other": found.only_other,
            "shuffling_p": found.shuffling_p,
            "mcnemar_p": found.mcnemar_p,
        }
        assert back[score]["difference"] == -there[score]["difference"] < 0
        assert (back[score]["only_this"], back[score]["only_other"]) == (0, 2)
        assert back[score]["mcnemar_p"] == there[score]["mcnemar_p"] == 0.5
        assert back[score]["shuffling_p"] == there[score]["shuffling_p"]
    assert one["comparisons"][1]["las"]["shuffling_p"] == 1
    assert str(again["comparisons"][0]["las"]["difference"]) == "0.0"


def test_options_choose_what_counts(files: tuple[Path, Path, Path]) -> None:
    gold, second, _ = files
    found = {
        options: figures(gold, second, *options)[0]
        for options in ((), ("--no-punctuation",), ("--subtypes",), ("--convention", "conll-x"))
    }
    assert [entry["words"] for entry in found.values()] == [7, 6, 7, 6]
    assert [round(entry["las"], 2) for entry in found.values()] == [85.71, 83.33, 71.43, 66.67]
    back = figures(gold, second, "--convention", "conll-x", "--punctuation", "--no-subtypes")[0]
    assert {key: back[key] for key in ("las", "uas", "clas")} == {key: found[()][key] for key in ("las", "uas", "clas")}


def test_tables_for_people(files: tuple[Path, Path, Path]) -> None:
    gold, second, third = files
    text = output("eval", gold, second, third)
    assert f"{gold}  2 sentences, 7 words; CoNLL 2018: all words count, main relations" in text
    assert "without punctuation: 6 words" in text
    row = next(line.split() for line in text.splitlines() if line.strip().startswith(str(second)))
    assert row[1:] == ["85.71", "85.71", "100.00", "83.33", "85.71", "100.00", "–", "0.00"]
    assert "stratified shuffling of sentences, 10,000 times, seed 0; McNemar's test on words" in text
    row = next(line.split() for line in text.splitlines() if f"{second} – {third}" in line)
    assert row[3:5] == ["UAS", "+28.57"] and row[-3:] == ["2", "0", "0.5000"]
    assert "by label" not in text
    assert "punctuation does not count, whole labels" in output("eval", gold, second, "--convention", "conll-x")


def test_breakdowns_on_request(files: tuple[Path, Path, Path]) -> None:
    gold, second, third = files
    text = output("eval", gold, second, "--by", "label", "--by", "transition")
    rows = [line.split() for line in text.splitlines()]
    assert ["nsubj", "2", "2", "100.00", "100.00", "100.00", "100.00"] in rows
    assert ["left", "1", "100.00", "100.00"] in rows
    assert "by direction" not in text
    everything = output("eval", gold, second, third, "--by", "all")
    for name in ("direction", "length", "sentence length", "label", "transition"):
        assert f"{second}: by {name}" in everything and f"{third}: by {name}" in everything
    assert f"{gold}: no transitions are recorded in MISC" in output("eval", gold, gold, "--by", "transition")


def test_other_words_are_an_error_that_names_both_lines(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    gold, second, _ = files
    other = tmp_path / "other.conllu"
    other.write_text(SECOND.replace("\tHens\t", "\tCats\t").replace("# sent_id = s1\n", ""), "utf-8")
    expected = f"{gold}:9: found word 1 'Hens', {other}:8: found word 1 'Cats'; expected the same"
    assert complaint("eval", gold, other) == complaint("eval", gold, second, other, "--json") == expected
    shorter = tmp_path / "shorter.conllu"
    shorter.write_text(GOLD[: GOLD.index("# sent_id = s2")], "utf-8")
    assert complaint("eval", gold, shorter) == (
        f"{gold}:9: found word 1 'Hens', {shorter}:7: found the end of the file; expected the same"
    )


def test_bad_files_and_bad_usage(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    gold, second, _ = files
    assert complaint("eval", gold, tmp_path / "none.conllu").endswith("none.conllu: no such file")
    empty = tmp_path / "empty.conllu"
    empty.write_text("")
    assert "empty.conllu:1: found an empty file" in complaint("eval", gold, empty)
    cyclic = tmp_path / "cyclic.conllu"
    cyclic.write_text(GOLD.replace("\t0\troot", "\t1\troot", 1))
    assert "found a cycle through words 1, 2" in complaint("eval", gold, cyclic)
    headless = tmp_path / "headless.conllu"
    headless.write_text(GOLD.replace("\t0\troot", "\t_\troot", 1))
    assert "headless.conllu:3:" in complaint("eval", gold, headless)
    for arguments in (
        [gold],
        ["-", "-"],
        [gold, "-", "-"],
        [gold, second, "--by", "what"],
        [gold, second, "--convention", "conll-2009"],
        [gold, second, "--shuffles", "0"],
    ):
        assert run("eval", *arguments).returncode == 2, arguments


def test_several_roots_in_a_prediction_are_fine(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    roots = tmp_path / "roots.conllu"
    roots.write_text(GOLD.replace("2\tnsubj:pass", "0\tnsubj:pass"), "utf-8")
    found = run("eval", files[0], roots, "--json")
    assert (found.returncode, found.stderr) == (0, "")
    assert json.loads(found.stdout)[0]["by_direction"]["root"]["predicted"] == 3


def test_formats_may_be_mixed_compressed_or_piped(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    gold, second, _ = files
    (plain,) = figures(gold, second, "--convention", "conll-2018")
    old = tmp_path / "second.conll"
    output("convert", second, "--to", "conllx", "-o", old)
    packed = tmp_path / "second.conllu.gz"
    packed.write_bytes(gzip.compress(second.read_bytes()))
    for found in (
        figures(gold, old),
        figures(gold, packed),
        figures(gold, "-", stdin=SECOND.encode()),
        figures("-", second, stdin=GOLD.encode()),
    ):
        assert {key: found[0][key] for key in ("las", "uas", "clas")} == {
            key: plain[key] for key in ("las", "uas", "clas")
        }
    (reverse,) = figures(old, gold)
    assert (reverse["convention"], reverse["words"]) == ("conll-x", 6)
    assert old.read_text("utf-8").count("\n") < SECOND.count("\n")


def test_a_real_treebank(treebanks: Path, tmp_path: Path) -> None:
    gold = treebanks / "danish-ddt" / "train.conll"
    trees = multiplane.read(gold)
    chain = [number for sentence in trees for number in range(len(sentence))]
    predicted = tmp_path / "chain.conll"
    multiplane.write(trees.with_trees(chain), predicted)
    first, second = figures(gold, gold, predicted)
    assert (first["uas"], first["las"], first["label_accuracy"], first["clas"]) == (100, 100, 100, None)
    assert first["convention"] == "conll-x" and first["words"] < trees.word_count
    assert first["non_projective"]["recall"] == 100 > second["non_projective"]["recall"]
    assert second["comparisons"][0]["las"]["mcnemar_p"] == 0
    assert second["comparisons"][0]["las"]["shuffling_p"] == 1 / 10_001


def test_transitions_in_use_from_training_to_the_table(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    model, parsed = tmp_path / "lba.model", tmp_path / "parsed.conllu"
    output(*training(folder, "--model", "liblinear", "--system", "arc-eager+lba", "-o", model))
    output("parse", "-m", model, folder / "dev.conllu", "--transitions", "-o", parsed)
    lines = output("eval", folder / "dev.conllu", parsed, "--by", "transition").splitlines()
    (heading,) = (line for line in lines if line.split()[:2] == ["transition", "predicted"])
    assert "precision" in heading
    used = {cells[0]: int(cells[1]) for line in lines if len(cells := line.split()) == 4 and cells[1].isdigit()}
    recorded = [part for line in parsed.read_text("utf-8").splitlines() for part in line.split("|")[-1].split("\t")]
    for name in ("left", "right", "lba"):
        assert used[name] == recorded.count(f"Transition={name}") > 0


def test_tables_as_markdown_and_latex() -> None:
    found = output("eval", "sample:dutch", "sample:dutch", "sample:dutch", "--by", "label", "--markdown")
    assert "|  | UAS | LAS |" in found and "**sample:dutch**  " in found and "\x1b" not in found
    assert "| det |" in found and "**significance: " in found
    found = output("eval", "sample:dutch", "sample:dutch", "--latex")
    assert found.count(r"\begin{tabular}") == 2 and found.startswith("% sample:dutch  ")
    assert run("eval", "sample:dutch", "sample:dutch", "--latex", "--json").returncode == 2


RETOKENIZED = (
    GOLD.replace(
        "2\twas\t_\t_\t_\t_\t0\troot\t_\t_\n3\tseen\t_\t_\t_\t_\t2\txcomp\t_\t_\n",
        "2\twasseen\t_\t_\t_\t_\t0\troot\t_\t_\n",
    )
    .replace("4\twho", "3\twho")
    .replace("5\t?", "4\t?")
)


def test_other_tokens_get_the_scores_of_raw_text(tmp_path: Path, files: tuple[Path, Path, Path]) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(RETOKENIZED, "utf-8")
    (found,) = figures(files[0], other)
    assert list(found)[:5] == ["file", "Tokens", "Sentences", "Words", "UPOS"]
    assert found["Words"] == {
        "gold": 7,
        "predicted": 6,
        "precision": pytest.approx(500 / 6),
        "recall": pytest.approx(500 / 7),
        "f1": pytest.approx(1000 / 13),
    }
    text = output("eval", files[0], other, "--markdown")
    assert "CoNLL 2018, raw text" in text and "| Words | 83.33 | 71.43 | 76.92 |" in text
    assert "expected the same" in complaint("eval", files[0], other, "--by", "length")


def test_raw_text_scores_on_request(tmp_path: Path, files: tuple[Path, Path, Path]) -> None:
    gold, second, third = files
    both = figures(gold, second, third, "--raw")
    assert [entry["LAS"]["f1"] for entry in both] == [entry["las"] for entry in figures(gold, second, third)]
    bare = tmp_path / "bare.conllu"
    bare.write_text(
        "".join(
            f"{line.rsplit(chr(9), 4)[0]}\t_\t_\t_\t_\n" if "\t" in line else f"{line}\n" for line in GOLD.splitlines()
        ),
        "utf-8",
    )
    assert figures(gold, bare, "--raw")[0]["LAS"]["f1"] is None
    text = output("eval", "--raw", gold, bare)
    assert "–" in text
    assert run("eval", "--raw", "--deps", gold, second).returncode == 2
    assert run("eval", "--raw", "--subtypes", gold, second).returncode == 2
