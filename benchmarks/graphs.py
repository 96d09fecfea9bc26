"""Enhanced graphs: how many planes the DEPS columns of treebanks need, and what each system of graphs can derive.

    python benchmarks/graphs.py [TREEBANK...] [--json]

A treebank is a folder; all its CoNLL-U files count. By default, all those beside the project (or in
MULTIPLANE_TREEBANKS). Treebanks without DEPS are left out. *Derived a second* counts graphs, after compilation.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import multiplane
from multiplane.structure import survey
from multiplane.transition import Graph, get
from multiplane.transition.oracles import derive_graphs, graph_arrays
from treebanks import TREEBANKS

SYSTEMS = [
    *(name + root for name in ("planar-graph", "2-planar-graph", "3-planar-graph") for root in ("", "+root")),
    *(f"{planes}-planar-graph+root" for planes in (4, 5, 6, 7)),
    *(name + root for name in ("dag-arc-eager", "dag-arc-standard") for root in ("", "+root")),
]


def graphs_of(folder: Path) -> list[Graph]:
    """The graphs of all files of a treebank, empty nodes as nodes."""
    sentences = (sentence for path in sorted(folder.glob("*.conllu")) for sentence in multiplane.read(path))
    return [sentence.graph for sentence in sentences if any(node.deps != "_" for node in sentence.nodes)]


def measure(folder: Path) -> dict[str, Any] | None:
    graphs = graphs_of(folder)
    if not graphs:
        return None
    found, arrays = survey(graphs), graph_arrays(graphs)
    systems = {}
    for name in SYSTEMS:
        derive_graphs(get(name), graph_arrays(graphs[:5]))
        begin = time.perf_counter()
        lost = derive_graphs(get(name), arrays).lost
        seconds = time.perf_counter() - begin
        systems[name] = {
            "graphs": float((lost == 0).mean()),
            "arcs": 1 - float(lost.sum()) / found.arcs,
            "graphs_a_second": round(len(graphs) / seconds),
        }
    return {
        "treebank": folder.name,
        "graphs": found.graphs,
        "words": found.words,
        "empty_nodes": found.empty_nodes,
        "arcs": found.arcs,
        "planes": {str(planes): count for planes, count in sorted(found.planes.items())},
        "crossing_arcs": found.crossing_arcs,
        "words_with_several_heads": found.several_heads,
        "covered_roots": found.covered_roots,
        "cyclic_graphs": found.cyclic_graphs,
        "systems": systems,
    }


def show(found: list[dict[str, Any]]) -> None:
    """Two Markdown tables: the structures of the graphs, and the systems."""
    print("| | " + " | ".join(each["treebank"] for each in found) + " |")
    print("|---|" + "---|" * len(found))
    for key in ("graphs", "words", "empty_nodes", "arcs", "words_with_several_heads", "crossing_arcs"):
        print(f"| {key.replace('_', ' ')} | " + " | ".join(f"{each[key]:,}" for each in found) + " |")
    for planes in range(1, 1 + max(int(each) for one in found for each in one["planes"])):
        within = [sum(count for k, count in each["planes"].items() if int(k) <= planes) for each in found]
        shares = [f"{100 * count / each['graphs']:.2f} %" for count, each in zip(within, found, strict=True)]
        print(f"| {'planar' if planes == 1 else f'{planes}-planar'} | " + " | ".join(shares) + " |")
    for key in ("covered_roots", "cyclic_graphs"):
        print(f"| {key.replace('_', ' ')} | " + " | ".join(f"{each[key]:,}" for each in found) + " |")
    print("\n| system | " + " | ".join(f"{each['treebank']}: graphs | arcs | a second" for each in found) + " |")
    print("|---|" + "---|---|---|" * len(found))
    for name in SYSTEMS:
        cells = [
            f"{100 * each['graphs']:.2f} % | {100 * each['arcs']:.2f} % | {each['graphs_a_second']:,}"
            for each in (one["systems"][name] for one in found)
        ]
        print(f"| `{name}` | " + " | ".join(cells) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebank", nargs="*", type=Path, default=sorted(TREEBANKS.glob("*/")))
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    found = [each for each in map(measure, chosen.treebank) if each is not None]
    if chosen.json:
        print(json.dumps(found, indent=2))
    else:
        show(found)


if __name__ == "__main__":
    main()
