"""All trees over a few words, against those that the judge counts one by one."""

from __future__ import annotations

import pytest
from tests.enumeration import all_trees as judged

from multiplane.generate.all_trees import all_trees


@pytest.mark.parametrize("words", [1, 2, 3, 4, 5, 6])
def test_trees_are_those_of_the_judge(words: int) -> None:
    found = list(map(tuple, all_trees(words).tolist()))
    assert len(found) == (words + 1) ** (words - 1)
    assert found == list(judged(words))
