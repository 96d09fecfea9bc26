"""The examples of a report: each is of its kind, and no sentence of that kind is shorter."""

from __future__ import annotations

import multiplane
from multiplane.structure import classify
from multiplane.structure.examples import KINDS, SHORTEST, ClassExamples

SAMPLE = multiplane.read("sample:")


def test_the_shortest_sentence_of_each_kind() -> None:
    examples = ClassExamples(root_arcs=True)
    for first in range(0, len(SAMPLE), 40):
        examples.look_at(SAMPLE[first : first + 40])
    trees = [(len(sentence), classify(sentence.tree.heads)) for sentence in SAMPLE if len(sentence) >= SHORTEST]
    for kind, holds in KINDS.items():
        lengths = [length for length, tree in trees if kind_holds(holds, tree)]
        assert (kind in examples.found) == bool(lengths)
        if lengths:
            assert len(examples.found[kind]) == min(lengths)
            assert kind_holds(holds, classify(examples.found[kind].tree.heads))


def kind_holds(holds: object, tree: object) -> bool:
    """Kinds are tests of arrays: here of arrays with one entry."""
    heads = tree.head[1:]  # type: ignore[attr-defined]
    one = multiplane.structure.classify_all(heads, [0, len(heads)])  # type: ignore[arg-type]
    return bool(holds(one)[0])  # type: ignore[operator]
