"""Guards: the conditions that restrict a transition to some configurations (DTS §3, ``t|X``).

A guard is kept in disjunctive normal form: a set of clauses, each a set of atoms that must be true or false. A
condition on a node that is not there (an empty stack) fails, whether negated or not: Hσ and ¬Hσ both exclude an empty
stack.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from multiplane.errors import MultiplaneError

BUFFER = 0
STACK = 1
MAX_CLAUSES = 512


class Kind(IntEnum):
    """What an atom says; the kernel uses the same numbers."""

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
    PATH = 10


PLACES_IN_GUARDS = {
    Kind.HAS_HEAD: 1,
    Kind.CONNECTED: 2,
    Kind.ARC: 2,
    Kind.ARC_WITH_LABEL: 2,
    Kind.IS_ROOT: 1,
    Kind.EXISTS: 1,
    Kind.SKIPPED_HAVE_HEADS: 0,
    Kind.PATH: 2,
}
"""How many places an atom of a guard names; the other kinds arise only from what operations require."""


class Place(NamedTuple):
    """A place in a configuration: area 0 is the buffer, 1 the active stack, 2.. the stacks after it; depth from 1."""

    area: int
    depth: int

    def __str__(self) -> str:
        letter = "β" if self.area == BUFFER else "σ" + "′" * (self.area - STACK)
        return letter if self.depth == 1 else f"{letter}{self.depth}"


NOWHERE = Place(STACK, 0)


class Atom(NamedTuple):
    """One elementary statement about a configuration."""

    kind: Kind
    first: Place = NOWHERE
    second: Place = NOWHERE

    def places(self) -> tuple[Place, ...]:
        return tuple(place for place in (self.first, self.second) if place.depth)


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

    def __repr__(self) -> str:
        return f"<Guard {self}>"

    def __and__(self, other: Guard) -> Guard:
        _check_size(len(self.clauses) * len(other.clauses))
        negated = [(two, frozenset((atom, not wanted) for atom, wanted in two)) for two in other.clauses]
        return _minimal({one | two for two, negation in negated for one in self.clauses if one.isdisjoint(negation)})

    def __or__(self, other: Guard) -> Guard:
        _check_size(len(self.clauses) + len(other.clauses))
        return _minimal(self.clauses | other.clauses)

    def __invert__(self) -> Guard:
        result = ALWAYS
        for clause in sorted(self.clauses, key=len):
            result &= Guard(frozenset(frozenset({(atom, not wanted)}) for atom, wanted in clause))
        return result

    def at(self, stack: int = 1, buffer: int = 1) -> Guard:
        """The same condition on the node at this depth of the stack and this place of the buffer.

        >>> print(STACK_HAS_HEAD.at(stack=2), CONNECTED.at(buffer=2))
        Hσ2 conn(σ, β2)
        """
        if stack < 1 or buffer < 1:
            raise MultiplaneError(f"found place stack={stack}, buffer={buffer} in a guard; expected 1 or more")

        def moved(place: Place) -> Place:
            depths = {Place(STACK, 1): stack, Place(BUFFER, 1): buffer}
            return place._replace(depth=depths.get(place, place.depth))

        return guard_of(
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
        return guard_of({frozenset(lit for lit in clause if lit[0].kind != kind) for clause in self.clauses})

    def __str__(self) -> str:
        if self == ALWAYS:
            return "always"
        texts = [" ∧ ".join(map(_literal_text, sorted(clause))) for clause in sorted(self.clauses, key=sorted)]
        return " ∨ ".join(texts) or "never"


def _check_size(clauses: int) -> None:
    if clauses > MAX_CLAUSES:
        raise MultiplaneError(f"found a condition of {clauses} clauses; expected {MAX_CLAUSES} or fewer")


def guard_of(clauses: Collection[Clause]) -> Guard:
    """The guard of any clauses: those that contradict themselves are dropped, and those that follow from another."""
    return _minimal({c for c in clauses if not any((atom, not wanted) in c for atom, wanted in c)})


def _minimal(clauses: Collection[Clause]) -> Guard:
    """The guard of clauses that do not contradict themselves, without those that contain another."""
    sizes = sorted({len(clause) for clause in clauses})
    kept: list[Clause] = []
    for size in sizes:
        shorter = tuple(kept)
        kept += [c for c in clauses if len(c) == size and not any(other < c for other in shorter)]
    return Guard(frozenset(kept))


def _literal_text(literal: Literal) -> str:
    atom, wanted = literal
    sign = "" if wanted else "¬"
    first, second = str(atom.first), str(atom.second)
    where = "" if (atom.first, atom.second) == (TOP, FIRST) else f"({first}, {second})"
    texts = {
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
        Kind.PATH: f"({first} →* {second})",
    }
    return sign + texts[atom.kind]


def statement(kind: Kind, first: Place = NOWHERE, second: Place = NOWHERE) -> Guard:
    """The guard that consists of one atom."""
    return Guard(frozenset({frozenset({(Atom(kind, first, second), True)})}))


ALWAYS = Guard(frozenset({frozenset()}))
NEVER = Guard(frozenset())

TOP = Place(STACK, 1)
FIRST = Place(BUFFER, 1)

STACK_HAS_HEAD = statement(Kind.HAS_HEAD, TOP)
BUFFER_HAS_HEAD = statement(Kind.HAS_HEAD, FIRST)
CONNECTED = statement(Kind.CONNECTED, TOP, FIRST)
ARC_BETWEEN = statement(Kind.ARC, TOP, FIRST) | statement(Kind.ARC, FIRST, TOP)
PATH_TO_BUFFER = statement(Kind.PATH, TOP, FIRST)
PATH_TO_STACK = statement(Kind.PATH, FIRST, TOP)
STACK_IS_ROOT = statement(Kind.IS_ROOT, TOP)
STACK_EMPTY = ~statement(Kind.EXISTS, TOP)
SKIPPED_HAVE_HEADS = statement(Kind.SKIPPED_HAVE_HEADS)
