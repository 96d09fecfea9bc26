"""What follows from a guard: implication between conditions, identity of named nodes, conditions that sizes settle."""

from __future__ import annotations

from collections.abc import Sequence

from multiplane.transition.algebra.guards import ALWAYS, BUFFER, NEVER, Atom, Clause, Guard, Kind, Node, statement


def implies(condition: Guard, conclusion: Guard) -> bool:
    """Whether the conclusion holds wherever the condition does; an arc gives a head and connects.

    >>> from multiplane.transition.algebra.guards import ARC_BETWEEN, CONNECTED
    >>> implies(~CONNECTED, ~ARC_BETWEEN), implies(~ARC_BETWEEN, ~CONNECTED)
    (True, False)
    """
    return all(_impossible(clause) for clause in (condition & ~conclusion).clauses)


def _impossible(clause: Clause) -> bool:
    for atom, wanted in clause:
        if wanted and atom.kind in (Kind.ARC, Kind.ARC_WITH_LABEL):
            has_head = Atom(Kind.HAS_HEAD, atom.second)
            connected = Atom(Kind.CONNECTED, *in_order(atom.first, atom.second))
            arc = Atom(Kind.ARC, atom.first, atom.second)
            if any((consequence, False) in clause for consequence in (has_head, connected, arc)):
                return True
    return False


def in_order(one: Node, two: Node) -> tuple[Node, Node]:
    """The pair with stacks first: connection and identity are symmetric."""
    return (one, two) if (-one.area, one.depth) <= (-two.area, two.depth) else (two, one)


def same_node(one: Node, two: Node) -> Guard:
    """Names of different stacks may mean one node; all other different names mean different nodes (DTS Lemma 1)."""
    if one == two:
        return ALWAYS
    if BUFFER in (one.area, two.area) or one.area == two.area:
        return NEVER
    return statement(Kind.SAME_NODE, *in_order(one, two))


def given_sizes(condition: Guard, sizes: Sequence[int]) -> Guard:
    """The condition where each area is known to hold at least so many nodes: their existence need not be asked.

    >>> from multiplane.transition.algebra.guards import STACK_EMPTY, STACK_HAS_HEAD
    >>> print(given_sizes(STACK_EMPTY | STACK_HAS_HEAD, [0, 1]))
    Hσ
    """
    result = NEVER
    for clause in condition.clauses:
        settled = {
            literal
            for literal in clause
            if literal[0].kind == Kind.EXISTS and literal[0].first.depth <= sizes[literal[0].first.area]
        }
        if all(wanted for _, wanted in settled):
            result |= Guard(frozenset({clause - settled}))
    return result
