"""Greedy parsing of graphs: at every step the applicable transition with the highest score, and its best label.

For words that have no head yet, the best arc that was applicable and not built is kept as a rival.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int8, Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.graphs.attach import GIVEN_UP, KeptClass, Rivals, RootRules, attach_unreached
from multiplane.learn.transition.actions import (
    NO_TRANSITION,
    CompiledSystem,
    builds_arc,
    find_applicable,
    new_dependent,
    new_head,
)
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.scorer import (
    Choices,
    TransitionScorer,
    begin_parse,
    best_transition,
    choose_label,
    take_transition,
)
from multiplane.transition.machine.memory import ACTIVE, ARCS, arc_dependent, arc_head, arc_label, fit, head_of


class BuiltGraphs(NamedTuple):
    """The arcs that a parser built: a sentence whose first word is w has its ``counts[s]`` arcs from
    ``capacity * w`` on. ``roots`` marks the words that depend on the root.
    """

    heads: Int32
    dependents: Int32
    labels: Int32
    counts: Int64
    roots: Int8


def new_graphs(sentences: int, words: int, capacity: int) -> BuiltGraphs:
    """Space for ``capacity`` arcs per word."""
    ints = [np.zeros(capacity * words, np.int32) for _ in range(3)]
    return BuiltGraphs(ints[0], ints[1], ints[2], np.zeros(sentences, np.int64), np.zeros(words, np.int8))


@inlined
def note_rivals(
    system: CompiledSystem, scorer: TransitionScorer, choices: Choices, state: ParserState, best: int, rivals: Rivals
) -> None:
    """Keep the arcs to headless words that were applicable and not chosen."""
    for transition in range(len(choices.applicable)):
        if choices.applicable[transition] and transition != best and builds_arc(system.places, transition):
            word = new_dependent(state.memory, system.places, transition)
            if head_of(state.memory, word) < 0:
                margin = np.float32(scorer.scores[transition]) - np.float32(scorer.scores[best])
                if rivals.heads[word] < 0 or margin > rivals.margins[word]:
                    rivals.heads[word] = new_head(state.memory, system.places, transition)
                    rivals.margins[word] = margin


@kernel
def parse_range_of_graphs(
    system: CompiledSystem,
    scorer: TransitionScorer,
    choices: Choices,
    memory: Int32,
    context: Int32,
    planes: Int32,
    rivals: Rivals,
    offsets: Int64,
    first: int,
    last: int,
    arcs_per_word: int,
    kind: KeptClass,
    rules: RootRules,
    graphs: BuiltGraphs,
) -> None:
    """Parse the sentences first .. last−1."""
    compiled, scoring, options, out = borrowed(system), borrowed(scorer), borrowed(choices), borrowed(graphs)
    beside, others, of_arc, root_rules = borrowed(context), borrowed(rivals), borrowed(planes), borrowed(rules)
    capacity = arcs_per_word + 1
    for sentence in range(first, last):
        start, words = offsets[sentence], offsets[sentence + 1] - offsets[sentence]
        here = borrowed(memory[: fit(memory, as_number(words), as_number(capacity * words + 1))])
        state = ParserState(here, beside, start)
        begin_parse(compiled, state, words)
        for word in range(words + 1):
            others.heads[word] = -1
        count = find_applicable(here, compiled.program, compiled.places, options.applicable)
        while count > 0:
            if count > 1:
                scoring.score_transitions(state, options.applicable)
            transition = best_transition(scoring, options, NO_TRANSITION)
            if count > 1:
                note_rivals(compiled, scoring, options, state, transition, others)
            label = choose_label(compiled, scoring, state, transition)
            of_arc[here[ARCS]] = here[ACTIVE]
            take_transition(compiled, state, transition, label)
            count = find_applicable(here, compiled.program, compiled.places, options.applicable)
        roots = out.roots[start : start + words]
        attach_unreached(compiled, scoring, state, of_arc, others, kind, root_rules, roots)
        filled = capacity * start
        for arc in range(here[ARCS]):
            if of_arc[arc] != GIVEN_UP:
                out.heads[filled] = arc_head(here, arc)
                out.dependents[filled] = arc_dependent(here, arc)
                out.labels[filled] = arc_label(here, arc)
                filled += 1
        out.counts[sentence] = filled - capacity * start
