"""Accuracy of every transition system on every treebank, and whether what the papers found is found again.

    python benchmarks/accuracy.py [--treebanks FOLDER] [--only NAME...] [--systems NAME...] [--markdown]

Each folder has train.conllu and dev.conllu (or .conll); where there is no dev file, the last tenth of the training file
is held out. All systems learn from the same sentences for the same number of passes, with the default features, and
no pass is chosen on the development set. Results are appended to a file as they come (--results): a second run goes on
where the first was stopped, and --show prints what is there; after a change of the library, begin a new file. Seconds
are processor time, of one core, without compilation.

``udpipe`` and ``maltparser`` are systems too, where they are installed: UDPipe 1 by pip install ufal.udpipe, MaltParser
by --malt-jar; ``maltparser:2planar`` is MaltParser with another algorithm.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import multiplane
from multiplane.evaluate import CONVENTIONS, align, evaluate, mcnemar, paired_shuffling
from multiplane.learn import Parser, TransitionTrainer, default_features
from multiplane.transition import get
from multiplane.transition.oracles import derive_all
from multiplane.treebank import Treebank
from peers import (
    MALTPARSER,
    UDPIPE,
    is_peer,
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
from treebanks import TREEBANKS, parts_of

BUFFER_ARCS = ("lba", "rba", "lnba", "rnba")
UNDIRECTED = ("planar", "2-planar", "covington")
MALT_ALGORITHMS = {"planar": "planar", "2-planar": "2planar", "swap": "stacklazy"}

SYSTEMS = [
    "arc-standard",
    "arc-eager",
    "arc-hybrid",
    "easy-first",
    "planar",
    "2-planar",
    "3-planar",
    "swap",
    "attardi-2",
    "covington",
    "covington-projective",
    *(f"arc-eager+{name}" for name in BUFFER_ARCS),
    "arc-eager+lba+rba",
    "2-planar+lba",
    "2-planar+rba",
    "arc-eager+pp:head",
    "arc-eager+pp:path",
    "arc-eager+pp:head+path",
    *(f"undirected-{name}" for name in UNDIRECTED),
    *(f"undirected-{name}+{how}" for how in ("label-a", "naive") for name in UNDIRECTED),
    *(f"{name}@static" for name in ("arc-eager", "2-planar", *(f"arc-eager+{name}" for name in BUFFER_ARCS))),
]
COMPARISONS = [
    ("2-planar", "arc-eager"),
    ("2-planar", "planar"),
    ("2-planar", "arc-eager+pp:head"),
    ("arc-eager+pp:head", "arc-eager"),
    *((f"arc-eager+{name}", "arc-eager") for name in (*BUFFER_ARCS, "lba+rba")),
    ("2-planar+lba", "2-planar"),
    ("2-planar+rba", "2-planar"),
    *((f"arc-eager+{name}@static", "arc-eager@static") for name in BUFFER_ARCS),
    ("2-planar@static", "arc-eager@static"),
    ("arc-eager@static", "arc-eager"),
    *((f"undirected-{name}{how}", name) for how in ("", "+naive") for name in UNDIRECTED),
    *((f"undirected-{name}", f"undirected-{name}+label-a") for name in UNDIRECTED),
    *((f"undirected-{name}", f"undirected-{name}+naive") for name in UNDIRECTED),
    ("arc-eager", UDPIPE),
    ("arc-eager", MALTPARSER),
    *((name, f"{MALTPARSER}:{algorithm}") for name, algorithm in MALT_ALGORITHMS.items()),
    (f"{MALTPARSER}:2planar", MALTPARSER),
    (f"{MALTPARSER}:2planar", f"{MALTPARSER}:planar"),
]
COLUMNS = {
    "LAS": ("las", ".2f"),
    "UAS": ("uas", ".2f"),
    "precision of non-projective arcs": ("non_projective_precision", ".1f"),
    "recall of non-projective arcs": ("non_projective_recall", ".1f"),
    "labelled edges between words right before reconstruction, %": ("edges", ".2f"),
    "uses of the last buffer arc on development data": ("buffer_arcs", ",.0f"),
    "the same by the static oracle": ("oracle_buffer_arcs", ",.0f"),
    "training, seconds": ("train_seconds", ".1f"),
    "parsing, words a second": ("words_per_second", ",.0f"),
}
CONVENTION = CONVENTIONS["conll-2018"]
PARSES = 3
Record = dict[str, Any]
Mask = NDArray[np.bool_]


def thinned(treebank: Treebank, words: int) -> Treebank:
    """Sentences spread evenly over a treebank, about ``words`` words in all; all sentences if it has fewer."""
    if not words or treebank.word_count <= words:
        return treebank
    wanted = int(len(treebank) * words / treebank.word_count)
    chosen = np.linspace(0, len(treebank) - 1, wanted).round().astype(int)
    return Treebank.from_sentences(treebank[number] for number in chosen.tolist())


@cache
def warm_up(system: str, beam: int) -> None:
    """Compile all that training and parsing need."""
    sample = multiplane.read("sample:dutch")
    trainer = new_trainer(system, beam, sample)
    trainer.step(np.arange(len(sample)))
    Parser(trainer.model()).parse(sample, workers=1)


def new_trainer(system: str, beam: int, train: Treebank) -> TransitionTrainer:
    """``SYSTEM@static`` learns from the static oracle."""
    name, _, oracle = system.partition("@")
    return TransitionTrainer(train, system=name, beam=beam, oracle=oracle or "dynamic")


def parse_ours(
    system: str, beam: int, train: Treebank, dev: Treebank, epochs: int
) -> tuple[Treebank, float, float, Record]:
    """The development set parsed; seconds to train, and to parse from bytes to bytes, the median of three; and what
    can be said of the system's mechanism.
    """
    warm_up(system, beam)
    began = time.process_time()
    trainer = new_trainer(system, beam, train)
    for epoch in range(epochs):
        trainer.step(np.random.default_rng([0, epoch]).permutation(len(train)))
    parser = Parser(trainer.model())
    train_seconds = time.process_time() - began
    times = []
    for _ in range(PARSES):
        began = time.process_time()
        parsed = parser.parse(Treebank.from_text(bytes(dev), dev.format), workers=1)
        bytes(parsed)
        times.append(time.process_time() - began)
    return parsed, train_seconds, float(np.median(times)), mechanism(parser, dev)


def mechanism(parser: Parser, dev: Treebank) -> Record:
    """Of undirected systems, the share of edges right before they get directions; of systems with buffer arcs, how
    often the last of them is used, by the parser and by the static oracle.
    """
    system = parser.model.system
    if system.is_undirected:
        return {"edges": 100 * share_of_right_edges(parser, dev)}
    if system.name.rpartition("+")[2] in BUFFER_ARCS:
        last = len(system.names(1)) - 1
        derived = derive_all(system, np.array(dev.heads), np.array(dev.offsets))
        used = int((parser.predict(dev, workers=1).transitions == last).sum())
        return {"buffer_arcs": used, "oracle_buffer_arcs": int((derived.transitions == last).sum())}
    return {}


def share_of_right_edges(parser: Parser, dev: Treebank) -> float:
    """How many gold arcs between words have an edge with their main relation, whichever way it points."""
    arcs = parser.model.built_arcs(dev.layout, 1)
    names = [label.removesuffix("^l").removesuffix("^r").partition(":")[0] for label in parser.model.arc_labels]
    gold = [word.deprel.partition(":")[0] for sentence in dev for word in sentence.words]
    heads, right = np.array(dev.heads), 0
    for first, last in pairwise(dev.offsets.tolist()):
        built = {
            (min(one, other), max(one, other)): names[label]
            for one, other, label in zip(
                arcs.heads[first:last].tolist(),
                arcs.dependents[first:last].tolist(),
                arcs.labels[first:last].tolist(),
                strict=True,
            )
            if one > 0
        }
        for word in range(first, last):
            place, head = word - first + 1, int(heads[word])
            right += head > 0 and built.get((min(place, head), max(place, head))) == gold[word]
    return right / int((heads > 0).sum())


def parse_peer(name: str, train: Treebank, dev: Treebank, options: argparse.Namespace) -> tuple[Treebank, float, float]:
    """The same with another parser, by way of files; MaltParser's processor time includes that of starting java."""
    with tempfile.TemporaryDirectory() as folder:
        suffix = ".conll" if train.format == "conllx" else ".conllu"
        source, gold, out = (Path(folder) / f"{part}{suffix}" for part in ("train", "dev", "parsed"))
        model = Path(folder) / "model.mco"
        multiplane.write(train, source)
        multiplane.write(dev, gold)
        if name == UDPIPE:
            train_seconds = timed(lambda: train_udpipe(source, model, options.udpipe_iterations))[1]
            loaded = load_udpipe(model)
            seconds = timed(lambda: parse_with_udpipe(loaded, gold, out))[1]
        else:
            train_seconds = timed(lambda: train_malt(options.malt_jar, source, model, name))[1]
            words = Path(folder) / "words"
            layout = words_alone(gold, words)
            seconds = timed(lambda: parse_with_malt(options.malt_jar, model, layout, words, out))[1]
        return multiplane.read(out), train_seconds, seconds


def measure(system: str, beam: int, train: Treebank, dev: Treebank, options: argparse.Namespace) -> Record:
    """All figures of one system on one treebank, and which words it got right."""
    more: Record = {}
    if is_peer(system):
        parsed, train_seconds, seconds = parse_peer(system, train, dev, options)
    else:
        parsed, train_seconds, seconds, more = parse_ours(system, beam, train, dev, options.epochs)
    scores = evaluate(dev, parsed, CONVENTION.name)
    if options.save:
        folder = options.save / options.treebank
        folder.mkdir(parents=True, exist_ok=True)
        multiplane.write(parsed, folder / f"{row_name(system, beam)}.conllu")
    return {
        **more,
        "las": scores.las,
        "uas": scores.uas,
        "non_projective_precision": scores.non_projective.precision,
        "non_projective_recall": scores.non_projective.recall,
        "train_seconds": train_seconds,
        "words_per_second": dev.word_count / seconds,
        "train_words": train.word_count,
        "right": packed(align(dev, parsed, CONVENTION).right_arcs),
    }


def packed(mask: Mask) -> str:
    return base64.b85encode(np.packbits(mask).tobytes()).decode()


def unpacked(text: str, count: int) -> Mask:
    bits = np.frombuffer(base64.b85decode(text), np.uint8)
    return np.unpackbits(bits, count=count).astype(np.bool_)


def row_name(system: str, beam: int) -> str:
    return system if beam == 1 else f"{system}, beam {beam}"


def settings_of(treebank: str, system: str, beam: int, options: argparse.Namespace) -> Record:
    """What a result depends on; another result is not taken for this one."""
    common = {"treebank": treebank, "system": row_name(system, beam), "words": options.words}
    if system == UDPIPE:
        return {**common, "iterations": options.udpipe_iterations}
    if is_peer(system):
        return common
    features = repr(default_features(get(system.partition("@")[0]))).encode()
    return {**common, "epochs": options.epochs, "features": hashlib.blake2b(features, digest_size=8).hexdigest()}


def read_results(path: Path) -> list[Record]:
    """All complete lines; a run that was killed may have left half a line."""
    found = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            print(f"{path}: an incomplete line is left out", file=sys.stderr)
    return found


def append_result(path: Path, record: Record) -> None:
    is_cut_off = path.exists() and path.read_bytes()[-1:] not in (b"", b"\n")
    with path.open("a", encoding="utf-8") as out:
        out.write("\n" * is_cut_off + json.dumps(record) + "\n")


def run(folders: list[Path], options: argparse.Namespace) -> dict[str, dict[str, Record]]:
    """Results by treebank and system: those of earlier runs, and all that is still missing, unless --show is given."""
    known = {json.dumps(record["settings"]): record for record in read_results(options.results)}
    table: dict[str, dict[str, Record]] = {}
    for folder in folders:
        rows = table.setdefault(folder.name, {})
        parts: tuple[Treebank, Treebank] | None = None
        for system, beam in wanted_rows(options):
            settings = settings_of(folder.name, system, beam, options)
            record = known.get(json.dumps(settings))
            if record is None and not options.show:
                if parts is None:
                    train, dev = parts_of(folder)
                    parts = thinned(train, options.words), dev
                options.treebank = folder.name
                record = {"settings": settings, **measure(system, beam, *parts, options)}
                append_result(options.results, record)
                told = f"LAS {record['las']:.2f}, {record['train_seconds']:.1f} s"
                print(f"{folder.name}, {row_name(system, beam)}: {told}", file=sys.stderr)
            if record is not None:
                rows[row_name(system, beam)] = record
    return table


def wanted_rows(options: argparse.Namespace) -> Iterator[tuple[str, int]]:
    for system in options.systems:
        for beam in options.beam:
            if not is_peer(system) or beam == options.beam[0]:
                yield system, 1 if is_peer(system) else beam


def difference(one: Record, other: Record, offsets: NDArray[np.int64]) -> tuple[float, float, float]:
    """The difference in LAS, with p by stratified shuffling of sentences and by McNemar's test on words."""
    words = int(offsets[-1])
    one_right, other_right = (unpacked(record["right"], words).astype(np.int64) for record in (one, other))
    gains = np.diff(np.concatenate([[0], np.cumsum(one_right - other_right)])[offsets])
    ahead, behind = int(((one_right - other_right) == 1).sum()), int(((one_right - other_right) == -1).sum())
    return 100 * (ahead - behind) / words, paired_shuffling(gains), mcnemar(ahead, behind)


def told_difference(difference: float, shuffling_p: float, mcnemar_p: float) -> str:
    stars = "**" if shuffling_p < 0.01 else "*" if shuffling_p < 0.05 else ""
    return f"{difference:+.2f}{stars} ({shuffling_p:.3f}, {mcnemar_p:.3f})"


def show_figures(table: dict[str, dict[str, Record]], names: list[str], markdown: bool) -> None:
    for title, (key, form) in COLUMNS.items():
        with_mean = key in ("las", "uas") and len(table) > 1
        rows = {}
        for name in names:
            values = [records[name].get(key, np.nan) if name in records else np.nan for records in table.values()]
            if np.isnan(values).all():
                continue
            shown = [*values, np.mean(values)] if with_mean else values
            rows[name] = ["" if np.isnan(value) else format(value, form) for value in shown]
        print_table(title, [*table, "mean"] if with_mean else [*table], rows, markdown)


def show_comparisons(table: dict[str, dict[str, Record]], gold: dict[str, Treebank], markdown: bool) -> None:
    rows = {}
    for one, other in COMPARISONS:
        if any(one in records and other in records for records in table.values()):
            rows[f"{one} − {other}"] = [
                told_difference(*difference(records[one], records[other], gold[name].offsets))
                if one in records and other in records
                else ""
                for name, records in table.items()
            ]
    title = "Differences in LAS, with p by shuffling and by McNemar's test; * below .05, ** below .01 by shuffling"
    print_table(title, [*table], rows, markdown)


def direction_shares(treebank: Treebank) -> list[float]:
    """The shares of arcs to the left, to the left of length one, and to the right of length one."""
    positions = np.arange(1, treebank.word_count + 1) - np.repeat(treebank.offsets[:-1], np.diff(treebank.offsets))
    distances = treebank.heads - positions
    return [float(np.mean(chosen)) for chosen in (distances > 0, distances == 1, distances == -1)]


def show_directions(table: dict[str, dict[str, Record]], train: dict[str, Treebank], markdown: bool) -> None:
    """Arcs by direction, those from the root included (BUF Table 2), and what each buffer arc adds to arc-eager."""
    rows = {}
    for name, records in table.items():
        shares = direction_shares(train[name])
        if any(name not in records for name in ("arc-eager", *(f"arc-eager+{arc}" for arc in BUFFER_ARCS))):
            continue
        gains = {arc: records[f"arc-eager+{arc}"]["las"] - records["arc-eager"]["las"] for arc in BUFFER_ARCS}
        best = [max(BUFFER_ARCS[first : first + 2], key=gains.__getitem__) for first in (0, 2)]
        told = [f"{gains[arc]:+.2f}" for arc in BUFFER_ARCS]
        rows[name] = [*(f"{100 * share:.1f}" for share in shares), *told[:2], best[0], *told[2:], best[1]]
    columns = ["left %", "left, length 1 %", "right, length 1 %", "lba", "rba", "better", "lnba", "rnba", "better"]
    print_table("Directions of arcs, and what a buffer arc adds to arc-eager", columns, rows, markdown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebanks", type=Path, default=TREEBANKS, help="a folder of treebanks, each a folder")
    parser.add_argument("--only", nargs="+", help="these treebanks alone, in this order")
    parser.add_argument("--systems", nargs="+", default=SYSTEMS, metavar="NAME")
    parser.add_argument("--epochs", type=int, default=8, help="epochs (8)")
    parser.add_argument("--beam", type=int, nargs="+", default=[1], help="widths of the beam; 1 is greedy (1)")
    parser.add_argument("--words", type=int, default=120_000, help="training words at most, about; 0 for all (120,000)")
    parser.add_argument("--results", type=Path, default=Path("accuracy.jsonl"), help="where results are kept")
    parser.add_argument("--show", action="store_true", help="print the results that are there, and run nothing")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="write the predicted trees there")
    parser.add_argument("--malt-jar", type=Path, help="MaltParser")
    parser.add_argument("--udpipe-iterations", type=int, help="iterations of UDPipe, instead of its default")
    options = parser.parse_args()
    available = {path.parent.name: path.parent for path in sorted(options.treebanks.glob("*/train.conll*"))}
    names = options.only or [*available]
    for name in names:
        if name not in available:
            sys.exit(f"no training file in {options.treebanks / name}")
    for peer in filter(is_peer, options.systems):
        if not options.show and (why := missing(peer, options.malt_jar)):
            sys.exit(f"{peer}: {why}")
    table = run([available[name] for name in names], options)
    parts = {name: parts_of(available[name]) for name in names}
    cap = f"about {options.words:,} words of each training set at most" if options.words else "whole training sets"
    print(f"{cap}, {options.epochs} passes, gold tags; development sets, all words, main relations")
    show_figures(table, [row_name(*row) for row in wanted_rows(options)], options.markdown)
    show_comparisons(table, {name: dev for name, (_, dev) in parts.items()}, options.markdown)
    show_directions(table, {name: train for name, (train, _) in parts.items()}, options.markdown)


if __name__ == "__main__":
    main()
