"""The neural scorer under several transition systems, beside the averaged perceptron and the neural graph parser.

    python benchmarks/neural_transition.py [--only NAME...] [--systems NAME...] [--seeds N] [--markdown]

Treebanks and sentences are those of accuracy.py. All models learn from the same sentences for the same number of
passes; no pass is chosen on the development set. ``graph`` is the neural graph parser with spanning trees, ``linear:X``
the averaged perceptron with system X. Results are appended to a file as they come (--results): a second run goes on
where the first was stopped, and --show prints what is there. Seconds are processor time; trainings that are long enough
for branches (docs/research/neural.md) run on two cores in part. Training needs PyTorch.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import multiplane
from accuracy import append_result, difference, packed, read_results, thinned, told_difference
from multiplane.evaluate import CONVENTIONS, align, evaluate
from multiplane.learn import Parser, TransitionTrainer
from multiplane.learn.neural.heads.arcs.training import neural_trainer
from multiplane.learn.neural.heads.transitions.training import neural_transition_trainer
from multiplane.transition import get
from multiplane.transition.oracles import derive_all
from multiplane.treebank import Treebank
from tables import print_table
from treebanks import TREEBANKS, parts_of

SYSTEMS = ["arc-eager", "2-planar", "swap", "arc-standard", "covington", "arc-eager+lnba"]
GRAPH, LINEAR = "graph", "linear:"
ROWS = [*(f"{LINEAR}{system}" for system in SYSTEMS), *SYSTEMS, GRAPH]
COMPARISONS = [
    *((system, f"{LINEAR}{system}") for system in SYSTEMS),
    *((system, "arc-eager") for system in SYSTEMS[1:]),
    *((system, GRAPH) for system in SYSTEMS),
]
COLUMNS = {
    "LAS": ("las", ".2f"),
    "UAS": ("uas", ".2f"),
    "precision of non-projective arcs": ("non_projective_precision", ".1f"),
    "recall of non-projective arcs": ("non_projective_recall", ".1f"),
    "sentences parsed with crossing arcs, %": ("crossing", ".1f"),
    "arcs by the last transition of the system, %": ("last", ".2f"),
    "the same by the static oracle, %": ("oracle_last", ".2f"),
    "training, seconds": ("train_seconds", ".0f"),
    "parsing, words a second": ("words_per_second", ",.0f"),
}
CONVENTION = CONVENTIONS["conll-2018"]
PARSES = 3
Record = dict[str, Any]


def new_trainer(row: str, train: Treebank, seed: int, epochs: int) -> Any:
    if row == GRAPH:
        return neural_trainer(train, seed=seed, epochs=epochs)
    if row.startswith(LINEAR):
        return TransitionTrainer(train, system=row.removeprefix(LINEAR))
    return neural_transition_trainer(train, system=row, seed=seed, epochs=epochs)


def measure(row: str, train: Treebank, dev: Treebank, seed: int, epochs: int) -> Record:
    """All figures of one parser on one treebank, and which words it got right."""
    sample = multiplane.read("sample:dutch")
    warming = new_trainer(row, sample, 0, 1)
    warming.step(np.arange(len(sample)))
    Parser(warming.model()).parse(sample, workers=1)
    began = time.process_time()
    trainer = new_trainer(row, train, seed, epochs)
    for epoch in range(epochs):
        trainer.step(np.random.default_rng([seed, epoch]).permutation(len(train)))
    train_seconds = time.process_time() - began
    parser, times = Parser(trainer.model()), []
    for _ in range(PARSES):
        began = time.process_time()
        parsed = parser.parse(dev, workers=1)
        times.append(time.process_time() - began)
    scores = evaluate(dev, parsed, CONVENTION.name)
    return {
        **mechanism(row, parser, dev, parsed),
        "las": scores.las,
        "uas": scores.uas,
        "non_projective_precision": scores.non_projective.precision,
        "non_projective_recall": scores.non_projective.recall,
        "train_seconds": train_seconds,
        "words_per_second": dev.word_count / float(np.median(times)),
        "right": packed(align(dev, parsed, CONVENTION).right_arcs),
    }


def mechanism(row: str, parser: Parser, dev: Treebank, parsed: Treebank) -> Record:
    """How often crossing arcs are built, and arcs by the last transition of a system, which makes it what it is."""
    trees = multiplane.structure.classify_all(np.array(parsed.heads), np.array(parsed.offsets))
    found: Record = {"crossing": 100 * (1 - float(trees.planar.mean()))}
    if "+" in row:
        system = get(row.removeprefix(LINEAR))
        last = len(system.names(1)) - 1
        derived = derive_all(system, np.array(dev.heads), np.array(dev.offsets))
        used = parser.predict(dev, workers=1).transitions == last
        found |= {"last": 100 * float(used.mean())}
        found |= {"oracle_last": 100 * int((derived.transitions == last).sum()) / dev.word_count}
    return found


def run(folders: list[Path], options: argparse.Namespace) -> dict[str, dict[str, list[Record]]]:
    """Results by treebank and row, one for each seed: those of earlier runs, and all that is still missing."""
    known = {str(record["settings"]): record for record in read_results(options.results)}
    table: dict[str, dict[str, list[Record]]] = {folder.name: {} for folder in folders}
    for folder in folders:
        parts: tuple[Treebank, Treebank] | None = None
        for row in options.systems:
            for seed in range(1 if row.startswith(LINEAR) else options.seeds):
                settings = {
                    "treebank": folder.name,
                    "system": row,
                    "seed": seed,
                    "words": options.words,
                    "epochs": options.epochs,
                }
                record = known.get(str(settings))
                if record is None and not options.show:
                    if parts is None:
                        train, dev = parts_of(folder)
                        parts = thinned(train, options.words), dev
                    record = {"settings": settings, **measure(row, *parts, seed, options.epochs)}
                    append_result(options.results, record)
                    print(f"{folder.name}, {row}, seed {seed}: LAS {record['las']:.2f}", file=sys.stderr)
                if record is not None:
                    table[folder.name].setdefault(row, []).append(record)
    return table


def show_figures(table: dict[str, dict[str, list[Record]]], names: list[str], markdown: bool) -> None:
    for title, (key, form) in COLUMNS.items():
        rows = {}
        for name in names:
            cells = []
            for records in table.values():
                values = [record[key] for record in records.get(name, []) if not np.isnan(record.get(key, np.nan))]
                spread = f" ± {format(np.std(values, ddof=1), form)}" if len(values) > 1 else ""
                cells.append(f"{format(np.mean(values), form)}{spread}" if values else "")
            if any(cells):
                rows[name] = cells
        print_table(title, [*table], rows, markdown)


def show_comparisons(table: dict[str, dict[str, list[Record]]], gold: dict[str, Treebank], markdown: bool) -> None:
    """Of the first seed of both."""
    rows = {}
    for one, other in COMPARISONS:
        cells = [
            told_difference(*difference(records[one][0], records[other][0], gold[name].offsets))
            if one in records and other in records
            else ""
            for name, records in table.items()
        ]
        if any(cells):
            rows[f"{one} − {other}"] = cells
    title = "Differences in LAS, with p by shuffling and by McNemar's test; * below .05, ** below .01 by shuffling"
    print_table(title, [*table], rows, markdown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebanks", type=Path, default=TREEBANKS, help="a folder of treebanks, each a folder")
    parser.add_argument("--only", nargs="+", help="these treebanks alone, in this order")
    parser.add_argument("--systems", nargs="+", default=ROWS, metavar="NAME")
    parser.add_argument("--epochs", type=int, default=12, help="epochs (12)")
    parser.add_argument("--words", type=int, default=60_000, help="training words at most, about; 0 for all (60,000)")
    parser.add_argument("--seeds", type=int, default=1, help="seeds of the neural models (1)")
    parser.add_argument("--results", type=Path, default=Path("neural_transition.jsonl"), help="where results are kept")
    parser.add_argument("--show", action="store_true", help="print the results that are there, and run nothing")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    available = {path.parent.name: path.parent for path in sorted(options.treebanks.glob("*/train.conll*"))}
    names = options.only or [*available]
    for name in names:
        if name not in available:
            sys.exit(f"no training file in {options.treebanks / name}")
    table = run([available[name] for name in names], options)
    cap = f"about {options.words:,} words of each training set at most" if options.words else "whole training sets"
    print(f"{cap}, {options.epochs} passes, gold tags; development sets, all words, main relations")
    show_figures(table, options.systems, options.markdown)
    show_comparisons(table, {name: parts_of(available[name])[1] for name in names}, options.markdown)


if __name__ == "__main__":
    main()
