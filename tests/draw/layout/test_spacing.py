"""Gaps between words that are widened."""

from __future__ import annotations

import numpy as np

from multiplane.draw.layout.spacing import Anchor, Ruler


def test_gaps_are_widened_evenly_and_by_whole_columns() -> None:
    ruler = Ruler(1, np.array([2.0, 2.0, 2.0]), np.array([0.0, 1.0, 1.0, 0.0]), line=1, whole=True)
    ruler.widen(Anchor(1, 0, 0), Anchor(3, 0, 0), 11)
    assert ruler.gaps.tolist() == [0, 3, 4, 0]
    ruler.widen(Anchor(1, 0, 0), Anchor(3, 0, 0), 5)
    assert ruler.gaps.tolist() == [0, 3, 4, 0]
