"""How fast the deduction engine is: items, inferences and seconds by schema and length.

python benchmarks/deduction.py --lengths 5 10 15
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from multiplane.deduce import deduce, problem, schema
from multiplane.deduce.semirings import LOG, MAX_SCORE

SCHEMATA = ("eisner-1996", "eisner-satta-1999", "yamada-matsumoto-2003", "collins-1996", "mh-4")


def main() -> None:
    """Print one line for each schema and length."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lengths", type=int, nargs="+", default=[5, 10, 15])
    parser.add_argument("--schemata", nargs="+", default=list(SCHEMATA))
    options = parser.parse_args()
    print(f"{'schema':24} {'n':>3} {'items':>7} {'inferences':>10} {'deduce s':>9} {'max s':>7} {'log s':>7}")
    for name in options.schemata:
        deduce(schema(name), problem(2))
        for n in options.lengths:
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
