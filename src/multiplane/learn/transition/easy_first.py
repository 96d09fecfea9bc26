"""Easy-first parsing (Goldberg & Elhadad 2010): of all neighbours in the list of words, the best pair is joined first.

The system has a transition for every position (DTS Example 5). To a scorer all of them look alike: the list is split
at a *gap*, the words before it are a stack, those after it the buffer, and ``left`` or ``right`` joins the two words
at the gap. Scores of gaps are kept; joining two words changes those nearby only, as far as templates look.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.features.configurations import BUFFER, STACK, CompiledTemplates
from multiplane.learn.transition.actions import NO_LABEL, CompiledSystem, check_trainable
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.results import BuiltArcs, record_arc
from multiplane.learn.transition.scorer import (
    Choices,
    TransitionScorer,
    begin_parse,
    choose_label,
    steps_of_parsing,
    take_transition,
)
from multiplane.transition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, UNSHIFT, System, get
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import ARCS, stack_size

LEFT, RIGHT, FORWARDS, BACKWARDS = range(4)
FIRST_STACK = 0

EASY_FIRST_STEPS = System(
    "easy-first-at-a-gap",
    left=LEFT_ARC >> REDUCE,
    right=RIGHT_ARC >> SHIFT >> REDUCE >> UNSHIFT,
    forwards=SHIFT,
    backwards=UNSHIFT,
)
"""What can be done at one gap, and moving to the next: not a system of its own, as one could go to and fro for ever."""


def is_easy_first(system: System) -> bool:
    """Whether a system is easy-first, under any name; raise for other systems with families of transitions.

    >>> is_easy_first(get("easy-first")), is_easy_first(get("arc-eager"))
    (True, False)
    """
    if not system.has_families:
        return False
    known = {**get("easy-first").as_data(), "name": system.name}
    if system.as_data() != known:
        raise MultiplaneError(
            f"system {system.name}: it has other transitions for every sentence; expected easy-first, or none of those"
        )
    return True


def steps_of(system: System) -> System:
    """The transitions that a parser chooses from: those at a gap for easy-first, else the system's own.

    >>> steps_of(get("easy-first")).names(1)
    ('left', 'right', 'forwards', 'backwards')
    """
    if is_easy_first(system):
        return EASY_FIRST_STEPS
    check_trainable(system)
    return system


def reach(templates: CompiledTemplates) -> int:
    """How many words on each side of a gap the templates look at.

    >>> from multiplane.learn.features.configurations import FeatureModel
    >>> reach(FeatureModel(("S0.upos", "B2.upos S1.left1.form"), ()).compile()[0])
    3
    """
    rows = templates.addresses
    return int(rows[np.isin(rows[:, 0], (STACK, BUFFER)), 2].max(initial=1))


class GapScores(NamedTuple):
    """By gap, from 1 on: the scores of ``left`` and ``right``, and whether they must be computed again."""

    scores: Float64
    stale: Int64


def new_gap_scores(words: int) -> GapScores:
    """Scores for sentences of up to this many words."""
    return GapScores(np.zeros((words + 1, 2), np.float64), np.ones(words + 1, np.int64))


@inlined
def move_to(system: CompiledSystem, state: ParserState, gap: int) -> None:
    """Split the list at a gap: that many words are on the stack."""
    while stack_size(state.memory, FIRST_STACK) < gap:
        apply(state.memory, system.program, as_number(FORWARDS), as_number(NO_LABEL))
    while stack_size(state.memory, FIRST_STACK) > gap:
        apply(state.memory, system.program, as_number(BACKWARDS), as_number(NO_LABEL))


@inlined
def score_gaps(
    system: CompiledSystem, scorer: TransitionScorer, choices: Choices, state: ParserState, left: int, gaps: GapScores
) -> None:
    """Compute the stale scores of the gaps between ``left`` words."""
    for gap in range(1, left):
        if gaps.stale[gap]:
            move_to(system, state, gap)
            scorer.score_transitions(state, choices.applicable)
            gaps.scores[gap, LEFT] = float(scorer.scores[LEFT])
            gaps.scores[gap, RIGHT] = float(scorer.scores[RIGHT])
            gaps.stale[gap] = 0


@kernel
def best_gap(gaps: GapScores, left: int) -> tuple[int, int]:
    """The gap and the side with the highest score; the first among equals."""
    best, side = 1, LEFT
    for gap in range(1, left):
        for other in (LEFT, RIGHT):
            if gaps.scores[gap, other] > gaps.scores[best, side]:
                best, side = gap, other
    return best, side


@kernel
def second_best(gaps: GapScores, left: int, best: int, side: int) -> float:
    """The second-highest score; −∞ if there is only one choice."""
    found = -np.inf
    for gap in range(1, left):
        for other in (LEFT, RIGHT):
            if not (gap == best and other == side):
                found = max(found, gaps.scores[gap, other])
    return found


@kernel
def close_gap(gaps: GapScores, left: int, gap: int, side: int, sight: int) -> None:
    """Remove a gap whose words were joined, and mark the gaps that see the change as stale."""
    merged = gap - 1 if side == LEFT else gap
    for later in range(merged + 1, left - 1):
        gaps.scores[later, LEFT] = gaps.scores[later + 1, LEFT]
        gaps.scores[later, RIGHT] = gaps.scores[later + 1, RIGHT]
        gaps.stale[later] = gaps.stale[later + 1]
    for near in range(max(merged - sight, 1), min(merged + sight + 1, left - 1)):
        gaps.stale[near] = 1


@kernel(steps=steps_of_parsing)
def parse_easy_first(
    system: CompiledSystem,
    scorer: TransitionScorer,
    choices: Choices,
    memory: Int32,
    context: Int32,
    offsets: Int64,
    first: int,
    last: int,
    gaps: GapScores,
    sight: int,
    arcs: BuiltArcs,
) -> None:
    """Parse the sentences first .. last−1; the last word left is the root."""
    compiled, scoring, options, out = borrowed(system), borrowed(scorer), borrowed(choices), borrowed(arcs)
    here, beside, between = borrowed(memory), borrowed(context), borrowed(gaps)
    for sentence in range(first, last):
        start, words = offsets[sentence], offsets[sentence + 1] - offsets[sentence]
        state = ParserState(here, beside, start)
        begin_parse(compiled, state, words)
        between.stale[:] = 1
        for left in range(words, 1, -1):
            score_gaps(compiled, scoring, options, state, left, between)
            gap, side = best_gap(between, left)
            score = between.scores[gap, side]
            margin = score - second_best(between, left, gap, side)
            move_to(compiled, state, gap)
            label = choose_label(compiled, scoring, state, side)
            before = here[ARCS]
            take_transition(compiled, state, side, label)
            record_arc(state, before, side, score, margin, out)
            close_gap(between, left, gap, side, sight)
