"""The language of schemata: what it prints, what it refuses, what it reads off."""

from __future__ import annotations

import pytest

from multiplane.deduce.conditions import arc, at_most
from multiplane.deduce.items import FLAG, POSITION, Item, SchemaError, list_of
from multiplane.deduce.schema import Schema, Step, final, free_positions, hypothesis, segment_sizes
from multiplane.deduce.schemata import NAMES, schema
from multiplane.deduce.terms import F, N, Segment, T, flags, positions, segments
from multiplane.errors import MultiplaneError

i, j, k = positions("i j k")
b, c = flags("b c")
α, β = segments("α β")
Span = Item("Span", i=POSITION, j=POSITION, b=FLAG, c=FLAG)
Heads = Item("Heads", h=list_of(POSITION, at_most=4), show="[{h}]")

BOUNDS = {
    "collins-1996": (5, 3),
    "eisner-1996": (3, 2),
    "eisner-satta-1999": (3, 2),
    "eisner-satta-generalized": (5, 3),
    "yamada-matsumoto-2003": (3, 2),
    "split-head": (3, 2),
    "nivre-2003": (None, None),
    "covington-2001-projective": (None, None),
    "lombardo-lesmo-1996": (3, 2),
    "barbero-1998": (3, 2),
    "kahane-1998": (3, 2),
    "bulc": (3, 2),
    "head-corner": (3, 2),
    "head-corner-5": (5, 3),
    "dvh-1": (3, 2),
    "dvh-2": (3, 2),
    "dvh-3": (3, 2),
    "attardi-2006-1": (None, None),
    "attardi-2006-2": (None, None),
    "attardi-2006-3": (None, None),
    "mh-3": (3, 3),
    "mh-4": (4, 4),
    "mh-5": (5, 5),
    "covington-2001": (None, None),
    "mst-2005": (2, 1),
    "one-endpoint-crossing-2013": (4, 3),
    "wg-1": (7, 5),
    "wg-1-unambiguous": (7, 5),
    "gap-minding": (6, 5),
    "1-inherit": (7, 5),
    "wg-2": (9, 7),
    "mg-1": (7, 5),
    "mg-2": (10, 7),
}


@pytest.mark.parametrize("name", NAMES)
def test_bounds_are_those_of_the_articles(name: str) -> None:
    found = schema(name).complexity()
    assert (found.time, found.space) == BOUNDS[name]


@pytest.mark.parametrize("gaps", [0, 1, 2, 3])
def test_bounds_of_the_families_for_any_gap_degree(gaps: int) -> None:
    assert schema(f"mg-{gaps}").complexity().time == 4 + 3 * gaps
    if gaps:
        assert schema(f"wg-{gaps}").complexity().time == 5 + 2 * gaps
        assert schema(f"wg-{gaps}").complexity().step == "COMBINE-SHRINKING-GAP-CENTRE"


def test_steps_print_as_in_the_article() -> None:
    step = Step("R-LINK", Span[i, j, F, F], gives=Span[i, j, T, F], where=arc(i, to=j))
    assert repr(step) == "R-LINK  [i,j,F,F] ⊢ [i,j,T,F]  i → j"
    assert repr(schema("nivre-2003").steps[1]) == "ADVANCE  [f,⟨α⟩] ⊢ [f+1,⟨α,(f,F)⟩]  f ≤ n"
    assert repr(schema("lombardo-lesmo-1996").steps[2]) == (
        "SCANNER  [A(α•⋆ β),i,h−1], [h,h,h] ⊢ [A(α ⋆•β),i,h]  w_h ∈ A"
    )


@pytest.mark.parametrize(
    ("define", "message"),
    [
        (
            lambda: Step("LINK", Span[i, j, F, F], gives=Span[i, k, T, F]),
            "step LINK: found variable k in [i,k,T,F]; expected it in an antecedent, too",
        ),
        (
            lambda: Step("LINK", Span[i, j, F, F], gives=Span[i, j, T, F], where=arc(i, to=k)),
            "step LINK: found variable k in i → k; expected it in an antecedent, too",
        ),
        (
            lambda: Step("LINK", Span[i, j, *flags("i c")], gives=Span[i, j, T, F]),
            "step LINK: found variable i",
        ),
        (lambda: Span[i, F, F, F], "item Span, field j: found F; expected a position"),
        (lambda: Span[i, j, i, F], "item Span, field b: found i; expected a flag"),
        (lambda: Heads[i], "item Heads, field h: found i; expected a list"),
        (lambda: Item("Bad", i=POSITION, show="[{k}]"), "item Bad: found k in '[{k}]'; expected one of i"),
        (lambda: Step("X", Span[i, j, b, c], gives=Span[i, j, b, c], child=1), "step X: found child 1"),
        (
            lambda: Schema("s", steps=[Step("LINK", Heads[[i, j]], gives=Span[i, j, T, F])], final=[]),
            "schema s, step LINK: found item [i,j]; expected one that a step or a hypothesis gives",
        ),
        (lambda: Schema("s", steps=[], final=[], hypotheses=[hypothesis(Heads[[i]])]), "found no final items"),
        (lambda: positions("i n"), "found a variable n"),
    ],
)
def test_bad_schemata_give_one_clear_line(define: object, message: str) -> None:
    with pytest.raises(MultiplaneError) as caught:
        define()  # type: ignore[operator]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_final_item_must_be_derivable() -> None:
    with pytest.raises(SchemaError, match="step final: found item"):
        Schema("s", steps=[], final=[final(Heads[[0, N]])], hypotheses=[hypothesis(Span[i, i, F, F])])


def test_sizes_of_segments_follow_from_the_bounds_of_lists() -> None:
    step = Step("COMBINE", Heads[[α, i]], Heads[[i, β]], gives=Heads[[α, i, β]])
    assert sorted((s["α"], s["β"]) for s in segment_sizes(step) if s) == [
        (a, b) for a in range(4) for b in range(4) if a + b <= 3
    ]
    assert free_positions(step) == 4
    shorter = Step("COMBINE", Heads[[α, i]], Heads[[i, β]], gives=Heads[[α, i, β]], where=at_most(1, α, β))
    assert free_positions(shorter) == 2
    Endless = Item("Endless", h=list_of(POSITION))
    assert free_positions(Step("X", Endless[[Segment("α")]], gives=Endless[[Segment("α")]])) is None
