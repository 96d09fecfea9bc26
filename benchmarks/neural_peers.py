"""spaCy's parser beside the neural one of this package: accuracy, time of training, speed and memory.

    python benchmarks/neural_peers.py [TREEBANK...] [--steps N]

Each treebank's training part trains spaCy's parser with the settings that `spacy init config --optimize efficiency`
writes, with the development part to choose the best step, for N steps at most; it sees forms alone. Then it parses the
sentences and words of the development part. LAS and UAS are of all words, as `multiplane eval` has them; seconds and
words a second are of processor time, memory the most that the process has held. For the same figures of this package:
`python benchmarks/neural.py`. Needs the extra ``spacy``.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from multiplane.evaluate import evaluate
from multiplane.treebank import Treebank
from tables import print_table
from treebanks import TREEBANKS, parts_of


def train_spacy(train: Treebank, dev: Treebank, steps: int, folder: Path) -> Any:
    """The best parser of a training."""
    import spacy
    from spacy.cli.init_config import init_config
    from spacy.cli.train import train as run_training
    from spacy.tokens import DocBin

    from multiplane.text.spacy import to_docs

    vocab = spacy.blank("xx").vocab
    for name, part in (("train", train), ("dev", dev)):
        DocBin(docs=to_docs(part, vocab)).to_disk(folder / f"{name}.spacy")
    config = init_config(lang="xx", pipeline=["parser"], optimize="efficiency", gpu=False)
    config.to_disk(folder / "config.cfg")
    paths = {f"paths.{name}": str(folder / f"{name}.spacy") for name in ("train", "dev")}
    run_training(folder / "config.cfg", folder / "out", overrides={**paths, "training.max_steps": steps})
    return spacy.load(folder / "out" / "model-best")


def parse_with_spacy(nlp: Any, dev: Treebank) -> Treebank:
    """The trees of sentences whose words are given."""
    from spacy.tokens import Doc

    heads: list[int] = []
    labels: list[str] = []
    for doc in nlp.pipe(Doc(nlp.vocab, words=[word.form for word in sentence]) for sentence in dev):
        for token in doc:
            is_root = token.head.i == token.i
            heads.append(0 if is_root else token.head.i + 1)
            labels.append("root" if is_root else token.dep_)
    return dev.with_trees(heads, labels)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebanks", nargs="*", default=["english-ewt"])
    parser.add_argument("--steps", type=int, default=20_000, help="steps of training at most (20,000)")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    if find_spec("spacy") is None:
        print("spaCy is not installed: pip install 'multiplane[spacy]'")
        return
    if not TREEBANKS.is_dir():
        print(f"{TREEBANKS}: no such folder; nothing is measured")
        return
    rows: dict[str, list[str]] = {}
    for name in options.treebanks:
        train, dev = parts_of(TREEBANKS / name)
        began = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            nlp = train_spacy(train, dev, options.steps, Path(folder))
        seconds = time.process_time() - began
        began = time.process_time()
        parsed = parse_with_spacy(nlp, dev)
        speed = dev.word_count / (time.process_time() - began)
        scores = evaluate(dev, parsed)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        rows[name] = [f"{scores.las:.2f}", f"{scores.uas:.2f}", f"{seconds:.0f}", f"{speed:,.0f}", f"{memory:.1f} GB"]
    print_table("spaCy's parser", ["LAS", "UAS", "training, s", "words/s", "memory"], rows, options.markdown)


if __name__ == "__main__":
    main()
