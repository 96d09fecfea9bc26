"""Link Grammar parsing after Eisner & Satta (1999), bottom-up in O(n³).

As Gómez-Rodríguez, Carroll & Weir (2011), §8.2, describe it.

Connected linkages over i..j. Two that stand side by side are joined by a link between their outer ends, two that share
a word are joined with such a link or without. To derive each linkage once, the left one of those is linked end to end;
the article has no such condition.
"""

from __future__ import annotations

from multiplane.deduce.items import FLAG, POSITION, SYMBOL, Item
from multiplane.deduce.link.conditions import link_nearest, satisfied
from multiplane.deduce.link.schemata.words import CONNECTORS, Word, selection
from multiplane.deduce.schema import GOAL, Schema, Step
from multiplane.deduce.terms import F, N, T, flags, positions, segments, symbols

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
    """The schema; without cycles no link joins the ends of linkages that share a word."""
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
