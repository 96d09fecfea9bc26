"""Speed of training and parsing, from file to file, beside UDPipe 1 and MaltParser where they are installed.

    python benchmarks/speed.py [--treebank FOLDER] [--models FOLDER] [--malt-jar PATH] [--markdown]
    python benchmarks/speed.py --cores MODEL... [--treebank FOLDER] [--copies N] [--repeats N]

The folder has train.conllu and dev.conllu. Each parser is trained in a process of its own with its defaults, which
reports seconds (without compilation) and peak memory; models that are already in --models are not trained again. Then
all parse the development set in turns, in one process, after a warm-up: read, parse, write. The figures are medians of
words per second, by the clock and by processor time. multiplane is restricted to one core for that; for two workers it
has all cores again. It parses several copies of the file, so that two workers are worth starting.

Last: how long `import multiplane` takes and `multiplane parse` on one sentence, the first time ever (with an empty
cache of kernels) and later; and the time a word takes in sentences of 10 to 2,000 words, made of the words of the
development set, with the exponent fitted to it (1 is linear). Models of the other systems, for this alone, are trained
in one pass.

With ``--cores``, nothing but how many words a second models parse on one core and on two, in turn, by the clock, and
the median of the ratios, with the lowest and the highest: of files, or ``english`` for the one in the package.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import multiplane
from multiplane.evaluate import evaluate
from multiplane.learn import Parser, parse_blocks
from multiplane.learn.model.streaming import block_size
from multiplane.treebank import Treebank, stream_blocks
from peers import (
    MALTPARSER,
    UDPIPE,
    load_udpipe,
    missing,
    parse_with_malt,
    parse_with_udpipe,
    train_malt,
    train_udpipe,
    words_alone,
)
from tables import print_table
from timing import timed
from treebanks import TREEBANKS

BEAM_MARK = "+beam"
CONTENDERS = ["arc-eager", f"arc-eager{BEAM_MARK}8", "2-planar", "swap", "undirected-2-planar", "covington"]
PEERS = [UDPIPE, MALTPARSER]
LINEAR = [
    "arc-standard",
    "arc-eager",
    "arc-hybrid",
    "planar",
    "2-planar",
    "3-planar",
    "attardi-2",
    "arc-eager+lba",
    "arc-eager+pp:head",
    "undirected-2-planar",
    "swap",
    "covington",
]
LENGTHS = [10, 30, 100, 300, 1000, 2000]
WORDS_AT_EACH_LENGTH = 20_000
ONE_SENTENCE = "1\tGo\tgo\tVERB\t_\t_\t_\t_\t_\t_\n\n"
Figures = dict[str, Any]


def system_and_beam(name: str) -> tuple[str, int]:
    """``arc-eager+beam8`` is arc-eager with a beam of 8."""
    system, _, beam = name.partition(BEAM_MARK)
    return system, int(beam or 1)


def train_here(name: str, model: Path, options: argparse.Namespace) -> Figures:
    """Train one parser in this process; seconds by the clock and of processor time, megabytes at the peak."""
    train, dev = (options.treebank / f"{part}.conllu" for part in ("train", "dev"))
    figures: Figures = {}
    if name == UDPIPE:
        work: Callable[[], object] = partial(train_udpipe, train, model, options.udpipe_iterations)
    elif name == MALTPARSER:
        work = partial(train_malt, options.malt_jar, train, model)
    else:
        system, beam = system_and_beam(name)
        multiplane.train("sample:dutch", "sample:german", system=system, beam=beam, epochs=2).parse(
            multiplane.read("sample:dutch")
        )
        chosen = {} if options.epochs is None else {"epochs": options.epochs}
        work = partial(multiplane.train, train, dev, system=system, beam=beam, output=model, **chosen)
    figures["seconds"], figures["processor seconds"] = timed(work)
    who = resource.RUSAGE_CHILDREN if name == MALTPARSER else resource.RUSAGE_SELF
    figures["memory MB"] = resource.getrusage(who).ru_maxrss / 1024
    figures["model MB"] = model.stat().st_size / 1e6
    if name not in PEERS:
        figures["passes"] = Parser.load(model).training["epochs"]
    return figures


def model_of(name: str, options: argparse.Namespace) -> tuple[Path, Figures]:
    """A model, trained in a process of its own unless it is there, and the figures of its training."""
    model = options.models / f"{name}.mco"
    figures = model.with_suffix(".json")
    if not (model.exists() and figures.exists()):
        command = [sys.executable, __file__, *sys.argv[1:], "--models", str(options.models), "--train", name]
        print(f"training {name}", file=sys.stderr)
        found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        figures.write_text(found.stdout.splitlines()[-1], "utf-8")
    return model, json.loads(figures.read_text("utf-8"))


def parse_files(parser: Parser, source: Path, output: Path, workers: int) -> None:
    """From file to file in blocks, as the command does it."""
    blocks = stream_blocks(source, heads_required=False, block_size=block_size(source))
    with output.open("wb") as out:
        out.writelines(bytes(block) for block in parse_blocks(parser, blocks, workers=workers))


def on_one_core(work: Callable[[], object]) -> None:
    """Do it on one core, with the threads that it starts, where the system can see to that."""
    if not hasattr(os, "sched_setaffinity"):
        work()
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        work()
    finally:
        os.sched_setaffinity(0, cores)


def copies_of(source: Path, output: Path, copies: int) -> None:
    text = source.read_bytes()
    output.write_bytes((text if text.endswith(b"\n\n") else text + b"\n") * copies)


def race(models: dict[str, Path], folder: Path, options: argparse.Namespace) -> dict[str, Figures]:
    """Words a second of all parsers, which take turns; and the accuracy of what they wrote."""
    dev, many, words_only, one, start = (
        folder / name for name in ("dev.conllu", "many.conllu", "dev.conll", "one.conllu", "one.conll")
    )
    shutil.copyfile(options.treebank / "dev.conllu", dev)
    copies_of(dev, many, options.copies)
    gold = multiplane.read(dev)
    runs: dict[str, dict[str, tuple[Callable[[], object], int]]] = {}
    for name, model in models.items():
        out = folder / f"{name}.out"
        if name == UDPIPE:
            loaded = load_udpipe(model)
            runs[name] = {"one": (partial(parse_with_udpipe, loaded, dev, out), gold.word_count)}
        elif name == MALTPARSER:
            one.write_text(ONE_SENTENCE.replace("_\t_\t_\t_\n", "0\troot\t_\t_\n"), "utf-8")
            layout = words_alone(dev, words_only)
            words_alone(one, start)
            parse = partial(parse_with_malt, options.malt_jar, model, layout)
            runs[name] = {
                "one": (partial(parse, words_only, out), gold.word_count),
                "start": (partial(parse, start, out), 0),
            }
        else:
            parser = Parser.load(model)
            runs[name] = {
                "one": (
                    partial(on_one_core, partial(parse_files, parser, many, out, 1)),
                    gold.word_count * options.copies,
                ),
                "two": (partial(parse_files, parser, many, out, 2), gold.word_count * options.copies),
            }
    times: dict[str, dict[str, list[tuple[float, float]]]] = {
        name: {kind: [] for kind in kinds} for name, kinds in runs.items()
    }
    for turn in range(options.repeats + 1):
        for name, kinds in runs.items():
            for kind, (work, _) in kinds.items():
                found = timed(work)
                if turn or name in PEERS:
                    times[name][kind].append(found)
    results: dict[str, Figures] = {}
    for name, kinds in runs.items():
        seconds = {kind: np.median(np.array(found), axis=0) for kind, found in times[name].items()}
        begin = seconds.get("start", np.zeros(2))
        clock, busy = kinds["one"][1] / (seconds["one"] - begin)
        results[name] = {"words/s": clock, "words/s of processor time": busy}
        if "two" in kinds:
            results[name]["two workers"] = kinds["two"][1] / seconds["two"][0]
            parse_files(Parser.load(models[name]), dev, folder / f"{name}.out", 1)
        elif name == MALTPARSER:
            kinds["one"][0]()
        parsed = multiplane.read(folder / f"{name}.out")
        results[name]["LAS"] = evaluate(gold, parsed, "conll-2018").las
    return results


def on_cores(models: list[str], folder: Path, options: argparse.Namespace) -> dict[str, list[str]]:
    """Words a second on one core and on two, and how many times as many that is: a row for each model."""
    many, out = folder / "many.conllu", folder / "out.conllu"
    copies_of(options.treebank / "dev.conllu", many, options.copies)
    words = multiplane.read(many).word_count
    rows = {}
    for name in models:
        parser = Parser.load(name)
        speeds: list[tuple[float, float]] = []
        for _ in range(options.repeats + 1):
            one, _ = timed(partial(on_one_core, partial(parse_files, parser, many, out, 1)))
            two, _ = timed(partial(parse_files, parser, many, out, 2))
            speeds.append((words / one, words / two))
        ones, twos = np.array(speeds[1:]).T
        ratios = twos / ones
        times = f"{np.median(ratios):.2f} ({ratios.min():.2f} – {ratios.max():.2f})"
        rows[name] = [f"{np.median(ones):,.0f}", f"{np.median(twos):,.0f}", times]
    return rows


def command_seconds(command: list[str], **environment: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment})
    return time.perf_counter() - began


def starting(model: Path, folder: Path, repeats: int) -> Figures:
    """Seconds of `import multiplane` and of the command on one sentence, the first time and later."""
    code = "import time; began = time.perf_counter(); import multiplane; print(time.perf_counter() - began)"
    imports = [
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
        for _ in range(repeats)
    ]
    sentence = folder / "sentence.conllu"
    sentence.write_text(ONE_SENTENCE, "utf-8")
    entry = "from multiplane.cli.main import main; main()"
    command = [sys.executable, "-c", entry, "parse", "-m", str(model), str(sentence), "-o", str(folder / "parsed")]
    cache = str(folder / "cache")
    cold = command_seconds(command, NUMBA_CACHE_DIR=cache)
    warm = [command_seconds(command, NUMBA_CACHE_DIR=cache) for _ in range(repeats)]
    return {"import multiplane": float(np.median(imports)), "first parse": cold, "later parse": float(np.median(warm))}


def long_sentences(dev: Treebank, length: int) -> Treebank:
    """Sentences of one length, of the words of a treebank one after the other."""
    rows = [
        line.split("\t")[1:6]
        for line in bytes(dev).decode().split("\n")
        if line[:1].isdigit() and line.partition("\t")[0].isdigit()
    ]
    lines = []
    for number in range(max(1, min(len(rows), WORDS_AT_EACH_LENGTH) // length)):
        words = [rows[(number * length + at) % len(rows)] for at in range(length)]
        lines += ["\t".join([str(at + 1), *word, "_", "_", "_", "_"]) for at, word in enumerate(words)] + [""]
    return Treebank.from_text("\n".join(lines) + "\n", "conllu", heads_required=False)


def linearity(name: str, train: Treebank, dev: Treebank, repeats: int) -> Figures:
    """Microseconds a word by the length of the sentence, and the power of the length that a sentence takes."""
    parser = multiplane.train(train, dev[:50], system=name, epochs=1)
    per_word = []
    for length in LENGTHS:
        treebank = long_sentences(dev, length)
        parser.parse(treebank, workers=1)
        found = [timed(partial(parser.predict, treebank, workers=1))[1] for _ in range(repeats)]
        per_word.append(1e6 * float(np.median(found)) / treebank.word_count)
    sentences = np.log(np.array(per_word) * LENGTHS)
    return {"exponent": float(np.polyfit(np.log(LENGTHS), sentences, 1)[0]), "microseconds a word": per_word}


def show(found: Figures, markdown: bool) -> None:
    training = {"seconds": ".1f", "processor seconds": ".1f", "passes": "", "memory MB": ",.0f", "model MB": ".1f"}
    parsing = {"LAS": ".2f", "words/s": ",.0f", "words/s of processor time": ",.0f", "two workers": ",.0f"}
    for title, key, columns in (("Training", "training", training), ("Parsing", "parsing", parsing)):
        rows = {
            name: [format(row[column], form) if column in row else "" for column, form in columns.items()]
            for name, row in found[key].items()
        }
        print_table(title, [*columns], rows, markdown)
    for name, reason in found["missing"].items():
        print(f"\n{name}: {reason}")
    ratios = {
        f"arc-eager against {peer}": [
            f"{found['training'][peer]['processor seconds'] / found['training']['arc-eager']['processor seconds']:.1f}",
            f"{found['parsing']['arc-eager'][rate] / found['parsing'][peer][rate]:.1f}",
        ]
        for rate in ["words/s of processor time"]
        for peer in PEERS
        if peer in found["parsing"] and "arc-eager" in found["parsing"]
    }
    if ratios:
        print_table("How many times as fast, by processor time", ["training", "parsing"], ratios, markdown)
    seconds = {name: [f"{value:.2f}"] for name, value in found["starting"].items()}
    print_table("Seconds to start", ["seconds"], seconds, markdown)
    lengths = {
        name: [f"{row['exponent']:.2f}", *(f"{value:.1f}" for value in row["microseconds a word"])]
        for name, row in found["linearity"].items()
    }
    print_table("Microseconds per word by sentence length", ["exponent", *map(str, LENGTHS)], lengths, markdown)


def measure(options: argparse.Namespace) -> Figures:
    absent = {peer: why for peer in PEERS if (why := missing(peer, options.malt_jar))}
    names = [*options.systems, *(peer for peer in options.peers if peer not in absent)]
    trained = {name: model_of(name, options) for name in names}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        parsing = race({name: model for name, (model, _) in trained.items()}, folder, options)
        begun = starting(trained[options.systems[0]][0], folder, options.repeats)
    dev = multiplane.read(options.treebank / "dev.conllu")
    some = multiplane.read(options.treebank / "train.conllu")[: options.linear_sentences]
    return {
        "training": {name: figures for name, (_, figures) in trained.items()},
        "parsing": parsing,
        "missing": {peer: why for peer, why in absent.items() if peer in options.peers},
        "starting": begun,
        "linearity": {name: linearity(name, some, dev, options.repeats) for name in LINEAR},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebank", type=Path, default=TREEBANKS / "english-ewt")
    parser.add_argument("--models", type=Path, help="where trained models are kept, and found again")
    parser.add_argument("--systems", nargs="+", default=CONTENDERS, metavar="NAME", help="arc-eager+beam8: a beam of 8")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=PEERS)
    parser.add_argument("--epochs", type=int, help="epochs at most, instead of the default")
    parser.add_argument("--udpipe-iterations", type=int, help="iterations of UDPipe, instead of its default")
    parser.add_argument("--malt-jar", type=Path, help="MaltParser")
    parser.add_argument("--copies", type=int, default=8, help="copies of the development set to parse (8)")
    parser.add_argument("--repeats", type=int, default=5, help="take the median of this many runs (5)")
    parser.add_argument("--linear-sentences", type=int, default=1000, help="to train on for the last table (1000)")
    parser.add_argument("--cores", nargs="+", metavar="MODEL", help="only: these models on one core and on two")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--train", metavar="NAME", help=argparse.SUPPRESS)
    options = parser.parse_args()
    for part in ("train", "dev"):
        if not (options.treebank / f"{part}.conllu").is_file():
            sys.exit(f"{options.treebank}: no {part}.conllu; name a folder, or set MULTIPLANE_TREEBANKS")
    if options.train:
        print(json.dumps(train_here(options.train, options.models / f"{options.train}.mco", options)))
        return
    if options.cores:
        with tempfile.TemporaryDirectory() as place:
            rows = on_cores(options.cores, Path(place), options)
        print_table("Words a second", ["one core", "two cores", "times as many"], rows, options.markdown)
        return
    with tempfile.TemporaryDirectory() as place:
        options.models = options.models or Path(place)
        options.models.mkdir(parents=True, exist_ok=True)
        found = measure(options)
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        print(f"{options.treebank.name}; gold tags; LAS of the development set, all words, main relations")
        show(found, options.markdown)


if __name__ == "__main__":
    main()
