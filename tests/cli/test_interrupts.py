"""What Ctrl-C and SIGTERM leave of a training: a model that parses, and a checkpoint that is really used."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from tests.cli.running import output, started

import multiplane
from multiplane.characters import plural
from multiplane.evaluate import evaluate
from multiplane.learn import Parser

EPOCHS = 9
KINDS = {
    "transition": ("--system", "arc-eager"),
    "graph": ("--model", "arc-factored", "--trees", "all"),
    "pipeline": ("--pipeline", "--system", "arc-eager"),
    "neural": ("--model", "neural", "--trees", "all", "--units", "64"),
}
CASES = [
    ("transition", signal.SIGINT),
    ("transition", signal.SIGTERM),
    ("graph", signal.SIGINT),
    pytest.param("graph", signal.SIGTERM, marks=pytest.mark.slow),
    ("pipeline", signal.SIGTERM),
    pytest.param("pipeline", signal.SIGINT, marks=pytest.mark.slow),
    ("neural", signal.SIGTERM),
    pytest.param("neural", signal.SIGINT, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("kind", "sent"), CASES)
def test_a_stopped_training_leaves_a_model_and_goes_on(
    folder: Path, tmp_path: Path, kind: str, sent: signal.Signals
) -> None:
    if kind == "neural":
        pytest.importorskip("torch")
    place, whole, dev = tmp_path / "stopped.model", tmp_path / "whole.model", folder / "dev.conllu"
    passes = ("--epochs", str(EPOCHS), "--patience", str(EPOCHS))
    call = ["train", "--train", folder / "train.conllu", "--dev", dev, *passes, *KINDS[kind], "-o"]
    before = []
    with started(*call, place) as process:
        assert process.stdout is not None
        while not before or not before[-1].startswith("epoch"):
            before.append(process.stdout.readline().decode())
        process.send_signal(sent)
        rest, errors = process.communicate(timeout=120)
    before += rest.decode().splitlines()
    assert (process.returncode, errors) == (128 + sent, b"")
    assert before[-1].startswith(f"stopped; {place}: LAS ") and before[-1].endswith("; --resume continues")
    done = epochs_in(before)
    assert done == list(range(1, len(done) + 1))

    stopped = Parser.load(place)
    assert stopped.training["epochs"] == len(done) and stopped.training["best_epoch"] in done
    best = max(float(found[1]) for line in before if (found := re.search(r"LAS ([\d.]+)  UAS .*best so far", line)))
    assert f"{stopped.training['development']['las']:.2f}" == f"{best:.2f}"
    assert (type(multiplane.load(place)) is multiplane.Pipeline) == (kind == "pipeline")
    again = ("--overwrite", "tags", "--overwrite", "lemmas") if kind == "pipeline" else ()
    output("parse", "-m", place, dev, *again, "-o", tmp_path / "parsed.conllu")
    scores = evaluate(multiplane.read(dev), multiplane.read(tmp_path / "parsed.conllu"))
    assert f"{scores.las:.2f}" == f"{best:.2f}"

    after = output(*call, place, "--resume").splitlines()
    assert any(line.startswith(f"Resuming after {plural(len(done), 'epoch')} and ") for line in after)
    assert done + epochs_in(after) == list(range(1, EPOCHS + 1))
    output(*call, whole)
    assert place.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parsed.conllu", "stopped.model", "whole.model"]


def epochs_in(lines: list[str]) -> list[int]:
    """The epochs that were complete, as they are printed."""
    return [int(found[1]) for line in lines if (found := re.match(r"epoch +(\d+)  loss", line))]
