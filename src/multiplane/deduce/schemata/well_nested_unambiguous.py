"""Well-nested trees of gap degree at most 1, each derived once, O(n⁷): the steps of WG_1 in one fixed order.

WG_1 (Gómez-Rodríguez, Carroll & Weir 2011, §7.1) joins the subtrees of a head in any order. Here the order follows from
the tree. Next to one another lie *units*: the head itself, a subtree without a gap, or a subtree whose gap is filled by
other units. Units that fill an interval are a *row*, made from left to right. What lies around a gap that stays open is
built outwards from the gap: first the units to the left, then those to the right, then a subtree whose gap is just what
there is so far, and again units to the left. As subtrees do not interleave, every tree can be taken apart in this way,
and in no other.

- [i,j,h,b] a row (or one unit) over i..j for the head h; b is true if h is among these words.
- [i,j,h,l,r,b,s] what lies in i..j around the gap l..r, perhaps nothing; s is true once units to the right were added.
- ⟨i,j,h,l,r⟩ a whole subtree with a gap that has become a dependent of h.

The step WRAP puts a subtree on both sides of its head's gap. Without it, the schema derives the gap-minding trees
(Pitler, Kannan & Marcus 2012), each once, too, in O(n⁶); with at most one for each head, the 1-inherit trees, in O(n⁷).
"""

from __future__ import annotations

from dataclasses import replace

from multiplane.deduce.conditions import arc, outside
from multiplane.deduce.items import FLAG, POSITION, Item, ItemType
from multiplane.deduce.schema import Schema, Step, final, hypothesis
from multiplane.deduce.terms import F, N, T, flags, positions

Unit = Item("Unit", "⟨{i},{j},{h},{b}⟩", i=POSITION, j=POSITION, h=POSITION, b=FLAG)
Row = Item("Row", i=POSITION, j=POSITION, h=POSITION, b=FLAG)
Around = Item("Around", i=POSITION, j=POSITION, h=POSITION, l=POSITION, r=POSITION, b=FLAG, s=FLAG)
Wrapped = replace(Around, name="Wrapped", show=f"{Around.show}′")
WRAP = "WRAP"
Gapped = Item("Gapped", "⟨{i},{j},{h},{l},{r}⟩", i=POSITION, j=POSITION, h=POSITION, l=POSITION, r=POSITION)


def _outwards(around: ItemType, mark: str) -> list[Step]:
    """The steps that build outwards from a gap, and end with a dependent that has it."""
    i, j, k, h, d, l, r = positions("i j k h d l r")  # noqa: E741
    b, s = flags("b s")
    return [
        Step(f"LEFT{mark}", around[i, j, h, l, r, b, F], Unit[k, i - 1, h, F], gives=around[k, j, h, l, r, b, F]),
        Step(f"LEFT-HEAD{mark}", around[i, j, h, l, r, F, F], Unit[k, i - 1, h, T], gives=around[k, j, h, l, r, T, F]),
        Step(f"RIGHT{mark}", around[i, j, h, l, r, b, s], Unit[j + 1, k, h, F], gives=around[i, k, h, l, r, b, T]),
        Step(f"RIGHT-HEAD{mark}", around[i, j, h, l, r, F, s], Unit[j + 1, k, h, T], gives=around[i, k, h, l, r, T, T]),
        Step(
            f"LINK-GAPPED{mark}",
            around[i, j, d, l, r, T, s],
            gives=Gapped[i, j, h, l, r],
            each=[h],
            where=[i < l, r < j, outside(h, i, j, [(l, r)]), arc(d, to=h)],
        ),
    ]


def well_nested_unambiguous(several_roots: bool = False) -> Schema:
    """The schema for trees with one root; with ``several_roots`` 0 is a word like others, and governs all."""
    i, j, k, h, d, l, r = positions("i j k h d l r")  # noqa: E741
    b, s = flags("b s")
    first = 0 if several_roots else 1
    heads = [h >= first, h <= N]
    return Schema(
        "wg-1-unambiguous" + ("-roots" if several_roots else ""),
        hypotheses=[
            hypothesis(Unit[h, h, h, T], *heads),
            hypothesis(Around[l, r, h, l, r, F, F], *heads, l >= 1, l <= r, r <= N),
        ],
        steps=[
            Step("LINK", Row[i, j, d, T], gives=Unit[i, j, h, F], each=[h], where=[outside(h, i, j, []), arc(d, to=h)]),
            Step("CLOSE", Gapped[i, j, h, l, r], Row[l, r, h, b], gives=Unit[i, j, h, b]),
            Step("ROW", Unit[i, j, h, b], gives=Row[i, j, h, b]),
            Step("ROW-ADD", Row[i, j, h, b], Unit[j + 1, k, h, F], gives=Row[i, k, h, b]),
            Step("ROW-ADD-HEAD", Row[i, j, h, F], Unit[j + 1, k, h, T], gives=Row[i, k, h, T]),
            *_outwards(Around, ""),
            Step(WRAP, Around[i, j, h, l, r, b, s], Gapped[k, d, h, i, j], gives=Around[k, d, h, l, r, b, F]),
        ],
        final=[final(Row[0, N, 0, T]) if several_roots else final(Row[1, N, h, T], arc(h, to=0))],
        paper="our own, after Gómez-Rodríguez, Carroll & Weir 2011",
    )


def gap_minding(several_roots: bool = False) -> Schema:
    """The same without WRAP."""
    base = well_nested_unambiguous(several_roots)
    return replace(
        base,
        name="gap-minding" + ("-roots" if several_roots else ""),
        steps=tuple(step for step in base.steps if step.name != WRAP),
        paper="our own; the class is that of Pitler, Kannan & Marcus 2012",
    )


def one_inherit(several_roots: bool = False) -> Schema:
    """The same with at most one WRAP for each head; what lies around its gap is then another item, marked by ′."""
    i, j, k, h, d, l, r = positions("i j k h d l r")  # noqa: E741
    b, s = flags("b s")
    base = gap_minding(several_roots)
    wrap = Step(WRAP, Around[i, j, h, l, r, b, s], Gapped[k, d, h, i, j], gives=Wrapped[k, d, h, l, r, b, F])
    return replace(
        base,
        name="1-inherit" + ("-roots" if several_roots else ""),
        steps=(*base.steps, wrap, *_outwards(Wrapped, "′")),
        paper="our own; the class is that of Pitler, Kannan & Marcus 2012, and of Satta & Kuhlmann 2013",
    )
