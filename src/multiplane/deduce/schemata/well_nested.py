"""WG_1 and WG_k, O(n^(5+2k)): well-nested trees of gap degree at most k (§7.1, §7.4)."""

from __future__ import annotations

from multiplane.deduce.conditions import arc
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.gapped import bare_words, gapped_trees, link
from multiplane.deduce.terms import N, positions, segments
from multiplane.errors import MultiplaneError


def well_nested_1() -> Schema:
    """WG_1 with the steps of §7.1, a step for each way to open, keep, shrink and close the one gap."""
    Tree = gapped_trees(1)
    i, j, k, l, r, l2, r2, h = positions("i j k l r l₂ r₂ h")  # noqa: E741
    return Schema(
        "wg-1",
        hypotheses=[bare_words(Tree)],
        steps=[
            link(Tree),
            Step("COMBINE-UNGAPPED", Tree[i, j, h, []], Tree[j + 1, k, h, []], gives=Tree[i, k, h, []]),
            Step(
                "COMBINE-OPENING-GAP",
                Tree[i, j, h, []],
                Tree[k, l, h, []],
                gives=Tree[i, l, h, [(j + 1, k - 1)]],
                where=j < k - 1,
            ),
            Step(
                "COMBINE-KEEPING-GAP-LEFT",
                Tree[i, j, h, [(l, r)]],
                Tree[j + 1, k, h, []],
                gives=Tree[i, k, h, [(l, r)]],
            ),
            Step(
                "COMBINE-KEEPING-GAP-RIGHT",
                Tree[i, j, h, []],
                Tree[j + 1, k, h, [(l, r)]],
                gives=Tree[i, k, h, [(l, r)]],
            ),
            Step("COMBINE-CLOSING-GAP", Tree[i, j, h, [(l, r)]], Tree[l, r, h, []], gives=Tree[i, j, h, []]),
            Step(
                "COMBINE-SHRINKING-GAP-LEFT",
                Tree[i, j, h, [(l, r)]],
                Tree[l, k, h, []],
                gives=Tree[i, j, h, [(k + 1, r)]],
                where=k < r,
            ),
            Step(
                "COMBINE-SHRINKING-GAP-RIGHT",
                Tree[i, j, h, [(l, r)]],
                Tree[k, r, h, []],
                gives=Tree[i, j, h, [(l, k - 1)]],
                where=l < k,
            ),
            Step(
                "COMBINE-SHRINKING-GAP-CENTRE",
                Tree[i, j, h, [(l, r)]],
                Tree[l, r, h, [(l2, r2)]],
                gives=Tree[i, j, h, [(l2, r2)]],
            ),
        ],
        final=[final(Tree[1, N, h, []], arc(h, to=0))],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §7.1",
    )


def well_nested(k: int) -> Schema:
    """WG_k with the steps of §7.1 for many gaps (§7.4): α, β and γ are gaps that stay as they are.

    From k = 2 on these alone are not complete: they cannot put a subtree into the middle of a gap, so that WG_2
    misses 16 trees of six words (heads ``3 1 0 1 3 2``, for one). SPLITTING-GAP does that; it adds nothing for k = 1.
    """
    if k < 0:
        raise MultiplaneError(f"found WG_{k}; expected a gap degree of 0 or more")
    Tree = gapped_trees(k)
    i, j, l, m, p, r, h = positions("i j l m p r h")  # noqa: E741
    α, β, γ = segments("α β γ")
    whole = Tree[i, j, h, [α, (l, r), γ]]
    return Schema(
        f"wg-{k}",
        hypotheses=[bare_words(Tree)],
        steps=[
            link(Tree),
            Step("COMBINE-KEEPING-GAPS", Tree[i, j, h, [α]], Tree[j + 1, m, h, [β]], gives=Tree[i, m, h, [α, β]]),
            Step(
                "COMBINE-OPENING-GAP",
                Tree[i, j, h, [α]],
                Tree[l, m, h, [β]],
                gives=Tree[i, m, h, [α, (j + 1, l - 1), β]],
                where=j < l - 1,
            ),
            Step("COMBINE-SHRINKING-GAP-CENTRE", whole, Tree[l, r, h, [β]], gives=Tree[i, j, h, [α, β, γ]]),
            Step(
                "COMBINE-SHRINKING-GAP-LEFT",
                whole,
                Tree[l, m, h, [β]],
                gives=Tree[i, j, h, [α, β, (m + 1, r), γ]],
                where=m < r,
            ),
            Step(
                "COMBINE-SHRINKING-GAP-RIGHT",
                whole,
                Tree[m, r, h, [β]],
                gives=Tree[i, j, h, [α, (l, m - 1), β, γ]],
                where=l < m,
            ),
            Step(
                "COMBINE-SPLITTING-GAP",
                whole,
                Tree[m, p, h, [β]],
                gives=Tree[i, j, h, [α, (l, m - 1), β, (p + 1, r), γ]],
                where=[l < m, p < r],
            ),
        ],
        final=[final(Tree[1, N, h, []], arc(h, to=0))],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §7.4",
    )
