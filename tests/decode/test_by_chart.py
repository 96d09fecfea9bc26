"""The charts alone find trees as good as the decoders that try shortcuts first."""

from __future__ import annotations

import numpy as np
import pytest

from multiplane.decode import decode, decode_by_chart
from multiplane.decode.by_chart import CHARTS
from multiplane.errors import MultiplaneError


@pytest.mark.parametrize("trees", CHARTS)
@pytest.mark.parametrize("single_root", [True, False])
def test_charts_and_decoders_agree(trees: str, single_root: bool) -> None:
    for seed in range(5):
        scores = np.random.default_rng(seed).normal(size=(7, 7))
        by_chart = decode_by_chart(scores, trees, single_root)
        assert by_chart.score == pytest.approx(decode(scores, trees, single_root).score)


def test_an_unknown_chart() -> None:
    with pytest.raises(MultiplaneError, match="found no chart for 'all'; expected one of projective, "):
        decode_by_chart(np.zeros((2, 2)), "all")
