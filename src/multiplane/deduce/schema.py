"""Parsing schemata: hypotheses, deduction steps and final items, checked when they are written down (Sikkel 1997;
Gómez-Rodríguez, Carroll & Weir 2011).

>>> from multiplane.deduce.items import POSITION, Item
>>> from multiplane.deduce.terms import N, positions
>>> from multiplane.deduce.conditions import arc
>>> i, j, k = positions("i j k")
>>> Pair, Word = Item("Pair", i=POSITION, j=POSITION), Item("Word", i=POSITION, show="[{i},{i},{i}]")
>>> yamada_matsumoto = Schema(
...     "yamada-matsumoto-2003",
...     hypotheses=[hypothesis(Word[i], i >= 0, i <= N + 1)],
...     steps=[
...         Step("INITTER", Word[i], Word[i + 1], gives=Pair[i, i + 1]),
...         Step("R-LINK", Pair[i, j], Pair[j, k], gives=Pair[i, k], where=arc(j, to=k)),
...         Step("L-LINK", Pair[i, j], Pair[j, k], gives=Pair[i, k], where=arc(j, to=i)),
...     ],
...     final=[final(Pair[0, N + 1])],
... )
>>> yamada_matsumoto.steps[1]
R-LINK  [i,j], [j,k] ⊢ [i,k]  j → k
>>> yamada_matsumoto.complexity()
O(n^3) time (R-LINK), O(n^2) space ([i,k])
>>> Step("R-LINK", Pair[i, j], gives=Pair[i, k], where=arc(j, to=k))
Traceback (most recent call last):
  ...
multiplane.deduce.items.SchemaError: step R-LINK: found variable k in [i,k]; expected it in an antecedent, too
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from multiplane.deduce.conditions import Building, Condition, Size
from multiplane.deduce.items import POSITION, ItemType, Kind, Pattern, SchemaError
from multiplane.deduce.terms import ListTerm, Position, Segment, Value, variables

GOAL_TYPE = ItemType("Goal", (), "goal")
GOAL = Pattern(GOAL_TYPE, ())


@dataclass(frozen=True, slots=True, repr=False, init=False)
class Step:
    """A deduction step: antecedents ⊢ consequent, under side conditions.

    ``given`` items must be derived but are no part of the derivation (top-down prediction). ``each`` names variables
    that run over all positions. ``head`` is the position of the item's head word, and ``child`` the antecedent whose
    head word becomes a dependent of it, in schemata whose items do not hold the positions of heads.
    """

    name: str
    antecedents: tuple[Pattern, ...]
    gives: Pattern
    where: tuple[Condition, ...]
    given: tuple[Pattern, ...]
    each: tuple[str, ...]
    head: Position | None
    child: int | None

    def __init__(
        self,
        name: str,
        *antecedents: Pattern,
        gives: Pattern,
        where: Condition | Sequence[Condition] = (),
        given: Sequence[Pattern] = (),
        each: Sequence[Position] = (),
        head: Position | None = None,
        child: int | None = None,
    ) -> None:
        conditions = tuple(where) if isinstance(where, Sequence) else (where,)
        ranging = tuple(name for term in each for name in variables(term))
        content = (name, antecedents, gives, conditions, tuple(given), ranging, head, child)
        for attribute, value in zip(Step.__slots__, content, strict=True):
            object.__setattr__(self, attribute, value)
        _check(self)

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """All that must be in the chart: given items, then antecedents."""
        return (*self.given, *self.antecedents)

    @property
    def arcs(self) -> tuple[Building, ...]:
        """The conditions that build a part of the parse: arcs or, in Link Grammar, links and choices of disjuncts."""
        return tuple(condition for condition in self.where if hasattr(condition, "ends"))  # type: ignore[misc]

    @property
    def variables(self) -> dict[str, Kind]:
        """Every variable with its kind; a segment has the kind of its list."""
        kinds = dict.fromkeys(self.each, POSITION)
        for pattern in (*self.patterns, self.gives):
            kinds |= pattern.kinds()
        return kinds

    def __repr__(self) -> str:
        before = ", ".join([f"({pattern!r})" for pattern in self.given] + [repr(each) for each in self.antecedents])
        text = f"{self.name}  {before + ' ' if before else ''}⊢ {self.gives!r}"
        return text + (f"  {', '.join(map(repr, self.where))}" if self.where else "")


def hypothesis(pattern: Pattern, *where: Condition) -> Step:
    """Items that every derivation may start from, for all positions that satisfy the conditions."""
    return Step("hypothesis", gives=pattern, where=where, each=[Position(name) for name in pattern.variables])


def final(pattern: Pattern, *where: Condition) -> Step:
    """Items that stand for whole parses; an arc among the conditions gives their head word its head."""
    return Step("final", pattern, gives=GOAL, where=where)


@dataclass(frozen=True, slots=True)
class Complexity:
    """Exponents of n: free positions of the largest step and of the largest item; None where lists are unbounded."""

    time: int | None
    step: str
    space: int | None
    item: str

    def __repr__(self) -> str:
        return f"{order(self.time)} time ({self.step}), {order(self.space)} space ({self.item})"


def order(exponent: int | None) -> str:
    """An exponent as people write it."""
    if exponent is None:
        return "exponential"
    return "O(n)" if exponent == 1 else f"O(n^{exponent})"


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Schema:
    """A parsing schema: a name, hypotheses, deduction steps, final items; the article it is from, if any."""

    name: str
    steps: Sequence[Step]
    final: Sequence[Step]
    hypotheses: Sequence[Step] = ()
    paper: str = ""
    grammar: bool = field(default=False)

    def __post_init__(self) -> None:
        for attribute in ("steps", "final", "hypotheses"):
            object.__setattr__(self, attribute, tuple(getattr(self, attribute)))
        derived = {step.gives.type for step in (*self.hypotheses, *self.steps)}
        for step in (*self.steps, *self.final):
            for pattern in step.patterns:
                if pattern.type not in derived:
                    raise SchemaError(
                        f"schema {self.name}, step {step.name}: found item {pattern!r}; "
                        f"expected one that a step or a hypothesis gives"
                    )
        if not self.final:
            raise SchemaError(f"schema {self.name}: found no final items; expected some")

    @property
    def items(self) -> tuple[ItemType, ...]:
        """The types of items, in the order in which steps derive them."""
        return tuple(dict.fromkeys(step.gives.type for step in (*self.hypotheses, *self.steps)))

    def complexity(self) -> Complexity:
        """Time from the step with most free positions, space from the item with most."""
        steps = [(free_positions(step), step.name) for step in self.steps]
        given = sorted((*self.hypotheses, *self.steps), key=lambda step: -len(step.gives.variables))
        items = [(free_positions(step, [step.gives]), repr(step.gives)) for step in given]
        time, step = max(steps, key=_exponent)
        space, item = max(items, key=_exponent)
        return Complexity(time, step, space, item)

    def __repr__(self) -> str:
        rows = [*self.hypotheses, *self.steps, *self.final]
        width = max(len(step.name) for step in rows)
        return "\n".join(repr(step).replace(step.name, f"{step.name:{width}}", 1) for step in rows)


def free_positions(step: Step, patterns: Sequence[Pattern] = ()) -> int | None:
    """The most independent positions in an instance of a step: variables, and elements of segments within bounds.

    With patterns, those in them alone.
    """
    kinds = step.variables
    if patterns:
        kinds = {name: kinds[name] for pattern in patterns for name in pattern.variables}
    single = sum(kind.positions_each for kind in kinds.values() if not kind.is_list)
    widths = {name: kind.positions_each for name, kind in kinds.items() if kind.is_list and kind.positions_each}
    best = -1
    for sizes in segment_sizes(step):
        if sizes is None:
            return None
        best = max(best, single + sum(widths[name] * size for name, size in sizes.items() if name in widths))
    return best


def segment_sizes(step: Step) -> Iterator[dict[str, int] | None]:
    """All sizes that the segments of a step can have under the bounds of its lists; None where one is unbounded.

    With them a step over bounded lists becomes finitely many steps over single positions.
    """
    kinds = {name: kind for name, kind in step.variables.items() if kind.is_list and kind.positions_each}
    limits: list[tuple[tuple[str, ...], int, int]] = []
    for pattern in (*step.patterns, step.gives):
        for term, (_, kind) in zip(pattern.terms, pattern.type.fields, strict=True):
            if isinstance(term, ListTerm) and kind.at_most is not None:
                names = tuple(each.name for each in term.elements if isinstance(each, Segment))
                limits.append((names, 0, kind.at_most - (len(term.elements) - len(names))))
    for condition in step.where:
        if isinstance(condition, Size):
            most = 10**9 if condition.most is None else condition.most
            limits.append((condition.needs, condition.least, most))
    tops = {name: min((most for names, _, most in limits if name in names), default=10**9) for name in kinds}
    if any(top == 10**9 for top in tops.values()):
        yield None
        return

    def grow(chosen: dict[str, int], rest: tuple[str, ...]) -> Iterator[dict[str, int]]:
        if rest:
            for size in range(tops[rest[0]] + 1):
                yield from grow({**chosen, rest[0]: size}, rest[1:])
        elif all(least <= sum(chosen.get(name, 0) for name in names) <= most for names, least, most in limits):
            yield chosen

    yield from grow({}, tuple(kinds))


def _exponent(entry: tuple[int | None, str]) -> float:
    return float("inf") if entry[0] is None else entry[0]


def _check(step: Step) -> None:
    kinds: dict[str, tuple[Kind, Pattern]] = {}
    for pattern in (*step.patterns, step.gives):
        for name, kind in pattern.kinds().items():
            known, where = kinds.setdefault(name, (kind, pattern))
            if known.name != kind.name or (known.is_list and known.of != kind.of):
                raise SchemaError(
                    f"step {step.name}: found variable {name} as a {known.name} in {where!r} and as a {kind.name} "
                    f"in {pattern!r}; expected one kind"
                )
    bound = {name for pattern in step.patterns for name in pattern.variables} | set(step.each)
    bound |= {name for condition in step.where for name in condition.binds}
    missing: list[tuple[str, Any]] = [(name, step.gives) for name in step.gives.variables if name not in bound]
    missing += [(name, each) for each in step.where for name in each.needs if name not in bound]
    if step.head is not None:
        missing += [(name, step.head) for name in variables(step.head) if name not in bound]
    if missing:
        name, where_ = missing[0]
        raise SchemaError(f"step {step.name}: found variable {name} in {where_!r}; expected it in an antecedent, too")
    if step.child is not None and not 0 <= step.child < len(step.antecedents):
        raise SchemaError(f"step {step.name}: found child {step.child}; expected the number of an antecedent")


__all__ = ["GOAL", "Complexity", "Schema", "SchemaError", "Step", "Value", "final", "hypothesis", "order"]
