"""Lombardo & Lesmo (1996), Barbero et al. (1998) and Kahane et al. (1998), O(n³): Earley's parser for dependencies.

Barbero's is its left-corner form, Kahane's the bottom-up one (§3.5, §6.1); with the bottom-up left-corner parser of
Figure 6.
"""

from __future__ import annotations

from multiplane.deduce.conditions import category, left_corner, rule, start
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.dotted import NO_CATEGORY, Dotted, completer, scanner
from multiplane.deduce.schemata.words import Word, words
from multiplane.deduce.terms import STAR, N, Position, positions, segments, symbols

ROOT = Position(None, 0)


def lombardo_lesmo_1996() -> Schema:
    """Top-down prediction of rules, as in Earley's parser."""
    i, j = positions("i j")
    A, B, S = symbols("A B S")
    α, β, γ = segments("α β γ")
    return Schema(
        "lombardo-lesmo-1996",
        hypotheses=[words(1, N)],
        steps=[
            Step("INITTER", gives=Dotted[NO_CATEGORY, [], [S], 1, 0], where=start(S), head=ROOT),
            Step(
                "PREDICTOR",
                given=[Dotted[A, [α], [B, β], i, j]],
                gives=Dotted[B, [], [γ], j + 1, j],
                where=rule(B, [γ]),
            ),
            scanner(),
            completer(),
        ],
        final=[final(Dotted[NO_CATEGORY, [S], [], 1, N], start(S))],
        paper="Lombardo & Lesmo 1996",
        grammar=True,
    )


def barbero_1998() -> Schema:
    """A rule is begun when its leftmost symbol has been found and it can begin what is expected."""
    i, j, k, h = positions("i j k h")
    A, B, C, E, S = symbols("A B C E S")
    α, β, γ, δ = segments("α β γ δ")
    expected = Dotted[A, [α], [E, β], i, h - 1]
    return Schema(
        "barbero-1998",
        hypotheses=[words(1, N)],
        steps=[
            Step("INITTER", gives=Dotted[NO_CATEGORY, [], [S], 1, 0], where=start(S), head=ROOT),
            Step(
                "LEFT-CORNER-WORD",
                Word[h],
                given=[expected],
                gives=Dotted[B, [STAR], [γ], h, h],
                where=[category(h, B), rule(B, [STAR, γ]), left_corner(B, E)],
                head=h,
            ),
            Step(
                "LEFT-CORNER",
                Dotted[C, [γ], [], j + 1, k],
                given=[Dotted[A, [α], [E, β], i, j]],
                gives=Dotted[B, [C], [δ], j + 1, k],
                where=[rule(B, [C, δ]), left_corner(B, E)],
                child=0,
            ),
            scanner(),
            completer(),
        ],
        final=[final(Dotted[NO_CATEGORY, [S], [], 1, N], start(S))],
        paper="Barbero, Lesmo, Lombardo & Merlo 1998",
        grammar=True,
    )


def kahane_1998() -> Schema:
    """Every rule is begun everywhere: bottom-up Earley, which makes the published initialization complete (§6.1)."""
    (i,) = positions("i")
    A, S = symbols("A S")
    (α,) = segments("α")
    return Schema(
        "kahane-1998",
        hypotheses=[words(1, N)],
        steps=[
            Step(
                "INITIALIZER",
                gives=Dotted[A, [], [α], i, i - 1],
                each=[i],
                where=[i >= 1, i <= N + 1, rule(A, [α])],
            ),
            Step("INITIALIZER", gives=Dotted[NO_CATEGORY, [], [S], 1, 0], where=start(S), head=ROOT),
            scanner(),
            completer(),
        ],
        final=[final(Dotted[NO_CATEGORY, [S], [], 1, N], start(S))],
        paper="Kahane, Nasr & Rambow 1998",
        grammar=True,
    )


def bottom_up_left_corner() -> Schema:
    """The left-corner parser without expectations (buLC)."""
    i, j, h = positions("i j h")
    B, C, S = symbols("B C S")
    γ, δ = segments("γ δ")
    return Schema(
        "bulc",
        hypotheses=[words(1, N)],
        steps=[
            Step("INITTER", gives=Dotted[NO_CATEGORY, [], [S], 1, 0], where=start(S), head=ROOT),
            Step(
                "LEFT-CORNER-WORD",
                Word[h],
                gives=Dotted[B, [STAR], [γ], h, h],
                where=[category(h, B), rule(B, [STAR, γ])],
                head=h,
            ),
            Step(
                "LEFT-CORNER",
                Dotted[C, [γ], [], i, j],
                gives=Dotted[B, [C], [δ], i, j],
                where=rule(B, [C, δ]),
                child=0,
            ),
            scanner(),
            completer(),
        ],
        final=[final(Dotted[NO_CATEGORY, [S], [], 1, N], start(S))],
        paper="Sikkel 1997; Figure 6",
        grammar=True,
    )
