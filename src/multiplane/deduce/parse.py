"""What one asks of a schema and arc scores: the best tree, the k best, how many there are, marginals, samples.

>>> from multiplane.deduce.schemata import schema
>>> scores = [[0, 1, 9, 1], [0, 0, 2, 1], [0, 5, 0, 3], [0, 1, 1, 0]]
>>> best(schema("eisner-1996"), scores)
Parsed(heads=(2, 0, 2), score=17.0)
>>> [parsed.score for parsed in best_trees(schema("eisner-1996"), scores, 3)]
[17.0, 15.0, 13.0]
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from math import exp, inf
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from multiplane.deduce.chart import GOAL_NODE, Chart, Derivation, Node
from multiplane.deduce.check import check
from multiplane.deduce.engine import BestFirst, deduce
from multiplane.deduce.problem import Problem, problem
from multiplane.deduce.schema import Schema
from multiplane.deduce.semirings import (
    COUNTING,
    LOG,
    MAX,
    TREES,
    Evidence,
    Partial,
    as_child,
    built,
    heads_of,
    join,
    k_best,
)
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64


class AmbiguityWarning(UserWarning):
    """Sums over derivations that are no sums over trees, as the schema derives some trees more than once."""


class Parsed(NamedTuple):
    """A tree and its score."""

    heads: tuple[int, ...]
    score: float


@dataclass(frozen=True, slots=True)
class ArcMarginals:
    """The probability of each arc, ``arcs[h, d]``, and the logarithm of the sum over all derivations."""

    arcs: Float64
    log_total: float


def best(schema: Schema, scores: ArrayLike) -> Parsed:
    """The best tree that a schema derives; of equals the first derived."""
    chart = deduce(schema, problem(scores=scores))
    score, tree = _accepted(chart).value(MAX)
    return Parsed(heads_of(tree, chart.problem.n), score)


def best_first(schema: Schema, scores: ArrayLike) -> Parsed:
    """The best tree, found without deriving all items: the best item leaves the agenda first.

    >>> from multiplane.deduce.schemata import schema
    >>> best_first(schema("eisner-1996"), [[0, 1, 9, 1], [0, 0, 2, 1], [0, 5, 0, 3], [0, 1, 1, 0]])
    Parsed(heads=(2, 0, 2), score=17.0)
    """
    given = problem(scores=scores)
    rows = np.array(given.scores, np.float64).reshape(given.n + 1, given.n + 1)
    np.fill_diagonal(rows, -inf)
    tops = rows.max(axis=0)
    tops[np.isinf(tops)] = 0.0
    lowered = replace(given, scores=tuple(map(tuple, (rows - tops).tolist())))
    chart = _accepted(deduce(schema, lowered, agenda=BestFirst(lowered)))
    score, tree = chart.value(MAX)
    return Parsed(heads_of(tree, given.n), score + float(tops[1:].sum()))


def best_trees(schema: Schema, scores: ArrayLike, k: int) -> list[Parsed]:
    """The k best distinct trees, best first; fewer where there are fewer."""
    chart = deduce(schema, problem(scores=scores))
    return [Parsed(heads_of(tree, chart.problem.n), score) for score, tree in chart.value(k_best(k))]


def count(schema: Schema, given: Problem) -> tuple[int, int]:
    """How many derivations a sentence has, and how many distinct trees.

    >>> from multiplane.deduce.schemata import schema
    >>> count(schema("eisner-1996"), problem(3))
    (16, 12)
    """
    chart = deduce(schema, given)
    return chart.value(COUNTING), len(chart.value(TREES))


def trees(schema: Schema, given: Problem) -> set[tuple[int, ...]]:
    """The heads of all trees (for unsound schemata graphs, too) in derivations of final items."""
    chart = deduce(schema, given)
    return {heads_of(tree, given.n) for tree in chart.value(TREES)}


def marginals(schema: Schema, scores: ArrayLike) -> ArcMarginals:
    """The probability of each arc where trees are as likely as exp(score) says, by inside and outside values.

    >>> from multiplane.deduce.schemata import schema
    >>> float(marginals(schema("nivre-2003"), [[0, 0, 0], [0, 0, 0], [0, 0, 0]]).arcs[0, 1].round(3))
    0.667
    """
    warn_of_ambiguity(schema)
    chart = _accepted(deduce(schema, problem(scores=scores)))
    inside = chart.inside(LOG)
    outside = chart.outside(LOG, inside)
    total = inside[GOAL_NODE]
    arcs = np.zeros((chart.problem.n + 1, chart.problem.n + 1))
    for node in inside:
        for inference in chart.inferences[node] if outside[node] > -inf else ():
            share = exp(outside[node] + chart.inference_value(inference, LOG, inside) - total)
            for dependent, head in inference.arcs:
                arcs[head, dependent] += share
    return ArcMarginals(arcs, total)


def samples(schema: Schema, scores: ArrayLike, size: int, seed: int = 0) -> list[Parsed]:
    """Trees drawn with probabilities in proportion to exp(score).

    >>> from multiplane.deduce.schemata import schema
    >>> samples(schema("nivre-2003"), [[0, 9, 9], [0, 0, 0], [0, 0, 0]], 1)
    [Parsed(heads=(0, 0), score=18.0)]
    """
    warn_of_ambiguity(schema)
    chart = _accepted(deduce(schema, problem(scores=scores)))
    inside = chart.inside(LOG)
    random = Random(seed)
    drawn = []
    for _ in range(size):
        arcs = [arc for step in _draw(chart, inside, GOAL_NODE, random).inferences() for arc in step.arcs]
        tree = Partial(frozenset(arcs))
        drawn.append(Parsed(heads_of(tree, chart.problem.n), sum(chart.problem.score(*arc) for arc in arcs)))
    return drawn


def best_derivation(chart: Chart) -> Derivation:
    """The derivation of the best tree, of equals the first derived."""
    inside = _accepted(chart).inside(MAX)

    def follow(node: Node) -> Derivation:
        wanted = inside[node][0]
        chosen = next(
            inference
            for inference in chart.inferences[node]
            if chart.inference_value(inference, MAX, inside)[0] >= wanted
        )
        return Derivation(chosen, tuple(map(follow, chosen.antecedents)))

    return follow(GOAL_NODE)


def derived_tree(derivation: Derivation, n: int) -> tuple[int, ...]:
    """The heads that a derivation gives to the words."""
    return heads_of(_partial(derivation), n)


def warn_of_ambiguity(schema: Schema, n: int = 4) -> None:
    """Warn where the schema is seen to derive a tree twice, on sentences of up to n words."""
    if not all(check(schema, "all", False, size).unambiguous for size in range(1, n + 1)):
        message = f"schema {schema.name} derives some trees more than once; these count more than once in sums"
        warnings.warn(message, AmbiguityWarning, stacklevel=3)


def _partial(derivation: Derivation) -> Partial:
    step = derivation.inference
    tree = built(Evidence(step.step, step.arcs, 0.0, step.head))
    for place, part in enumerate(derivation.parts):
        below = _partial(part)
        tree = join(tree, as_child(below) if place == step.child else below)
    return tree


def _accepted(chart: Chart) -> Chart:
    if not chart.accepted:
        raise MultiplaneError(f"schema {chart.schema.name}: found no final item; expected one, so no tree is licensed")
    return chart


def _draw(chart: Chart, inside: dict[Node, float], node: Node, random: Random) -> Derivation:
    inferences = list(chart.inferences[node])
    weights = [exp(chart.inference_value(each, LOG, inside) - inside[node]) for each in inferences]
    chosen = random.choices(inferences, weights)[0]
    return Derivation(chosen, tuple(_draw(chart, inside, part, random) for part in chosen.antecedents))
