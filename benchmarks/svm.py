"""Support vector machines beside the perceptron: the same system, the same features, the same sentences.

    python benchmarks/svm.py [TREEBANK] [--system NAME] [--markdown]

The folder TREEBANK has train.conllu and dev.conllu; dev is parsed with gold tags and features, and nothing is tuned on
it. The perceptron learns for ten epochs. Support vector machines learn from the static oracle; the perceptron explores
its own errors where the system has a dynamic one. "Templates" are the system's default features, "single items" are the
items of these templates, each a feature of its own. Seconds are processor time of one core, without compilation;
words/s is parsing alone, on one core.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import multiplane
from multiplane.evaluate import evaluate
from multiplane.learn import FeatureModel, Parser, TransitionTrainer, default_features
from multiplane.papers import SvmTrainer, single_items
from multiplane.transition import get
from multiplane.treebank import Treebank
from tables import print_table
from treebanks import TREEBANKS

LEARNERS = ("perceptron", "liblinear", "libsvm")
PASSES = 10


def learned(learner: str, system: str, features: FeatureModel, train: Treebank) -> Parser:
    """The parser that a learner trains on a treebank."""
    if learner != "perceptron":
        trainer = SvmTrainer(train, learner=learner, system=system, features=features)
        trainer.step(np.arange(len(train)))
        return Parser(trainer.model())
    perceptron = TransitionTrainer(train, system=system, features=features)
    for number in range(PASSES):
        perceptron.step(np.random.default_rng([0, number]).permutation(len(train)))
    return Parser(perceptron.model())


def measured(learner: str, system: str, features: FeatureModel, train: Treebank, dev: Treebank) -> list[str]:
    """LAS, UAS, seconds of training, speed of parsing and size of the file."""
    began = time.process_time()
    parser = learned(learner, system, features, train)
    trained = time.process_time()
    parser.predict(dev, workers=1)
    seconds = time.process_time() - trained
    scores = evaluate(dev, parser.parse(dev, workers=1), "conll-2018")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        parser.save(path)
        size = path.stat().st_size / 1e6
    figures = [f"{scores.las:.2f}", f"{scores.uas:.2f}", f"{trained - began:.1f}"]
    return [*figures, f"{dev.word_count / seconds:,.0f}", f"{size:.1f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebank", nargs="?", type=Path, default=TREEBANKS / "gothic-proiel")
    parser.add_argument("--system", default="arc-eager")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    if find_spec("sklearn") is None:
        print("scikit-learn is not installed: pip install scikit-learn")
        return
    if not options.treebank.is_dir():
        print(f"{options.treebank}: no such folder; nothing is measured")
        return
    train, dev = (multiplane.read(options.treebank / name) for name in ("train.conllu", "dev.conllu"))
    templates = default_features(get(options.system))
    sample = multiplane.read("sample:german")
    rows: dict[str, list[str]] = {}
    for name, features in (("templates", templates), ("single items", single_items(templates))):
        for learner in LEARNERS:
            learned(learner, options.system, features, sample).parse(sample)
            rows[f"{learner}, {name}"] = measured(learner, options.system, features, train, dev)
    title = f"{options.treebank.name}, {options.system}: {train.word_count:,} words to learn from"
    print_table(title, ["LAS", "UAS", "training, s", "words/s", "MB"], rows, options.markdown)


if __name__ == "__main__":
    main()
