"""The same bytes for any number of workers and threads."""

from __future__ import annotations

import random

from judge import Case
from material import KINDS, model, training

THREADS = ["OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS"]


def attack(chance: random.Random, case: Case) -> None:
    kind = chance.choice(list(KINDS))
    found = []
    if chance.random() < 0.25:
        for number in ("1", "4"):
            words = training(case, kind, f"{number}.model")
            case.run(*words, environment={"OMP_NUM_THREADS": number})
            place = case.folder / f"{number}.model"
            found.append(place.read_bytes() if place.exists() else b"")
        case.expect(found[0] == found[1], f"training with OMP_NUM_THREADS 1 and 4: other bytes: {kind}")
        return
    name = model(case, kind)
    sentences = (case.folder / "dev.conllu").read_text("utf-8").split("\n\n")[:-1]
    chance.shuffle(sentences)
    long = "".join(f"{n}\ta\t_\t_\t_\t_\t_\t_\t_\t_\n" for n in range(1, chance.choice([2, 90, 700]))) + "\n"
    case.write("in.conllu", "\n\n".join(sentences[: chance.choice([0, 1, 3, 25])]) + "\n\n" + long)
    more = chance.choice([(), ("--transitions",), ("--beam", "4"), ("--trees", "projective"), ("--to", "json")])
    codes = set()
    for number in ("1", "2", "4"):
        words = ("parse", "-m", name, "in.conllu", "--workers", number, "-o", f"out-{number}", *more)
        codes.add(case.run(*words, environment={chance.choice(THREADS): chance.choice(["1", "3", "64"])}).code)
        place = case.folder / f"out-{number}"
        found.append(place.read_bytes() if place.exists() else b"")
    case.expect(
        len(codes) == 1 and len(set(found)) == 1, f"parsing with 1, 2 and 4 workers: other bytes: {kind} {more}"
    )
