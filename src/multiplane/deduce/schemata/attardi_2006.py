"""Attardi (2006) with links to depth d, and MH_k with at most k heads in an item (§6.2, §6.3)."""

from __future__ import annotations

from collections.abc import Sequence

from multiplane.deduce.conditions import Condition, arc, at_most, not_empty
from multiplane.deduce.items import POSITION, Item, ItemType, list_of
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.words import Word, words
from multiplane.deduce.terms import N, positions, segments
from multiplane.errors import MultiplaneError


def attardi_2006(d: int) -> Schema:
    """Lists of heads of any length; a head is linked to one at most d places away. Exponential."""
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
    """Lists of at most k heads, O(n^k); MH_3 is the schema of Yamada and Matsumoto."""
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
