from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from tests.deduce.link.brute_force import linkages, planar_connected_graphs
from tests.deduce.link.dictionaries import sentences

from multiplane.deduce import deduce
from multiplane.deduce.link.dictionary import Dictionary
from multiplane.deduce.link.schemata import LINK_SCHEMATA, link_schema
from multiplane.deduce.link.sentence import link_problem
from multiplane.deduce.semirings import COUNTING


def test_planar_connected_graphs_are_counted_right() -> None:
    assert [len(planar_connected_graphs(n)) for n in range(1, 7)] == [1, 1, 4, 23, 156, 1162]


def built(derivation) -> frozenset[tuple[int | str, ...]]:
    return frozenset(each for inference in derivation.inferences() for each in inference.arcs)


@pytest.mark.parametrize("name", LINK_SCHEMATA)
@settings(max_examples=300, deadline=None)
@given(sentence=sentences(), cycles=st.booleans(), prune=st.booleans())
def test_each_linkage_is_derived_once(
    name: str, sentence: tuple[list[str], Dictionary], cycles: bool, prune: bool
) -> None:
    problem = link_problem(*sentence, prune)
    chart = deduce(link_schema(name, cycles), problem)
    expected = linkages(problem.uses[1:-1], cycles)
    event(f"{min(len(expected), 10)} linkages")
    assert chart.value(COUNTING) == len(expected)
    assert Counter(map(built, chart.derivations())) == Counter(expected)
