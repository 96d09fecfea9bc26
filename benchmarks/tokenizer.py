"""The tokenizer and sentence splitter: F1 on development parts of treebanks, seconds of training, speed, file size.

    python benchmarks/tokenizer.py [TREEBANK...] [--markdown] [--json]

Each is trained with the default settings and applied to the text of the development part, which is rebuilt from
``# text``, ``SpaceAfter=No``, ``# newpar`` and ``# newdoc``. Of a treebank without a development part, it is the last
tenth. Tokens, sentences and words are scored as in CoNLL 2018. Seconds of training and tokens per second are processor
time on one core, compilation aside; the speed is from a string to a treebank, best of three. KB are those of the saved
file, in xz.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("MULTIPLANE_KERNELS", "compiled")

import multiplane
from multiplane.evaluate import evaluate_text
from multiplane.learn.model.file import save_model
from multiplane.text import text_of, train_tokenizer
from tables import print_table
from treebanks import TREEBANKS, parts_of

REPEATS = 3
COLUMNS = ("tokens", "sentences", "words", "training s", "tokens/s", "KB")


def measure(name: str) -> dict[str, float]:
    train, dev = parts_of(TREEBANKS / name)
    begin = time.process_time()
    tokenizer = train_tokenizer(train)
    training = time.process_time() - begin
    text = text_of(dev)
    times = []
    for _ in range(REPEATS):
        begin = time.process_time()
        predicted = tokenizer.tokenize(text)
        times.append(time.process_time() - begin)
    scores = evaluate_text(dev, predicted)
    with tempfile.TemporaryDirectory() as folder:
        save_model(Path(folder) / "a.model", "tokenizer", tokenizer.header(), tokenizer.tensors())
        size = len(lzma.compress((Path(folder) / "a.model").read_bytes()))
    return {
        "tokens": scores["Tokens"].f1,
        "sentences": scores["Sentences"].f1,
        "words": scores["Words"].f1,
        "training s": training,
        "tokens/s": scores["Tokens"].predicted / min(times),
        "KB": size / 1024,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebanks", nargs="*", help="names of folders; all by default")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    names = arguments.treebanks or sorted(path.name for path in TREEBANKS.iterdir() if path.is_dir())
    train_tokenizer(multiplane.read("sample:english")).tokenize("Compiled before anything is timed.")
    rows = {name: measure(name) for name in names}
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return
    cells = {
        name: [f"{row[title]:.2f}" for title in COLUMNS[:3]]
        + [f"{row['training s']:.1f}", f"{row['tokens/s']:,.0f}", f"{row['KB']:,.0f}"]
        for name, row in rows.items()
    }
    print_table("Tokens, sentences and words: F1 on development parts", list(COLUMNS), cells, arguments.markdown)


if __name__ == "__main__":
    main()
