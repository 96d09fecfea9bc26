"""The share of sentences and arcs of each treebank that each transition system can derive.

    python benchmarks/coverage.py [TREEBANK...] [--json]

A treebank is a folder; all its files count. By default, all those beside the project (or in MULTIPLANE_TREEBANKS).
Below the table: the swaps of the eager and the lazy oracle, the switches of 2-planar, and how often lifted arcs are
restored from pseudo-projective trees.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import reduce
from operator import add
from pathlib import Path

import numpy as np

import multiplane
from multiplane.structure import is_projective
from multiplane.transition import lift, unlift
from multiplane.transition.oracles import all_systems, coverage
from multiplane.treebank import Treebank
from treebanks import TREEBANKS

SCHEMES = ("head", "path", "head+path")


def files_of(folder: Path) -> list[Path]:
    return sorted([*folder.glob("*.conllu"), *folder.glob("*.conll")])


def put_back(treebank: Treebank, scheme: str) -> tuple[int, int, int, int]:
    """Sentences lifted and restored completely; arcs lifted and restored."""
    sentences, whole, arcs, restored = 0, 0, 0, 0
    for tree in (sentence.tree for sentence in treebank if not is_projective(sentence.heads)):
        lifted = lift(tree, scheme)
        back = unlift(lifted, scheme)
        changed, wrong = lifted.heads != tree.heads, back.heads != tree.heads
        sentences += bool(changed.any())
        whole += not wrong.any()
        arcs += int(changed.sum())
        restored += int((changed & ~wrong).sum())
    return sentences, whole, arcs, restored


def measure(folder: Path) -> dict[str, object]:
    treebanks = [multiplane.read(path) for path in files_of(folder)]
    begin = time.perf_counter()
    systems = {name: reduce(add, [coverage(treebank, [name])[0] for treebank in treebanks]) for name in all_systems()}
    seconds = time.perf_counter() - begin
    eager = reduce(add, [coverage(treebank, ["swap"], lazy=False)[0] for treebank in treebanks])
    schemes = {scheme: np.sum([put_back(treebank, scheme) for treebank in treebanks], axis=0) for scheme in SCHEMES}
    return {
        "treebank": folder.name,
        "sentences": eager.sentences,
        "words": eager.arcs,
        "seconds": round(seconds, 1),
        "systems": {
            name: {"sentences": found.sentence_share, "arcs": found.arc_share} for name, found in systems.items()
        },
        "swaps": {"eager": eager.transitions["swap"], "lazy": systems["swap"].transitions["swap"]},
        "switches": {name: systems[name].transitions["switch"] for name in ("2-planar", "3-planar")},
        "put_back": {
            scheme: {
                "lifted_sentences": int(counts[0]),
                "sentences": counts[1] / max(counts[0], 1),
                "lifted_arcs": int(counts[2]),
                "arcs": counts[3] / max(counts[2], 1),
            }
            for scheme, counts in schemes.items()
        },
    }


def show(found: list[dict[str, object]]) -> None:
    """Two tables, a column for each treebank, and the counts below them."""
    width = max(len(name) for name in all_systems()) + 2
    for share in ("sentences", "arcs"):
        print(f"% of {share} derived".ljust(width), *(str(column["treebank"])[:9].rjust(9) for column in found))
        for name in all_systems():
            values = [f"{100 * column['systems'][name][share]:9.2f}" for column in found]  # type: ignore[index]
            print(name.ljust(width), *values)
        print()
    rows = {
        "words": [column["words"] for column in found],
        "seconds for all systems": [column["seconds"] for column in found],
        "swaps, eager oracle": [column["swaps"]["eager"] for column in found],  # type: ignore[index]
        "swaps, lazy oracle": [column["swaps"]["lazy"] for column in found],  # type: ignore[index]
        "switches, 2-planar": [column["switches"]["2-planar"] for column in found],  # type: ignore[index]
    }
    for scheme in SCHEMES:
        for what in ("sentences", "arcs"):
            shares = [column["put_back"][scheme][what] for column in found]  # type: ignore[index]
            rows[f"% {what} put back, {scheme}"] = [f"{100 * value:.2f}" for value in shares]
    for name, values in rows.items():
        print(name.ljust(width), *(str(value).rjust(9) for value in values))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("treebanks", nargs="*", type=Path)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    folders = arguments.treebanks or sorted(path for path in TREEBANKS.iterdir() if path.is_dir())
    empty = [folder for folder in folders if not files_of(folder)]
    if empty:
        sys.exit(f"no .conllu or .conll file in {empty[0]}")
    found = [measure(folder) for folder in folders]
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        show(found)


if __name__ == "__main__":
    main()
