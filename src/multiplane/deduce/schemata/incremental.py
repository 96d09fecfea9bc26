"""Parsers that keep a list of words: Nivre, Covington, Attardi, MH_k; and MST, which gives each word in turn a head.

Gómez-Rodríguez, Carroll & Weir (2011), §3.6, §3.7 and §6.2 to §6.5. Lists of any length make exponentially many items:
these parsers are fast by their control, which follows one derivation, and not by a chart. MH_k, with at most k heads in
a list, is O(n^k).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from multiplane.deduce.conditions import Condition, arc, at_most, every, not_empty
from multiplane.deduce.items import FLAG, POSITION, Item, ItemType, list_of
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.projective import Word, words
from multiplane.deduce.terms import F, N, T, flags, positions, segments
from multiplane.errors import MultiplaneError

Reading = Item("Reading", f=POSITION, v=list_of(POSITION, FLAG))
"""The next word, and right-linkable words before it, each with whether it has a head."""


def nivre_2003() -> Schema:
    """Nivre (2003), §3.6: the right-linkable words left of the next one; a word that a link covers is dropped."""
    f, v = positions("f v")
    (b,) = flags("b")
    α, β = segments("α β")
    return Schema(
        "nivre-2003",
        steps=[
            Step("INITTER", gives=Reading[1, [(0, F)]]),
            Step("ADVANCE", Reading[f, [α]], gives=Reading[f + 1, [α, (f, F)]], where=f <= N),
            Step(
                "L-LINK",
                Reading[f, [α, (v, b), β]],
                gives=Reading[f + 1, [α, (v, b), (f, T)]],
                where=[every(β, True), arc(f, to=v)],
            ),
            Step(
                "R-LINK",
                Reading[f, [α, (v, F), β]],
                gives=Reading[f, [α]],
                where=[every(β, True), arc(v, to=f)],
            ),
        ],
        final=[final(Reading[N + 1, [(0, F), β]], every(β, True))],
        paper="Nivre 2003",
    )


def covington_2001_projective() -> Schema:
    """Covington's parser (2001) with uniqueness and projectivity builds trees by the same steps (§3.7)."""
    return replace(nivre_2003(), name="covington-2001-projective", paper="Covington 2001")


Headless = Item("Headless", i=POSITION, h=list_of(POSITION))
"""The last word that was read, and the words up to it without a head."""


def covington_2001() -> Schema:
    """Covington's (1990, 2001) non-projective parser, §6.5: words read so far, and those still without a head.

    The one word left without a head gets the head 0 at the end. Complete but not sound: nothing keeps a word from
    becoming the head of one that governs it.
    """
    i, j, h = positions("i j h")
    α, β = segments("α β")
    return Schema(
        "covington-2001",
        steps=[
            Step("INITTER", gives=Headless[1, [1]]),
            Step("ADVANCE", Headless[i, [α]], gives=Headless[i + 1, [α, i + 1]], where=i < N),
            Step("R-LINK", Headless[i, [α, j, β]], gives=Headless[i, [α, β]], where=[j < i, arc(j, to=i)]),
            Step("L-LINK", Headless[i, [α, i]], gives=Headless[i, [α]], each=[j], where=[j >= 1, j < i, arc(i, to=j)]),
        ],
        final=[final(Headless[N, [h]], arc(h, to=0))],
        paper="Covington 2001",
    )


def attardi_2006(d: int) -> Schema:
    """Attardi (2006), §6.2: lists of heads of any length; a head is linked to one at most d places away."""
    if d < 1:
        raise MultiplaneError(f"found Attardi's parser for depth {d}; expected at least 1")
    Heads = Item("Heads", h=list_of(POSITION), show="[{h}]")
    (β,) = segments("β")
    return Schema(
        f"attardi-2006-{d}",
        hypotheses=[words(0, N + 1)],
        steps=head_list_steps(Heads, [at_most(d - 1, β)]),
        final=[final(Heads[[0, N + 1]])],
        paper="Attardi 2006",
    )


def multi_headed(k: int) -> Schema:
    """Lists of at most k heads, O(n^k), §6.3; MH_3 is the schema of Yamada and Matsumoto."""
    if k < 3:
        raise MultiplaneError(f"found MH_{k}; expected at least 3 heads in an item")
    Heads = Item("Heads", h=list_of(POSITION, at_most=k), show="[{h}]")
    return Schema(
        f"mh-{k}",
        hypotheses=[words(0, N + 1)],
        steps=head_list_steps(Heads, []),
        final=[final(Heads[[0, N + 1]])],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §6.3",
    )


def head_list_steps(Heads: ItemType, where: Sequence[Condition]) -> list[Step]:
    """Join two lists at a shared end; take an inner head x out by making it a dependent of another, y."""
    i, x, y = positions("i x y")
    α, β, γ = segments("α β γ")
    inner = [not_empty(α), *where]
    return [
        Step("INITTER", Word[i], Word[i + 1], gives=Heads[[i, i + 1]]),
        Step("COMBINE", Heads[[α, x]], Heads[[x, β]], gives=Heads[[α, x, β]], where=[not_empty(α), not_empty(β)]),
        Step("LINK", Heads[[α, x, β, y, γ]], gives=Heads[[α, β, y, γ]], where=[*inner, arc(x, to=y)]),
        Step("LINK", Heads[[γ, y, β, x, α]], gives=Heads[[γ, y, β, α]], where=[*inner, arc(x, to=y)]),
    ]


Chosen = Item("Chosen", i=POSITION)
"""The words up to i have their heads."""


def mst() -> Schema:
    """McDonald et al. (2005), §6.4, the declarative part of the MST parser, O(n²): a head for every word.

    Every choice of heads is derived, cyclic ones too; that cycles go is the work of the control (Chu–Liu–Edmonds). So
    the schema is complete and not sound.
    """
    i, h = positions("i h")
    return Schema(
        "mst-2005",
        steps=[
            Step("INITTER", gives=Chosen[0]),
            Step("LINK", Chosen[i - 1], gives=Chosen[i], each=[h], where=arc(i, to=h)),
        ],
        final=[final(Chosen[N])],
        paper="McDonald, Pereira, Ribarov & Hajič 2005",
    )
