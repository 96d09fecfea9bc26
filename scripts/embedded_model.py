"""Make the English model that comes with multiplane: train on UD English-EWT, leave out small weights, write the file.

    python scripts/embedded_model.py ../shared/treebanks/english-ewt

It prints the labelled attachment score on the development part before and after; the header has the one after. The
treebank is not part of the project; the header names its source and licence.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

import multiplane
from multiplane.learn.model.parser import Parser
from multiplane.learn.training.development import scores_of_model
from multiplane.learn.transition.linear.model import LinearModel

OUTPUT = Path(__file__).parents[1] / "src" / "multiplane" / "learn" / "data" / "english-ewt.model"
LICENCE = "CC BY-SA 4.0"
SOURCE = (
    "Universal Dependencies English-EWT 2.16, training part; Silveira et al. 2014, "
    "A Gold Standard Dependency Corpus for English; https://universaldependencies.org/treebanks/en_ewt"
)


def scores(parser: Parser, gold: multiplane.Treebank) -> dict[str, float]:
    """The scores that the header of a model has, in percent."""
    return scores_of_model(gold, parser.model).as_data()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("treebank", type=Path, help="a folder with train.conllu and dev.conllu")
    arguments.add_argument("-o", "--output", type=Path, default=OUTPUT)
    arguments.add_argument("--least", type=int, default=2, help="weights smaller than this, of 127, are left out")
    arguments.add_argument("--epochs", type=int, default=20)
    given = arguments.parse_args()
    development = multiplane.read(given.treebank / "dev.conllu")
    parser = multiplane.train(
        given.treebank / "train.conllu",
        development,
        epochs=given.epochs,
        patience=given.epochs,
        licence=LICENCE,
        source=SOURCE,
    )
    assert isinstance(parser.model, LinearModel)
    small = replace(parser, model=parser.model.pruned(given.least))
    before, after = scores(parser, development), scores(small, development)
    figures = {**parser.training["development"], **after}
    small = replace(small, training={**parser.training, "development": figures, "pruned": given.least})
    given.output.parent.mkdir(parents=True, exist_ok=True)
    small.save(given.output)
    kept = [int(np.count_nonzero(table)) for table in (small.model.weights, small.model.label_weights)]
    print(f"LAS {before['las']:.2f} before, {after['las']:.2f} after")
    print(f"{sum(kept):,} weights, {given.output.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
