"""The general search: it finds what the system can build, and nothing else."""

from __future__ import annotations

import pytest
from tests.enumeration import all_trees
from tests.transition.oracles.judge import derivable

from multiplane.errors import MultiplaneError
from multiplane.transition import get
from multiplane.transition.oracles.static.search import Goal, search


@pytest.mark.parametrize(
    "name", ["arc-eager", "arc-standard", "2-planar", "swap", "covington", "attardi-2", "easy-first"]
)
def test_every_tree_that_the_system_can_build(name: str) -> None:
    system = get(name)
    for words in (1, 2, 3):
        for heads in all_trees(words):
            arcs = {(head, word): "_" for word, head in enumerate(heads, 1) if head}
            if heads in derivable(name, words):
                assert system.run(words, search(system, Goal(words, arcs, labelled=False))) == list(heads)
            else:
                with pytest.raises(MultiplaneError, match="no sequence of transitions builds"):
                    search(system, Goal(words, arcs, labelled=False))


def test_labels_are_written_with_the_arcs() -> None:
    goal = Goal(2, {(2, 1): "det"}, labelled=True)
    assert search(get("arc-eager"), goal) == ["shift", "left:det", "shift"]


def test_an_edge_may_be_built_in_either_direction() -> None:
    system = get("undirected-planar")
    goal = Goal(2, {(2, 1): "_", (1, 2): "_"}, labelled=False, undirected=True)
    assert search(system, goal) == ["shift", "arc", "shift"]


def test_a_long_goal_is_shortened_in_the_message() -> None:
    arcs = {(word + 2, word): "_" for word in range(1, 12)}
    with pytest.raises(MultiplaneError, match=r"builds 13 words with 3 → 1, .* and 3 more arcs"):
        search(get("arc-eager"), Goal(13, arcs, labelled=False))
