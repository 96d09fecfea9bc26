"""From raw text to trees on the treebanks' development parts: the scores of CoNLL 2018, training and speed.

python benchmarks/pipeline.py --treebanks DIR --only turkish-imst gothic-proiel
python benchmarks/pipeline.py --treebanks DIR --only english-ewt --model english english-fast

A pipeline is trained on each training part with its defaults, or one that is given parses. Its input is the text of the
development part: what `multiplane.text.text_of` makes of # text, SpaceAfter=No and # newpar. Seconds and words per
second are of processor time, on one core; kernels are compiled before.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import multiplane
from multiplane import Pipeline
from multiplane.evaluate import evaluate_text
from multiplane.kernels.interpret import kernels
from multiplane.text import text_of, train_pipeline
from treebanks import TREEBANKS, parts_of

COLUMNS = ("Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--treebanks", type=Path, default=TREEBANKS, help="folder of treebanks")
    options.add_argument("--only", nargs="+", help="names of treebanks")
    options.add_argument("--model", nargs="+", help="pipelines to measure, instead of training")
    given = options.parse_args()
    print(f"| treebank | {' | '.join(COLUMNS)} | training, s | words/s |")
    print(f"|---{'|--:' * (len(COLUMNS) + 2)}|")
    for folder in sorted(path for path in given.treebanks.iterdir() if path.is_dir()):
        if given.only is None or folder.name in given.only:
            for model in given.model or [None]:
                measure(folder, model)


def measure(folder: Path, model: str | None) -> None:
    """Print the line of a treebank."""
    train, gold = parts_of(folder)
    with kernels("compiled"):
        if model is None:
            train_pipeline("sample:german", "sample:german", epochs=1)
            began = time.process_time()
            pipeline: object = train_pipeline(train, gold)
            seconds = f"{time.process_time() - began:.0f}"
        else:
            pipeline, seconds = multiplane.load(model), ""
        assert isinstance(pipeline, Pipeline)
        text = text_of(gold)
        pipeline(text, workers=1)
        began = time.process_time()
        found = pipeline(text, workers=1)
        speed = found.word_count / (time.process_time() - began)
    scores = evaluate_text(gold, found)
    cells = [f"{scores[name].f1:.2f}" for name in COLUMNS]
    name = folder.name if model is None else f"{folder.name}, {model}"
    print(f"| {name} | {' | '.join(cells)} | {seconds} | {speed:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
