"""Pencils share their points, and violations are three arcs that break the class."""

from __future__ import annotations

import pytest
from tests.enumeration import trees_up_to
from tests.structure import definitions

from multiplane.structure import is_one_endpoint_crossing, one_endpoint_crossing


@pytest.mark.parametrize("root_arcs", [True, False])
def test_pencils_and_violations(root_arcs: bool) -> None:
    for heads in trees_up_to(5):
        found = one_endpoint_crossing(heads, root_arcs)
        assert found.holds == definitions.one_endpoint_crossing(heads, root_arcs)
        assert is_one_endpoint_crossing(heads, root_arcs) == found.holds
        if found.violation:
            crossed, one, other = found.violation
            assert definitions.cross(heads, crossed, one) and definitions.cross(heads, crossed, other)
            assert not {*definitions.ends(heads, one)} & {*definitions.ends(heads, other)}
        else:
            pairs = definitions.crossing_pairs(heads, root_arcs)
            assert sorted(found.pencils) == sorted({d for pair in pairs for d in pair})
            for d, pencil in found.pencils.items():
                assert set(pencil.arcs) == {e for pair in pairs if d in pair for e in pair} - {d}
                assert all(pencil.point in definitions.ends(heads, e) for e in pencil.arcs)
