"""The neural parser: accuracy with several decoders, time of training, speed, on development parts of treebanks.

    python benchmarks/neural.py [TREEBANK...] [--seeds N] [--epochs N] [--units N] [--ensemble N]
                                [--hyperparameters NAME=VALUE...] [--decoders NAME...] [--results FOLDER]
    python benchmarks/neural.py [TREEBANK...] --classes --results FOLDER
    python benchmarks/neural.py [TREEBANK...] --combined --seeds N --results FOLDER

Every model is trained as `multiplane train --model neural` does without a development set: the last pass is taken, none
is chosen by its scores. Then the development part is parsed, with gold tags, on one core. LAS and UAS are of all words
and main relations, as `multiplane eval` has them: means over the seeds, with their standard deviation. Seconds of
training are processor time and, in brackets, time on the clock; words a second are of processor time with the decoder
of all trees.

With ``--ensemble`` every model has so many members, with ``--units`` so many units in its layers. Models are kept in
FOLDER, so that a run that was stopped goes on. With ``--classes`` those of the first seed parse with a
decoder for every class of trees: LAS, with the p of its difference to projective trees by stratified shuffling; and how
many of the non-projective arcs that were predicted are right, and how many of those in the treebank are found. With
``--combined`` those of all seeds parse alone, in all pairs, all threes and so on. ``--hyperparameters`` changes how a
network learns, as in ``--hyperparameters batch=400 branches=1``: see `Hyperparameters` in
`multiplane.learn.neural.training.trainer`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Mapping
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any, cast

import numpy as np

import multiplane
from multiplane.evaluate import compare, evaluate
from multiplane.learn import Parser
from multiplane.learn.neural.heads.arcs.ensemble import ensemble_of
from multiplane.learn.neural.heads.arcs.model import NeuralArcModel
from multiplane.learn.neural.options import Neural
from multiplane.learn.neural.units import UNITS
from multiplane.treebank import Treebank
from tables import print_table
from treebanks import TREEBANKS, parts_of

NAMES = ("english-ewt", "dutch-lassysmall", "basque-bdt", "gothic-proiel", "latin-udante")
DECODERS = ("projective", "one-endpoint-crossing", "all")
CLASSES = ("projective", "gap-minding", "one-endpoint-crossing", "well-nested-gap-1", "all")
WARM = 20
"""Sentences that are parsed before the time is taken."""


def trained(
    train: Treebank, epochs: int | None, seed: int, hyperparameters: Mapping[str, Any], **network: Any
) -> tuple[Parser, dict[str, float]]:
    """A parser after all its passes, and what they took."""
    usual, _ = Neural(seed=seed, epochs=epochs).settled(train.word_count).passes
    from multiplane.learn.neural.heads.arcs.training import neural_trainer
    from multiplane.learn.neural.training.trainer import Hyperparameters

    began = time.process_time(), time.perf_counter()
    options: dict[str, Any] = {
        "seed": seed,
        "epochs": usual,
        "hyperparameters": Hyperparameters(**hyperparameters),
    }
    trainer = neural_trainer(train, **network, **options)
    for epoch in range(usual):
        trainer.step(np.random.default_rng([seed, epoch]).permutation(len(train)))
    seconds = time.process_time() - began[0]
    figures = {"epochs": usual, "seconds": seconds, "clock": time.perf_counter() - began[1]}
    return Parser(trainer.model(), {}), figures


def changed_hyperparameters(options: argparse.Namespace) -> dict[str, Any]:
    """What the options change in how a network learns."""
    changed = dict(setting.split("=") for setting in options.hyperparameters)
    return {name: json.loads(value) for name, value in changed.items()}


def measured(parser: Parser, dev: Treebank, decoders: list[str]) -> dict[str, Any]:
    """LAS and UAS with every decoder, and words a second with that of all trees."""
    figures: dict[str, Any] = {}
    for decoder in decoders:
        scores = evaluate(dev, parser.with_decoder(decoder).parse(dev, workers=1))
        figures[decoder] = [scores.las, scores.uas]
    fast = parser.with_decoder("all")
    fast.parse(dev[:WARM], workers=1)
    began = time.process_time()
    fast.parse(dev, workers=1)
    return {**figures, "words/s": dev.word_count / (time.process_time() - began)}


def result(folder: Path | None, name: str, options: argparse.Namespace, seed: int) -> dict[str, Any]:
    """The figures of one treebank and seed, from the folder if they are there."""
    kept = folder / f"{name}-{seed}.json" if folder else None
    if kept is not None and kept.exists():
        return dict(json.loads(kept.read_text("utf-8")))
    train, dev = parts_of(TREEBANKS / name)
    network = {"ensemble": options.ensemble, "units": options.units}
    parser, figures = trained(train, options.epochs, seed, changed_hyperparameters(options), **network)
    figures |= measured(parser, dev, options.decoders)
    if folder and kept:
        folder.mkdir(parents=True, exist_ok=True)
        parser.save(folder / f"{name}-{seed}.model")
        figures["megabytes"] = (folder / f"{name}-{seed}.model").stat().st_size / 1e6
        kept.write_text(json.dumps(figures), "utf-8")
    return figures


def by_class(folder: Path, names: list[str], markdown: bool) -> None:
    """Print what the classes of trees are worth to the models in a folder."""
    las: dict[str, list[str]] = {}
    crossing: dict[str, list[str]] = {}
    for name in names:
        _, dev = parts_of(TREEBANKS / name)
        parser = Parser.load(folder / f"{name}-0.model")
        parsed = {decoder: parser.with_decoder(decoder).parse(dev, workers=1) for decoder in CLASSES}
        scores = {decoder: evaluate(dev, found) for decoder, found in parsed.items()}
        rivals = [compare(dev, parsed[decoder], parsed[CLASSES[0]]).las.shuffling_p for decoder in CLASSES[1:]]
        p_values = ["", *(f" (p {p:.3f})" if p >= 0.001 else " (p < 0.001)" for p in rivals)]
        las[name] = [f"{scores[decoder].las:.2f}{p}" for decoder, p in zip(CLASSES, p_values, strict=True)]
        groups = [scores[decoder].non_projective for decoder in CLASSES[1:]]
        crossing[name] = [
            f"{group.right_heads} of {group.predicted}, {100 * group.found_heads / max(1, group.gold):.0f} % found"
            for group in groups
        ]
    print_table("LAS by class of trees", list(CLASSES), las, markdown)
    print_table("non-projective arcs: right heads of those predicted", list(CLASSES[1:]), crossing, markdown)


def combined(folder: Path, names: list[str], seeds: int, decoders: list[str], markdown: bool) -> None:
    """Print what ensembles of the models in a folder are worth."""
    rows: dict[str, list[str]] = {}
    for name in names:
        _, dev = parts_of(TREEBANKS / name)
        models = [cast(NeuralArcModel, Parser.load(folder / f"{name}-{seed}.model").model) for seed in range(seeds)]
        for decoder in decoders:
            row = rows[f"{name}, {decoder}"] = []
            for size in range(1, seeds + 1):
                parsers = [Parser(ensemble_of(some, decoder), {}) for some in combinations(models, size)]
                row.append(mean([evaluate(dev, parser.parse(dev, workers=1)).las for parser in parsers]))
    print_table("LAS of ensembles", [f"{size} of {seeds}" for size in range(1, seeds + 1)], rows, markdown)


def mean(values: list[float], digits: int = 2) -> str:
    """The mean, with the standard deviation of several values."""
    spread = f" ± {statistics.stdev(values):.{digits}f}" if len(values) > 1 else ""
    return f"{statistics.fmean(values):,.{digits}f}{spread}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebanks", nargs="*", default=list(NAMES))
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--ensemble", type=int, default=1)
    parser.add_argument("--units", type=int, default=UNITS)
    parser.add_argument("--hyperparameters", nargs="+", default=[], metavar="NAME=VALUE")
    parser.add_argument("--combined", action="store_true")
    parser.add_argument("--decoders", nargs="+", default=list(DECODERS))
    parser.add_argument("--results", type=Path)
    parser.add_argument("--classes", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    if options.classes and options.results:
        by_class(options.results, options.treebanks, options.markdown)
        return
    if options.combined and options.results:
        combined(options.results, options.treebanks, options.seeds, options.decoders, options.markdown)
        return
    if find_spec("torch") is None:
        print("PyTorch is not installed: pip install torch")
        return
    if not TREEBANKS.is_dir():
        print(f"{TREEBANKS}: no such folder; nothing is measured")
        return
    multiplane.load()
    rows: dict[str, list[str]] = {}
    for name in options.treebanks:
        runs = [result(options.results, name, options, seed) for seed in range(options.seeds)]
        scores = [
            f"{mean([run[decoder][0] for run in runs])} / {mean([run[decoder][1] for run in runs])}"
            for decoder in options.decoders
        ]
        seconds = f"{mean([r['seconds'] for r in runs], 0)} ({mean([r['clock'] for r in runs], 0)})"
        rows[name] = [*scores, f"{runs[0]['epochs']:.0f}", seconds, mean([run["words/s"] for run in runs], 0)]
    columns = [*(f"{decoder}: LAS / UAS" for decoder in options.decoders), "passes", "training, s", "words/s"]
    print_table("development parts, gold tags", columns, rows, options.markdown)


if __name__ == "__main__":
    main()
