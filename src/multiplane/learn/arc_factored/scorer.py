"""The seam between scores and search: what an arc scorer is.

An arc-factored model is an arc scorer, a class of trees to search, and labels (see
`multiplane.learn.arc_factored.model`). The linear scorer is in `linear/`; a network, or anything else that has an
opinion on every arc, implements the same methods.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from numpy.typing import NDArray

from multiplane.kernels.arrays import Float64, Int32
from multiplane.treebank.conll.layout import Layout


class ArcScorer(Protocol):
    """Scores every arc of a sentence, and every label of the arcs of a tree; higher is better.

    It holds no state that changes, so that threads share it.
    """

    def in_context(self, layout: Layout) -> Iterable[Any]:
        """What the scorer knows of each sentence, for the scores of its arcs and of their labels.

        What is found for a sentence depends on nothing but its words. There may be many: they are taken one by one, and
        not kept. Every thread asks for sentences of its own.
        """

    def arc_scores(self, sentence: Any) -> Float64:
        """``[h, d]``: the score of the arc from node h to node d of a sentence in context; node 0 is the root.

        Column 0 and the diagonal are −inf, as `multiplane.decode` wants them.
        """

    def label_scores(self, sentence: Any, heads: Int32) -> NDArray[Any]:
        """``[w, l]``: the score of label l for the arc from ``heads[w]`` into word w, counted from 0."""
