"""SIGINT and SIGTERM at any moment of a training that resumes: a later one ends with the bytes of one never stopped."""

from __future__ import annotations

import random
import signal

from judge import Case
from material import UNFINISHED, model, training

STOPS = 4


def attack(chance: random.Random, case: Case) -> None:
    kind = chance.choice(UNFINISHED)
    whole = (case.folder / model(case, kind)).read_bytes()
    (case.folder / f"{kind}.model").unlink()
    words = training(case, kind, "stopped.model", "--resume", "--checkpoint-every", "0")
    leaves = ("stopped.model", "stopped.model.checkpoint")
    seconds = 6.0
    for number in range(STOPS):
        number_of = chance.choice([signal.SIGINT, signal.SIGTERM])
        ended = case.run(*words, stop=(number_of, chance.random() * seconds), leaves=leaves)
        if ended.code == 0:
            seconds = min(seconds, ended.seconds)
        if number == 1 and (case.folder / "stopped.model").exists():
            case.run("parse", "-m", "stopped.model", "dev.conllu", "-o", "parsed.conllu")
    case.expect(case.run(*words, leaves=leaves).code == 0, f"does not resume to its end: {kind}")
    place = case.folder / "stopped.model"
    case.expect(place.exists() and place.read_bytes() == whole, f"other bytes than those never stopped: {kind}")
    case.expect(not (case.folder / "stopped.model.checkpoint").exists(), f"a checkpoint is left: {kind}")
