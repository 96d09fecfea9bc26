"""An arc-factored model: arc scores, exact search for the best tree of a class, then the best label of every arc.

An arc scorer is the seam between scores and search. The linear scorer is in `linear/`; a network, or anything else that
has an opinion on every arc, implements the same methods.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, starmap
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from multiplane.decode.decoders import decoder_name
from multiplane.decode.scores import FORBIDDEN
from multiplane.kernels.arrays import Float32, Float64, Int32
from multiplane.kernels.jit import kernel
from multiplane.learn.arc_factored.search import tree_search
from multiplane.learn.model.predicted import Predicted
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.treebank.conll.layout import Layout, part_of


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


NO_TRANSITION = -1
PIECES_PER_WORKER = 4
"""So many for an even end, and no more: a network computes what depends on a word alone once for all words that are
alike in a piece, so that smaller ones are more work."""


@dataclass(frozen=True, eq=False)
class ArcFactoredModel:
    """Any arc scorer with labels and a class of trees to search; subclasses know how to write theirs into a file."""

    labels: tuple[str, ...]
    decoder: str
    single_root: bool
    scorer: ArcScorer

    def parse(self, layout: Layout, workers: int | None = None) -> Predicted:
        """The trees of all sentences; the same for any number of workers."""
        count = len(layout.columns)
        predicted = Predicted(
            np.empty(count, np.int32),
            np.empty(count, np.int32),
            np.empty(count, np.float32),
            np.empty(count, np.float32),
            np.full(count, NO_TRANSITION, np.int32),
        )
        workers = workers or cores()
        number = PIECES_PER_WORKER * workers if workers > 1 else 1
        pieces = even_pieces(layout.offsets, number) if count else []
        in_threads(lambda piece: self._parse_piece(layout, range(*piece), predicted), pieces, workers)
        return predicted

    def _parse_piece(self, layout: Layout, sentences: range, predicted: Predicted) -> None:
        search = tree_search(self.decoder)
        first = int(layout.offsets[sentences.start])
        for words, known in self._in_context(part_of(layout, sentences.start, sentences.stop)):
            if words.start == words.stop:
                continue
            here = slice(first + words.start, first + words.stop)
            scores = self.scorer.arc_scores(known)
            heads = search(scores, self.single_root)
            predicted.heads[here] = heads
            predicted.labels[here] = self.scorer.label_scores(known, heads).argmax(axis=1)
            predicted.scores[here], predicted.margins[here] = chosen_scores(scores, heads)

    def _in_context(self, layout: Layout) -> Iterator[tuple[slice, Any]]:
        """The words of each sentence, and what the scorer knows of it."""
        return zip(starmap(slice, pairwise(layout.offsets.tolist())), self.scorer.in_context(layout), strict=True)

    def arc_scores(self, layout: Layout) -> list[Float64]:
        """For every sentence the scores of all its arcs."""
        return [self.scorer.arc_scores(known) for _, known in self._in_context(layout)]

    def label_scores(self, layout: Layout, heads: Int32) -> list[NDArray[Any]]:
        """For every sentence the scores of all labels of the arcs into its words."""
        return [self.scorer.label_scores(known, heads[words]) for words, known in self._in_context(layout)]

    def with_decoder(self, decoder: str) -> Self:
        """The same model with another class of trees to search."""
        return replace(self, decoder=decoder_name(decoder))


@kernel
def chosen_scores(scores: Float64, heads: Int32) -> tuple[Float32, Float32]:
    """For every word the score of its head, and its margin over the best other head, or over 0 if there is none."""
    chosen = np.empty(len(heads), np.float32)
    margins = np.empty(len(heads), np.float32)
    for d in range(1, len(scores)):
        rival = FORBIDDEN
        for h in range(len(scores)):
            if h != heads[d - 1]:
                rival = max(rival, scores[h, d])
        chosen[d - 1] = scores[heads[d - 1], d]
        margins[d - 1] = chosen[d - 1] - (rival if rival > FORBIDDEN else 0.0)
    return chosen, margins
