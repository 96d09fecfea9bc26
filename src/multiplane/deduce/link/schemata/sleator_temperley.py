"""Sleator & Temperley (1991), the top-down parser of Link Grammar in O(n³): Gómez-Rodríguez et al. (2011), §8.1.

A region i..j with connectors ρ of i and λ of j, all to be linked within it, is divided at the word k of the farthest
link of i or, where i has none to make, of j; then the parts are regions in turn. Word n+1 takes no links.
"""

from __future__ import annotations

from multiplane.deduce.conditions import not_empty
from multiplane.deduce.items import FLAG, POSITION, Item
from multiplane.deduce.link.conditions import link_farthest
from multiplane.deduce.link.schemata.words import CONNECTORS, Word, selection
from multiplane.deduce.schema import GOAL, Schema, Step
from multiplane.deduce.terms import F, N, T, flags, positions, segments, symbols

Task = Item("Task", i=POSITION, j=POSITION, ρ=CONNECTORS, λ=CONNECTORS, c=FLAG, show="?[{i},{j},•{ρ},•{λ},{c}]")
"""Region i..j to be filled: connectors ρ of i and λ of j to be linked in it, those to near words first; c if to each
other, too."""

Region = Item(
    "Region", i=POSITION, j=POSITION, ρ=CONNECTORS, λ=CONNECTORS, b=FLAG, c=FLAG, show="[{i},{j},{ρ}•,{λ}•,{b},{c}]"
)
"""Region i..j filled, all words between satisfied; b if i and j are connected in it, c if by a link i — j."""


def sleator_temperley(cycles: bool = True) -> Schema:
    """The schema of §8.1; without cycles no link joins words that are connected."""
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
