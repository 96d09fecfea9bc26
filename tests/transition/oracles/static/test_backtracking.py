"""Systems in which an arc that can be built must sometimes wait: the search finds every tree that they can build."""

from __future__ import annotations

import pytest
from tests.transition.oracles.judge import derivable, derived


@pytest.mark.parametrize("name", ["attardi-1", "attardi-2", "attardi-3", "attardi-4"])
def test_attardi(name: str) -> None:
    for words in range(1, 6):
        assert derived(name, words) == derivable(name, words)


@pytest.mark.long
@pytest.mark.parametrize("name", ["attardi-2", "attardi-3", "attardi-4"])
def test_attardi_with_six_words(name: str) -> None:
    assert derived(name, 6) == derivable(name, 6)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arc-standard-stack+lba+lnba", "attardi-2+lnba", "arc-eager+lnba+rnba"])
def test_the_smallest_trees_in_which_an_arc_must_wait(name: str) -> None:
    """Six words: in the first two systems the first arc that can be built is not always the right one."""
    assert derived(name, 6) == derivable(name, 6)
