"""Speed of the exact decoders on random scores, beside other libraries where they are installed; one core.

    python benchmarks/decoders.py [--seconds 1] [--json]
    python benchmarks/decoders.py --treebank FOLDER... [--json]

Medians of processor time over random matrices after a warm-up, the best of five calls on each; all contenders take
turns on the same matrix, so that a busy machine slows all of them. Growth is the exponent fitted to the three longest
lengths.

With --treebank, scores of a model: an averaged perceptron over a few hashed features of arcs, trained on the first
4000 sentences of *train.conllu with `spanning_tree`; and how often the best of all trees of a sentence of *dev.conllu
is in each class, so that no chart is needed, and what decoding takes. Of the first 500 sentences, those of up to
40 words.

Other libraries: pip install ufal.chu_liu_edmonds networkx torch torch-struct supar
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import multiplane
from multiplane.decode import decode, decode_by_chart, k_best, marginals, projective, spanning_tree
from multiplane.kernels.interpret import kernels
from multiplane.structure import tree_class

Heads = NDArray[np.int32]
Matrix = NDArray[np.float64]
Prepare = Callable[[Matrix], Any]
Contender = tuple[Prepare, Callable[[Any], object]]

SPANNING, PROJECTIVE, CHARTS, SUMS = "spanning tree", "projective", "charts, without the shortcut", "marginals"


AT_ONCE = ", one of 64 at once"


def peers() -> dict[str, dict[str, Contender]]:
    """The contenders of other libraries, by what they compute; none where a library is missing or does not run."""
    found: dict[str, dict[str, Contender]] = {SPANNING: {}, PROJECTIVE: {}}
    for what, name, load in (
        (SPANNING, "ufal.chu_liu_edmonds (many roots)", ufal),
        (SPANNING, "networkx (many roots)", networkx_arborescence),
        (SPANNING, "SuPar (many roots)", supar_spanning_tree),
        (PROJECTIVE, "SuPar", supar_projective),
        (PROJECTIVE, f"SuPar{AT_ONCE}", partial(supar_projective, 64)),
        (PROJECTIVE, "torch-struct", torch_struct_projective),
        (PROJECTIVE, f"torch-struct{AT_ONCE}", partial(torch_struct_projective, 64)),
    ):
        try:
            prepare, run = contender = load()
            run(prepare(np.random.default_rng(0).normal(size=(6, 6))))
        except (ImportError, RuntimeError) as error:
            print(f"without {name}: {str(error).splitlines()[0]}", file=sys.stderr)
        else:
            found[what][name] = contender
    return found


def ufal() -> Contender:
    from ufal.chu_liu_edmonds import chu_liu_edmonds

    return dependents_first, chu_liu_edmonds


def networkx_arborescence() -> Contender:
    import networkx

    graph = partial(networkx.from_numpy_array, create_using=networkx.DiGraph)
    return lambda scores: graph(without_ignored(scores)), networkx.maximum_spanning_arborescence


def supar_spanning_tree() -> Contender:
    import torch
    from supar.structs.fn import chuliu_edmonds

    torch.set_num_threads(1)
    return lambda scores: torch.from_numpy(scores.T.copy()), lambda scores: chuliu_edmonds(scores.clone())


def supar_projective(at_once: int = 1) -> Contender:
    import torch
    from supar.structs import DependencyCRF

    torch.set_num_threads(1)
    return (
        lambda scores: torch.from_numpy(scores.T.copy()).repeat(at_once, 1, 1),
        lambda scores: DependencyCRF(scores, torch.full((at_once,), scores.shape[1] - 1)).argmax,
    )


def torch_struct_projective(at_once: int = 1) -> Contender:
    import torch
    from torch_struct import DependencyCRF

    torch.set_num_threads(1)
    warnings.filterwarnings("ignore", module="torch")
    return (
        lambda scores: torch.from_numpy(root_on_diagonal(scores)).repeat(at_once, 1, 1).requires_grad_(),
        lambda scores: DependencyCRF(scores * 1, multiroot=False).argmax,
    )


def dependents_first(scores: Matrix) -> Matrix:
    turned = np.ascontiguousarray(scores.T)
    turned[0] = -np.inf
    np.fill_diagonal(turned, -np.inf)
    return turned


def without_ignored(scores: Matrix) -> Matrix:
    """For networkx, where 0 means no arc."""
    kept = scores.copy()
    kept[:, 0] = 0.0
    np.fill_diagonal(kept, 0.0)
    return kept


def root_on_diagonal(scores: Matrix) -> Matrix:
    words = scores[1:, 1:].copy()
    np.fill_diagonal(words, scores[0, 1:])
    return words


def as_given(decoder: Callable[[Matrix], object]) -> Contender:
    return lambda scores: scores, decoder


def by_chart(trees: str) -> Contender:
    return as_given(partial(decode_by_chart, trees=trees))


OURS: dict[str, dict[str, tuple[Contender, int]]] = {
    SPANNING: {
        "multiplane, single root": (as_given(spanning_tree), 160),
        "multiplane, many roots": (as_given(partial(spanning_tree, single_root=False)), 160),
    },
    PROJECTIVE: {"multiplane, Eisner": (as_given(projective), 160)},
    CHARTS: {
        "projective": (by_chart("projective"), 160),
        "one-endpoint-crossing": (by_chart("one-endpoint-crossing"), 80),
        "gap-minding": (by_chart("gap-minding"), 40),
        "well-nested-gap-1": (by_chart("well-nested-gap-1"), 30),
        "mildly-ill-nested-1": (by_chart("mildly-ill-nested-1"), 30),
        "multi-headed-4": (by_chart("multi-headed-4"), 40),
        "multi-headed-5": (by_chart("multi-headed-5"), 30),
    },
    SUMS: {
        "spanning tree": (as_given(marginals), 80),
        "projective": (as_given(partial(marginals, trees="projective")), 80),
    },
}
THEORY = {
    "multiplane, single root": "n²",
    "multiplane, many roots": "n²",
    "multiplane, Eisner": "n³",
    "projective": "n³",
    "spanning tree": "n³",
    "one-endpoint-crossing": "n⁴",
    "gap-minding": "n⁵",
    "well-nested-gap-1": "n⁷",
    "mildly-ill-nested-1": "n⁷",
    "multi-headed-4": "n⁴",
    "multi-headed-5": "n⁵",
}
LENGTHS = (10, 20, 25, 30, 40, 80, 160)


PEAK = """
import sys
from pathlib import Path
import numpy as np
from multiplane.decode import decode_by_chart

def kilobytes(name):
    return int(Path("/proc/self/status").read_text().split(name + ":")[1].split()[0])

decode_by_chart(np.random.default_rng(0).normal(size=(6, 6)), "one-endpoint-crossing")
nodes = int(sys.argv[1]) + 1
scores = np.random.default_rng(0).normal(size=(nodes, nodes))
Path("/proc/self/clear_refs").write_text("5")
before = kilobytes("VmRSS")
decode_by_chart(scores, "one-endpoint-crossing")
print((kilobytes("VmHWM") - before) / 1000)
"""


def endpoint_megabytes(n: int) -> float | None:
    """The memory that decoding n words takes at its peak, measured on Linux only."""
    if not Path("/proc/self/clear_refs").exists():
        return None
    found = subprocess.run([sys.executable, "-c", PEAK, str(n)], check=True, capture_output=True, text=True)
    return float(found.stdout)


CALLS, SHORTEST = 5, 1e-4


def processor_time(run: Callable[[Any], object], argument: object, repeats: int) -> float:
    with kernels("compiled"):
        begin = time.process_time()
        for _ in range(repeats):
            run(argument)
        return (time.process_time() - begin) / repeats


def race(contenders: dict[str, tuple[Contender, int]], n: int, seconds: float) -> dict[str, float]:
    """Median milliseconds over random matrices, all contenders on the same ones; the best of five calls on each.

    At least three matrices, more for contenders that have not yet used up their seconds. Short calls are repeated.
    """
    rng = np.random.default_rng(n)
    running = {name: contender for name, (contender, longest) in contenders.items() if n <= longest}
    times: dict[str, list[float]] = {name: [] for name in running}
    spent = dict.fromkeys(running, 0.0)
    repeats = {}
    for name, (prepare, run) in running.items():
        argument = prepare(rng.normal(size=(n + 1, n + 1)))
        run(argument)
        repeats[name] = 1 + int(SHORTEST / max(processor_time(run, argument, 1), 1e-6))
    for turn in range(200):
        scores = rng.normal(size=(n + 1, n + 1))
        for name, (prepare, run) in running.items():
            if turn > 2 and spent[name] > seconds:
                continue
            argument = prepare(scores)
            calls = [processor_time(run, argument, repeats[name]) for _ in range(CALLS)]
            times[name].append(min(calls))
            spent[name] += sum(calls) * repeats[name]
    return {name: 1e3 * float(np.median(found)) / (64 if AT_ONCE in name else 1) for name, found in times.items()}


def growth(times: dict[int, float]) -> float | None:
    """The exponent of n that fits the three longest lengths best."""
    if len(times) < 2:
        return None
    longest = sorted(times)[-3:]
    return float(np.polyfit(np.log(longest), np.log([times[n] for n in longest]), 1)[0])


def speed(seconds: float) -> dict[str, Any]:
    others = peers()
    table: dict[str, Any] = {}
    for what, ours in OURS.items():
        slowest = {name: (contender, 160 if "ufal" in name else 80) for name, contender in others.get(what, {}).items()}
        contenders = {**ours, **slowest}
        lengths = (20, 40, 80, 160) if what in (SPANNING, PROJECTIVE) else LENGTHS
        by_length = {n: race(contenders, n, seconds) for n in lengths}
        table[what] = {
            name: {
                "milliseconds": {n: found[name] for n, found in by_length.items() if name in found},
                "theory": THEORY.get(name),
                "growth": growth({n: found[name] for n, found in by_length.items() if name in found}),
            }
            for name in contenders
        }
    eisner, crossing = (table[CHARTS][name]["milliseconds"] for name in ("projective", "one-endpoint-crossing"))
    table["one-endpoint-crossing"] = {
        "times Eisner": {n: crossing[n] / eisner[n] for n in crossing},
        "megabytes": {n: size for n in crossing if (size := endpoint_megabytes(n)) is not None},
    }
    return table


FEATURES, BUCKETS, ROUNDS, MARGIN = 8, 1 << 20, 5, 2.0
Numbers = NDArray[np.int64]


def arc_features(forms: Numbers, tags: Numbers) -> Numbers:
    """Hashed features of every arc: pairs of words and tags, direction and distance, the tags around."""
    nodes = len(forms)
    h, d = np.meshgrid(np.arange(nodes), np.arange(nodes), indexing="ij")
    apart = np.sign(d - h) * np.minimum(np.abs(d - h), 6) + 6
    right = (d > h).astype(np.int64)
    pair, around = tags[h] * 99 + tags[d], np.append(tags, 0)
    keys = (
        pair * 2 + right,
        pair * 13 + apart,
        (forms[h] * 99 + tags[d]) * 2 + right,
        (tags[h] * 99_991 + forms[d]) * 2 + right,
        forms[h] * 99_991 + forms[d],
        (tags[h] * 99_991 + forms[d]) * 13 + apart,
        (pair * 9_801 + around[h + 1] * 99 + around[d - 1]) * 2 + right,
        (pair * 9_801 + around[h - 1] * 99 + around[d + 1]) * 2 + right,
    )
    return np.stack([(key * 2_654_435_761 + slot * 40_503) % BUCKETS + slot * BUCKETS for slot, key in enumerate(keys)])


def sentences_of(folder: Path, part: str, most: int) -> list[tuple[Numbers, Heads]]:
    """Features of all arcs, and the heads, of the first sentences of a part; strings as numbers, the root as 0."""
    (path,) = folder.glob(f"*{part}.conllu")
    found = []
    for sentence in islice(multiplane.read(path), most):
        forms, tags = (
            np.array([0, *(crc32(getattr(word, field).encode()) for word in sentence.words)])
            for field in ("form", "upos")
        )
        if len(forms) <= 41:
            found.append((arc_features(forms % 99_991, tags % 97), sentence.tree.heads))
    return found


def trained_weights(sentences: list[tuple[Numbers, Heads]]) -> Matrix:
    """An averaged perceptron with a margin: after each sentence, missed gold arcs up and those in their place down."""
    weights, sums = np.zeros(FEATURES * BUCKETS), np.zeros(FEATURES * BUCKETS)
    step = 0
    for _ in range(ROUNDS):
        for features, gold in sentences:
            scores = weights[features].sum(axis=0)
            scores[gold, np.arange(1, len(scores))] -= MARGIN
            best = spanning_tree(scores).heads
            words = np.flatnonzero(best != gold) + 1
            for heads, change in ((gold, 1.0), (best, -1.0)):
                arcs = features[:, heads[words - 1], words].ravel()
                np.add.at(weights, arcs, change)
                np.add.at(sums, arcs, change * step)
            step += 1
    return weights - sums / step


FEW_TREES = 20
TESTED = ("projective", "one-endpoint-crossing", "gap-minding", "well-nested-gap-1", "mildly-ill-nested-1")


def shortcuts(folder: Path) -> dict[str, Any]:
    """How often the best of all trees is in each class, and what decoding takes with the shortcut."""
    weights = trained_weights(sentences_of(folder, "train", 4000))
    scored = [(weights[features].sum(axis=0), gold) for features, gold in sentences_of(folder, "dev", 500)]
    near = [[tree.heads for tree in k_best(scores, k=FEW_TREES)] for scores, _ in scored]
    best = [trees[0] for trees in near]
    words = sum(len(gold) for _, gold in scored)
    right = sum(int((heads == gold).sum()) for heads, (_, gold) in zip(best, scored, strict=True))
    classes: dict[str, Any] = {}
    for name in TESTED:
        holds = tree_class(name).is_member
        for seed in range(9):
            decode(np.random.default_rng(seed).normal(size=(13, 13)), name)
        took = [1e3 * processor_time(partial(decode, trees=name), scores, 1) for scores, _ in scored]
        classes[name] = {
            "hits": 100.0 * float(np.mean([holds(heads) for heads in best])),
            "near": 100.0 * float(np.mean([any(map(holds, trees)) for trees in near])),
            "mean": float(np.mean(took)),
            "slowest": float(np.max(took)),
        }
    return {"sentences": len(scored), "words": words, "UAS": 100.0 * right / words, "classes": classes}


def show_speed(table: dict[str, Any]) -> None:
    for what in OURS:
        lengths = sorted({n for row in table[what].values() for n in row["milliseconds"]})
        print(f"\n{what}: milliseconds for n words")
        print(f"{'':38}" + "".join(f"{n:>11}" for n in lengths) + "   growth  theory")
        ours = {name: row for name, row in table[what].items() if name.startswith("multiplane")}
        for name, row in table[what].items():
            power = f"n^{row['growth']:.1f}" if row["growth"] is not None else ""
            print(f"{name:38}{cells(row['milliseconds'], lengths, 4)}{power:>9}{row['theory'] or '':>8}")
            if ours and name not in ours:
                for ours_name, our_row in ours.items():
                    ratios = {n: found / our_row["milliseconds"][n] for n, found in row["milliseconds"].items()}
                    print(f"{'  times ' + ours_name:38}{cells(ratios, lengths, 1)}")
    print()
    for name, row in table["one-endpoint-crossing"].items():
        print(f"one-endpoint-crossing, {name}: " + ", ".join(f"n = {n}: {value:.1f}" for n, value in row.items()))


def cells(values: dict[int, float], lengths: list[int], digits: int) -> str:
    return "".join(f"{values[n]:>11.{digits}f}" if n in values else " " * 11 for n in lengths)


def show_shortcuts(found: dict[str, Any]) -> None:
    columns = {
        "hits": "best of all trees is in the class, %",
        "near": f"one of the {FEW_TREES} best of all trees is in the class, %",
        "mean": "mean ms",
        "slowest": "slowest ms",
    }
    for column, title in columns.items():
        print(f"\n{title}\n{'':20}{'sentences':>10}{'UAS':>7}" + "".join(f"{name:>23}" for name in TESTED))
        for treebank, row in found.items():
            cells = "".join(f"{row['classes'][name][column]:>23.2f}" for name in TESTED)
            print(f"{treebank:20}{row['sentences']:>10}{row['UAS']:>7.1f}{cells}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebank", type=Path, nargs="+", help="folders with *train.conllu and *dev.conllu")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each contender and length")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.treebank:
        found = {folder.name: shortcuts(folder) for folder in arguments.treebank}
    else:
        found = speed(arguments.seconds)
    if arguments.json:
        json.dump(found, sys.stdout, indent=1)
        print()
    elif arguments.treebank:
        show_shortcuts(found)
    else:
        show_speed(found)


if __name__ == "__main__":
    main()
