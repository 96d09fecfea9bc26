"""The abstract machine: transitions per second of each system, and time per word by sentence length.

    python benchmarks/machine.py [FILE] [--json]

All sentences of a treebank are derived (oracle) and run again (machine alone) with each system, on one core, best of
three after a first run that compiles. Trees that a system cannot derive are derived with the oracle's best effort. Then
generated sentences of 10 to 2,000 words show how the time to run a sentence grows with its length (exponent 1 is
linear): random planar trees, and stars in which every word depends on the first, the worst case of Covington's lists.
The file is czech-cac/train.conllu of the treebanks beside the project (or in MULTIPLANE_TREEBANKS) unless named.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import multiplane
from multiplane.generate import random_tree
from multiplane.transition import get, run_all
from multiplane.transition.oracles import derive_all
from timing import best_seconds
from treebanks import TREEBANKS

SYSTEMS = [
    "arc-standard",
    "arc-eager",
    "arc-hybrid",
    "planar",
    "2-planar",
    "3-planar",
    "swap",
    "attardi-2",
    "arc-eager+lba",
    "2-planar+rba",
    "undirected-2-planar",
    "covington",
]
LENGTHS = [10, 30, 100, 300, 1000, 2000]
WORDS_AT_EACH_LENGTH = 60_000
Ints = NDArray[np.int32]
Offsets = NDArray[np.int64]


def measure(name: str, heads: Ints, offsets: Offsets, repeats: int = 3) -> dict[str, float]:
    """Seconds to derive and to run again, with the number of transitions."""
    system = get(name)
    found = derive_all(system, heads, offsets, workers=1)
    transitions = found.transitions

    def run_again() -> int:
        return run_all(system, transitions, found.offsets, offsets)

    assert run_again() == len(offsets) - 1
    derive_seconds = best_seconds(lambda: derive_all(system, heads, offsets, workers=1), repeats)
    run_seconds = best_seconds(run_again, repeats)
    return {
        "transitions": len(transitions),
        "lost_arcs": int(found.lost.sum()),
        "derive_seconds": derive_seconds,
        "run_seconds": run_seconds,
        "derived_per_second": len(transitions) / derive_seconds,
        "run_per_second": len(transitions) / run_seconds,
    }


def generated(length: int, star: bool) -> tuple[Ints, Offsets]:
    """About as many words at every length, in random planar trees or in stars."""
    rng = np.random.default_rng(length)
    trees = [[0] + [1] * (length - 1) if star else random_tree(length, "planar", rng) for _ in range(3)]
    copies = max(1, WORDS_AT_EACH_LENGTH // (3 * length))
    heads = np.concatenate(trees * copies).astype(np.int32)
    return heads, np.arange(3 * copies + 1, dtype=np.int64) * length


def exponent(name: str, lengths: list[int], star: bool) -> tuple[float, list[float]]:
    """The fitted power of the sentence length in the time to run a sentence, and the microseconds per word."""
    seconds, per_word = [], []
    for length in lengths:
        heads, offsets = generated(length, star)
        found = measure(name, heads, offsets)
        seconds.append(found["run_seconds"] / (len(offsets) - 1))
        per_word.append(1e6 * found["run_seconds"] / len(heads))
    slope = float(np.polyfit(np.log(lengths), np.log(seconds), 1)[0])
    return slope, per_word


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, default=TREEBANKS / "czech-cac" / "train.conllu")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    treebank = multiplane.read(arguments.file)
    heads, offsets = treebank.heads.copy(), treebank.offsets.copy()
    figures: dict[str, dict[str, object]] = {}
    if not arguments.json:
        print(f"{arguments.file.parent.name}/{arguments.file.name}: {len(heads):,} words, one core")
        print(f"{'system':<22}{'transitions':>13}{'lost arcs':>11}{'derived/s':>13}{'run/s':>13}")
    for name in SYSTEMS:
        found = measure(name, heads, offsets)
        figures[name] = dict(found)
        if not arguments.json:
            print(
                f"{name:<22}{found['transitions']:>13,}{found['lost_arcs']:>11,}"
                f"{found['derived_per_second']:>13,.0f}{found['run_per_second']:>13,.0f}"
            )
    for star, kind in ((False, "random planar trees"), (True, "stars")):
        if not arguments.json:
            print(f"\n{kind}: microseconds a word")
            print(f"{'system':<22}{'exponent':>10}" + "".join(f"{length:>9,}" for length in LENGTHS))
        for name in SYSTEMS:
            slope, per_word = exponent(name, LENGTHS, star)
            figures[name][kind] = {"exponent": slope, "lengths": LENGTHS, "microseconds_per_word": per_word}
            if not arguments.json:
                print(f"{name:<22}{slope:>10.2f}" + "".join(f"{value:>9.3f}" for value in per_word))
    if arguments.json:
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
