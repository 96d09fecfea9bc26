"""Neural parsers of other packages beside those of this one: accuracy, time of training, speed and memory.

    python benchmarks/neural_peers.py [TREEBANK] [--parsers NAME...] [--seconds N...] [--results FOLDER]

Every parser is trained on the training part of the treebank, in a process and on a thread of its own, and the model
that was best on the development part is taken that it has found after N seconds of processor time, for every N; those
of this package stop by themselves. The seconds include the start and the parsing of the development part, but not the
compilation of kernels. Then a new process parses the development part. LAS and UAS are of all words and main relations,
as `multiplane eval` has them; words a second are of processor time without loading; memory is the most that a
process has held. There are no pretrained vectors.

graph, neural   of this package, with their defaults, and the decoder of all trees; they see all columns of a word
spacy           the settings that `spacy init config --optimize efficiency` writes; forms alone
stanza          its graph parser, default sizes, its original optimizer (the present one is made for 10,000 steps), and
                batches of 500 words instead of 5,000; forms, letters, UPOS, XPOS, FEATS
supar           its biaffine parser, default sizes and rates; forms, letters, and UPOS with FEATS as one tag

What is measured is kept in FOLDER, so that a run that was stopped goes on. Install torch, then spacy, stanza and supar;
a parser that is not installed is left out, with a line that says so.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import multiplane
from multiplane.evaluate import evaluate
from multiplane.treebank import Treebank
from tables import print_table
from treebanks import TREEBANKS, parts_of

THREADS = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
FEW = 20
"""Sentences that are parsed before the time is taken."""

Trees = tuple[list[int], list[str]]
"""The heads and labels of all words."""


def train_multiplane(model: str, folder: Path) -> None:
    parser = multiplane.train(folder / "train.conllu", folder / "dev.conllu", model=model, trees="all")
    parser.save(folder / "model")


def compile_kernels(model: str, folder: Path) -> None:
    """Train on a few sentences, so that compilation is not measured."""
    write_to_log(folder / "compilation.log")
    multiplane.train("sample:german", "sample:dutch", model=model, epochs=1)


def load_multiplane(model: Path, source: Path) -> Callable[[], Trees]:
    parser, treebank = multiplane.Parser.load(model), multiplane.read(source)

    def parse() -> Trees:
        parsed = parser.parse(treebank, workers=1)
        encoded = parsed.encode(["deprel"])
        return parsed.heads.tolist(), [encoded.vocabularies["deprel"][label] for label in encoded.ids["deprel"]]

    return parse


def train_spacy(folder: Path) -> None:
    import spacy
    from spacy.cli.init_config import init_config
    from spacy.cli.train import train as run_training
    from spacy.tokens import DocBin

    from multiplane.text.spacy import to_docs

    vocab = spacy.blank("xx").vocab
    for name in ("train", "dev"):
        docs = to_docs(multiplane.read(folder / f"{name}.conllu"), vocab)
        DocBin(docs=docs).to_disk(folder / f"{name}.spacy")
    init_config(lang="xx", pipeline=["parser"], optimize="efficiency", gpu=False).to_disk(folder / "config.cfg")
    paths = {f"paths.{name}": str(folder / f"{name}.spacy") for name in ("train", "dev")}
    run_training(folder / "config.cfg", folder / "model", overrides={**paths, "training.max_steps": 0})


def load_spacy(model: Path, source: Path) -> Callable[[], Trees]:
    import spacy
    from spacy.tokens import Doc

    nlp = spacy.load(model / "model-best")
    words = [[word.form for word in sentence] for sentence in multiplane.read(source)]

    def parse() -> Trees:
        heads: list[int] = []
        labels: list[str] = []
        for doc in nlp.pipe(Doc(nlp.vocab, words=forms) for forms in words):
            for token in doc:
                is_root = token.head.i == token.i
                heads.append(0 if is_root else token.head.i + 1)
                labels.append("root" if is_root else token.dep_)
        return heads, labels

    return parse


def train_stanza(folder: Path) -> None:
    from stanza.models.parser import main as run_training

    files = ["--train_file", str(folder / "train.conllu"), "--eval_file", str(folder / "dev.conllu")]
    files += ["--save_dir", str(folder), "--save_name", "model", "--no_checkpoint", "--shorthand", "xx_treebank"]
    optimizer = ["--optim", "adam", "--lr", "0.003", "--beta2", "0.95", "--weight_decay", "0", "--no_second_optim"]
    steps = ["--batch_size", "500", "--eval_interval", "70"]
    run_training([*files, *optimizer, *steps, "--no_pretrain", "--lang", "xx", "--cpu"])


def load_stanza(model: Path, source: Path) -> Callable[[], Trees]:
    import stanza
    from stanza.utils.conll import CoNLL

    (model.parent / "resources.json").write_text("{}", "utf-8")  # it would be downloaded
    options = {"download_method": None, "allow_unknown_language": True, "use_gpu": False}
    options |= {"depparse_pretagged": True, "depparse_resolve_head_constraints": False}
    nlp = stanza.Pipeline("xx", str(model.parent), processors="depparse", depparse_model_path=str(model), **options)

    document = CoNLL.conll2doc(str(source))

    def parse() -> Trees:
        words = [word for sentence in nlp(document).sentences for word in sentence.words]
        return [word.head for word in words], [word.deprel for word in words]

    return parse


def tagged_for_supar(source: Path) -> str:
    """A file that has UPOS and FEATS in the column of the tag, which is all that SuPar reads beside the form."""
    output = source.with_suffix(".conllx")
    with output.open("w", encoding="utf-8") as out:
        for sentence in multiplane.read(source):
            for at, word in enumerate(sentence, 1):
                tag = f"{word.upos}|{word.feats}"
                print(at, word.form, "_", tag, "_", "_", word.head_id, word.deprel, "_", "_", sep="\t", file=out)
            print(file=out)
    return str(output)


def train_supar(folder: Path) -> None:
    import torch
    from supar import BiaffineDependencyParser

    torch.manual_seed(1)
    files = {"train": "train.conllu", "dev": "dev.conllu", "test": "few.conllu"}  # it has to have a test file
    options: dict[str, Any] = {name: tagged_for_supar(folder / file) for name, file in files.items()}
    options |= {"path": str(folder / "model"), "build": True, "checkpoint": False, "punct": True, "tree": True}
    options |= {"encoder": "lstm", "feat": ["tag", "char"], "embed": None}
    options |= {"lr": 2e-3, "mu": 0.9, "nu": 0.9, "eps": 1e-12, "weight_decay": 0, "decay": 0.75, "decay_steps": 5000}
    BiaffineDependencyParser.build(**options).train(**options)


def load_supar(model: Path, source: Path) -> Callable[[], Trees]:
    from supar import BiaffineDependencyParser

    parser, file = BiaffineDependencyParser.load(str(model)), tagged_for_supar(source)

    def parse() -> Trees:
        found = parser.predict(file, tree=True).sentences
        heads = [int(head) for sentence in found for head in sentence.arcs]
        return heads, [label for sentence in found for label in sentence.rels]

    return parse


PARSERS: dict[str, tuple[str, Callable[[Path], None], Callable[[Path, Path], Callable[[], Trees]]]] = {
    "arc-factored": ("multiplane", lambda folder: train_multiplane("arc-factored", folder), load_multiplane),
    "neural": ("torch", lambda folder: train_multiplane("neural", folder), load_multiplane),
    "spacy": ("spacy", train_spacy, load_spacy),
    "stanza": ("stanza", train_stanza, load_stanza),
    "supar": ("supar", train_supar, load_supar),
}
"""The package that a parser needs, how it is trained, and how it parses a file with a model."""


def keep(folder: Path, name: str) -> bool:
    """Copy the best model so far, beside what it took; not while it is being written."""
    model = folder / "model"
    files = [file for file in [model, *model.rglob("*")] if file.is_file()]
    if not files or time.time() - max(file.stat().st_mtime for file in files) < 2:
        return False
    copy = folder / f"model-{name}"
    shutil.copytree(model, copy) if model.is_dir() else shutil.copy(model, copy)
    took = {"seconds": time.process_time(), "training memory": peak_memory()}
    (folder / f"training-{name}.json").write_text(json.dumps(took), "utf-8")
    return True


def peak_memory() -> float:
    """The most memory that this process has held, in GB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def run_training(parser: str, folder: Path, budgets: list[int]) -> None:
    """Train in this process until the last budget is used up, and keep the model of each."""
    write_to_log(folder / "training.log")
    left = sorted(budgets)

    def out_of_time(*_: object) -> None:
        if keep(folder, str(left[0])):
            left.pop(0)
        if not left:
            os._exit(0)
        signal.setitimer(signal.ITIMER_PROF, max(1.0, left[0] - time.process_time()))

    signal.signal(signal.SIGPROF, out_of_time)
    signal.setitimer(signal.ITIMER_PROF, left[0])
    PARSERS[parser][1](folder)
    signal.setitimer(signal.ITIMER_PROF, 0)
    while not keep(folder, "end"):
        time.sleep(1)


def run_parsing(parser: str, folder: Path, name: str) -> None:
    """Parse the development part in this process, and keep the trees beside what it took."""
    write_to_log(folder / "parsing.log")
    load = PARSERS[parser][2]
    load(folder / f"model-{name}", folder / "few.conllu")()
    parse = load(folder / f"model-{name}", folder / "dev.conllu")
    began = time.process_time()
    heads, labels = parse()
    took = {"speed": len(heads) / (time.process_time() - began), "parsing memory": peak_memory()}
    (folder / f"parsing-{name}.json").write_text(json.dumps({**took, "trees": [heads, labels]}), "utf-8")


def write_to_log(file: Path) -> None:
    """All that this process prints."""
    log = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, sys.stdout.fileno())
    os.dup2(log, sys.stderr.fileno())


def in_new_process(work: Callable[..., None], *arguments: Any) -> None:
    process = multiprocessing.get_context("spawn").Process(target=work, args=arguments)
    process.start()
    process.join()
    if process.exitcode:
        sys.exit(f"{arguments[0]}: failed; see {arguments[1]}")


def measured(parser: str, folder: Path, budgets: list[int], train: Treebank, dev: Treebank) -> dict[str, list[str]]:
    """The rows of a parser: one for every budget, or one if it stopped before the first."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, part in (("train", train), ("dev", dev), ("few", dev[:FEW])):
        multiplane.write(part, folder / f"{name}.conllu")
    if not list(folder.glob("training-*.json")):
        if PARSERS[parser][2] is load_multiplane:
            in_new_process(compile_kernels, parser, folder)
        in_new_process(run_training, parser, folder, budgets)
    rows: dict[str, list[str]] = {}
    for file in sorted(folder.glob("training-*.json"), key=lambda file: file.stat().st_mtime):
        name = file.stem.removeprefix("training-")
        place = folder / f"parsing-{name}.json"
        if not place.exists():
            in_new_process(run_parsing, parser, folder, name)
        took = json.loads(file.read_text("utf-8")) | json.loads(place.read_text("utf-8"))
        scores = evaluate(dev, dev.with_trees(*took["trees"]))
        memory = f"{took['training memory']:.1f} / {took['parsing memory']:.1f} GB"
        figures = [f"{scores.las:.2f}", f"{scores.uas:.2f}", f"{took['speed']:,.0f}", memory]
        rows[f"{parser}, {took['seconds']:.0f} s of training"] = figures
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebank", nargs="?", default="gothic-proiel")
    parser.add_argument("--parsers", nargs="+", choices=list(PARSERS), default=list(PARSERS), metavar="NAME")
    parser.add_argument("--seconds", nargs="+", type=int, default=[180, 600], help="of processor time (180 600)")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    treebank = TREEBANKS / options.treebank
    if not treebank.is_dir():
        print(f"{treebank}: no such folder; nothing is measured")
        return
    # for the processes that are started: one thread, and models that torch loads as it did when SuPar was written
    os.environ |= {**THREADS, "TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD": "1"}
    train, dev = parts_of(treebank)
    rows: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        for name in options.parsers:
            package = PARSERS[name][0]
            if find_spec(package) is None:
                print(f"{name}: not installed: pip install {package}")
                continue
            folder = (options.results or Path(temporary)) / options.treebank / name
            rows |= measured(name, folder, options.seconds, train, dev)
    columns = ["LAS", "UAS", "words/s", "memory: training / parsing"]
    if rows:
        print_table(f"{options.treebank}, development part", columns, rows, options.markdown)


if __name__ == "__main__":
    main()
