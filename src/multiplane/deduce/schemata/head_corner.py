"""Head-corner parsers and the relatives of de Vreught & Honig (1989) for dependency grammar (§4, Figure 6).

Rules with two dots: [A(α•β•γ),i,j] has found the dependents β, over words i to j. The head-corner parsers start from
the head word and extend to both sides; those of de Vreught & Honig start from any symbol of a rule. The article
describes them in words and refers to Sikkel (1997); the filters dVH2 (one symbol at a time) and dVH3 (from the left
edge of a rule) are our reading of Sikkel's.
"""

from __future__ import annotations

from multiplane.deduce.conditions import arc, category, rule, start
from multiplane.deduce.items import POSITION, SYMBOL, Item, list_of
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.words import Word, words
from multiplane.deduce.terms import STAR, N, positions, segments, symbols
from multiplane.errors import MultiplaneError

PARTS = {"A": SYMBOL, "α": list_of(SYMBOL), "β": list_of(SYMBOL), "γ": list_of(SYMBOL), "i": POSITION, "j": POSITION}
Found = Item("Found", "[{A}({α}•{β}•{γ}),{i},{j}]", **PARTS)
Headed = Item("Headed", "[{A}({α}•{β}•{γ}),{i},{j},{h}]", **PARTS, h=POSITION)


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
