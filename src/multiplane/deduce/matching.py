"""Matching terms against values: every assignment to the free variables that makes a term equal to a value.

>>> from multiplane.deduce.terms import ListTerm, Segment, positions
>>> x, = positions("x")
>>> list(match(ListTerm((Segment("α"), x, Segment("β"))), (4, 7), {}, 9))
[{'α': (), 'x': 4, 'β': (7,)}, {'α': (4,), 'x': 7, 'β': ()}]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from multiplane.deduce.terms import LENGTH, Element, Environment, Flag, ListTerm, Position, Scalar, Segment, Term, Value


def match(term: Term, content: Value, environment: Environment, n: int) -> Iterator[Environment]:
    """Extensions of an assignment under which the term has this value; the assignment itself is not changed."""
    if isinstance(term, ListTerm):
        yield from _match_list(term.elements, content, environment, n)  # type: ignore[arg-type]
    else:
        extended = dict(environment)
        if bind(term, content, extended, n):
            yield extended


def match_all(terms: Sequence[Term], contents: Sequence[Value], given: Environment, n: int) -> Iterator[Environment]:
    """Assignments under which all terms have their values; single values first, as they bind at most one way."""
    environment = dict(given)
    lists = []
    for place, term in enumerate(terms):
        if isinstance(term, ListTerm):
            lists.append(place)
        elif not bind(term, contents[place], environment, n):
            return
    if not lists:
        yield environment
    else:
        yield from _match_lists(lists, terms, contents, environment, n)


def bind(term: Scalar, content: Value, environment: Environment, n: int) -> bool:
    """Make a term equal to a value by binding its variable in place, or see whether it is."""
    if isinstance(term, Position):
        if term.base is None:
            return content == term.offset
        if term.base == LENGTH:
            return content == n + term.offset
        base = content - term.offset  # type: ignore[operator]
        return environment.setdefault(term.base, base) == base
    if isinstance(term, Flag):
        if term.name is None:
            return content is term.positive
        truth = content is term.positive
        return environment.setdefault(term.name, truth) is truth
    if term.constant:
        return content == term.name
    return environment.setdefault(term.name, content) == content


def _match_lists(
    places: list[int], terms: Sequence[Term], contents: Sequence[Value], environment: Environment, n: int
) -> Iterator[Environment]:
    first, rest = places[0], places[1:]
    for extended in match(terms[first], contents[first], environment, n):
        if rest:
            yield from _match_lists(rest, terms, contents, extended, n)
        else:
            yield extended


def _match_list(
    elements: tuple[Element, ...], contents: tuple[Value, ...], environment: Environment, n: int
) -> Iterator[Environment]:
    if not elements:
        if not contents:
            yield environment
        return
    first, rest = elements[0], elements[1:]
    if isinstance(first, Segment):
        fixed = sum(not isinstance(each, Segment) for each in rest)
        bound = environment.get(first.name)
        if bound is not None:
            size = len(bound)  # type: ignore[arg-type]
            sizes: Sequence[int] = (size,) if contents[:size] == bound else ()
        elif len(rest) == fixed:
            sizes = (len(contents) - fixed,) if len(contents) >= fixed else ()
        else:
            sizes = range(len(contents) - fixed + 1)
        for size in sizes:
            extended = {**environment, first.name: contents[:size]}
            yield from _match_list(rest, contents[size:], extended, n)
        return
    if not contents:
        return
    extended = dict(environment)
    if isinstance(first, tuple):
        pairs = zip(first, contents[0], strict=True)  # type: ignore[arg-type]
        fits = all(bind(term, content, extended, n) for term, content in pairs)
    else:
        fits = bind(first, contents[0], extended, n)
    if fits:
        yield from _match_list(rest, contents[1:], extended, n)
