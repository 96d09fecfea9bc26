"""The four Link Grammar schemata, O(n³) each: Sleator & Temperley (1991) top-down, three others bottom-up.

Gómez-Rodríguez, Carroll & Weir (2011), §8. In the items, ρ and λ are connectors that still wait, of the disjuncts δ and
ε of the words at the ends. Conditions that the article does not have make each linkage be derived once.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache

from multiplane.deduce.conditions import not_empty
from multiplane.deduce.items import FLAG, POSITION, SYMBOL, Item, list_of
from multiplane.deduce.link.conditions import link_farthest, link_nearest, satisfied, select
from multiplane.deduce.schema import GOAL, Schema, Step
from multiplane.deduce.terms import F, N, T, flags, positions, segments, symbols
from multiplane.errors import MultiplaneError

CONNECTORS = list_of(SYMBOL)

Word = Item("Word", i=POSITION, δ=SYMBOL, λ=CONNECTORS, ρ=CONNECTORS, show="[{i},{δ}=({ρ})({λ})]")
"""Word i with disjunct δ, which has connectors λ to the left and ρ to the right."""


def selection() -> Step:
    """SELECT: any disjunct of any word."""
    (i,) = positions("i")
    (disjunct,) = symbols("δ")
    left, right = segments("λ ρ")
    return Step("SELECT", gives=Word[i, disjunct, [left], [right]], where=select(i, disjunct, left, right), each=[i])


Task = Item("Task", i=POSITION, j=POSITION, ρ=CONNECTORS, λ=CONNECTORS, c=FLAG, show="?[{i},{j},•{ρ},•{λ},{c}]")
"""Region i..j to be filled: connectors ρ of i and λ of j to be linked in it, those to near words first; c if to each
other, too."""

Region = Item(
    "Region", i=POSITION, j=POSITION, ρ=CONNECTORS, λ=CONNECTORS, b=FLAG, c=FLAG, show="[{i},{j},{ρ}•,{λ}•,{b},{c}]"
)
"""Region i..j filled, all words between satisfied; b if i and j are connected in it, c if by a link i — j."""


def sleator_temperley(cycles: bool = True) -> Schema:
    """The top-down parser of Link Grammar, Sleator & Temperley (1991), §8.1.

    A region i..j with connectors ρ of i and λ of j, all to be linked within it, is divided at the word k of the
    farthest link of i or, where i has none to make, of j; then the parts are regions in turn. Word n+1 takes no links.
    Without cycles no link joins words that are connected.
    """
    i, j, k = positions("i j k")
    b, c = flags("b c")
    (δ,) = symbols("δ")
    ρ, ρ2, λ, λ2, μ, ν = segments("ρ ρ′ λ λ′ μ ν")
    return Schema(
        "sleator-temperley-1991",
        steps=[
            selection(),
            Step("INITTER", given=[Word[1, δ, [], [ρ]]], gives=Task[1, N + 1, [ρ], [], F]),
            Step("EMPTY", given=[Task[i, i + 1, [], [], F]], gives=Region[i, i + 1, [], [], F, F]),
            Step(
                "PREDICT",
                given=[Task[i, j, [ρ], [λ], T]],
                gives=Task[i, j, [ρ2], [λ2], F],
                where=link_farthest(i, j, (ρ, ρ2), (λ, λ2)),
            ),
            Step(
                "LINK",
                Region[i, j, [ρ2], [λ2], b if cycles else F, F],
                given=[Task[i, j, [ρ], [λ], T]],
                gives=Region[i, j, [ρ], [λ], T, T],
                where=link_farthest(i, j, (ρ, ρ2), (λ, λ2)),
            ),
            Step(
                "LEFT-LINK",
                given=[Task[i, j, [ρ], [λ], F], Word[k, δ, [μ], [ν]]],
                gives=Task[i, k, [ρ], [μ], T],
                where=[i < k, k < j, not_empty(ρ), not_empty(μ)],
            ),
            Step(
                "LEFT-PREDICT",
                given=[Task[i, j, [], [λ], F], Word[k, δ, [μ], [ν]]],
                gives=Task[i, k, [], [μ], F],
                where=[i < k, k < j, not_empty(λ), not_empty(ν)],
            ),
            Step(
                "RIGHT-LINK",
                given=[Task[i, j, [ρ], [λ], F], Region[i, k, [ρ], [μ], b, c], Word[k, δ, [μ], [ν]]],
                gives=Task[k, j, [ν], [λ], T],
                where=[k < j, not_empty(ν), not_empty(λ)],
            ),
            Step(
                "RIGHT-PREDICT",
                given=[Task[i, j, [ρ], [λ], F], Region[i, k, [ρ], [μ], T, T], Word[k, δ, [μ], [ν]]],
                gives=Task[k, j, [ν], [λ], F],
                where=k < j,
            ),
            Step(
                "COMPLETER-LINKED",
                Region[i, k, [ρ], [μ], T, T],
                Word[k, δ, [μ], [ν]],
                Region[k, j, [ν], [λ], b, c],
                given=[Task[i, j, [ρ], [λ], F]],
                gives=Region[i, j, [ρ], [λ], b, F],
            ),
            Step(
                "COMPLETER-UNLINKED",
                Region[i, k, [], [μ], F, F],
                Word[k, δ, [μ], [ν]],
                Region[k, j, [ν], [λ], T, T],
                given=[Task[i, j, [], [λ], F]],
                gives=Region[i, j, [], [λ], F, F],
            ),
        ],
        final=[
            Step("final", Word[1, δ, [], [ρ]], Region[1, N + 1, [ρ], [], F, F], gives=GOAL),
        ],
        paper="Sleator & Temperley 1991",
    )


Span = Item(
    "Span",
    i=POSITION,
    j=POSITION,
    δ=SYMBOL,
    ρ=CONNECTORS,
    ε=SYMBOL,
    λ=CONNECTORS,
    b=FLAG,
    c=FLAG,
    show="[{i},{j},{δ}•{ρ},{ε}•{λ},{b},{c}]",
)
"""Words i to j with disjuncts δ and ε, of which ρ and λ still wait; b if they are connected, c if by a link i — j."""


def link_eisner(cycles: bool = True, each_once: bool = True) -> Schema:
    """After Eisner (1996), §8.2: linkages over i..j that are one or two components, every word between satisfied.

    Without cycles no link joins words that are connected. To derive each linkage once, the left part of a combination
    ends where the last link of its first word within it does.
    """
    i, j, k = positions("i j k")
    b, c, d, e = flags("b c d e")
    end = i + 1 if each_once else j
    δ, ε, ζ = symbols("δ ε ζ")
    ρ, ρ2, λ, λ2, μ, ν = segments("ρ ρ′ λ λ′ μ ν")
    return Schema(
        "link-eisner-1996",
        steps=[
            selection(),
            Step(
                "INITTER",
                Word[i, δ, [μ], [ρ]],
                given=[Word[i + 1, ε, [λ], [ν]]],
                gives=Span[i, i + 1, δ, [ρ], ε, [λ], F, F],
            ),
            Step(
                "LINK",
                Span[i, j, δ, [ρ], ε, [λ], b if cycles else F, F],
                gives=Span[i, j, δ, [ρ2], ε, [λ2], T, T],
                where=link_nearest(i, j, (ρ, ρ2), (λ, λ2)),
            ),
            Step(
                "COMBINE-LINKED",
                Span[i, j, δ, [ρ], ε, [], T, T if each_once else e],
                Span[j, k, ε, [], ζ, [λ], c, d],
                gives=Span[i, k, δ, [ρ], ζ, [λ], c, F],
            ),
            Step(
                "COMBINE-UNLINKED",
                Span[i, end, δ, [ρ], ε, [], F, F],
                Span[end, k, ε, [], ζ, [λ], T, d],
                gives=Span[i, k, δ, [ρ], ζ, [λ], F, F],
            ),
        ],
        final=[
            Step("final", Span[1, N + 1, δ, [], ε, [], F, F], given=[Word[1, δ, [], [ρ]]], gives=GOAL),
        ],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §8.2",
    )


Block = Item(
    "Block",
    i=POSITION,
    j=POSITION,
    δ=SYMBOL,
    ρ=CONNECTORS,
    ε=SYMBOL,
    λ=CONNECTORS,
    c=FLAG,
    show="[{i},{j},{δ}•{ρ},{ε}•{λ},{c}]",
)
"""Words i to j, connected, with disjuncts δ and ε at the ends, of which ρ and λ still wait; c if i and j are linked."""


def link_eisner_satta(cycles: bool = True, each_once: bool = True) -> Schema:
    """After Eisner & Satta (1999), §8.2: connected linkages over i..j.

    Two that stand side by side are joined by a link between their outer ends, two that share a word are joined with
    such a link or, always where cycles are excluded, without. To derive each linkage once, the left one of those is
    linked end to end.
    """
    i, j, k = positions("i j k")
    b, c = flags("b c")
    δ, ε, ζ, η = symbols("δ ε ζ η")
    ρ, ρ2, λ, λ2, μ, ν, σ, τ = segments("ρ ρ′ λ λ′ μ ν σ τ")
    shared = (Block[i, j, δ, [ρ], ε, [], T if each_once else b], Block[j, k, ε, [], ζ, [λ], c])
    steps = [
        selection(),
        Step("FIRST", Word[1, δ, [λ], [ρ]], gives=Block[1, 1, δ, [ρ], δ, [λ], F]),
        Step("INITTER", given=[Word[i, δ, [λ], [ρ]]], gives=Block[i, i, δ, [ρ], δ, [λ], F], where=i >= 2),
        Step(
            "LINK",
            Block[i, j, δ, [ρ], ε, [μ], b],
            Block[j + 1, k, ζ, [ν], η, [λ], c],
            Word[j + 1, ζ, [σ], [τ]],
            gives=Block[i, k, δ, [ρ2], η, [λ2], T],
            where=[
                satisfied(j, ε, μ, "right", unless=i),
                satisfied(j + 1, ζ, ν, "left", unless=k),
                link_nearest(i, k, (ρ, ρ2), (λ, λ2)),
            ],
        ),
        Step("COMBINE", *shared, gives=Block[i, k, δ, [ρ], ζ, [λ], F], where=[i < j, j < k]),
    ]
    if cycles:
        closing = link_nearest(i, k, (ρ, ρ2), (λ, λ2))
        steps.append(
            Step("COMBINE-LINK", *shared, gives=Block[i, k, δ, [ρ2], ζ, [λ2], T], where=[i < j, j < k, closing])
        )
    return Schema(
        "link-eisner-satta-1999",
        steps=steps,
        final=[
            Step(
                "final",
                Block[1, N, δ, [], ε, [], c],
                given=[Word[1, δ, [], [ρ]], Word[N, ε, [λ], []]],
                gives=GOAL,
            )
        ],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §8.2",
    )


Pair = Item(
    "Pair",
    i=POSITION,
    j=POSITION,
    δ=SYMBOL,
    ρ=CONNECTORS,
    ε=SYMBOL,
    λ=CONNECTORS,
    b=FLAG,
    c=FLAG,
    show="[{i},{j},{δ}•{ρ},{ε}•{λ},{b},{c}]",
)
"""Words i to j with disjuncts δ and ε, of which ρ and λ still wait; b if they are connected, c if i has a link."""


def link_yamada_matsumoto(cycles: bool = True, each_once: bool = True) -> Schema:
    """After Yamada & Matsumoto (2003), §8.2: linkages over i..j without a link i — j.

    A step puts two of them together with one link more, or two; without cycles no link joins words that are connected.
    To derive each linkage once, a link at the right part alone is for left ends without a link.
    """
    i, j, k = positions("i j k")
    b, c, d, e = flags("b c d e")
    δ, ε, ζ = symbols("δ ε ζ")
    ρ, ρ2, λ, λ2, μ, ν = segments("ρ ρ′ λ λ′ μ ν")
    linked = T if each_once else F
    left = (F, F) if each_once else (b, d)
    return Schema(
        "link-yamada-matsumoto-2003",
        steps=[
            selection(),
            Step(
                "INITTER",
                Word[i, δ, [μ], [ρ]],
                given=[Word[i + 1, ε, [λ], [ν]]],
                gives=Pair[i, i + 1, δ, [ρ], ε, [λ], F, F],
            ),
            Step(
                "L-LINK",
                Pair[i, j, δ, [ρ], ε, [μ], b if cycles else F, d],
                Pair[j, k, ε, [], ζ, [λ], c, e],
                gives=Pair[i, k, δ, [ρ2], ζ, [λ], c, linked],
                where=link_nearest(i, j, (ρ, ρ2), (μ, None)),
            ),
            Step(
                "R-LINK",
                Pair[i, j, δ, [ρ], ε, [], *left],
                Pair[j, k, ε, [ν], ζ, [λ], c if cycles else F, e],
                gives=Pair[i, k, δ, [ρ], ζ, [λ2], left[0], F],
                where=link_nearest(j, k, (ν, None), (λ, λ2)),
            ),
            Step(
                "LR-LINK",
                Pair[i, j, δ, [ρ], ε, [μ], b if cycles else F, d],
                Pair[j, k, ε, [ν], ζ, [λ], c if cycles else F, e],
                gives=Pair[i, k, δ, [ρ2], ζ, [λ2], T, linked],
                where=[link_nearest(i, j, (ρ, ρ2), (μ, None)), link_nearest(j, k, (ν, None), (λ, λ2))],
            ),
        ],
        final=[Step("final", Pair[1, N + 1, δ, [], ε, [], F, c], given=[Word[1, δ, [], [ρ]]], gives=GOAL)],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §8.2",
    )


LINK_SCHEMATA: dict[str, Callable[[bool, bool], Schema]] = {
    "sleator-temperley-1991": lambda cycles, each_once: sleator_temperley(cycles),
    "link-eisner-1996": link_eisner,
    "link-eisner-satta-1999": link_eisner_satta,
    "link-yamada-matsumoto-2003": link_yamada_matsumoto,
}


@cache
def link_schema(name: str, cycles: bool = True, each_once: bool = True) -> Schema:
    """A Link Grammar schema by its name, with cycles in linkages or without.

    Each linkage is derived once, or in all ways that the steps of §8.2 allow.

    >>> link_schema("link-eisner-satta-1999").complexity()
    O(n^3) time (LINK), O(n^2) space ([i,k,δ•ρ′,η•λ′,T])
    >>> link_schema("link-eisner")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found schema 'link-eisner'; expected link-eisner-1996 or another for links
    """
    if name not in LINK_SCHEMATA:
        nearest = get_close_matches(name, LINK_SCHEMATA, 1, 0.0)[0]
        raise MultiplaneError(f"found schema {name!r}; expected {nearest} or another for links")
    return LINK_SCHEMATA[name](cycles, each_once)
