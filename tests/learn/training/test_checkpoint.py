"""Real trainers, killed and resumed at every slice: the same bytes as without a break."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from multiplane.learn import Progress, train
from multiplane.learn.training import loop as loop


class Killed(BaseException):
    """What no handler catches, as a kill."""


@pytest.mark.parametrize(
    "settings",
    [{"model": "graph"}, {"system": "arc-eager"}, {"system": "2-planar"}, {"system": "arc-eager", "beam": 2}],
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
