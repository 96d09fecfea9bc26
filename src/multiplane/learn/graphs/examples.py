"""Training examples for graphs: arcs with the labels that a parser learns, their planes, and oracle sequences.

The parser builds one arc from a head to a dependent. Where a graph has several, their labels are one label to it
(``nsubj|obj``). Arcs from the root are built by systems that have it on their stacks. With others, a word that ends
without a head depends on the root, and where a word has other heads, too, the label of the first of them says so
(``conj|0:root``). Arcs that the system cannot build
beside the others are lost; the static oracle chooses them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32, Int64
from multiplane.learn.graphs.labels import MarkedWords, spelling_of, with_gaps
from multiplane.transition import System
from multiplane.transition.oracles import GraphArrays, GraphDerivations, derive_graphs
from multiplane.treebank.deps import GraphArcs, read_deps
from multiplane.treebank.strings import numbered
from multiplane.treebank.treebank import Treebank

LOST = -1
JOINED, FROM_ROOT = "|", "0:"


class GraphExamples(NamedTuple):
    """Graphs as kernels learn from them.

    ``starts`` are the offsets of the arcs of each sentence, ``heads``, ``dependents``, ``labels`` and ``planes``
    (−1: lost) those of each arc. The arcs into node v of sentence s are those from ``into[offsets[s] + s + v]`` to the
    next; those that reach from v to the right are listed in ``by_left`` from ``left_starts[offsets[s] + s + v]`` on,
    to the left likewise. ``transitions`` are the static oracle's, with the offsets ``sequences``.
    """

    offsets: Int64
    starts: Int64
    heads: Int32
    dependents: Int32
    labels: Int32
    planes: Int32
    into: Int64
    by_left: Int32
    left_starts: Int64
    by_right: Int32
    right_starts: Int64
    transitions: Int32
    sequences: Int64


class GraphRoots(NamedTuple):
    """What training has seen of words without a head among the words: the label of the root's arcs, whether there is
    one such word in every sentence, whether most of them depend on the root rather than on nothing, and whether
    sentences have a word that depends on the root.
    """

    label: str
    single: bool
    attached: bool
    present: bool


class GraphTrainingData(NamedTuple):
    """The examples of a treebank, the names of their labels, the spelling of markers, statistics of roots, and the
    share of arcs that the system can build.
    """

    examples: GraphExamples
    arc_labels: tuple[str, ...]
    spelling: dict[str, dict[str, str]]
    roots: GraphRoots
    coverage: float


def graph_training_data(treebank: Treebank, system: System) -> GraphTrainingData:
    """What the system learns from the graphs of a treebank.

    >>> from multiplane.transition import get
    >>> rows = ["1 sits _ _ _ _ 0 root 0:root _", "2 in in _ _ _ 3 case 3:case _", "3 it _ _ _ _ 1 obl 1:obl:in _"]
    >>> treebank = Treebank.from_text("\\n".join(rows).replace(" ", "\\t"))
    >>> data = graph_training_data(treebank, get("planar-graph"))
    >>> data.arc_labels, data.roots, data.coverage
    (('case', 'obl:<case>'), GraphRoots(label='root', single=True, attached=True, present=True), 1.0)
    """
    arcs = read_deps(treebank)
    names, spelling = _learned_labels(treebank, arcs)
    roots = _roots_of(treebank, arcs)
    lengths = np.diff(arcs.starts)
    words = np.repeat(treebank.offsets[:-1], lengths) + arcs.dependents - 1
    joined = _joined_arcs(words.tolist(), arcs.heads.tolist(), arcs.dependents.tolist(), names, system.root)
    if not joined:
        raise MultiplaneError(f"{treebank.source}: found no arcs between words; expected graphs to learn from")
    places, heads, texts = (list(column) for column in zip(*joined, strict=True))
    labels, vocabulary = numbered(_without_rare(texts))
    graphs = _graph_arrays(treebank, np.array(places, np.int64), np.array(heads, np.int32))
    derived = derive_graphs(system, graphs)
    planes = planes_of(derived, graphs, system.stacks)
    examples = _indexed(treebank.offsets, graphs, labels, planes, derived)
    return GraphTrainingData(examples, vocabulary, spelling, roots, float((planes != LOST).mean()))


def label_parts(label: str) -> list[tuple[bool, str]]:
    """The labels that a learned label stands for, and whether each is that of an arc from the root.

    >>> label_parts("conj:<cc>|0:root")
    [(False, 'conj:<cc>'), (True, 'root')]
    """
    return [(part.startswith(FROM_ROOT), part.removeprefix(FROM_ROOT)) for part in label.split(JOINED)]


def _learned_labels(treebank: Treebank, arcs: GraphArcs) -> tuple[list[str], dict[str, dict[str, str]]]:
    """The label of every arc, with gaps for the words in it, and the spelling of these words."""
    names = [arcs.vocabulary[label] for label in arcs.labels.tolist()]
    marked = MarkedWords(treebank, arcs)
    bases = np.repeat(treebank.offsets[:-1], np.diff(arcs.starts)) - 1
    heads, words = (bases + arcs.heads).tolist(), (bases + arcs.dependents).tolist()
    lexical = [place for place, name in enumerate(names) if ":" in name and ">" not in name]
    spelling = spelling_of(marked, ((heads[place], words[place], names[place]) for place in lexical))
    for place in lexical:
        names[place] = with_gaps(marked, spelling, heads[place], words[place], names[place])
    return names, spelling


def _joined_arcs(
    words: list[int], heads: list[int], dependents: list[int], names: list[str], with_root: bool
) -> list[tuple[int, int, str]]:
    """Word, head and label of the arcs that a parser builds: one from each head, from the root if it has that."""
    by_word: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for word, head, dependent, name in zip(words, heads, dependents, names, strict=True):
        if head != dependent:
            found = by_word[word]
            found[head] = f"{found[head]}{JOINED}{name}" if head in found else name
    joined: list[tuple[int, int, str]] = []
    for word in sorted(by_word):
        found = by_word[word]
        root = None if with_root else found.pop(0, None)
        for head in sorted(found):
            if root is not None:
                found[head] += "".join(f"{JOINED}{FROM_ROOT}{part}" for part in root.split(JOINED))
                root = None
            joined.append((word, head, found[head]))
    return joined


def _without_rare(labels: list[str]) -> list[str]:
    """The labels, those that occur once replaced by their first relation where that occurs more often."""
    counts = Counter(labels)

    def kept(label: str) -> str:
        main = label.partition(JOINED)[0].partition(">")[0].partition(":")[0]
        return label if counts[label] > 1 or counts[main] < 2 else main

    replaced = {label: kept(label) for label in counts}
    return [replaced[label] for label in labels]


def _roots_of(treebank: Treebank, arcs: GraphArcs) -> GraphRoots:
    """Statistics of words without a head among the words."""
    words = np.repeat(treebank.offsets[:-1], np.diff(arcs.starts)) + arcs.dependents - 1
    from_root = arcs.heads == 0
    headed, rooted = np.zeros(treebank.word_count, np.bool_), np.zeros(treebank.word_count, np.bool_)
    headed[words[~from_root & (arcs.heads != arcs.dependents)]] = True
    rooted[words[from_root]] = True
    counts = np.bincount(arcs.labels[from_root], minlength=1)
    label = arcs.vocabulary[int(counts.argmax())] if from_root.any() else "root"
    per_sentence = np.add.reduceat(~headed, treebank.offsets[:-1], dtype=np.int64)
    attached = 2 * int((rooted & ~headed).sum()) > int((~headed).sum())
    present = bool(np.maximum.reduceat(rooted, treebank.offsets[:-1]).mean() > 0.5)
    return GraphRoots(label, bool((per_sentence <= 1).mean() > 0.99), attached, present)


def _graph_arrays(treebank: Treebank, words: Int64, heads: Int32) -> GraphArrays:
    """The arcs in flat arrays, as the oracles take them."""
    offsets = treebank.offsets
    starts = np.searchsorted(words, offsets).astype(np.int64)
    dependents = (words - np.repeat(offsets[:-1], np.diff(starts)) + 1).astype(np.int32)
    return GraphArrays(np.diff(offsets).astype(np.int32), heads, dependents, starts)


def planes_of(derived: GraphDerivations, graphs: GraphArrays, stacks: int) -> Int32:
    """The plane of every arc: the number of the stack that was active when the oracle built it, −1 if it was lost.

    >>> from multiplane.transition import Graph, get
    >>> from multiplane.transition.oracles import graph_arrays
    >>> graphs = graph_arrays([Graph.from_arcs(4, [(1, 3), (2, 4)])])
    >>> sorted(planes_of(derive_graphs(get("2-planar-graph"), graphs), graphs, 2).tolist())
    [0, 1]
    """
    planes = np.full(len(graphs.heads), LOST, np.int32)
    is_switch = np.array([name == "switch" for name in derived.names], np.bool_)[derived.transitions]
    for graph, (first, last) in enumerate(pairwise(derived.offsets.tolist())):
        active = np.cumsum(is_switch[first:last]) % stacks
        arcs = derived.arcs[first:last]
        planes[graphs.offsets[graph] + arcs[arcs >= 0]] = active[arcs >= 0]
    return planes


def _indexed(
    offsets: Int64, graphs: GraphArrays, labels: Int32, planes: Int32, derived: GraphDerivations
) -> GraphExamples:
    """The examples with their arcs listed by both ends."""
    bases = np.repeat(offsets[:-1] + np.arange(len(offsets) - 1), np.diff(graphs.offsets))
    nodes = int(offsets[-1]) + len(offsets)
    lefts = bases + np.minimum(graphs.heads, graphs.dependents)
    rights = bases + np.maximum(graphs.heads, graphs.dependents)
    by_left, by_right = (np.argsort(ends, kind="stable").astype(np.int32) for ends in (lefts, rights))
    every = np.arange(nodes + 1)
    return GraphExamples(
        np.array(offsets),
        graphs.offsets,
        graphs.heads,
        graphs.dependents,
        labels,
        planes,
        np.searchsorted(bases + graphs.dependents, every).astype(np.int64),
        by_left,
        np.searchsorted(lefts[by_left], every).astype(np.int64),
        by_right,
        np.searchsorted(rights[by_right], every).astype(np.int64),
        derived.transitions,
        derived.offsets.astype(np.int64),
    )
