"""``multiplane parse`` as it is run: what changes and what does not, pipes, workers, odd files, refusals."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.cli.running import COMMAND, complaint, output, run, started, wait_for_a_file
from tests.cli.trained import made, training

import multiplane
from multiplane.cli.parse import read_blocks
from multiplane.evaluate import evaluate
from multiplane.learn import Parser
from multiplane.learn.model import file as model_file
from multiplane.learn.model import streaming
from multiplane.learn.model.file import load_model, save_model


def columns(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").split("\n")]


def without_trees(path: Path, place: Path) -> Path:
    """The file with HEAD and DEPREL of every word left open."""
    rows = [[*row[:6], "_", "_", *row[8:]] if len(row) == 10 else row for row in columns(path)]
    place.write_text("\n".join("\t".join(row) for row in rows), "utf-8")
    return place


def test_only_heads_and_labels_change(folder: Path, model: Path, tmp_path: Path) -> None:
    parsed = tmp_path / "parsed.conllu"
    assert output("parse", "-m", model, folder / "dev.conllu", "-o", parsed) == ""
    before, after = columns(folder / "dev.conllu"), columns(parsed)
    assert len(before) == len(after) and before != after
    for one, other in zip(before, after, strict=True):
        assert one[:6] == other[:6] and one[8:] == other[8:] and len(one) == len(other)
    scores = evaluate(multiplane.read(folder / "dev.conllu"), multiplane.read(parsed))
    assert scores.las == pytest.approx(Parser.load(model).training["development"]["las"], abs=0.01)
    assert scores.las > 60


def test_heads_need_not_be_there(folder: Path, model: Path, tmp_path: Path) -> None:
    bare = without_trees(folder / "dev.conllu", tmp_path / "bare.conllu")
    whole = output("parse", "-m", model, folder / "dev.conllu")
    assert output("parse", "-m", model, bare) == whole
    assert output("parse", "-m", model, "-", stdin=bare.read_bytes()) == whole
    assert output("parse", "-m", model, stdin=bare.read_bytes()) == whole


@pytest.mark.parametrize("found", [{"guide": {"kind": "transition"}}, {"mirrored": True}])
def test_guided_parsers_are_refused(found: dict[str, object], folder: Path, model: Path, tmp_path: Path) -> None:
    file, place = load_model(model), tmp_path / "guided.model"
    save_model(place, file.kind, {**file.header, **found}, file.tensors)
    message = f"{place}: found a guided parser; expected one without a guide: train it again"
    assert complaint("parse", "-m", place, folder / "dev.conllu") == message


def test_empty_columns_are_a_warning(folder: Path, model: Path, tmp_path: Path) -> None:
    rows = [
        [*row[:2], "_", "_", "_", "_", *row[6:]] if len(row) == 10 else row for row in columns(folder / "dev.conllu")
    ]
    untagged = tmp_path / "untagged.conllu"
    untagged.write_text("\n".join("\t".join(row) for row in rows), "utf-8")
    found = run("parse", "-m", model, untagged, folder / "dev.conllu", "-o", tmp_path / "out.conllu")
    assert found.returncode == 0 and found.stderr.count("\n") == 1
    assert found.stderr.startswith(f"multiplane: warning: {untagged}: ")
    assert "UPOS" in found.stderr and "are empty; the model was trained with them" in found.stderr
    assert run("parse", "-m", model, folder / "dev.conllu").stderr == ""


def test_the_model_of_the_package_has_a_name() -> None:
    found = run("parse", "-m", "english", "sample:english-1")
    assert found.returncode == 0 and "No model given" not in found.stderr


def test_a_graph_model_and_another_decoder(folder: Path, graph_model: Path) -> None:
    dev = folder / "dev.conllu"
    projective = output("parse", "-m", graph_model, dev)
    crossing = output("parse", "-m", graph_model, dev, "--trees", "spanning-tree")
    assert output("parse", "-m", graph_model, dev, "--trees", "projective") == projective != crossing
    assert "for model arc-factored" not in projective
    assert complaint("parse", "-m", graph_model, dev, "--beam", "4") == (
        "found a beam for model arc-factored; expected one for a transition model only"
    )
    assert "expected a transition model" in complaint("parse", "-m", graph_model, dev, "--transitions")
    assert "round" in complaint("parse", "-m", graph_model, dev, "--trees", "round")


def test_the_bytes_do_not_depend_on_workers_and_blocks(model: Path, tmp_path: Path) -> None:
    large = made(tmp_path / "large.conllu", 1500, 5)
    assert large.stat().st_size > 2 * streaming.BLOCK_SIZE
    one = output("parse", "-m", model, large, "--workers", "1")
    assert output("parse", "-m", model, large, "--workers", "3") == one
    loaded = Parser.load(model)
    for size in (20_000, 10**9):
        blocks = multiplane.treebank.stream_blocks(large, block_size=size)
        parsed = b"".join(map(bytes, streaming.parse_blocks(loaded, blocks, workers=2)))
        assert parsed.decode() == one


def test_a_beam_of_one_is_greedy(folder: Path, model: Path) -> None:
    dev = folder / "dev.conllu"
    assert output("parse", "-m", model, dev, "--beam", "1") == output("parse", "-m", model, dev)


def test_transitions_are_recorded_for_the_evaluation(folder: Path, model: Path, tmp_path: Path) -> None:
    dev, place = folder / "dev.conllu", tmp_path / "parsed.conllu"
    output("parse", "-m", model, dev, "--transitions", "-o", place)
    plain, recorded = Parser.load(model).parse(dev), multiplane.read(place)
    assert (plain.heads == recorded.heads).all()
    counts = {"left": 0, "right": 0, "": 0}
    for one, other in zip(plain, recorded, strict=True):
        for word, same in zip(one, other, strict=True):
            parts = same.misc.split("|")
            kept = [part for part in parts if not part.startswith("Transition=")]
            assert ("|".join(kept) or "_") == word.misc
            transition = "".join(part.removeprefix("Transition=") for part in parts if part not in kept)
            counts[transition] += 1
            assert transition in (("", "right") if (word.head_id or 0) < int(word.id) else ("", "left"))
    assert counts["left"] > counts[""] < counts["right"]
    assert "left" in output("eval", dev, place, "--by", "transition")
    assert output("parse", "-m", model, place, "--transitions") == place.read_text("utf-8")


def test_transitions_are_recorded_in_the_last_column_of_conllx(folder: Path, model: Path, tmp_path: Path) -> None:
    """PDEPREL, whose own content stays."""
    gold, filled, place = (tmp_path / f"{name}.conllx" for name in ("dev", "filled", "parsed"))
    output("convert", folder / "dev.conllu", "-o", gold)
    lines = [line.split("\t") for line in gold.read_text("utf-8").splitlines()]
    filled.write_text(
        "\n".join("\t".join([*line[:8], "0", "root"]) if line[1:] else "" for line in lines) + "\n", "utf-8"
    )
    plain = output("parse", "-m", model, filled)
    output("parse", "-m", model, filled, "--transitions", "-o", place)
    recorded = place.read_text("utf-8")
    assert {"root", "root|Transition=left", "root|Transition=right"} == {
        w.misc for s in multiplane.read(place) for w in s
    }
    assert recorded.replace("|Transition=left", "").replace("|Transition=right", "") == plain
    assert "left" in output("eval", gold, place, "--by", "transition")
    assert output("parse", "-m", model, place, "--transitions") == recorded


@pytest.mark.slow
def test_odd_files_stay_as_they_are(model: Path, tmp_path: Path) -> None:
    rows = [
        "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_",
        "1\tde\t_\tADP\t_\t_\t_\t_\t_\tA=b",
        "2\tle\t_\tDET\t_\t_\t_\t_\t_\t_",
        "2.1\tx\t_\tX\t_\t_\t_\t_\t2:dep\t_",
        "3\tpain\t_\tNOUN\t_\t_\t_\t_\t_\tSpaceAfter=No",
    ]
    text = "\ufeff# text = du pain\r\n" + "\r\n".join(rows)
    place = tmp_path / "odd.conllu"
    place.write_bytes(text.encode())
    found = subprocess.run([*COMMAND, "parse", "-m", model, place], capture_output=True, check=True).stdout
    for one, other in zip(text.split("\r\n"), found.decode().split("\r\n"), strict=True):
        assert one.split("\t")[:6] == other.split("\t")[:6] and one.split("\t")[8:] == other.split("\t")[8:]
    twice = subprocess.run([*COMMAND, "parse", "-m", model, place, place], capture_output=True, check=True).stdout
    assert twice == found + b"\r\n\r\n" + found.removeprefix(b"\xef\xbb\xbf")


def test_the_byte_order_mark_of_a_later_file_is_left_out(folder: Path, model: Path, tmp_path: Path) -> None:
    dev, marked = folder / "dev.conllu", tmp_path / "marked.conllu"
    marked.write_bytes(b"\xef\xbb\xbf" + dev.read_bytes())
    plain, mark = output("parse", "-m", model, dev), "\ufeff"
    assert output("parse", "-m", model, marked) == mark + plain
    assert output("parse", "-m", model, marked, dev, marked) == mark + 3 * plain


def test_several_files_and_standard_input(folder: Path, model: Path, tmp_path: Path) -> None:
    dev, train = folder / "dev.conllu", folder / "train.conllu"
    both = output("parse", "-m", model, dev, "-", stdin=train.read_bytes())
    assert both == output("parse", "-m", model, dev) + output("parse", "-m", model, train)
    assert run("parse", "-m", model, "-", "-").returncode == 2
    conllx = tmp_path / "dev.conllx"
    run("convert", dev, "-o", conllx)
    place = tmp_path / "both.conllu"
    assert complaint("parse", "-m", model, dev, conllx, "-o", place) == (
        f"{conllx}: found CoNLL-X; expected CoNLL-U, as in the files before it"
    )
    assert not place.exists()
    assert output("parse", "-m", model, conllx).count("\n") == conllx.read_text("utf-8").count("\n")


def test_what_was_parsed_before_a_fault_does_not_depend_on_workers(folder: Path, model: Path, tmp_path: Path) -> None:
    made(tmp_path / "bad.conllu", 1500, 5)
    with (tmp_path / "bad.conllu").open("a", encoding="utf-8") as file:
        file.write("1\tno\tcolumns\n\n")
    one, three = (run("parse", "-m", model, tmp_path / "bad.conllu", "--workers", n) for n in ("1", "3"))
    assert one.returncode == three.returncode == 1
    assert one.stdout == three.stdout and len(one.stdout) > streaming.BLOCK_SIZE
    assert one.stderr.count("\n") == 1 and "found 3 columns; expected 10" in one.stderr
    place = tmp_path / "out.conllu"
    complaint("parse", "-m", model, tmp_path / "bad.conllu", "-o", place)
    assert not place.exists()
    found = run("parse", "-m", model, tmp_path / "bad.conllu", "--skip-bad", "-o", place)
    assert found.returncode == 0 and "skipped 1 bad sentence\n" in found.stderr
    assert len(multiplane.read(place)) == 1500


def test_nothing_is_lost_where_a_later_path_cannot_be_looked_at(folder: Path, model: Path) -> None:
    dev = folder / "dev.conllu"
    one, two = (run("parse", "-m", model, dev, "a" * 300, "--workers", n) for n in ("1", "2"))
    assert one.returncode == two.returncode == 1
    assert one.stdout == two.stdout == output("parse", "-m", model, dev)
    assert one.stderr == two.stderr and one.stderr.count("\n") == 1


def test_a_small_file_is_read_in_even_blocks(model: Path, tmp_path: Path) -> None:
    path = made(tmp_path / "small.conllu", 1500, 5)
    words = [block.word_count for block in read_blocks([str(path)], None, False, set(), Parser.load(model))]
    assert len(words) in (8, 9) and max(words) < 1.1 * sum(words) / 8


@pytest.mark.parametrize(
    "text", ["The hen lays eggs.\n", "The hen that lays eggs every day is in the garden.\n", "Hen"]
)
def test_plain_text_is_told_what_is_missing(model: Path, text: str) -> None:
    assert complaint("parse", "-m", model, stdin=text.encode()) == (
        "<stdin>:1: found plain text; expected CoNLL-U with words in columns, or for text, a pipeline, "
        "from train --pipeline"
    )


def test_models_that_are_none(folder: Path, tmp_path: Path) -> None:
    dev, place = folder / "dev.conllu", tmp_path / "out.conllu"
    assert complaint("parse", "-m", "no.model", dev, "-o", place) == "no.model: no such file"
    assert "not in safetensors format" in complaint("parse", "-m", dev, dev, "-o", place)
    assert not place.exists()


def test_without_a_model_the_embedded_one_parses_and_says_so(folder: Path) -> None:
    found = run("parse", folder / "dev.conllu")
    assert found.returncode == 0
    assert found.stderr == "No model given; using the built-in English model.\n"
    assert found.stdout == output("parse", "-m", "english", folder / "dev.conllu")


@pytest.mark.slow
def test_closed_pipes_and_full_disks(folder: Path, model: Path, tmp_path: Path) -> None:
    command = " ".join([*COMMAND, "parse", "-m", str(model), str(folder / "train.conllu")])
    found = subprocess.run(["bash", "-c", f"{command} | head -n 1"], capture_output=True, text=True, check=True)
    assert found.stdout.count("\n") == 1 and found.stderr == ""
    found = subprocess.run(["bash", "-c", f"{command} > /dev/full"], capture_output=True, text=True, check=False)
    assert found.returncode == 1 and found.stderr == "multiplane: No space left on device\n"
    assert complaint("parse", "-m", model, folder / "train.conllu", "-o", "/dev/full") == (
        "/dev/full: No space left on device"
    )
    place = tmp_path / "out.conllu"
    limited = f"ulimit -f 8; {command} -o {place}"
    found = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, check=False)
    assert found.returncode == 1 and found.stderr == f"multiplane: {place}: File too large\n"
    assert not list(tmp_path.iterdir())


def test_a_file_can_be_parsed_in_place(folder: Path, model: Path, tmp_path: Path) -> None:
    place = tmp_path / "dev.conllu"
    place.write_bytes((folder / "dev.conllu").read_bytes())
    expected = output("parse", "-m", model, place)
    output("parse", "-m", model, place, "-o", place)
    assert place.read_text("utf-8") == expected


@pytest.mark.slow
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_being_told_to_stop_leaves_no_output(
    folder: Path, model: Path, tmp_path: Path, sent: signal.Signals, code: int
) -> None:
    place = tmp_path / "out.conllu"
    text = (folder / "train.conllu").read_bytes()
    with started("parse", "-m", model, "-", "-o", place) as process:
        assert process.stdin is not None
        for _ in range(2 * streaming.BLOCK_SIZE // len(text) + 1):
            process.stdin.write(text)
        process.stdin.flush()
        wait_for_a_file(tmp_path)
        time.sleep(0.2)
        process.send_signal(sent)
        assert process.wait(timeout=60) == code
    assert not place.exists()
    assert sent == signal.SIGKILL or not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_graph_model_with_a_schema_as_its_decoder(folder: Path, graph_model: Path, tmp_path: Path) -> None:
    dev = folder / "dev.conllu"
    assert output("parse", "-m", graph_model, dev, "--trees", "schema:eisner-1996") == output(
        "parse", "-m", graph_model, dev
    )
    assert "nivre-2003 cannot be compiled" in complaint("parse", "-m", graph_model, dev, "--trees", "schema:nivre-2003")
    assert "no schema 'eisner'" in complaint("parse", "-m", graph_model, dev, "--trees", "schema:eisner")
    own = tmp_path / "schema.model"
    output(*training(folder, "--model", "arc-factored", "--trees", "schema:eisner-1996", "-o", own, "--epochs", "1"))
    loaded = Parser.load(own)
    assert loaded.with_decoder("projective").parse(multiplane.read(dev)) == loaded.parse(multiplane.read(dev))


def test_a_model_of_an_older_format_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_file, "FORMAT_VERSION", 1)
    model_file.save_model(tmp_path / "old.model", "transition", {"system": "arc-eager"}, {})
    monkeypatch.undo()
    expected = "found a model of an older multiplane (format 1); expected format 2: train it again"
    assert complaint("parse", "-m", tmp_path / "old.model", "sample:german") == f"{tmp_path / 'old.model'}: {expected}"
