"""Templates of transition parsers: what cannot be compiled is refused, with the reason."""

from __future__ import annotations

import pytest

from multiplane.errors import MultiplaneError
from multiplane.learn import FeatureModel
from multiplane.learn.features.configurations import DYNAMIC, STEPS, TRANSITION_LABELS


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("S0.colour", "found attribute 'colour'"),
        ("S0", "expected ADDRESS.ATTRIBUTE"),
        ("H.form", "found address 'H'"),
        ("S0.uncle.form", "address 'S0.uncle': found step 'uncle'"),
        ("X0.form", "found address 'X0'"),
        ("S0.form " * 6, "found 6 items"),
        ("", "found 0 items"),
        ("S0" + ".head" * 9 + ".form", "found 9 steps from an address; expected 8 at most"),
        ("history9", "expected ADDRESS.ATTRIBUTE"),
        ("distance(S0)", "expected ADDRESS.ATTRIBUTE"),
    ],
)
def test_bad_templates(line: str, complaint: str) -> None:
    with pytest.raises(MultiplaneError, match=complaint.replace("(", r"\(")):
        FeatureModel((line,), ()).compile()


def test_the_book_names_what_the_kernels_know() -> None:
    assert set(TRANSITION_LABELS.steps) == set(STEPS)
    assert set(TRANSITION_LABELS.attributes) == set(DYNAMIC)


def test_an_item_and_an_address_have_one_number_each() -> None:
    transition, label = FeatureModel(
        ("S0.form B0.form", "S0.form S0.head.form"), ("H.form", "D.head.form H.form")
    ).compile()
    assert transition.items.tolist() == [[0, 0, 0], [0, 1, 0], [0, 2, 0]]
    assert transition.addresses.tolist() == [[0, 1, 1], [1, 0, 1], [3, 0, 0]]
    assert transition.templates[:2].tolist() == [[0, 0], [1, 2]]
    assert label.addresses.tolist() == [[2, 0, 0], [2, 1, 0], [3, 0, 1]]
    assert label.templates[:2].tolist() == [[0, 1], [-1, 0]] and label.starts.tolist() == [0, 1, 2, 2, 2]
