"""Accuracy, speed and size of tagger and lemmatizer on every treebank, from gold words.

    python benchmarks/tagger.py [--treebanks FOLDER] [--only NAME...] [--markdown] [--pruning] [--jackknife]
                                [--clusters FILE] [--seed N] [--one-way]

Each folder has train.conllu and dev.conllu (or .conll); where there is no dev file, the last tenth of the training file
is held out. Seconds are processor time, of one core, without compilation. ``all`` counts words whose UPOS, XPOS and
FEATS are all right; ``lemma (gold)`` is from gold tags, ``lemma`` from predicted ones.

``--clusters`` gives the tagger word clusters (scripts/brown_clusters.py writes such files), ``--seed`` another order of
sentences. With ``--one-way`` it tags from left to right alone, not back and forth. ``--pruning`` shows what smaller
files lose. ``--jackknife`` trains an arc-eager parser on gold tags and on tags from cross-tagging, and parses the
development set with predicted tags.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.kernels.interpret import kernels
from multiplane.learn.features.clusters import Clusters, read_clusters
from multiplane.text.cross_tagging import jackknife
from multiplane.text.lemmatizer import Lemmatizer, train_lemmatizer
from multiplane.text.lemmatizer.trainer import has_lemmas
from multiplane.text.tagger import Tagger, train_tagger
from multiplane.text.tagger.templates import ONE_WAY
from multiplane.treebank import Treebank
from tables import print_table
from treebanks import TREEBANKS, parts_of

TAGS = ("upos", "xpos", "feats")
PRUNED = 3
REPEATS = 3


def right(gold: Treebank, found: Treebank, columns: Sequence[str]) -> list[float]:
    """The percentage of words that are right in each column, and in all of them."""
    expected = gold.encode(columns)
    given = found.encode(columns, expected.vocabularies)
    same = [expected.ids[name] == given.ids[name] for name in columns]
    return [100 * float(np.mean(column)) for column in (*same, np.logical_and.reduce(same))]


def seconds(work: Callable[[], object]) -> float:
    """The processor time of the quickest of some runs."""
    times = []
    for _ in range(REPEATS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def megabytes(model: Tagger | Lemmatizer) -> float:
    """The size of a model's file."""
    with tempfile.TemporaryDirectory() as folder:
        model.save(Path(folder) / "model")
        return (Path(folder) / "model").stat().st_size / 1e6


def warm_up() -> None:
    """Compile all that is needed."""
    sample = multiplane.read("sample:dutch")
    train_tagger(sample, epochs=1).tag(sample, 1, overwrite=True)
    train_lemmatizer(sample).lemmatize(sample, 1, overwrite=True)


def tagger_row(
    train: Treebank, dev: Treebank, clusters: Clusters | None, seed: int, templates: tuple[str, ...] | None
) -> tuple[list[str], Tagger, Treebank]:
    """The cells of the table of taggers; the tagger, and the development set with its tags."""
    began = time.process_time()
    tagger = train_tagger(train, clusters=clusters, seed=seed, templates=templates).pruned(PRUNED)
    taken = time.process_time() - began
    tagged = tagger.tag(dev, 1, overwrite=True)
    speed = dev.word_count / seconds(lambda: tagger.tag(dev, 1, overwrite=True))
    scores = [f"{score:.2f}" for score in right(dev, tagged, TAGS)]
    if len(tagger.tagset.xpos) == 1:
        scores[1] = "–"
    cells = [f"{len(tagger.tagset):,}", *scores, f"{taken:.1f}", f"{speed:,.0f}", f"{megabytes(tagger):.2f}"]
    return cells, tagger, tagged


def lemmatizer_row(train: Treebank, dev: Treebank, tagged: Treebank) -> list[str]:
    """The cells of the table of lemmatizers."""
    began = time.process_time()
    lemmatizer = train_lemmatizer(train)
    taken = time.process_time() - began
    scores = [right(dev, lemmatizer.lemmatize(given, 1, overwrite=True), ["lemma"])[0] for given in (dev, tagged)]
    each = seconds(lambda: lemmatizer.lemmatize(dev, 1, overwrite=True)) / dev.word_count
    sizes = [f"{len(lemmatizer.rules):,}", f"{len(lemmatizer.keys):,}"]
    return [
        *(f"{score:.2f}" for score in scores),
        *sizes,
        f"{taken:.1f}",
        f"{1e6 * each:.2f}",
        f"{megabytes(lemmatizer):.2f}",
    ]


def pruning_rows(train: Treebank, dev: Treebank, clusters: Clusters | None, seed: int) -> dict[str, list[str]]:
    """What a tagger without its small weights loses."""
    whole = train_tagger(train, clusters=clusters, seed=seed)
    rows = {}
    for least in (1, 2, 3, 4, 6):
        tagger = whole.pruned(least)
        scores = right(dev, tagger.tag(dev, 1, overwrite=True), TAGS)
        rows[f"weights from {least}"] = [*(f"{score:.2f}" for score in scores), f"{megabytes(tagger):.2f}"]
    return rows


def jackknife_row(train: Treebank, dev: Treebank, tagged: Treebank, clusters: Clusters | None, seed: int) -> list[str]:
    """Parsers that learned from gold tags and from predicted ones, on predicted tags."""
    if has_lemmas(train):
        tagged = train_lemmatizer(train).lemmatize(tagged, overwrite=True)
    began = time.process_time()
    crossed = jackknife(train, clusters=clusters, seed=seed)
    taken = time.process_time() - began
    found = []
    for treebank in (train, crossed):
        parsed = multiplane.train(treebank, dev=tagged, fast=True, epochs=10).parse(tagged)
        expected = dev.encode(["deprel"])
        labels = parsed.encode(["deprel"], expected.vocabularies).ids["deprel"] == expected.ids["deprel"]
        heads = parsed.heads == dev.heads
        found += [100 * float(heads.mean()), 100 * float((heads & labels).mean())]
    same = right(train, crossed, TAGS)
    return [*(f"{score:.2f}" for score in same), f"{taken:.1f}", *(f"{score:.2f}" for score in found)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebanks", type=Path, default=TREEBANKS)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--pruning", action="store_true")
    parser.add_argument("--jackknife", action="store_true")
    parser.add_argument("--clusters", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--one-way", action="store_true")
    arguments = parser.parse_args()
    folders = [folder for folder in sorted(arguments.treebanks.iterdir()) if folder.is_dir()]
    folders = [folder for folder in folders if not arguments.only or folder.name in arguments.only]
    if not folders:
        raise MultiplaneError(f"{arguments.treebanks}: found no treebanks; expected folders with train.conllu")
    settings = (None if arguments.clusters is None else read_clusters(arguments.clusters), arguments.seed)
    templates = ONE_WAY if arguments.one_way else None
    if templates and (arguments.clusters or arguments.pruning or arguments.jackknife):
        parser.error("--one-way goes with none of --clusters, --pruning and --jackknife")
    tags: dict[str, list[str]] = {}
    lemmas: dict[str, list[str]] = {}
    crossed: dict[str, list[str]] = {}
    with kernels("compiled"):
        warm_up()
        for folder in folders:
            train, dev = parts_of(folder)
            tags[folder.name], _, tagged = tagger_row(train, dev, *settings, templates)
            if has_lemmas(train):
                lemmas[folder.name] = lemmatizer_row(train, dev, tagged)
            if arguments.pruning:
                columns = ["UPOS", "XPOS", "FEATS", "all", "MB"]
                print_table(f"{folder.name}, pruned", columns, pruning_rows(train, dev, *settings), arguments.markdown)
            if arguments.jackknife:
                crossed[folder.name] = jackknife_row(train, dev, tagged, *settings)
    columns = ["tags", "UPOS", "XPOS", "FEATS", "all", "training, s", "words a second", "MB"]
    print_table("Tagger", columns, tags, arguments.markdown)
    columns = ["lemma (gold)", "lemma", "rules", "decisions", "training, s", "µs a word", "MB"]
    print_table("Lemmatizer", columns, lemmas, arguments.markdown)
    if crossed:
        columns = ["UPOS", "XPOS", "FEATS", "all", "s", "UAS, gold", "LAS, gold", "UAS", "LAS"]
        print_table("Cross-tagging", columns, crossed, arguments.markdown)


if __name__ == "__main__":
    main()
