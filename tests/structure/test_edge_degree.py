"""Edge degrees: the components of the definition, by their roots."""

from __future__ import annotations

from tests.enumeration import trees_up_to
from tests.structure import definitions

from multiplane.structure import edge_degrees, non_projective_arcs, undominated_components


def test_degrees_and_components_of_all_small_trees() -> None:
    for heads in trees_up_to(5):
        words = range(1, len(heads) + 1)
        assert edge_degrees(heads) == [definitions.edge_degree(heads, d) for d in words]
        found = undominated_components(heads)
        assert [len(found.get(d, [])) for d in words] == edge_degrees(heads)
        assert list(found) == non_projective_arcs(heads) == [d for d in words if definitions.non_projective(heads, d)]
        for d, roots in found.items():
            low, high = definitions.ends(heads, d)
            below = definitions.subtree(heads, heads[d - 1])
            assert all(low < root < high and root not in below for root in roots)
