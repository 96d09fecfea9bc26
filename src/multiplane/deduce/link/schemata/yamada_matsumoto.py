"""Link Grammar parsing after Yamada & Matsumoto (2003), bottom-up in O(n³).

As Gómez-Rodríguez, Carroll & Weir (2011), §8.2, describe it.

Linkages over i..j without a link i — j; a step puts two of them together with one link more, or two. To derive each
linkage once, a link at the right part alone is for left ends without a link; the article has no such condition.
"""

from __future__ import annotations

from multiplane.deduce.items import FLAG, POSITION, SYMBOL, Item
from multiplane.deduce.link.conditions import link_nearest
from multiplane.deduce.link.schemata.words import CONNECTORS, Word, selection
from multiplane.deduce.schema import GOAL, Schema, Step
from multiplane.deduce.terms import F, N, T, flags, positions, segments, symbols

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
    """The schema; without cycles no link joins words that are connected."""
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
