"""Relations between schemata (Sikkel 1994; Gómez-Rodríguez, Carroll & Weir 2011, §4), decided on all inputs of n words.

Items of two schemata are the same if they are written alike, where both have the same types of items; otherwise if they
hold the same forests over the same words, with a grammar for the same dotted rule, in Link Grammar with the same
connectors that wait. An inference needs its antecedents and the D-rules, or the links, by which it builds arcs. Both
schemata get the hypotheses that the article gives to all, [i,i,i] from 0 to n+1. Items of the rule (S), with which a
parse begins and ends, are left out. A relation *from* A *to* B speaks of the inferences that the two make where
everything is licensed:

- extension: B has all items and all inferences of A; static filter: B has only items and inferences of A;
- step refinement: every inference of A is a sequence of inferences of B; step contraction: the other way round;
- dynamic filter: every inference of B is one of A with more antecedents (items that must be there, too);
- item refinement: several items of B for one of A, inferences of B are inferences of A; item contraction: vice versa.

>>> from multiplane.deduce.schemata import schema
>>> [each.name for each in relations(schema("eisner-1996"), schema("eisner-satta-1999"), 3) if each.holds]
['step contraction']
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

from multiplane.deduce.chart import GOAL_NODE, Chart, Inference, Node
from multiplane.deduce.check import unrestricted
from multiplane.deduce.engine import deduce
from multiplane.deduce.items import POSITION
from multiplane.deduce.link.check import any_links, takes_links
from multiplane.deduce.link.schemata import LINK_SCHEMATA, link_schema
from multiplane.deduce.problem import Problem
from multiplane.deduce.schema import Schema, hypothesis
from multiplane.deduce.schemata import schema as schema_of
from multiplane.deduce.schemata.grammars import NO_CATEGORY
from multiplane.deduce.semirings import TREES
from multiplane.deduce.terms import N, positions
from multiplane.deduce.trace import show_built
from multiplane.results import Result
from multiplane.tables import FigureTable

Key = Hashable
Use = tuple[frozenset[Key], Key]
"""An inference between contents: the antecedents and D-rules that it needs, and what it gives."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation from one schema to another, whether it holds up to n words, and what shows that it does or does not.

    Where it holds, the ``witness`` is an inference or an item in which the two differ, with what stands for it in the
    other; empty where they do not differ. Where it fails, the ``counterexample`` has nothing that stands for it.
    """

    name: str
    source: str
    target: str
    n: int
    holds: bool
    counterexample: str = ""
    witness: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """The items and inferences of a chart by content, with how they are written."""

    items: dict[Key, str]
    uses: dict[Use, str]
    hypotheses: frozenset[Key]


Test = Callable[[Contents, Contents], str]


@dataclass(frozen=True, slots=True)
class Relations(Result):
    """How one schema is related to another, on sentences of up to n words.

    >>> [each.name for each in relate("eisner-1996", "eisner-satta-1999", 2).found if each.holds]
    ['step contraction']
    """

    source: str
    target: str
    n: int
    found: tuple[Relation, ...]

    def as_data(self) -> list[dict[str, Any]]:
        """An object for each relation. The keys are stable."""
        return [asdict(each) for each in self.found]

    def tables(self) -> list[FigureTable]:
        """A row for each relation, with what shows that it holds or fails."""
        headings = (f"{self.source} → {self.target}", f"to n = {self.n}", "counterexample, or where they differ")
        rows = [
            (each.name, "holds" if each.holds else "fails", each.counterexample or each.witness) for each in self.found
        ]
        return [FigureTable("", headings, rows, plain=True)]


def relate(one: str, other: str, n: int = 3) -> Relations:
    """Every relation of the article from one schema to another, by their names.

    Schemata of Link Grammar are compared as in the article, without what keeps them from deriving a linkage twice.
    """

    def printed(name: str) -> Schema:
        found = schema_of(name)
        return link_schema(found.name, each_once=False) if found.name in LINK_SCHEMATA else found

    return Relations(one, other, n, tuple(relations(printed(one), printed(other), n)))


def relations(one: Schema, other: Schema, n: int = 3) -> list[Relation]:
    """Every relation of the article from one schema to another, on sentences of 1 to n words."""
    tests: dict[str, tuple[Test, Test]] = {
        "extension": (_subset, _left_out),
        "static filter": (lambda a, b: _subset(b, a), lambda a, b: _left_out(b, a)),
        "dynamic filter": (_filtered, _more_antecedents),
        "step refinement": (_emulated, _sequence),
        "step contraction": (lambda a, b: _emulated(b, a), lambda a, b: _sequence(b, a)),
    }
    found = []
    alike = _types(one) == _types(other)
    comparable = _licences(one) == _licences(other)
    lengths = range(1, n + 1) if comparable else ()
    pairs = [(contents(one, length, alike), contents(other, length, alike)) for length in lengths]
    for name, (test, show) in tests.items():
        failure = next((text for a, b in pairs if (text := test(a, b))), "")
        failure = failure if comparable else f"one has {_licences(one)} and the other {_licences(other)}"
        witness = "" if failure else next((text for a, b in pairs if (text := show(a, b))), "")
        found.append(Relation(name, one.name, other.name, n, not failure, failure, witness))
    for name, fine, coarse in (("item refinement", other, one), ("item contraction", one, other)):
        failure = next((text for length in range(1, n + 1) if (text := _projected(fine, coarse, length))), "")
        witness = "" if failure else _split_item(fine, coarse, n)
        found.append(Relation(name, one.name, other.name, n, not failure, failure, witness))
    return found


def with_all_hypotheses(schema: Schema) -> Schema:
    """The schema with the hypotheses [i,i,i] for all positions from 0 to n+1."""
    (i,) = positions("i")
    wider = [
        hypothesis(type_[(i,) * len(type_.fields)], i >= 0, i <= N + 1)
        for type_ in dict.fromkeys(step.gives.type for step in schema.hypotheses)
        if all(kind is POSITION for _, kind in type_.fields)
    ]
    return replace(schema, hypotheses=wider) if len(wider) == len(schema.hypotheses) else schema


def contents(schema: Schema, n: int, alike: bool) -> Contents:
    """What a schema derives for n words, by content, or as it is written."""
    chart = deduce(with_all_hypotheses(schema), everything(schema, n), trace=True)
    keys: dict[Node, Key] = {
        node: node if (alike and not schema.grammar) or node == GOAL_NODE else key(chart, node)
        for node in chart.inferences
    }
    uses: dict[Use, str] = {}
    given_to_all = frozenset(keys[i.gives] for i, _ in chart.trace if i.step == "hypothesis")
    whole = {node for node in keys if node == GOAL_NODE or (schema.grammar and node.values[0] == NO_CATEGORY)}
    for inference, given in chart.trace:
        if inference.gives not in whole and inference.step != "hypothesis":
            needed = frozenset(
                [*(keys[node] for node in (*given, *inference.antecedents) if node not in whole), *licensed(inference)]
            )
            if keys[inference.gives] not in needed:
                uses.setdefault((needed, keys[inference.gives]), written(chart, inference, given))
    return Contents({keys[node]: chart.show(node) for node in keys if node not in whole}, uses, given_to_all)


def key(chart: Chart, node: Node) -> Key:
    """The content of an item: its forests, and its words or dotted rule, with an empty part before the first dot."""
    forests = frozenset((tree.arcs, tree.head, tree.waiting) for tree in chart.value(TREES, node))
    if chart.schema.grammar:
        if node.type == "Dotted":
            category, before, after, *ends = node.values
            return ("rule", category, (), before, after, *ends, forests)
        return ("rule" if node.type in ("Found", "Headed") else node.type, *node.values, forests)
    if takes_links(chart.schema):
        return linkages_key(chart, node)
    return frozenset(words(chart, node)), forests


def linkages_key(chart: Chart, node: Node) -> Key:
    """The first and the last word with their disjuncts and the connectors that wait; links, and disjuncts between."""
    type_ = next(each for each in chart.schema.items if each.name == node.type)
    item = dict(zip((name for name, _ in type_.fields), node.values, strict=True))
    if "δ" not in item:
        return node
    first, last = int(item["i"]), int(item.get("j", item["i"]))  # type: ignore[arg-type]
    parts = (tree.arcs for tree in chart.value(TREES, node))
    linkages = frozenset(
        frozenset(each for each in built if len(each) == 4 or first < each[0] < last) for built in parts
    )
    return first, last, item["δ"], item["ρ"], item.get("ε", item["δ"]), item["λ"], linkages


def everything(schema: Schema, n: int) -> Problem:
    """A sentence of n words for which everything is licensed."""
    return any_links(n) if takes_links(schema) else unrestricted(schema, n)


def words(chart: Chart, node: Node) -> set[int]:
    """The positions of the hypotheses below an item."""
    found: set[int] = set()
    for below in chart.ordered(node):
        if any(not inference.antecedents for inference in chart.inferences[below]):
            found |= {value for value in below.values if isinstance(value, int) and not isinstance(value, bool)}
    return found


def licensed(inference: Inference) -> list[Key]:
    """The D-rules, or links, by which an inference builds arcs; the choice of a disjunct is free."""
    return [built for built in inference.arcs if len(built) in (2, 4)]


def written(chart: Chart, inference: Inference, given: Iterable[Node]) -> str:
    """An inference as text."""
    before = ", ".join(chart.show(node) for node in (*given, *inference.antecedents))
    built = ", ".join(show_built(each) for each in inference.arcs)
    return f"{inference.step} {before} ⊢ {chart.show(inference.gives)}" + (f" {built}" if built else "")


def _licences(schema: Schema) -> str:
    return "a grammar" if schema.grammar else "a dictionary" if takes_links(schema) else "arc scores"


def _types(schema: Schema) -> set[tuple[str, tuple[tuple[str, str], ...]]]:
    return {(type_.name, tuple((name, kind.name) for name, kind in type_.fields)) for type_ in schema.items}


def _subset(small: Contents, large: Contents) -> str:
    missing = next((text for item, text in small.items.items() if item not in large.items), None)
    if missing is not None:
        return f"item {missing}"
    return next((text for use, text in small.uses.items() if use not in large.uses), "")


def _filtered(large: Contents, small: Contents) -> str:
    extra = next((text for item, text in small.items.items() if item not in large.items), None)
    if extra is not None:
        return f"item {extra}"
    by_result: dict[Key, list[frozenset[Key]]] = {}
    for needed, gives in large.uses:
        by_result.setdefault(gives, []).append(needed)
    return next(
        (
            text
            for (needed, gives), text in small.uses.items()
            if not any(fewer <= needed for fewer in by_result.get(gives, ()))
        ),
        "",
    )


def _emulated(coarse: Contents, fine: Contents) -> str:
    """An item or inference of the first schema for which the second has no sequence of inferences."""
    missing = next((text for item, text in coarse.items.items() if item not in fine.items), None)
    if missing is not None:
        return f"item {missing}"
    for (needed, gives), text in coarse.uses.items():
        if gives not in closure(needed | fine.hypotheses, fine.uses):
            return text
    return ""


def _left_out(small: Contents, large: Contents) -> str:
    """An inference that only the larger schema makes."""
    return next((f"only in the larger: {text}" for use, text in large.uses.items() if use not in small.uses), "")


def _more_antecedents(large: Contents, small: Contents) -> str:
    """An inference that needs more items in the filtered schema than before."""
    for (needed, gives), text in small.uses.items():
        for (fewer, same), before in large.uses.items():
            if same == gives and fewer < needed:
                return f"{text}, without the filter {before}"
    return ""


def _sequence(coarse: Contents, fine: Contents) -> str:
    """An inference of one schema as a sequence of several inferences of the other."""
    for (needed, gives), text in coarse.uses.items():
        if (needed, gives) not in fine.uses:
            steps = derivation(needed | fine.hypotheses, gives, fine.uses)
            if len(steps) > 1:
                return f"{text} by {', then '.join(steps)}"
    return ""


def derivation(known: Iterable[Key], goal: Key, uses: dict[Use, str]) -> list[str]:
    """Inferences, in order, that lead from some items to another; none where it does not follow."""
    made: dict[Key, Use] = {}
    found = set(known)
    while goal not in made:
        fired = [use for use in uses if use[0] <= found and use[1] not in found]
        if not fired:
            return []
        for use in fired:
            made.setdefault(use[1], use)
        found |= {gives for _, gives in fired}
    order: dict[Use, None] = {}

    def collect(key: Key) -> None:
        if key in made and made[key] not in order:
            for part in sorted(made[key][0], key=repr):
                collect(part)
            order.setdefault(made[key])

    collect(goal)
    return [uses[use] for use in order]


def closure(known: Iterable[Key], uses: Iterable[Use]) -> set[Key]:
    """All that follows from some items by the inferences of a schema."""
    found = set(known)
    rest = list(uses)
    while True:
        fired = [use for use in rest if use[0] <= found]
        if all(gives in found for _, gives in fired):
            return found
        found |= {gives for _, gives in fired}


def _projected(fine: Schema, coarse: Schema, n: int) -> str:
    """Whether leaving out fields turns the inferences of one schema into those of the other, with the same arcs."""
    if takes_links(fine) != takes_links(coarse):
        return f"one has {_licences(fine)} and the other {_licences(coarse)}"
    shared = _common_fields(fine, coarse)
    if shared is None:
        return "items of the finer schema do not have all fields of the coarser"
    left, right = (_projections(schema, shared, n) for schema in (fine, coarse))
    for use in (*left, *right):
        if use not in left or use not in right or left[use][0] != right[use][0]:
            return (left.get(use) or right[use])[1]
    return ""


def _projections(schema: Schema, shared: list[str], n: int) -> dict[Use, tuple[set[Key], str]]:
    """The inferences between items that have some fields alone: the arcs that each may build, and one as text."""
    fields = {type_.name: [name for name, _ in type_.fields] for type_ in schema.items}

    def project(node: Node) -> Key:
        values = dict(zip(fields[node.type], node.values, strict=True))
        if node.type == "Word" and set(shared) <= {"i", "j", "h"}:
            return node.values * len(shared)
        if not set(shared) <= set(values):
            return (node.type, *node.values)
        return tuple(values[name] for name in shared)

    chart = deduce(schema, everything(schema, n), trace=True)
    uses: dict[Use, tuple[set[Key], str]] = {}
    for inference, given in chart.trace:
        if inference.gives != GOAL_NODE and inference.step != "hypothesis":
            needed = frozenset(project(node) for node in (*given, *inference.antecedents))
            if project(inference.gives) not in needed:
                text = written(chart, inference, given)
                uses.setdefault((needed, project(inference.gives)), (set(), text))[0].update(
                    _new_arcs(chart, inference)
                )
    return uses


def _new_arcs(chart: Chart, inference: Inference) -> set[Key]:
    """The arcs that an inference builds, by a D-rule or, in any tree of its antecedents, by a rule of the grammar."""
    if inference.child is None:
        return set(licensed(inference))
    found: set[Key] = set()
    for parts in product(*(chart.value(TREES, node) for node in inference.antecedents)):
        alone = {node: frozenset([part]) for node, part in zip(inference.antecedents, parts, strict=True)}
        for tree in chart.inference_value(inference, TREES, alone):
            found |= tree.arcs.difference(*(part.arcs for part in parts))
    return found


def _split_item(fine: Schema, coarse: Schema, n: int) -> str:
    """Items of the finer schema that are one item of the coarser."""
    shared = _common_fields(fine, coarse) or []
    chart = deduce(fine, everything(fine, n))
    fields = {type_.name: [name for name, _ in type_.fields] for type_ in fine.items}
    groups: dict[tuple[Key, ...], list[str]] = {}
    for node in chart.inferences:
        if node != GOAL_NODE and set(shared) <= set(fields[node.type]):
            values = dict(zip(fields[node.type], node.values, strict=True))
            groups.setdefault(tuple(values[name] for name in shared), []).append(chart.show(node))
    several = next(((key, items) for key, items in groups.items() if len(items) > 1), None)
    if several is None:
        return ""
    key, items = several
    return f"{', '.join(items)} for [{','.join(map(str, key))}]"


def _common_fields(fine: Schema, coarse: Schema) -> list[str] | None:
    """The fields of the coarser items, if the finer ones have them all and more."""
    small = max((type_ for type_ in coarse.items), key=lambda type_: len(type_.fields))
    large = max((type_ for type_ in fine.items), key=lambda type_: len(type_.fields))
    names = [name for name, _ in small.fields]
    more = {name for name, _ in large.fields}
    return names if set(names) < more else None
