"""``multiplane train`` as it is run: models, progress, determinism, kills and Ctrl-C, refusals."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.cli.running import COMMAND, complaint, misuse, output, started
from tests.cli.test_main import terminal_output
from tests.cli.trained import made, training

import multiplane
from multiplane.learn import Parser
from multiplane.learn.training import loop
from multiplane.structure import is_projective

LINE = re.compile(r"epoch +(\d+)  loss +[\d.]+ %  +[\d,]+ words/s  LAS ([\d.]+)  UAS [\d.]+(  best so far)?")


def test_a_transition_model(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "a.model"
    text = output(*training(folder, "-o", place, "--licence", "MIT", "--source", "multiplane sample"))
    lines = text.splitlines()
    found = [LINE.fullmatch(line) for line in lines[:3]]
    assert all(found) and [match[1] for match in found if match] == ["1", "2", "3"]
    assert re.fullmatch(
        rf"{re.escape(str(place))}: LAS [\d.]+, UAS [\d.]+ on 60 sentences, epoch \d of 3, [\d.]+ s", lines[3]
    )
    parser = Parser.load(place)
    assert parser.model.kind == "transition" and float(max(match[2] for match in found if match)) > 60
    assert parser.training["licence"] == "MIT" and parser.training["source"] == "multiplane sample"
    assert "arc-eager" in repr(parser)
    assert [file.name for file in tmp_path.iterdir()] == ["a.model"]


def test_same_seed_same_bytes(folder: Path, model: Path, tmp_path: Path) -> None:
    output(*training(folder, "-o", tmp_path / "again.model"))
    assert (tmp_path / "again.model").read_bytes() == model.read_bytes()
    output(*training(folder, "-o", tmp_path / "other.model", "--seed", "1"))
    assert (tmp_path / "other.model").read_bytes() != model.read_bytes()


def test_a_graph_model(graph_model: Path) -> None:
    parser = Parser.load(graph_model)
    assert parser.model.kind == "arc-factored" and parser.training["development"]["las"] > 50


needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs PyTorch: make test-neural")


@needs_torch
def test_an_ensemble_from_training_to_trees(tmp_path: Path) -> None:
    place, parsed = tmp_path / "a.model", tmp_path / "parsed.conllu"
    options = ("--train", "sample:german", "--dev", "sample:german", "--model", "neural", "--epochs", "2")
    text = output("train", *options, "--ensemble", "2", "-o", place)
    assert [bool(LINE.fullmatch(line)) for line in text.splitlines()] == [True, True, False]
    model = Parser.load(place).model
    assert model.kind == "neural-ensemble" and model.header()["members"] == 2
    output("parse", "-m", place, "--trees", "projective", "sample:german", "-o", parsed)
    assert all(is_projective(sentence.tree) for sentence in multiplane.read(parsed))


@pytest.mark.slow
def test_the_treebank_decides(folder: Path, tmp_path: Path) -> None:
    files = ("--train", made(tmp_path / "made.conllu", 600, 1), "--dev", folder / "dev.conllu", "--epochs", "1")
    reason, neural, *_ = output("train", *files, "-o", tmp_path / "a.model").splitlines()
    scores = re.fullmatch(
        r"Chosen: arc-factored \(\w+\), LAS ([\d.]+) in a trial on 8,062 words; "
        r"arc-eager ([\d.]+), arc-factored \(\w+\) [\d.]+",
        reason,
    )
    assert scores and float(scores[1]) > float(scores[2])
    assert re.match(r"Model neural: .* about 1 minute of processor time here", neural)
    parser = Parser.load(tmp_path / "a.model")
    assert (
        parser.training["choice"]["reason"] == reason and f"arc-factored ({parser.model.header()['decoder']})" in reason
    )
    output("train", *files, "--system", "auto", "-o", tmp_path / "b.model")
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()


def test_without_a_trial(folder: Path, model: Path, tmp_path: Path) -> None:
    files = training(folder, "--system", "arc-eager", "-o", tmp_path / "a.model")
    assert output(*files).startswith("epoch  1")
    assert (tmp_path / "a.model").read_bytes() == model.read_bytes()
    files = ["train", "--train", "sample:german", "--dev", "sample:german", "-o", tmp_path / "a.model", "--epochs", "1"]
    assert output(*files, "--beam", "2").startswith("No trial: beam requires model transition (arc-eager)")
    assert output(*files, "--trees", "all").startswith("No trial: trees requires model arc-factored")
    assert "205 words are too few to try others" in output(*files)


@needs_torch
def test_a_short_budget_trains_a_linear_model_and_says_so(tmp_path: Path) -> None:
    files = ("--train", "sample:german", "--dev", "sample:german", "-o", tmp_path / "a.model")
    text = output("train", *files, "--budget", "0.01s")
    assert text.startswith("No trial: 0.01 s are too short for a neural model; training arc-eager\nepoch")


def test_features_of_ones_own(folder: Path, tmp_path: Path) -> None:
    features = tmp_path / "few.toml"
    features.write_text('transition = ["S0.upos B0.upos", "S0.form"]\nlabel = ["H.upos D.upos"]\n', "utf-8")
    output(*training(folder, "--features", features, "-o", tmp_path / "a.model"))
    header = Parser.load(tmp_path / "a.model").model.header()
    assert header["features"]["transition"] == ["S0.upos B0.upos", "S0.form"]
    features.write_text('transition = ["S0.upos B0.colour"]\nlabel = ["H.upos D.upos"]\n', "utf-8")
    assert complaint(*training(folder, "--features", features, "-o", tmp_path / "b.model")).startswith(
        f"{features}:1: template 'S0.upos B0.colour': found attribute 'colour'"
    )
    assert not (tmp_path / "b.model").exists()


def test_features_of_a_graph_model(folder: Path, tmp_path: Path) -> None:
    features = tmp_path / "few.toml"
    features.write_text('arc = ["H.upos D.upos", "D.form"]\nlabel = ["H.upos D.upos direction(H,D)"]\n', "utf-8")
    graph = ("--model", "arc-factored", "--features", features)
    output(*training(folder, *graph, "-o", tmp_path / "a.model"))
    header = Parser.load(tmp_path / "a.model").model.header()
    assert header["features"] == {"arc": ["H.upos D.upos", "D.form"], "label": ["H.upos D.upos direction(H,D)"]}
    features.write_text('transition = ["S0.upos"]\nlabel = ["H.upos D.upos"]\n', "utf-8")
    assert complaint(*training(folder, *graph, "-o", tmp_path / "b.model")) == (
        "found features transition and label for model arc-factored; expected arc and label"
    )


def test_word_clusters(folder: Path, tmp_path: Path) -> None:
    """Brown's files and plain ones; features of one's own that look at them; what does not fit."""
    place, plain = tmp_path / "brown.tsv", tmp_path / "plain.tsv"
    forms = {line.split("\t")[1] for line in (folder / "train.conllu").read_text("utf-8").splitlines() if "\t" in line}
    pairs = [(form, f"{len(form):08b}") for form in sorted(forms)]
    place.write_text("".join(f"{cluster}\t{form}\t5\n" for form, cluster in pairs), "utf-8")
    plain.write_text("".join(f"{form}\t{cluster}\n" for form, cluster in pairs), "utf-8")
    for path in (place, plain):
        output(*training(folder, "--clusters", path, "-o", tmp_path / f"{path.name}.model"))
    one, other = (tmp_path / f"{path.name}.model" for path in (place, plain))
    assert one.read_bytes() == other.read_bytes()
    assert "S0.cluster B0.upos" in Parser.load(one).model.header()["features"]["transition"]
    assert output("parse", "-m", one, folder / "dev.conllu").count("\n\n") == 60
    features = tmp_path / "few.toml"
    features.write_text('transition = ["S0.cluster4 B0.upos", "S0.form"]\nlabel = ["H.cluster D.upos"]\n', "utf-8")
    own = training(folder, "--features", features, "-o", tmp_path / "own.model")
    output(*own, "--clusters", place)
    assert complaint(*own) == "found attribute 'cluster4' and no word clusters; expected a file of clusters"
    place.write_text("01\ta\t5\n01\tb\n", "utf-8")
    message = f"{place}:2: found 2 columns; expected 3, as in the first line"
    assert complaint(*training(folder, "--clusters", place, "-o", tmp_path / "bad.model")) == message
    assert not (tmp_path / "bad.model").exists()


def test_a_tenth_is_held_out_without_a_development_set(folder: Path, tmp_path: Path) -> None:
    text = output("train", "--train", folder / "train.conllu", "--fast", "--epochs", "1", "-o", tmp_path / "a.model")
    assert text.splitlines()[0] == "No development set given: holding out 30 of 300 sentences"


@pytest.fixture
def saves(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The checkpoints that are written."""
    found: list[str] = []
    monkeypatch.setattr(loop.Checkpoint, "save", lambda checkpoint, path: found.append(Path(path).name))
    return found


def test_seconds_between_checkpoints(folder: Path, tmp_path: Path, saves: list[str]) -> None:
    call = training(folder, "-o", tmp_path / "a.model")
    output(*call, "--checkpoint-every", "0")
    assert len(saves) >= 3 and set(saves) == {"a.model.checkpoint"}
    saves.clear()
    output(*call, "--checkpoint-every", "1000")
    assert saves == []


def test_patience_is_how_many_epochs_may_be_worse(folder: Path, tmp_path: Path) -> None:
    """The words are drawn anew for each sentence, so more epochs do not help."""
    for patience in (1, 2):
        call = training(folder, "-o", tmp_path / "a.model", "--epochs", "20", "--patience", str(patience))
        *lines, last = output(*call).splitlines()
        best = [bool(match and match[3]) for match in map(LINE.fullmatch, lines)]
        assert not any(best[-patience:]) and best[-patience - 1] and last.count(f"of {len(best)}, ") == 1


def long_training(folder: Path, place: Path, *arguments: str) -> list[str | Path]:
    """A training of several passes, with a checkpoint after every slice."""
    large = folder / "large.conllu"
    if not large.exists():
        made(large, 500, 3)
    files = ["--train", large, "--dev", folder / "dev.conllu"]
    return ["train", "--fast", *files, "--epochs", "4", "--checkpoint-every", "0", "-o", place, *arguments]


@pytest.mark.long
def test_killed_at_any_moment_and_resumed(folder: Path, tmp_path: Path) -> None:
    output(*long_training(folder, tmp_path / "whole.model"))
    place = tmp_path / "killed.model"
    for lines, seconds in ((1, 0.2), (2, 0.5)):
        with started(*long_training(folder, place, "--resume")) as process:
            assert process.stdout is not None
            for _ in range(lines):
                process.stdout.readline()
            time.sleep(seconds)
        assert process.returncode == -signal.SIGKILL, "the training should not have come to its end"
        assert not place.exists() or Parser.load(place)
        checkpoint = Path(f"{place}.checkpoint")
        if checkpoint.exists():
            assert "checkpoint of a training" in complaint("parse", "-m", checkpoint, folder / "dev.conllu")
    for name in (place.name, f"{place.name}.checkpoint"):
        (tmp_path / f".{name}.0123abcd.part").write_bytes(b"half a file")
    output(*long_training(folder, place, "--resume"))
    assert place.read_bytes() == (tmp_path / "whole.model").read_bytes()
    assert {file.name for file in tmp_path.iterdir()} == {"whole.model", place.name}


@needs_torch
def test_ctrl_c_stops_an_ensemble_which_resumes_to_the_same_bytes(tmp_path: Path) -> None:
    place, whole = tmp_path / "stopped.model", tmp_path / "whole.model"
    options = ("train", "--train", "sample:german", "--dev", "sample:german", "--model", "neural", "--epochs", "6")
    options = (*options, "--ensemble", "2", "-o")
    with started(*options, place) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"epoch  1")
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=120)
    assert process.returncode == 130 and rest.decode().splitlines()[-1].startswith(f"stopped; {place}: LAS ")
    assert Parser.load(place).model.kind == "neural-ensemble"
    assert "Resuming after" in output(*options, place, "--resume")
    output(*options, whole)
    assert place.read_bytes() == whole.read_bytes()


@pytest.mark.slow
def test_a_bar_moves_on_a_terminal(folder: Path, tmp_path: Path) -> None:
    arguments = [str(argument) for argument in training(folder, "-o", tmp_path / "a.model")]
    seen = terminal_output(arguments, {"TERM": "xterm"})
    assert "━" in seen and seen.count("best so far") >= 1


AT_LEAST = "Input should be greater than or equal to"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "--model arc-factored --system swap",
            "--system requires --model transition, neural, graphs, liblinear or libsvm",
        ),
        ("--model arc-factored --beam 4", "--beam requires --model transition"),
        ("--model arc-factored --clusters a.tsv", "--clusters requires --model transition or graphs"),
        ("--model arc-factored --ensemble 2", "--ensemble requires --model neural"),
        ("--system auto --model arc-factored", "--system auto cannot be combined with --model"),
        ("--fast --system swap", "--fast cannot be combined with --model or --system"),
        ("--fast --trees projective", "--trees requires --model arc-factored or neural"),
        ("--beam 2 --units 64", "--beam and --units cannot be combined: no model takes all of them"),
        (
            "--model forest",
            "found model 'forest'; expected transition, arc-factored, neural, graphs, liblinear or libsvm",
        ),
        ("--model neural --beam 4", "--beam requires --model transition"),
        (
            "--model neural --features a.toml",
            "--features requires --model transition, arc-factored, graphs, liblinear or libsvm",
        ),
        ("--model neural --ensemble 0", f"'--ensemble': {AT_LEAST} 1"),
        ("--model neural --ensemble 33", "'--ensemble': Input should be less than or equal to 32"),
        (
            "--model neural --system swap --ensemble 2",
            "--ensemble cannot be combined with --system",
        ),
        ("--model neural --system swap --vectors no.vec", "--vectors cannot be combined with --system"),
        ("--model neural --system swap --trees all", "--trees cannot be combined with --system"),
        ("--model neural --oracle static", "--oracle requires --system"),
        ("--model neural --units 48", "found 48 units; expected a multiple of 32, 32 to 512"),
        ("--model neural --budget 5", "found budget '5'; expected a time such as 90s, 5m or 1h"),
        ("--model libsvm --epochs 7", "--epochs requires --model transition, arc-factored, neural or graphs"),
        ("--pipeline --deps", "--pipeline cannot be combined with --deps"),
        ("--gold-tags", "--gold-tags requires --pipeline"),
        ("--epochs 0", f"'--epochs': {AT_LEAST} 1"),
        ("--patience 0", f"'--patience': {AT_LEAST} 1"),
        ("--beam 0", f"'--beam': {AT_LEAST} 1"),
        ("--seed -1", f"'--seed': {AT_LEAST} 0"),
        ("-o -", "--output must be a file: a model cannot be written to standard output"),
    ],
)
def test_bad_usage(arguments: str, message: str) -> None:
    assert misuse("train", "--train", "sample:german", "-o", "a.model", *arguments.split()) == message
    assert not Path("a.model").exists()


def test_files_are_needed() -> None:
    assert misuse("train", "--train", "sample:german") == "Missing option '--output' / '-o'."
    assert misuse("train", "-o", "a.model") == "Missing option '--train'."


def test_bad_input_is_one_line(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "a.model"

    def fault(*arguments: str | Path) -> str:
        return complaint("train", "--train", folder / "train.conllu", "-o", place, *arguments)

    assert complaint("train", "--train", "no.conllu", "-o", place) == "no.conllu: no such file"
    assert complaint("train", "--train", "sample:dutch-1", "-o", place).endswith("expected at least two")
    assert (
        complaint("train", "--train", "sample:dutch", "-o", tmp_path) == f"{tmp_path}: is a directory; expected a file"
    )
    nowhere = tmp_path / "no" / "a.model"
    assert complaint("train", "--train", "sample:dutch", "-o", nowhere) == f"{nowhere}: no such folder"
    assert fault("--dev", "sample:dutch", "--system", "arc-eagre").startswith("no transition system 'arc-eagre'")
    assert fault("--dev", "sample:dutch", "--model", "arc-factored", "--trees", "round").startswith("no class 'round'")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_full_disk_is_one_line_and_leaves_nothing(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "a.model"
    command = " ".join([*COMMAND, *map(str, training(folder, "-o", place))])
    found = subprocess.run(["bash", "-c", f"ulimit -f 100; {command}"], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stderr == f"multiplane: {place}: File too large\n"
    assert not list(tmp_path.iterdir())
