"""Parsers for dependency grammars, whose items are dotted rules: Earley's, left corners, head corners.

Gómez-Rodríguez, Carroll & Weir (2011), §3.5, §4, §6.1 and Figure 6. In a rule A(α), ⋆ stands among the symbols for the
head word. The article describes head corners and the relatives of de Vreught & Honig (1989) in words and refers to
Sikkel (1997); the filters dVH2 (one symbol at a time) and dVH3 (from the left edge of a rule) are our reading of
Sikkel's.
"""

from __future__ import annotations

from multiplane.deduce.conditions import arc, category, left_corner, rule, start
from multiplane.deduce.items import POSITION, SYMBOL, Item, list_of
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.projective import Word, words
from multiplane.deduce.terms import STAR, N, Position, positions, segments, symbols
from multiplane.errors import MultiplaneError

Dotted = Item(
    "Dotted",
    "[{A}({α}•{β}),{i},{j}]",
    A=SYMBOL,
    α=list_of(SYMBOL),
    β=list_of(SYMBOL),
    i=POSITION,
    j=POSITION,
)
"""A tree of category A whose dependents α (and the head word, if ⋆ is among them) cover words i to j."""

NO_CATEGORY = ""
"""The category of the rule (S) over whole sentences; its head word is the root 0."""


def scanner() -> Step:
    """The dot moves over the head word."""
    i, h = positions("i h")
    (A,) = symbols("A")
    α, β = segments("α β")
    return Step(
        "SCANNER",
        Dotted[A, [α], [STAR, β], i, h - 1],
        Word[h],
        gives=Dotted[A, [α, STAR], [β], i, h],
        where=category(h, A),
        head=h,
    )


def completer() -> Step:
    """The dot moves over a whole dependent."""
    i, j, k = positions("i j k")
    A, B = symbols("A B")
    α, β, γ = segments("α β γ")
    return Step(
        "COMPLETER",
        Dotted[A, [α], [B, β], i, j],
        Dotted[B, [γ], [], j + 1, k],
        gives=Dotted[A, [α, B], [β], i, k],
        child=1,
    )


ROOT = Position(None, 0)


def lombardo_lesmo_1996() -> Schema:
    """Lombardo & Lesmo (1996), O(n³): top-down prediction of rules, as in Earley's parser."""
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
    """Barbero et al. (1998), O(n³): a rule begins at its leftmost symbol, where it can begin what is expected."""
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
    """Kahane et al. (1998), O(n³), bottom-up: every rule is begun everywhere, which makes it complete (§6.1)."""
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


PARTS = {"A": SYMBOL, "α": list_of(SYMBOL), "β": list_of(SYMBOL), "γ": list_of(SYMBOL), "i": POSITION, "j": POSITION}
Found = Item("Found", "[{A}({α}•{β}•{γ}),{i},{j}]", **PARTS)
Headed = Item("Headed", "[{A}({α}•{β}•{γ}),{i},{j},{h}]", **PARTS, h=POSITION)
"""The dependents β of the rule A(αβγ) are found, over words i to j; a headed item knows where the head word is."""


def head_corner_5() -> Schema:
    """The refinement of Collins's items by rules, O(n⁵): the position of the head is in the item."""
    i, j, k, h, h1 = positions("i j k h h₁")
    A, B, S = symbols("A B S")
    α, β, γ, δ = segments("α β γ δ")
    return Schema(
        "head-corner-5",
        hypotheses=[words(1, N)],
        steps=[
            Step(
                "HEAD-CORNER",
                Word[h],
                gives=Headed[A, [α], [STAR], [γ], h, h, h],
                where=[category(h, A), rule(A, [α, STAR, γ])],
            ),
            Step(
                "LEFT",
                Headed[B, [], [β], [], i, j, h1],
                Headed[A, [α, B], [γ], [δ], j + 1, k, h],
                gives=Headed[A, [α], [B, γ], [δ], i, k, h],
                where=arc(h1, to=h),
            ),
            Step(
                "RIGHT",
                Headed[A, [α], [γ], [B, δ], i, j, h],
                Headed[B, [], [β], [], j + 1, k, h1],
                gives=Headed[A, [α], [γ, B], [δ], i, k, h],
                where=arc(h1, to=h),
            ),
        ],
        final=[final(Headed[S, [], [β], [], 1, N, h], start(S), arc(h, to=0))],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §4",
        grammar=True,
    )


def head_corner() -> Schema:
    """The same without the position of the head, which rules make redundant: O(n³)."""
    i, j, k, h = positions("i j k h")
    A, B, S = symbols("A B S")
    α, β, γ, δ = segments("α β γ δ")
    return Schema(
        "head-corner",
        hypotheses=[words(1, N)],
        steps=[
            Step(
                "HEAD-CORNER",
                Word[h],
                gives=Found[A, [α], [STAR], [γ], h, h],
                where=[category(h, A), rule(A, [α, STAR, γ])],
                head=h,
            ),
            Step(
                "LEFT",
                Found[B, [], [β], [], i, j],
                Found[A, [α, B], [γ], [δ], j + 1, k],
                gives=Found[A, [α], [B, γ], [δ], i, k],
                child=0,
            ),
            Step(
                "RIGHT",
                Found[A, [α], [γ], [B, δ], i, j],
                Found[B, [], [β], [], j + 1, k],
                gives=Found[A, [α], [γ, B], [δ], i, k],
                child=1,
            ),
        ],
        final=[final(Found[S, [], [β], [], 1, N], start(S))],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §4",
        grammar=True,
    )


def de_vreught_honig(variant: int) -> Schema:
    """dVH1 joins any two parts of a rule that follow each other, dVH2 adds one symbol, dVH3 from the left edge."""
    if variant not in (1, 2, 3):
        raise MultiplaneError(f"found dvh-{variant}; expected dvh-1, dvh-2 or dvh-3")
    i, j, k, h = positions("i j k h")
    A, B, S, X = symbols("A B S X")
    α, β, γ, δ = segments("α β γ δ")
    left = [] if variant == 3 else [α]
    more = [γ] if variant == 1 else [X]
    return Schema(
        f"dvh-{variant}",
        hypotheses=[words(1, N)],
        steps=[
            Step(
                "INITTER",
                Word[h],
                gives=Found[A, [α], [STAR], [γ], h, h],
                where=[category(h, A), rule(A, [α, STAR, γ])],
                head=h,
            ),
            Step(
                "INCLUDE",
                Found[B, [], [β], [], i, j],
                gives=Found[A, [α], [B], [γ], i, j],
                where=rule(A, [α, B, γ]),
                child=0,
            ),
            Step(
                "CONCATENATE",
                Found[A, left, [β], [*more, δ], i, j],
                Found[A, [*left, β], more, [δ], j + 1, k],
                gives=Found[A, left, [β, *more], [δ], i, k],
            ),
        ],
        final=[final(Found[S, [], [β], [], 1, N], start(S))],
        paper="de Vreught & Honig 1989; Sikkel 1997",
        grammar=True,
    )
