"""Attacks the command with made-up input, within a time limit, and keeps every finding as a folder that shows it.

    python scripts/fuzz --minutes 10 --seed 1
    python scripts/fuzz --minutes 10 --resume
    python scripts/fuzz --seed 1 --case 17

Case N of a seed is always the same, whatever came before it. `.fuzz/` holds the state from which `--resume` goes on,
the models that cases share, and a folder for each finding: the input, and `run.sh`, the commands with what they said.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import traceback
from collections import Counter
from functools import cache
from hashlib import blake2b
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).parent))

import checkpoints
import commands
import files
import names
import nesting
import pictures
import signals
import texts
import workers
from judge import Case

PROJECT = Path(__file__).resolve().parents[2]
TARGETS = {
    module.__name__: module.attack
    for module in (commands, names, files, texts, nesting, checkpoints, signals, workers, pictures)
}


@cache
def digest() -> str:
    """What the models that cases share depend on: the source of the package."""
    files = sorted((PROJECT / "src").rglob("*.py"))
    return blake2b(b"".join(path.read_bytes() for path in files), digest_size=4).hexdigest()


def attack(seed: int, number: int, targets: list[str], kept: Path, limit: float) -> tuple[str, Case]:
    """Run one case of a seed."""
    target = targets[number % len(targets)]
    case = Case(kept / f"{seed}-{number}-{target}", kept / f"prepared-{digest()}", limit)
    try:
        TARGETS[target](random.Random(f"{seed} {number}"), case)
    except Exception:
        case.findings.append(f"the fuzzer itself failed:\n{traceback.format_exc()}")
    head = "#!/bin/sh\n# " + "\n# ".join("\n".join(case.findings).splitlines())
    (case.folder / "run.sh").write_text(f'{head}\ncd "$(dirname "$0")" || exit\n\n' + "\n".join(case.script), "utf-8")
    return target, case


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument(
        "--resume", action="store_true", help="go on where the last run of this seed and these targets was"
    )
    options.add_argument("--case", type=int, help="run this case alone")
    options.add_argument("--cases", type=int, help="run so many cases at most")
    options.add_argument("--target", choices=TARGETS, action="append", help="this target only (repeatable)")
    options.add_argument("--limit", type=float, default=120, help="seconds of a core after which a command hangs")
    options.add_argument("--folder", type=Path, default=PROJECT / ".fuzz")
    given = options.parse_args()
    place = given.folder / "state.json"
    state = {"seed": given.seed, "targets": given.target or list(TARGETS), "next": 0, "tried": {}, "findings": []}
    if given.resume and place.exists():
        kept = json.loads(place.read_text("utf-8"))
        state = kept if (kept["seed"], kept["targets"]) == (state["seed"], state["targets"]) else state
    if given.case is not None:
        state["next"] = given.case
    tried, began, first = Counter(state["tried"]), monotonic(), state["next"]
    most = 1 if given.case is not None else given.cases or 10**9
    while monotonic() - began < 60 * given.minutes and state["next"] - first < most:
        number = state["next"]
        target, case = attack(state["seed"], number, state["targets"], given.folder, given.limit)
        tried[target] += 1
        for finding in case.findings:
            print(f"{case.folder / 'run.sh'}: {finding}", flush=True)
            state["findings"].append([str(case.folder), finding])
        if not case.findings and given.case is None:
            shutil.rmtree(case.folder)
        state["next"], state["tried"] = number + 1, dict(tried)
        if given.case is None:
            place.write_text(json.dumps(state, indent=1) + "\n", "utf-8")
    done = ", ".join(f"{name} {count}" for name, count in tried.items())
    print(f"seed {state['seed']}, cases {first} to {state['next'] - 1}; {done}; findings: {len(state['findings'])}")
    return 1 if state["findings"] else 0


if __name__ == "__main__":
    sys.exit(main())
