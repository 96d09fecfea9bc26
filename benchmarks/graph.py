"""The arc-factored parser with every decoder: accuracy, non-projective arcs, speed, on development parts of treebanks.

    python benchmarks/graph.py [TREEBANK...] [--results FOLDER] [--json]

Each model is trained for ten passes, without a look at the development part; then that is parsed, with the tags and
features of the treebank. A treebank without a development part gives every tenth sentence. Above, every decoder is used
in training and in parsing; below, all parse with the weights that were learnt with the decoder of all trees. p is by
stratified shuffling, of the difference in LAS to the projective decoder. Seconds are processor time on one core.
"As spanning tree": sentences whose tree is the best of all trees, so that no chart was needed.

What is measured is kept in FOLDER, so that a run that was stopped goes on; a change of the parser's files begins anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import multiplane
from multiplane.evaluate import compare, evaluate
from multiplane.learn import ArcFactoredTrainer, Parser
from multiplane.structure import is_projective
from multiplane.treebank import Treebank
from treebanks import TREEBANKS, parts_of

NAMES = ("dutch-lassysmall", "basque-bdt", "latin-udante", "gothic-proiel", "danish-ddt", "english-ewt")
DECODERS = (
    "projective",
    "gap-minding",
    "one-endpoint-crossing",
    "well-nested-gap-1",
    "mildly-ill-nested-1",
    "all",
)
EPOCHS, SEED = 10, 0

Row = dict[str, Any]


def digest() -> str:
    """A hash of the files of the graph parser and of how it is trained."""
    files = sorted((Path(multiplane.__file__).parent / "learn" / "arc_factored").glob("*.py"))
    text = b"\0".join([f"{EPOCHS} {SEED}".encode(), *(file.read_bytes() for file in files)])
    return hashlib.blake2b(text, digest_size=4).hexdigest()


def warm_up(decoder: str) -> None:
    """Compile whatever training and parsing need."""
    sample = multiplane.read("sample:")
    trainer = ArcFactoredTrainer(sample, decoder=decoder, arc_bits=16, label_bits=10)
    trainer.step(np.arange(len(sample)))
    Parser(trainer.model()).parse(sample, workers=1)


def trained(train: Treebank, decoder: str) -> tuple[Parser, float]:
    """The parser after all epochs, and the seconds that it took."""
    begin = time.process_time()
    trainer = ArcFactoredTrainer(train, decoder=decoder)
    rng = np.random.default_rng(SEED)
    for _ in range(EPOCHS):
        trainer.step(rng.permutation(len(train)))
    return Parser(trainer.model()), time.process_time() - begin


def parsed(parser: Parser, dev: Treebank) -> tuple[Row, Treebank]:
    """The scores of a model, and what it predicted."""
    begin = time.process_time()
    result = parser.parse(dev, workers=1)
    seconds = time.process_time() - begin
    scores = evaluate(dev, result, punctuation=True)
    row = {
        "LAS": scores.las,
        "UAS": scores.uas,
        "NP precision": scores.non_projective.precision,
        "NP recall": scores.non_projective.recall,
        "words/s": dev.word_count / seconds,
    }
    return row, result


def measure(name: str, decoder: str) -> list[Row]:
    """Train with a decoder and parse with it; where that is the spanning tree, parse with all the others as well."""
    train, dev = parts_of(TREEBANKS / name)
    warm_up(decoder)
    parser, seconds = trained(train, decoder)
    others = DECODERS if decoder == "all" else (decoder,)
    rows = []
    for other in others:
        warm_up(other)
        row, result = parsed(parser.with_decoder(other), dev)
        about = {"treebank": name, "trained": decoder, "parsed": other, "train seconds": seconds}
        rows.append({**about, **row, "heads": result.heads.tolist(), "labels": labels_of(result)})
    return rows


def labels_of(treebank: Treebank) -> list[str]:
    encoded = treebank.encode(["deprel"])
    names: NDArray[Any] = np.array(encoded.vocabularies["deprel"])
    return list(names[encoded.ids["deprel"]].tolist())


def results(names: list[str], folder: Path) -> Iterator[list[Row]]:
    """All rows of a treebank at a time, measured or kept from an earlier run."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        rows: list[Row] = []
        for decoder in DECODERS:
            place = folder / f"{name}-{decoder}-{digest()}.json"
            if not place.exists():
                print(f"{name}, {decoder} …", file=sys.stderr)
                unfinished = place.with_suffix(".part")
                unfinished.write_text(json.dumps(measure(name, decoder)), "utf-8")
                unfinished.replace(place)
            rows += json.loads(place.read_text("utf-8"))
        yield with_significance(name, rows)


def with_significance(name: str, rows: list[Row]) -> list[Row]:
    """The rows without their trees, with p against the projective decoder of the same part of the table.

    And with the share of sentences whose tree is the best of all under the same weights, where that is known.
    """
    dev = parts_of(TREEBANKS / name)[1]
    trees = [dev.with_trees(row.pop("heads"), row.pop("labels")) for row in rows]
    best = next(tree for tree, row in zip(trees, rows, strict=True) if row["trained"] == row["parsed"] == "all")
    for row, tree in zip(rows, trees, strict=True):
        differ = np.add.reduceat(tree.heads != best.heads, dev.offsets[:-1]) > 0
        row["as spanning tree"] = 100 * float(1 - differ.mean()) if row["trained"] == "all" else math.nan
        own = row["trained"] == row["parsed"] or row["trained"] == "projective"
        base = next(
            other
            for other, candidate in zip(trees, rows, strict=True)
            if candidate["parsed"] == "projective" and candidate["trained"] == ("projective" if own else row["trained"])
        )
        row["p"] = compare(dev, tree, base, punctuation=True).las.shuffling_p
    return rows


COLUMNS = {
    "LAS": ".2f",
    "UAS": ".2f",
    "p": ".3f",
    "NP precision": ".1f",
    "NP recall": ".1f",
    "as spanning tree": ".1f",
}


def show(name: str, rows: list[Row]) -> None:
    """A treebank as a table in Markdown."""
    dev = parts_of(TREEBANKS / name)[1]
    crossing = 100 * float(np.mean([not is_projective(sentence.heads) for sentence in dev]))
    print(f"\n### {name}\n\n{len(dev):,} sentences, {dev.word_count:,} words, {crossing:.1f} % not projective.\n")
    print(f"| trained with | parsed with | {' | '.join(COLUMNS)} | train s | words/s |")
    print("|---|---|" + "---|" * (len(COLUMNS) + 2))
    same = [row for row in rows if row["trained"] == row["parsed"]]
    for row in [*same, *(row for row in rows if row not in same)]:
        cells = [format(row[column], form) for column, form in COLUMNS.items()]
        cells = [{"nan": "–", "0.000": "<0.001"}.get(cell, cell) for cell in cells]
        if row["parsed"] == "projective" and math.isclose(row["p"], 1.0):
            cells[2] = ""
        cells += [format(row["train seconds"], ".0f"), format(row["words/s"], ",.0f")]
        print(f"| {row['trained']} | {row['parsed']} | {' | '.join(cells)} |")
    sys.stdout.flush()


def summarise(rows: list[Row]) -> None:
    """LAS of every decoder, used in training and in parsing, on every treebank."""
    names = list(dict.fromkeys(row["treebank"] for row in rows))
    print(f"\n### LAS\n\n| decoder | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for decoder in DECODERS:
        own = [row for row in rows if row["trained"] == row["parsed"] == decoder]
        print(f"| {decoder} | {' | '.join(format(row['LAS'], '.2f') for row in own)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebanks", nargs="*", metavar="TREEBANK", help=f"folders; by default {', '.join(NAMES)}")
    parser.add_argument("--results", type=Path, default=Path("build") / "graph", metavar="FOLDER")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    names = arguments.treebanks or [name for name in NAMES if (TREEBANKS / name).is_dir()]
    if not names:
        print(f"no treebanks at {TREEBANKS}; set MULTIPLANE_TREEBANKS", file=sys.stderr)
    everything: list[Row] = []
    for rows in results(names, arguments.results):
        everything += rows
        if not arguments.json:
            show(rows[0]["treebank"], rows)
    if everything and not arguments.json:
        summarise(everything)
    if arguments.json:
        json.dump(everything, sys.stdout, indent=1)
        print()


if __name__ == "__main__":
    main()
