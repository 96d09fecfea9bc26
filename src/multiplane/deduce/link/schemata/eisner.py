"""Link Grammar parsing after Eisner (1996), bottom-up in O(n³): Gómez-Rodríguez, Carroll & Weir (2011), §8.2.

Linkages over i..j that are one or two components, every word between satisfied. To derive each linkage once, the left
part of a combination ends where the last link of its first word within it does; the article has no such condition.
"""

from __future__ import annotations

from multiplane.deduce.items import FLAG, POSITION, SYMBOL, Item
from multiplane.deduce.link.conditions import link_nearest
from multiplane.deduce.link.schemata.words import CONNECTORS, Word, selection
from multiplane.deduce.schema import GOAL, Schema, Step
from multiplane.deduce.terms import F, N, T, flags, positions, segments, symbols

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
    """The schema of §8.2; without cycles no link joins words that are connected."""
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
