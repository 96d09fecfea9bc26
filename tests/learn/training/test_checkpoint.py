"""Real trainers, killed and resumed at every slice: the same bytes as without a break."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from multiplane.errors import MultiplaneError
from multiplane.learn import Progress, train
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.training import loop as loop


class Killed(BaseException):
    """What no handler catches, as a kill."""


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"model": "arc-factored"}, marks=pytest.mark.long),
        {"system": "arc-eager"},
        pytest.param({"system": "2-planar"}, marks=pytest.mark.long),
        pytest.param({"system": "arc-eager", "beam": 2}, marks=pytest.mark.slow),
    ],
    ids=lambda settings: "-".join(map(str, settings.values())),
)
def test_resumed_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]) -> None:
    monkeypatch.setattr(loop, "FIRST_SLICE", 8)
    monkeypatch.setattr(loop, "_next_size", lambda size, seconds: 7)
    learn = partial(train, "sample:german", "sample:dutch", epochs=2, **settings)
    learn(output=tmp_path / "whole.model")
    killed = {(1, 15), (1, 21), (2, 8)}

    def kill(now: Progress) -> None:
        if now.scores is None and (now.epoch, now.done) in killed:
            killed.remove((now.epoch, now.done))
            raise Killed

    resumed = partial(learn, checkpoint=tmp_path / "checkpoint", checkpoint_every=0, resume=True)
    for _ in range(3):
        with pytest.raises(Killed):
            resumed(output=tmp_path / "resumed.model", progress=kill)
        assert (tmp_path / "checkpoint").exists() and not (tmp_path / "resumed.model").exists()
    resumed(output=tmp_path / "resumed.model", progress=kill)
    assert (tmp_path / "resumed.model").read_bytes() == (tmp_path / "whole.model").read_bytes()


def crafted(path: Path, change: Callable[[dict[str, Any], dict[str, Any]], object]) -> None:
    """Change the header and the tensors of a checkpoint; its checksum stays right."""
    file = load_model(path)
    header, tensors = copy.deepcopy(dict(file.header)), dict(file.tensors)
    change(header, tensors)
    save_model(path, file.kind, header, tensors)


CRAFTED = {
    "no loop": lambda header, tensors: header.update(loop={}),
    "a text as epoch": lambda header, tensors: header["loop"].update(epoch="1"),
    "an epoch below 0": lambda header, tensors: header["loop"].update(epoch=-1),
    "more done than there is": lambda header, tensors: header["loop"].update(done=10**6),
    "best epoch to come": lambda header, tensors: header["loop"].update(best_epoch=9),
    "no best model": lambda header, tensors: header.update(best=None),
    "no scores": lambda header, tensors: header["loop"].update(best_scores=None),
    "other scores": lambda header, tensors: header["loop"].update(best_scores={"las": 1}),
    "scores that are a list": lambda header, tensors: header["loop"].update(best_scores=[1, 2]),
    "scores that are a number": lambda header, tensors: header["loop"].update(best_scores=7),
    "no state": lambda header, tensors: [tensors.pop(name) for name in list(tensors) if name.startswith("trainer/")],
    "rows out of range": lambda header, tensors: tensors.update(
        {"trainer/label_rows": tensors["trainer/label_rows"] + np.int32(2**30)}
    ),
    "values of another shape": lambda header, tensors: tensors.update(
        {"trainer/label_values": tensors["trainer/label_values"][:, 1:]}
    ),
    "seen as float": lambda header, tensors: tensors.update({"trainer/seen": np.zeros(1)}),
    "seen is empty": lambda header, tensors: tensors.update({"trainer/seen": np.zeros(0, np.int64)}),
    "a best model of no kind": lambda header, tensors: header["best"].update(kind="checkpoint"),
}


@pytest.fixture(scope="module")
def checkpoint_bytes(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    place = tmp_path_factory.mktemp("checkpoint") / "checkpoint"

    def kill(now: Progress) -> None:
        if now.epoch == 2:
            raise Killed

    with pytest.raises(Killed):
        train("sample:german", "sample:dutch", epochs=3, checkpoint=place, checkpoint_every=0, progress=kill)
    return place.read_bytes()


@pytest.mark.parametrize("change", CRAFTED.values(), ids=CRAFTED)
def test_crafted_checkpoints_are_one_line(
    checkpoint_bytes: bytes, tmp_path: Path, change: Callable[[dict[str, Any], dict[str, Any]], object]
) -> None:
    place = tmp_path / "checkpoint"
    place.write_bytes(checkpoint_bytes)
    crafted(place, change)
    with pytest.raises(MultiplaneError) as found:
        train("sample:german", "sample:dutch", epochs=3, checkpoint=place, resume=True)
    assert str(found.value).startswith(str(place)) and "\n" not in str(found.value)
