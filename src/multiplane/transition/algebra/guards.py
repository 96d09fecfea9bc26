"""Guards: the conditions that restrict a transition to some configurations (DTS §3, ``t|X``).

A guard is kept in disjunctive normal form: a set of clauses, each a set of atoms wanted true or false. A condition on
a node that is not there (an empty stack) fails, whichever way it is put, as Hσ and ¬Hσ both exclude an empty stack.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from multiplane.errors import MultiplaneError

BUFFER = 0
STACK = 1


class Kind(IntEnum):
    """What an atom says; the kernel knows the same numbers."""

    HAS_HEAD = 0
    CONNECTED = 1
    ARC = 2
    ARC_WITH_LABEL = 3
    IS_ROOT = 4
    PRECEDES = 5
    SAME_NODE = 6
    EXISTS = 7
    SKIPPED_HAVE_HEADS = 8
    MAY_SWITCH = 9


class Node(NamedTuple):
    """A place in a configuration: area 0 is the buffer, 1 the active stack, 2.. the stacks after it; depth from 1."""

    area: int
    depth: int

    def __str__(self) -> str:
        letter = "β" if self.area == BUFFER else "σ" + "′" * (self.area - STACK)
        return letter if self.depth == 1 else f"{letter}{self.depth}"


NOWHERE = Node(STACK, 0)


class Atom(NamedTuple):
    """One elementary statement about a configuration."""

    kind: Kind
    first: Node = NOWHERE
    second: Node = NOWHERE

    def nodes(self) -> tuple[Node, ...]:
        return tuple(node for node in (self.first, self.second) if node.depth)


Literal = tuple[Atom, bool]
Clause = frozenset[Literal]


@dataclass(frozen=True, slots=True)
class Guard:
    """A Boolean combination of atoms, closed under ``~``, ``&`` and ``|``.

    >>> print(~STACK_HAS_HEAD & ~CONNECTED)
    ¬Hσ ∧ ¬conn
    >>> STACK_HAS_HEAD & ~STACK_HAS_HEAD == NEVER, STACK_HAS_HEAD | ~STACK_HAS_HEAD == ALWAYS
    (True, False)
    """

    clauses: frozenset[Clause]

    def __and__(self, other: Guard) -> Guard:
        return _normal({one | two for one in self.clauses for two in other.clauses})

    def __or__(self, other: Guard) -> Guard:
        return _normal(self.clauses | other.clauses)

    def __invert__(self) -> Guard:
        result = ALWAYS
        for clause in self.clauses:
            result &= Guard(frozenset(frozenset({(atom, not wanted)}) for atom, wanted in clause))
        return result

    def at(self, stack: int = 1, buffer: int = 1) -> Guard:
        """The same condition on the node at this depth of the stack and this place of the buffer.

        >>> print(STACK_HAS_HEAD.at(stack=2), CONNECTED.at(buffer=2))
        Hσ2 conn(σ, β2)
        """
        if stack < 1 or buffer < 1:
            raise MultiplaneError(f"found place stack={stack}, buffer={buffer} in a guard; expected 1 or more")

        def moved(node: Node) -> Node:
            depths = {Node(STACK, 1): stack, Node(BUFFER, 1): buffer}
            return node._replace(depth=depths.get(node, node.depth))

        return _normal(
            {
                frozenset((Atom(a.kind, moved(a.first), moved(a.second)), wanted) for a, wanted in clause)
                for clause in self.clauses
            }
        )

    def atoms(self) -> set[Atom]:
        return {atom for clause in self.clauses for atom, _ in clause}

    def without(self, kind: Kind) -> Guard:
        """The guard with every literal of this kind left out.

        >>> print((~STACK_HAS_HEAD & ~CONNECTED).without(Kind.HAS_HEAD))
        ¬conn
        """
        return _normal({frozenset(lit for lit in clause if lit[0].kind != kind) for clause in self.clauses})

    def __str__(self) -> str:
        if self == ALWAYS:
            return "always"
        texts = [" ∧ ".join(map(_literal_text, sorted(clause))) for clause in sorted(self.clauses, key=sorted)]
        return " ∨ ".join(texts) or "never"


def _normal(clauses: set[Clause] | frozenset[Clause]) -> Guard:
    """Drop clauses that contradict themselves and clauses that another one contains."""
    possible = {clause for clause in clauses if not any((atom, not wanted) in clause for atom, wanted in clause)}
    return Guard(frozenset(c for c in possible if not any(other < c for other in possible)))


def _literal_text(literal: Literal) -> str:
    atom, wanted = literal
    sign = "" if wanted else "¬"
    first, second = str(atom.first), str(atom.second)
    where = "" if (atom.first, atom.second) == (Node(STACK, 1), Node(BUFFER, 1)) else f"({first}, {second})"
    names = {
        Kind.HAS_HEAD: f"H{first}",
        Kind.CONNECTED: f"conn{where}",
        Kind.ARC: f"({first} → {second})",
        Kind.ARC_WITH_LABEL: f"({first} → {second} with this label)",
        Kind.IS_ROOT: f"({first} = 0)",
        Kind.PRECEDES: f"({first} < {second})",
        Kind.SAME_NODE: f"({first} = {second})",
        Kind.EXISTS: f"∃{first}",
        Kind.SKIPPED_HAVE_HEADS: "Hλ₂",
        Kind.MAY_SWITCH: "may-switch",
    }
    return sign + names[atom.kind]


def statement(kind: Kind, first: Node = NOWHERE, second: Node = NOWHERE) -> Guard:
    """The guard that is one atom."""
    return Guard(frozenset({frozenset({(Atom(kind, first, second), True)})}))


ALWAYS = Guard(frozenset({frozenset()}))
NEVER = Guard(frozenset())

TOP = Node(STACK, 1)
FIRST = Node(BUFFER, 1)

STACK_HAS_HEAD = statement(Kind.HAS_HEAD, TOP)
BUFFER_HAS_HEAD = statement(Kind.HAS_HEAD, FIRST)
CONNECTED = statement(Kind.CONNECTED, TOP, FIRST)
ARC_BETWEEN = statement(Kind.ARC, TOP, FIRST) | statement(Kind.ARC, FIRST, TOP)
STACK_IS_ROOT = statement(Kind.IS_ROOT, TOP)
STACK_EMPTY = ~statement(Kind.EXISTS, TOP)
SKIPPED_HAVE_HEADS = statement(Kind.SKIPPED_HAVE_HEADS)
