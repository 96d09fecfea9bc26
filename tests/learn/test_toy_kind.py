"""A new kind of model is a folder with its options, trainer and model, and a line in the table of kinds: this one is.

Nothing else of the package is changed, and yet `train`, checks, checkpoints, `Parser` and the command know it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import multiplane
from multiplane.learn import Parser, Progress, kinds

LINE = "toy_kind.options:Toy"

OPTIONS = '''
"""The options of a parser that hangs each word on one some places before it."""

from dataclasses import dataclass
from typing import ClassVar

from multiplane.learn.options import InEpochs, option


@dataclass(frozen=True, kw_only=True)
class Toy(InEpochs):
    """A toy: each word depends on one some places before it."""

    kind: ClassVar[str] = "toy"
    models: ClassVar = {"toy": "toy_kind.model:ToyModel"}

    places: int = option(1, help="How many places before the word.", minimum=1, maximum=9)

    def new_trainer(self, train):
        from toy_kind.trainer import ToyTrainer

        return ToyTrainer(train, self.places)
'''

TRAINER = '''
"""It has little to learn: the most frequent label."""

import numpy as np

from toy_kind.model import ToyModel


class ToyTrainer:
    def __init__(self, train, places):
        labels = [word.deprel for sentence in train for word in sentence]
        self.label, self.places, self.seen = max(sorted(set(labels)), key=labels.count), places, 0

    def step(self, order):
        self.seen += len(order)
        return 0, len(order)

    def model(self):
        return ToyModel((self.label,), self.places)

    def state(self):
        return {"seen": np.array([self.seen])}

    def restore(self, state):
        self.seen = int(state["seen"][0])
'''

MODEL = '''
"""The finished toy."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from multiplane.learn.model.predicted import Predicted


@dataclass(frozen=True)
class ToyModel:
    labels: tuple[str, ...]
    places: int
    kind: ClassVar[str] = "toy"

    def parse(self, layout, workers=None):
        lengths = np.diff(layout.offsets)
        heads = np.concatenate([np.maximum(np.arange(1, n + 1) - self.places, 0) for n in lengths]).astype(np.int32)
        none = np.zeros(len(heads), np.float32)
        return Predicted(heads, np.zeros(len(heads), np.int32), none, none, np.full(len(heads), -1, np.int32))

    def header(self):
        return {"labels": list(self.labels), "places": self.places}

    def tensors(self):
        return {}

    @classmethod
    def from_file(cls, file):
        return cls(tuple(file.labels("labels")), file.integer("places", low=1, high=9))
'''


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the toy, and its line in the table of kinds."""
    folder = tmp_path / "toy_kind"
    folder.mkdir()
    files = {"__init__": "", "options": OPTIONS, "trainer": TRAINER, "model": MODEL}
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(kinds.KINDS, "toy", LINE)
    return tmp_path


def test_the_library_knows_it(toy: Path) -> None:
    place = toy / "toy.model"
    parser = multiplane.train("sample:dutch", "sample:german", model="toy", places=2, epochs=2, output=place)
    assert parser.training["epochs"] == 2 and Parser.load(place).model == parser.model
    parsed = Parser.load(place).parse(multiplane.read("sample:german"))
    assert [word.head_id for word in parsed[0]][:4] == [0, 0, 1, 2]
    with pytest.raises(multiplane.MultiplaneError, match="found places 10; expected 1 to 9"):
        multiplane.train("no-such.conllu", model="toy", places=10)
    with pytest.raises(multiplane.MultiplaneError, match=r"model toy has no option 'place', .* \(nearest: places\)"):
        multiplane.train("no-such.conllu", model="toy", place=2)
    assert kinds.kinds_with(["places"]) == ["toy"]


def test_its_training_resumes(toy: Path) -> None:
    def kill(now: Progress) -> None:
        if now.scores is not None and now.epoch == 2:
            raise RuntimeError("killed")

    options: dict[str, Any] = {"model": "toy", "checkpoint": toy / "checkpoint", "checkpoint_every": 0}
    with pytest.raises(RuntimeError):
        multiplane.train("sample:dutch", "sample:german", progress=kill, **options)
    told: list[str] = []
    multiplane.train("sample:dutch", "sample:german", resume=True, announce=told.append, **options)
    assert told[0].startswith("Resuming after 1 epoch and")
    with pytest.raises(multiplane.MultiplaneError, match="no such file"):
        Parser.load(toy / "checkpoint")


def test_the_command_knows_it(toy: Path) -> None:
    """In a process of its own, where the line is added before the command is made."""
    call = f"from multiplane.learn import kinds; kinds.KINDS['toy'] = {LINE!r}"
    call += "; from multiplane.cli.main import main; main()"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(toy), *sys.path])}
        command = [sys.executable, "-c", call, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)

    place = str(toy / "toy.model")
    files = ("--train", "sample:dutch", "--dev", "sample:german", "-o", place)
    trained = run("train", *files, "--model", "toy", "--places", "3", "--epochs", "1")
    assert trained.returncode == 0 and trained.stdout.startswith("epoch  1"), trained.stderr
    assert run("parse", "-m", place, "sample:german").returncode == 0
    assert "--places requires --model toy" in run("train", *files, "--fast", "--places", "3").stderr
    assert "--places" in run("train", "--help").stdout
    assert "How many places before the word." in run("kinds", "toy").stdout
