"""From raw text to trees on the treebanks' development parts: the scores of CoNLL 2018, training and speed.

python benchmarks/pipeline.py --treebanks DIR --only turkish-imst gothic-proiel
python benchmarks/pipeline.py --treebanks DIR --only english-ewt --model english english-fast
python benchmarks/pipeline.py --treebanks DIR --only english-ewt --clusters clusters.tsv
python benchmarks/pipeline.py --treebanks DIR --fast
python benchmarks/pipeline.py --treebanks DIR --only latin-udante --words 60000 --udpipe FOLDER

A pipeline is trained on each training part with its defaults, or one that is given parses. Its input is the text of the
development part: what `multiplane.text.text_of` makes of # text, SpaceAfter=No and # newpar. Seconds and words per
second are of processor time, on one core; kernels are compiled before. With --words, about so many words of a training
part are used, its first sentences. With --clusters, tagger and parser have these word clusters: files as
scripts/brown_clusters.py writes them. --seed is that of the training. With --udpipe, UDPipe 1 (the package ufal.udpipe)
is trained on the same sentences with its defaults, which takes it up to an hour, and parses the same text; its models
are kept in the folder.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import multiplane
from multiplane import Pipeline
from multiplane.evaluate import evaluate_text
from multiplane.kernels.interpret import kernels
from multiplane.text import text_of, train_pipeline
from multiplane.treebank import Treebank
from peers import load_udpipe, text_with_udpipe, train_udpipe_pipeline
from treebanks import TREEBANKS, parts_of

COLUMNS = ("Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--treebanks", type=Path, default=TREEBANKS, help="folder of treebanks")
    options.add_argument("--only", nargs="+", help="names of treebanks")
    options.add_argument("--model", nargs="+", help="pipelines to measure, instead of training")
    options.add_argument("--words", type=int, help="about so many training words")
    options.add_argument("--clusters", type=Path, metavar="FILE", help="word clusters")
    options.add_argument("--fast", action="store_true", help="parsers without a trial: arc-eager")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--udpipe", type=Path, metavar="FOLDER", help="train UDPipe 1 as well; keep its models here")
    given = options.parse_args()
    if given.model and given.clusters:
        options.error("--clusters is for pipelines that are trained, not for those of --model")
    trained_with: dict[str, Any] = {"clusters": given.clusters, "fast": given.fast, "seed": given.seed}
    print(f"| treebank | {' | '.join(COLUMNS)} | training, s | words/s |")
    print(f"|---{'|--:' * (len(COLUMNS) + 2)}|")
    for folder in sorted(path for path in given.treebanks.iterdir() if path.is_dir()):
        if given.only is None or folder.name in given.only:
            train, gold = parts_of(folder)
            train = train if given.words is None else first_words(train, given.words)
            for model in given.model or [None]:
                with kernels("compiled"):
                    measure(folder.name, train, gold, model, trained_with)
            if given.udpipe:
                measure_udpipe(folder.name, train, gold, given.udpipe)


def first_words(treebank: Treebank, words: int) -> Treebank:
    """The first sentences of a treebank, with at least so many words if it has them."""
    return treebank[: int(np.searchsorted(treebank.offsets, words))]


def measure(name: str, train: Treebank, gold: Treebank, model: str | None, trained_with: Mapping[str, Any]) -> None:
    """Print the line of a pipeline that is trained, or of one that is given."""
    if model is None:
        train_pipeline("sample:german", "sample:german", epochs=1)
        began = time.process_time()
        pipeline: object = train_pipeline(train, gold, **trained_with)
        seconds = f"{time.process_time() - began:.0f}"
    else:
        pipeline, seconds = multiplane.load(model), ""
    assert isinstance(pipeline, Pipeline)
    parse = pipeline
    print_line(f"{name}, {model or 'trained'}", gold, lambda text: parse(text, workers=1), seconds)


def measure_udpipe(name: str, train: Treebank, gold: Treebank, folder: Path) -> None:
    """Print the line of UDPipe 1."""
    folder.mkdir(parents=True, exist_ok=True)
    path, seconds = folder / f"{name}-{train.word_count}.udpipe", ""
    if not path.exists():
        with tempfile.TemporaryDirectory() as place:
            source = Path(place) / "train.conllu"
            multiplane.write(train, source)
            began = time.process_time()
            train_udpipe_pipeline(source, path)
            seconds = f"{time.process_time() - began:.0f}"
    model = load_udpipe(path)

    def parse(text: str) -> Treebank:
        return Treebank.from_text(text_with_udpipe(model, text).encode(), "conllu")

    print_line(f"{name}, UDPipe 1", gold, parse, seconds)


def print_line(name: str, gold: Treebank, parse: Callable[[str], Treebank], seconds: str) -> None:
    """Parse the text of a treebank, and print what came out and how fast."""
    text = text_of(gold)
    parse(text)
    began = time.process_time()
    found = parse(text)
    speed = found.word_count / (time.process_time() - began)
    scores = evaluate_text(gold, found)
    cells = [f"{scores[column].f1:.2f}" for column in COLUMNS]
    print(f"| {name} | {' | '.join(cells)} | {seconds} | {speed:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
