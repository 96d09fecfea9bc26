"""How fast schemata run: compiled, against the hand-written decoders; and by the engine, which records every inference.

python benchmarks/deduction.py
python benchmarks/deduction.py --engine --lengths 5 10 15

A ratio is the time of the compiled schema by that of the decoder's chart, both the best of several runs, alternating,
in one process. The first call of a schema compiles its kernels (a minute or two for the largest); later ones find them
in the cache.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numba
import numpy as np

from multiplane import decode
from multiplane.deduce import LOG, MAX_SCORE, deduce, problem, schema
from multiplane.deduce.compile import compile_schema
from multiplane.kernels.interpret import kernels
from timing import best_seconds

ENGINE = ("eisner-1996", "eisner-satta-1999", "yamada-matsumoto-2003", "collins-1996", "mh-4")
COMPILED: dict[str, tuple[str, tuple[int, ...]]] = {
    "eisner-1996": ("projective", (20, 40)),
    "eisner-satta-1999": ("projective", (20, 40)),
    "yamada-matsumoto-2003": ("projective", (20, 40)),
    "split-head": ("projective", (20, 40)),
    "collins-1996": ("", (20, 40)),
    "one-endpoint-crossing-2013": ("one-endpoint-crossing", (20, 40)),
    "wg-1": ("well-nested-gap-1", (20,)),
    "mg-1": ("mildly-ill-nested-1", (20,)),
}
SINGLE_ROOT = ("collins-1996", "wg-1", "mg-1")
REPEATS = 7


@numba.njit
def collins_by_hand(arcs: np.ndarray) -> float:
    """Collins's chart in five plain loops: the best tree over i..k with the head h."""
    nodes = len(arcs)
    best = np.full((nodes, nodes, nodes), -np.inf)
    for i in range(1, nodes):
        best[i, i, i] = 0.0
    for width in range(1, nodes):
        for i in range(1, nodes - width):
            k = i + width
            for j in range(i, k):
                for g in range(i, j + 1):
                    for h in range(j + 1, k + 1):
                        score = best[i, j, g] + best[j + 1, k, h]
                        best[i, k, g] = max(best[i, k, g], score + arcs[g, h])
                        best[i, k, h] = max(best[i, k, h], score + arcs[h, g])
    total = -np.inf
    for h in range(1, nodes):
        total = max(total, best[1, nodes - 1, h] + arcs[0, h])
    return total


def main() -> None:
    """Print one line for each schema and length."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", action="store_true", help="the engine instead of compiled kernels")
    parser.add_argument("--lengths", type=int, nargs="+")
    parser.add_argument("--schemata", nargs="+")
    options = parser.parse_args()
    if options.engine:
        run_engine(options.schemata or ENGINE, options.lengths or (5, 10, 15))
    else:
        with kernels("compiled"):
            run_compiled(options.schemata or list(COMPILED), options.lengths)


def run_compiled(names: list[str], lengths: list[int] | None) -> None:
    print(f"{'schema':28} {'n':>3} {'compiled ms':>11} {'by hand ms':>11} {'ratio':>6}  {'first call s':>12}")
    for name in names:
        trees, usual = COMPILED[name]
        program = compile_schema(schema(name))
        for n in lengths or usual:
            arcs = np.random.default_rng(n).normal(size=(n + 1, n + 1))
            arcs[:, 0] = -np.inf
            np.fill_diagonal(arcs, -np.inf)
            begin = time.perf_counter()
            program.heads(arcs)
            first = time.perf_counter() - begin
            by_hand = hand_written(trees, arcs, name in SINGLE_ROOT)
            score = program.best(arcs).score
            assert abs(by_hand() - score) < 1e-9, f"{name}: {score} differs from {by_hand()}"
            ours, theirs = alternating(lambda p=program, a=arcs: p.heads(a), by_hand)
            print(
                f"{name:28} {n:3} {1e3 * ours:11.3f} {1e3 * theirs:11.3f} {ours / theirs:6.2f}  {first:12.2f}",
                flush=True,
            )


def hand_written(trees: str, arcs: np.ndarray, single_root: bool) -> Callable[[], float]:
    if not trees:
        return lambda: collins_by_hand(arcs)
    return lambda: decode.decode_by_chart(arcs, trees, single_root).score


def alternating(one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """The best times of two pieces of work that take turns."""
    pairs = [(best_seconds(one, 3), best_seconds(other, 3)) for _ in range(REPEATS)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def run_engine(names: list[str], lengths: list[int]) -> None:
    print(f"{'schema':24} {'n':>3} {'items':>7} {'inferences':>10} {'deduce s':>9} {'max s':>7} {'log s':>7}")
    for name in names:
        deduce(schema(name), problem(2))
        for n in lengths:
            scores = np.random.default_rng(n).normal(size=(n + 1, n + 1))
            times = [time.perf_counter()]
            chart = deduce(schema(name), problem(scores=scores))
            times.append(time.perf_counter())
            for semiring in (MAX_SCORE, LOG):
                chart.value(semiring)
                times.append(time.perf_counter())
            inferences = sum(map(len, chart.inferences.values()))
            seconds = np.diff(times)
            print(
                f"{name:24} {n:3} {len(chart):7} {inferences:10} {seconds[0]:9.3f} {seconds[1]:7.3f} {seconds[2]:7.3f}"
            )


if __name__ == "__main__":
    main()
