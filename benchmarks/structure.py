"""The time to classify a treebank, as a share of the time to read it.

    python benchmarks/structure.py [FILE] [--json]

Best of five runs in one process, after a first run that compiles. The file is czech-cac/train.conllu of the treebanks
beside the project (or in MULTIPLANE_TREEBANKS) unless another is named.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

import multiplane
from multiplane.structure import classify, classify_all
from timing import best_seconds
from treebanks import TREEBANKS

REPEATS = 5


def tangled(n: int) -> list[int]:
    """A tree over n words in random order, with about n²/6 crossings."""
    rng = np.random.default_rng(0)
    place = rng.permutation(n) + 1
    heads = [0] * n
    for word in range(1, n):
        heads[place[word] - 1] = int(place[rng.integers(0, word)])
    return heads


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, default=TREEBANKS / "czech-cac" / "train.conllu")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    treebank = multiplane.read(arguments.file)
    sentence = tangled(2000)
    classify_all(treebank.heads, treebank.offsets, workers=1)
    classify(sentence)
    reading = best_seconds(lambda: multiplane.read(arguments.file), REPEATS)
    one_core = best_seconds(lambda: classify_all(treebank.heads, treebank.offsets, workers=1), REPEATS)
    all_cores = best_seconds(lambda: classify_all(treebank.heads, treebank.offsets), REPEATS)
    long_sentence = best_seconds(lambda: classify(sentence), REPEATS)
    figures = {
        "words": treebank.word_count,
        "read_seconds": reading,
        "classify_seconds_one_core": one_core,
        "classify_seconds": all_cores,
        "classify_to_read": all_cores / reading,
        "classify_to_read_one_core": one_core / reading,
        "two_thousand_tangled_words_seconds": long_sentence,
        "two_thousand_tangled_words_crossings": classify(sentence).crossings,
    }
    if arguments.json:
        print(json.dumps(figures, indent=2))
        return
    print(f"{arguments.file.parent.name}/{arguments.file.name}: {treebank.word_count:,} words")
    print(f"read                      {reading * 1000:8.1f} ms")
    print(f"classify, one core        {one_core * 1000:8.1f} ms   {one_core / reading:.2f} of reading")
    print(f"classify, all cores       {all_cores * 1000:8.1f} ms   {all_cores / reading:.2f} of reading")
    crossings = f"{figures['two_thousand_tangled_words_crossings']:,}"
    print(f"one sentence of 2,000 words with {crossings} crossings: {long_sentence * 1000:.0f} ms")


if __name__ == "__main__":
    main()
