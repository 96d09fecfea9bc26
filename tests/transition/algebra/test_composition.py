"""Guards obey the laws of logic where the nodes are there; compositions refuse what has no meaning."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError
from multiplane.transition import (
    ARC_BETWEEN,
    BUFFER_HAS_HEAD,
    CONNECTED,
    DROP,
    LEFT_ARC,
    REDUCE,
    RESTORE,
    RIGHT_ARC,
    SHIFT,
    STACK_EMPTY,
    STACK_HAS_HEAD,
    SWAP,
    SWITCH,
    UNSHIFT,
    Guard,
    System,
)
from multiplane.transition.algebra.guards import ALWAYS, NEVER, Atom, Kind, Place, statement
from multiplane.transition.algebra.implication import implies

ATOMS = [STACK_HAS_HEAD, BUFFER_HAS_HEAD, CONNECTED, STACK_HAS_HEAD.at(stack=2)]
guards = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        inner.map(lambda g: ~g),
        st.tuples(inner, inner).map(lambda pair: pair[0] & pair[1]),
        st.tuples(inner, inner).map(lambda pair: pair[0] | pair[1]),
    ),
    max_leaves=6,
)
truths = st.fixed_dictionaries({next(iter(g.atoms())): st.booleans() for g in ATOMS})


def value(guard: Guard, truth: dict[Atom, bool]) -> bool:
    return any(all(truth[atom] == wanted for atom, wanted in clause) for clause in guard.clauses)


@given(guards, guards, truths)
def test_guards_are_boolean_algebra(one: Guard, two: Guard, truth: dict[Atom, bool]) -> None:
    assert value(one & two, truth) == (value(one, truth) and value(two, truth))
    assert value(one | two, truth) == (value(one, truth) or value(two, truth))
    assert value(~one, truth) == (not value(one, truth))


@given(guards, guards)
def test_implication_agrees_with_truth_tables(one: Guard, two: Guard) -> None:
    atoms = [next(iter(g.atoms())) for g in ATOMS]
    tables = [dict(zip(atoms, [bool(n >> i & 1) for i in range(4)], strict=True)) for n in range(16)]
    assert implies(one, two) == all(value(two, truth) for truth in tables if value(one, truth))


def test_an_arc_implies_head_and_connection() -> None:
    assert implies(ARC_BETWEEN, CONNECTED)
    assert implies(ARC_BETWEEN & ~STACK_HAS_HEAD, BUFFER_HAS_HEAD)
    assert not implies(CONNECTED, ARC_BETWEEN)


def test_one_statement_implies_another_where_it_does_in_every_graph() -> None:
    """All graphs of the two nodes and a third, each arc with this label, another, both or none.

    That a path to another node gives it a head is not concluded: nodes on two stacks may be one.
    """
    top, first, other = Place(1, 1), Place(0, 1), Place(1, 2)
    arcs = list(permutations((top, first, other), 2))
    pairs = [(top, first), (first, top)]
    statements = [
        *(Atom(Kind.HAS_HEAD, node) for node in (top, first)),
        Atom(Kind.CONNECTED, top, first),
        *(Atom(kind, *pair) for kind in (Kind.ARC, Kind.ARC_WITH_LABEL, Kind.PATH) for pair in pairs),
    ]
    worlds = []
    for labels in product(range(4), repeat=len(arcs)):
        label = dict(zip(arcs, labels, strict=True))
        found: dict[Atom, bool] = {}
        for node in (top, first):
            found[Atom(Kind.HAS_HEAD, node)] = any(label[arc] for arc in arcs if arc[1] == node)
        for one, two in pairs:
            found[Atom(Kind.ARC, one, two)] = label[one, two] > 0
            found[Atom(Kind.ARC_WITH_LABEL, one, two)] = label[one, two] >= 2
            found[Atom(Kind.PATH, one, two)] = label[one, two] > 0 or (label[one, other] > 0 and label[other, two] > 0)
        by_way = all(label[node, other] or label[other, node] for node in (top, first))
        found[Atom(Kind.CONNECTED, top, first)] = any(label[pair] for pair in pairs) or by_way
        worlds.append(found)
    for one, two in permutations(statements, 2):
        holds = all(world[two] for world in worlds if world[one])
        known = holds and (one.kind, two.kind) != (Kind.PATH, Kind.HAS_HEAD)
        assert implies(statement(*one), statement(*two)) == known
        assert implies(~statement(*two), ~statement(*one)) == known


def test_texts_read_as_the_papers_write() -> None:
    assert str(LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE) == "LEFT-ARC|¬Hσ ; REDUCE"
    assert str(SHIFT * 3 >> RIGHT_ARC.where(~BUFFER_HAS_HEAD & ~CONNECTED)) == "SHIFT^3 ; RIGHT-ARC|(¬Hβ ∧ ¬conn)"
    assert (str(ALWAYS), str(NEVER)) == ("always", "never")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: SHIFT.at(stack=2), "SHIFT at stack place 2"),
        (lambda: REDUCE.at(buffer=2), "REDUCE at buffer place 2"),
        (lambda: REDUCE.at(stack=0), "REDUCE at stack place 0"),
        (lambda: (SHIFT >> REDUCE).at(stack=2), "on a composition"),
        (lambda: (SHIFT * 0).where(CONNECTED), "empty composition"),
        (lambda: CONNECTED.at(stack=0), "stack=0"),
        (lambda: System("none"), "no transitions"),
        (lambda: System("x", never=SHIFT.where(STACK_HAS_HEAD & ~STACK_HAS_HEAD)), "never: it can never"),
        (lambda: System("x", shift=SHIFT, switch=SWITCH), "switch: it can never apply"),
        (lambda: System("x", shift=SHIFT, swap=SWAP).with_stacks(2), "SWAP with 2 stacks"),
        (lambda: System("x", shift=SHIFT, odd=RESTORE >> REDUCE), "odd: found a step on the stack after"),
        (lambda: System("x", shift=SHIFT).with_stacks(0), "found 0 stacks"),
        (lambda: System("x", shift=SHIFT).with_constraints("tidy"), "constraint 'tidy'"),
        (lambda: System("x", shift=SHIFT).with_buffer_arcs("up"), "buffer arc 'up'"),
    ],
)
def test_what_has_no_meaning_is_refused(make: object, message: str) -> None:
    with pytest.raises(MultiplaneError, match=message):
        make()  # type: ignore[operator]


def test_a_guard_on_a_missing_node_fails_either_way() -> None:
    system = System(
        "x", plain=SHIFT.where(STACK_HAS_HEAD), negated=SHIFT.where(~STACK_HAS_HEAD), empty=SHIFT.where(STACK_EMPTY)
    )
    assert system.start(2).permitted() == ["empty"]
    assert system.start(2).apply("empty").permitted() == ["negated"]


def test_undefined_midway_leaves_everything_as_it_was() -> None:
    system = System("x", shift=SHIFT, odd=LEFT_ARC >> REDUCE >> RIGHT_ARC, back=UNSHIFT >> DROP >> SHIFT * 3)
    here = system.start(3).apply("shift")
    before = here.memory.copy()
    for name in ("odd", "back"):
        with pytest.raises(MultiplaneError, match="not permitted"):
            here.apply(name)
    assert (here.memory == before).all()


def test_statement_is_the_smallest_guard() -> None:
    assert statement(next(iter(CONNECTED.atoms())).kind, *next(iter(CONNECTED.atoms()))[1:]) == CONNECTED
