"""What follows from a guard: implication between conditions, when two places hold one node, what sizes settle."""

from __future__ import annotations

from collections.abc import Sequence

from multiplane.transition.algebra.guards import (
    ALWAYS,
    BUFFER,
    NEVER,
    Atom,
    Clause,
    Guard,
    Kind,
    Place,
    guard_of,
    statement,
)


def implies(condition: Guard, conclusion: Guard) -> bool:
    """Whether the conclusion holds wherever the condition does; an arc gives a head, is a path, and a path connects.

    >>> from multiplane.transition.algebra.guards import ARC_BETWEEN, CONNECTED
    >>> implies(~CONNECTED, ~ARC_BETWEEN), implies(~ARC_BETWEEN, ~CONNECTED)
    (True, False)
    """
    return excludes(condition, ~conclusion)


def excludes(condition: Guard, other: Guard) -> bool:
    """Whether the two never hold at once.

    >>> from multiplane.transition.algebra.guards import ARC_BETWEEN, CONNECTED
    >>> excludes(~CONNECTED, ARC_BETWEEN), excludes(CONNECTED, ARC_BETWEEN)
    (True, False)
    """
    return all(_impossible(clause) for clause in (condition & other).clauses)


def _impossible(clause: Clause) -> bool:
    for atom, wanted in clause:
        if wanted and atom.kind in (Kind.ARC, Kind.ARC_WITH_LABEL):
            has_head = Atom(Kind.HAS_HEAD, atom.second)
            connected = Atom(Kind.CONNECTED, *in_order(atom.first, atom.second))
            arc, path = (Atom(kind, atom.first, atom.second) for kind in (Kind.ARC, Kind.PATH))
            if any((consequence, False) in clause for consequence in (has_head, connected, arc, path)):
                return True
        if wanted and atom.kind == Kind.PATH:
            connected = Atom(Kind.CONNECTED, *in_order(atom.first, atom.second))
            if (connected, False) in clause:
                return True
    return False


def in_order(one: Place, two: Place) -> tuple[Place, Place]:
    """The pair in a fixed order, stacks first: connection and identity are symmetric."""
    return (one, two) if (-one.area, one.depth) <= (-two.area, two.depth) else (two, one)


def same_node(one: Place, two: Place) -> Guard:
    """When two places hold one node: those of different stacks may, other different places never do (DTS Lemma 1)."""
    if one == two:
        return ALWAYS
    if BUFFER in (one.area, two.area) or one.area == two.area:
        return NEVER
    return statement(Kind.SAME_NODE, *in_order(one, two))


def given_sizes(condition: Guard, sizes: Sequence[int]) -> Guard:
    """The condition where each area is known to hold at least this many nodes, so that their existence is settled.

    >>> from multiplane.transition.algebra.guards import STACK_EMPTY, STACK_HAS_HEAD
    >>> print(given_sizes(STACK_EMPTY | STACK_HAS_HEAD, [0, 1]))
    Hσ
    """
    left: set[Clause] = set()
    for clause in condition.clauses:
        settled = {
            literal
            for literal in clause
            if literal[0].kind == Kind.EXISTS and literal[0].first.depth <= sizes[literal[0].first.area]
        }
        if all(wanted for _, wanted in settled):
            left.add(clause - settled)
    return guard_of(left)
