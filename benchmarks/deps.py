"""Parsers of graphs beside baselines: ELAS, EULAS and F1 on development parts of treebanks with DEPS, and speed.

    python benchmarks/deps.py [TREEBANK...] [--systems NAME...] [--epochs 10] [--words N] [--markdown]

Every parser is trained for the same number of passes, without a look at the development part; then that is parsed, with
the tags, lemmas and features of the treebank. The baselines copy a tree into DEPS: the gold tree, or that of arc-eager;
as it is, or with rules for what graphs have beyond trees. Of the rules, those are applied that are right more often
than not on the gold trees of the training part, for each label. Words per second are those of the parser alone on one
core, the median of five runs that take turns. "Outside" counts the graphs that are not in the class of the system, with
arcs of the root if it builds them; "unreached" those with words to which no path leads from the root.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from statistics import median

import numpy as np

from multiplane.evaluate import evaluate_graphs
from multiplane.learn import GraphsTrainer, Parser, TransitionTrainer
from multiplane.structure import covered_roots, directed_cycle, is_k_planar_graph
from multiplane.transition import Graph, get
from multiplane.treebank import GraphArcs, Sentence, Treebank, read_deps, with_deps
from tables import print_table
from treebanks import TREEBANKS, parts_of

NAMES = ("english-ewt", "czech-cac")
SYSTEMS = (
    *("planar-graph", "2-planar-graph", "3-planar-graph", "dag-arc-eager", "dag-arc-standard"),
    *("planar-graph+root", "2-planar-graph+root"),
)
COLUMNS = ["ELAS", "EULAS", "F1", "F1, crossing", "precision", "recall", "words/s", "outside", "unreached"]
SUBJECTS = ("nsubj", "csubj")
MARKERS = {"nmod": "case", "obl": "case", "acl": "mark", "advcl": "mark", "conj": "cc"}
RUNS, SEED = 5, 0

Arc = tuple[int, int, str]
Found = tuple[str, Arc]


def main_of(label: str) -> str:
    return label.partition(":")[0]


def marked_label(sentence: Sentence, word: int, children: dict[int, list[int]]) -> str | None:
    """The label of a word with the lemma of its marker; a conjunct may have that of a later one."""
    row = sentence[word]
    wanted = MARKERS.get(main_of(row.deprel))
    sources = [word]
    if wanted == "cc":
        sources += [
            other for other in children[row.head_id or 0] if other > word and main_of(sentence[other].deprel) == "conj"
        ]
    for source in sources:
        for marker in children[source]:
            if wanted is not None and main_of(sentence[marker].deprel) == wanted:
                fixed = [other for other in children[marker] if sentence[other].deprel == "fixed"]
                return f"{row.deprel}:{'_'.join(sentence[part].lemma.lower() for part in (marker, *fixed))}"
    return None


def rules(sentence: Sentence) -> Iterator[Found]:
    """Arcs that may be in the graph beside those of the tree, each with the name of its rule."""
    children: dict[int, list[int]] = defaultdict(list)
    for row in sentence.words:
        children[row.head_id or 0].append(int(row.id))
    labels = {int(row.id): row.deprel for row in sentence.words}
    for word in labels:
        labels[word] = marked_label(sentence, word, children) or labels[word]
    for row in sentence.words:
        word, head = int(row.id), row.head_id or 0
        yield f"tree {main_of(row.deprel)}", (head, word, row.deprel)
        if labels[word] != row.deprel:
            yield f"marker {main_of(row.deprel)}", (head, word, labels[word])
        if main_of(row.deprel) == "conj" and head:
            first = sentence[head]
            while main_of(first.deprel) == "conj" and first.head_id:
                first = sentence[first.head_id]
            yield f"head of conjuncts {main_of(first.deprel)}", (first.head_id or 0, word, labels[int(first.id)])
            own = {main_of(sentence[child].deprel) for child in children[word]}
            for child in children[head]:
                relation = main_of(sentence[child].deprel)
                if relation in SUBJECTS and not own & set(SUBJECTS) and child < word:
                    yield f"shared {relation}", (word, child, sentence[child].deprel)
        if main_of(row.deprel) == "xcomp":
            arguments = {main_of(sentence[child].deprel): child for child in children[head]}
            source = next((arguments[name] for name in ("iobj", "obj", "nsubj") if name in arguments), None)
            if source is not None:
                yield "subject of xcomp", (word, source, "nsubj:xsubj")
        if row.deprel == "acl:relcl" and head:
            for child in children[word]:
                if sentence[child].features.get("PronType") == "Rel":
                    yield "antecedent", (word, head, sentence[child].deprel)
                    yield "relative pronoun", (head, child, "ref")


def good_rules(train: Treebank) -> set[str]:
    """The rules whose arcs are more often right than wrong."""
    arcs = read_deps(train)
    tried: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for number, sentence in enumerate(train):
        gold = set(arcs.sentence(number))
        for name, arc in rules(sentence):
            tried[name] += 1
            right[name] += arc in gold
    return {name for name in tried if 2 * right[name] > tried[name]}


def written(treebank: Treebank, graphs: Iterable[set[Arc]]) -> Treebank:
    """The treebank with these arcs in DEPS."""
    found = [sorted(graph, key=lambda arc: (arc[1], arc[0], arc[2])) for graph in graphs]
    numbers: dict[str, int] = {}
    flat = [arc for graph in found for arc in graph]
    labels = np.array([numbers.setdefault(label, len(numbers)) for _, _, label in flat], np.int32)
    ends = np.array([[head, word] for head, word, _ in flat], np.int32).reshape(-1, 2)
    starts = np.cumsum([0, *(len(graph) for graph in found)])
    return with_deps(treebank, GraphArcs(starts, ends[:, 0], ends[:, 1], labels, tuple(numbers)))


def copied(treebank: Treebank) -> Treebank:
    """The tree in DEPS."""
    return written(
        treebank, ({(row.head_id or 0, int(row.id), row.deprel) for row in sentence.words} for sentence in treebank)
    )


def by_rules(treebank: Treebank, kept: set[str]) -> Treebank:
    """The tree in DEPS with what the rules say; a marked label or a rule stands in for the arc that it is about."""

    def graph(sentence: Sentence) -> set[Arc]:
        arcs = {(row.head_id or 0, int(row.id), row.deprel) for row in sentence.words}
        for name, arc in rules(sentence):
            if name in kept and not name.startswith("tree"):
                arcs.discard((arc[0], arc[1], sentence[arc[1]].deprel))
                arcs.add(arc)
                if name == "relative pronoun":
                    arcs.discard((sentence[arc[1]].head_id or 0, arc[1], sentence[arc[1]].deprel))
        return arcs

    return written(treebank, map(graph, treebank))


def train(trainer: GraphsTrainer | TransitionTrainer, sentences: int, epochs: int) -> Parser:
    """A parser after this many passes."""
    for epoch in range(epochs):
        trainer.step(np.random.default_rng([SEED, epoch]).permutation(sentences))
    return Parser(trainer.model())


def speeds(parsers: dict[str, Parser], treebank: Treebank) -> dict[str, float]:
    """Words per second of each parser on one core, all taking turns."""
    seconds: dict[str, list[float]] = defaultdict(list)
    for run in range(RUNS + 1):
        for name, parser in parsers.items():
            began = time.process_time()
            if parser.builds_graphs:
                parser.graphs(treebank, workers=1)
            else:
                parser.predict(treebank, workers=1)
            if run:
                seconds[name].append(time.process_time() - began)
    return {name: treebank.word_count / median(found) for name, found in seconds.items()}


def is_outside(name: str, graph: Graph) -> bool:
    """Whether a graph is not in the class of a system."""
    system, arcs = get(name), set(graph.arcs)
    proved = system.properties
    if not system.root:
        graph = Graph.from_arcs(graph.words, [arc for arc in graph.arcs if arc[0]])
    return (
        not is_k_planar_graph(graph, system.stacks)
        or (proved.no_directed_cycles.holds and bool(directed_cycle(graph)))
        or (proved.one_arc_between_words.holds and any((word, head) in arcs for head, word in arcs))
        or (proved.no_covered_roots.holds and not system.root and bool(covered_roots(graph)))
    )


def is_unreached(graph: Graph) -> bool:
    """Whether a graph has words to which no path leads from the root."""
    reached, waiting = {0}, [0]
    while waiting:
        node = waiting.pop()
        below = {word for head, word in graph.arcs if head == node} - reached
        reached |= below
        waiting += below
    return len(reached) <= graph.words


def faults(name: str, parser: Parser, treebank: Treebank) -> list[str]:
    """How many graphs are outside the class of their system, and how many have words that are not reached."""
    arcs = parser.graphs(treebank)
    graphs = [
        Graph.from_arcs(len(sentence), {(head, word) for head, word, _ in arcs.sentence(number) if head != word})
        for number, sentence in enumerate(treebank)
    ]
    return [str(sum(is_outside(name, graph) for graph in graphs)), str(sum(map(is_unreached, graphs)))]


def cells(gold: Treebank, predicted: Treebank, speed: float | None) -> list[str]:
    scores = evaluate_graphs(gold, predicted)
    figures = (scores.elas, scores.eulas, scores.arcs.unlabelled_f1, scores.crossing.f1)
    both = (scores.crossing.precision, scores.crossing.recall)
    return [*(f"{figure:.2f}" for figure in (*figures, *both)), "" if speed is None else f"{speed:,.0f}"]


def measured(name: str, systems: list[str], epochs: int, words: int) -> dict[str, list[str]]:
    """The rows of one treebank."""
    training, development = parts_of(TREEBANKS / name)
    if words:
        training = training[: int(np.searchsorted(training.offsets, words))]
    kept = good_rules(training)
    arc_eager = train(TransitionTrainer(training), len(training), epochs)
    parsers = {"arc-eager": arc_eager}
    for system in systems:
        parsers[system] = train(GraphsTrainer(training, system=system), len(training), epochs)
        print(f"{name}: {system} is trained", flush=True)
    fast = speeds(parsers, development)
    trees = arc_eager.parse(development)
    rows = {
        "gold tree": [*cells(development, copied(development), None), "", ""],
        "gold tree and rules": [*cells(development, by_rules(development, kept), None), "", ""],
        "arc-eager tree": [*cells(development, copied(trees), fast["arc-eager"]), "", ""],
        "arc-eager tree and rules": [*cells(development, by_rules(trees, kept), None), "", ""],
    }
    for system, parser in parsers.items():
        if parser.builds_graphs:
            scores = cells(development, parser.parse(development), fast[system])
            rows[system] = scores + faults(system, parser, development)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebanks", nargs="*", default=list(NAMES), help="folders with train.conllu and dev.conllu")
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS))
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--words", type=int, default=0, help="train on the first N words only")
    parser.add_argument("--markdown", action="store_true")
    given = parser.parse_args()
    for name in given.treebanks:
        print_table(name, COLUMNS, measured(name, given.systems, given.epochs, given.words), given.markdown)


if __name__ == "__main__":
    main()
