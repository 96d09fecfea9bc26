"""Where the benchmarks find treebanks: beside the project, or in MULTIPLANE_TREEBANKS; and how they divide them."""

from __future__ import annotations

import os
from pathlib import Path

import multiplane
from multiplane.treebank import Treebank

TREEBANKS = Path(os.environ.get("MULTIPLANE_TREEBANKS", Path(__file__).parents[2] / "shared" / "treebanks"))


def parts_of(folder: Path) -> tuple[Treebank, Treebank]:
    """What to learn from and what to parse: files train and dev, .conllu or .conll.

    Where there is no dev file, the last tenth of the training sentences is held out.
    """
    found = {part: sorted(folder.glob(f"{part}.conll*")) for part in ("train", "dev")}
    train = multiplane.read(found["train"][0])
    if found["dev"]:
        return train, multiplane.read(found["dev"][0])
    kept = len(train) - len(train) // 10
    return train[:kept], train[kept:]
