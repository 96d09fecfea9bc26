"""Classes of trees as systems without the root see them: arcs from 0 do not count."""

from __future__ import annotations

from tests.enumeration import Heads

from multiplane.structure import is_planar, planes


def planar(heads: Heads) -> bool:
    return is_planar(heads, root_arcs=False)


def two_planar(heads: Heads) -> bool:
    return planes(heads, root_arcs=False).count <= 2


def any_tree(heads: Heads) -> bool:
    return True
