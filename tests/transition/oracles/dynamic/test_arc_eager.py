"""The loss of arc-eager against the truth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.transition.oracles.dynamic.judge import check_costs, check_exact, check_lower_bound, trees_in

from multiplane.structure import is_projective

SYSTEMS = ["arc-eager", "arc-eager+lba+rba"]


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_loss_is_the_least_over_all_continuations(name: str) -> None:
    for words in (2, 3, 4):
        check_exact(name, words, is_projective)


@pytest.mark.long
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_loss_with_five_words(name: str) -> None:
    check_exact(name, 5, is_projective)


@pytest.mark.parametrize("name", SYSTEMS)
@given(data=st.data())
def test_transitions_of_cost_0_lead_to_the_loss_foretold(name: str, data: st.DataObject) -> None:
    check_costs(name, data.draw(trees_in(is_projective)), data)


def test_for_other_trees_the_loss_is_a_lower_bound() -> None:
    check_lower_bound("arc-eager", 4, is_projective)
