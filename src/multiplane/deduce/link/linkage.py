"""Linkages: the words of a sentence with their disjuncts, and the links between them.

>>> from multiplane.deduce.link import parse_dictionary
>>> dictionary = parse_dictionary("the: D+; cat.n: D- & (Ss+ or [O-]); ran.v: S-;")
>>> (linkage,) = linkages("the cat ran", dictionary)
>>> linkage.words, linkage.cost, [(link.left, link.right, link.label) for link in linkage.links]
(('the', 'cat.n', 'ran.v'), 0.0, [(1, 2, 'D'), (2, 3, 'Ss')])
>>> count_linkages("the cat the", dictionary)
0
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from multiplane.deduce.chart import Chart
from multiplane.deduce.engine import deduce
from multiplane.deduce.link.connectors import head_is_left, label
from multiplane.deduce.link.dictionary import Dictionary
from multiplane.deduce.link.disjuncts import Disjunct
from multiplane.deduce.link.ranking import MILLIONTHS, RankedPart, ranked
from multiplane.deduce.link.schemata import link_schema
from multiplane.deduce.link.sentence import LinkProblem, link_problem
from multiplane.deduce.semirings import COUNTING
from multiplane.lazy import load
from multiplane.notebook import picture
from multiplane.results import Forms, Result

DEFAULT_SCHEMA = "link-eisner-satta-1999"
"""The fastest of the four."""


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """A link between two words, numbered as in its linkage; the head where the connectors name one."""

    left: int
    right: int
    label: str
    connectors: tuple[str, str]
    head: int | None = None


@dataclass(frozen=True, slots=True)
class Linkage:
    """Words with subscripts, their disjuncts, the links and the cost; words from 1 on, a left wall is word 0."""

    words: tuple[str, ...]
    disjuncts: tuple[Disjunct, ...]
    links: tuple[Link, ...]
    cost: float
    first: int = 1

    @property
    def length(self) -> int:
        """The number of words that links leap over, each link on its own."""
        return sum(link.right - link.left - 1 for link in self.links)

    def as_data(self) -> dict[str, Any]:
        """The linkage as an object that JSON can hold: words and links by number, a left wall 0, the first word 1."""
        words = enumerate(zip(self.words, self.disjuncts, strict=True), self.first)
        return {
            "cost": self.cost,
            "length": self.length,
            "words": [
                {"number": number, "word": word, "disjunct": str(disjunct), "cost": disjunct.cost}
                for number, (word, disjunct) in words
            ],
            "links": [{**asdict(each), "connectors": list(each.connectors)} for each in self.links],
        }


@dataclass(frozen=True, slots=True)
class Linkages(Result):
    """The cheapest linkages of a sentence, and the number of all.

    >>> from multiplane.deduce.link import example_dictionary
    >>> first_linkages("the cat slept", example_dictionary(), 1)
    <Linkages of 'the cat slept': 1 of 1>
    """

    sentence: str
    schema: str
    count: int
    linkages: tuple[Linkage, ...]

    def __repr__(self) -> str:
        return f"<Linkages of {self.sentence!r}: {len(self.linkages):,} of {self.count:,}>"

    def __str__(self) -> str:
        return self.forms()[".txt"]().rstrip("\n")

    def _repr_html_(self) -> str:
        return "\n".join(picture(load("multiplane.draw.linkage:linkage_diagram")(one)) for one in self.linkages)

    def as_data(self) -> dict[str, Any]:
        """The linkages as an object that JSON can hold. The keys are stable."""
        linkages = [one.as_data() for one in self.linkages]
        return {"sentence": self.sentence, "schema": self.schema, "count": self.count, "linkages": linkages}

    def forms(self) -> Forms:
        """What the linkages can be saved as; a picture, .svg, is that of the cheapest."""
        drawn: Forms = load("multiplane.draw.linkage:linkage_forms")(self)
        return {**super(Linkages, self).forms(), **drawn}


def link_chart(
    sentence: str | Sequence[str], dictionary: Dictionary, schema: str = DEFAULT_SCHEMA, cycles: bool = True
) -> Chart:
    """The chart of a sentence: all its linkages, neither counted nor listed yet."""
    return deduce(link_schema(schema, cycles), link_problem(sentence, dictionary))


def linkages(
    sentence: str | Sequence[str], dictionary: Dictionary, schema: str = DEFAULT_SCHEMA, cycles: bool = True
) -> Iterator[Linkage]:
    """The linkages of a sentence, cheapest first."""
    return linkages_of(link_chart(sentence, dictionary, schema, cycles))


def count_linkages(
    sentence: str | Sequence[str], dictionary: Dictionary, schema: str = DEFAULT_SCHEMA, cycles: bool = True
) -> int:
    """The number of linkages of a sentence, which are not listed for it."""
    return count_of(link_chart(sentence, dictionary, schema, cycles))


def first_linkages(
    sentence: str, dictionary: Dictionary, limit: int, schema: str = DEFAULT_SCHEMA, cycles: bool = True
) -> Linkages:
    """The cheapest linkages of a sentence, so many at most, and the number of all."""
    chart = link_chart(sentence, dictionary, schema, cycles)
    return Linkages(sentence, schema, count_of(chart), tuple(islice(linkages_of(chart), limit)))


def linkages_of(chart: Chart) -> Iterator[Linkage]:
    """The linkages in the chart of a sentence, cheapest first."""
    for found in ranked(chart):
        yield linkage_of(found, chart.problem)  # type: ignore[arg-type]


def count_of(chart: Chart) -> int:
    """The number of linkages in the chart of a sentence."""
    return chart.value(COUNTING)


def linkage_of(found: RankedPart, problem: LinkProblem) -> Linkage:
    """A linkage from the disjuncts and links that a derivation built."""
    shift = problem.first - 1
    uses = [problem.uses[each[0]][each[1]] for each in found.built if len(each) == 3]
    links = []
    for left, right, one, other in (each for each in found.built if len(each) == 4):
        left_is_head = head_is_left(one, other)
        head = None if left_is_head is None else (left if left_is_head else right) + shift
        links.append(Link(left + shift, right + shift, label(one, other), (one, other), head))
    return Linkage(
        tuple(use.word for use in uses),
        tuple(use.disjunct for use in uses),
        tuple(links),
        found.cost / MILLIONTHS,
        problem.first,
    )
