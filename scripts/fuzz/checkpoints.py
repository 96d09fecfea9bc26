"""Models and checkpoints of every kind, edited, their checksums right: they parse, resume, or are refused."""

from __future__ import annotations

import copy
import random
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
from judge import Case
from material import KINDS, UNFINISHED, model, training

from multiplane.errors import MultiplaneError
from multiplane.learn.model.file import load_model, save_model

VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    2**31,
    2**63,
    10**400,
    1e300,
    "",
    "x",
    "a\tb",
    "\0",
    "y" * 5000,
    [],
    {},
    [[]],
]
TYPES = ["i1", "u1", "i2", "i4", "i8", "f4", "f8", "?"]


def edited(value: Any, chance: random.Random) -> Any:
    """JSON with one value of it, anywhere, dropped, doubled or replaced."""
    if isinstance(value, dict | list) and value and chance.random() < 0.9:
        key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        match chance.randrange(5):
            case 0:
                del value[key]
            case 1 if isinstance(value, list):
                value[:] = value * chance.choice([2, 300])
            case _:
                value[key] = edited(value[key], chance)
        return value
    return copy.deepcopy(chance.choice(VALUES))


def damaged(tensor: np.ndarray[Any, Any], chance: random.Random) -> np.ndarray[Any, Any]:
    """An array with other values, or of another length, shape or type."""
    match chance.randrange(5):
        case 0:
            return tensor.astype(chance.choice(TYPES))
        case 1:
            return tensor[: chance.randrange(len(tensor) + 1)] if tensor.ndim else tensor[None]
        case 2:
            return tensor.reshape(-1)[None]
        case _:
            raw = np.array(tensor).reshape(-1).view(np.uint8)
            for _ in range(chance.choice([1, 20])):
                if len(raw):
                    raw[chance.randrange(len(raw))] = chance.choice([0, 1, 127, 128, 255])
            return raw.view(tensor.dtype).reshape(tensor.shape)


def edit(place: Path, chance: random.Random) -> bool:
    """Change a model's file in one to three places; false if that cannot be written."""
    file = load_model(place)
    header, tensors = copy.deepcopy(dict(file.header)), dict(file.tensors)
    with np.errstate(all="ignore"):
        for _ in range(chance.choice([1, 1, 2, 3])):
            if chance.random() < 0.6 or not tensors:
                header = edited(header, chance)
            else:
                name = chance.choice(sorted(tensors))
                tensors[name] = damaged(tensors[name], chance)
    try:
        save_model(place, file.kind, header, tensors)
    except (MultiplaneError, AttributeError, TypeError, ValueError):
        return False
    return True


def unfinished(case: Case, kind: str) -> str:
    """The checkpoint of a training of a kind that was stopped once."""
    name = f"{kind}.model.checkpoint"
    if not (case.prepared / name).exists():
        words = training(case, kind, f"{kind}.model", "--checkpoint-every", "0", "--epochs", "50", "--patience", "50")
        seconds = 4.0
        while not (case.folder / name).exists() and seconds < 100:
            case.run(*words, stop=(signal.SIGINT, seconds), leaves=(f"{kind}.model", name))
            seconds *= 2
        (case.folder / name).replace(case.prepared / name)
        (case.folder / f"{kind}.model").unlink(missing_ok=True)
        time.sleep(0.01)
    return case.take(name)


def attack(chance: random.Random, case: Case) -> None:
    if chance.random() < 0.5:
        kind = chance.choice(UNFINISHED)
        name = unfinished(case, kind)
        if edit(case.folder / name, chance):
            more = ("--epochs", "50", "--patience", "50", "--resume", "--checkpoint-every", "60")
            words = training(case, kind, f"{kind}.model", *more)
            leaves = (f"{kind}.model", name)
            case.run(*words, stop=(signal.SIGINT, 12), leaves=leaves)
    else:
        name = model(case, chance.choice(list(KINDS)))
        if edit(case.folder / name, chance):
            kept = case.write("in.conllu", (case.folder / "dev.conllu").read_bytes())
            case.run("parse", "-m", name, kept, "-o", "out.conllu")
