"""A long sentence is broken into pieces, each a line of words with all that lies over and under them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from multiplane.draw.bands import Band
from multiplane.draw.diagram import Diagram, with_texts
from multiplane.draw.measure import shorten
from multiplane.draw.piece import Piece, arrange
from multiplane.draw.spacing import Metrics

MOST_BALANCED, BALANCING_ROUNDS = 8, 6


def pieces(drawn: Diagram, bands: Sequence[Band], metrics: Metrics, width: float | None) -> list[Piece]:
    """The sentence in pieces no wider than ``width``, as few as can be, and of a few about equally wide; or in one."""
    if width is None:
        return [arrange(drawn, bands, metrics, 1, len(drawn.words))] if drawn.words else []
    best = list(_filled(drawn, bands, metrics, width))
    if 1 < len(best) <= MOST_BALANCED:
        too_narrow, enough = width / 2, width
        for _ in range(BALANCING_ROUNDS):
            middle = (too_narrow + enough) / 2
            tried = list(_filled(drawn, bands, metrics, middle))
            if len(tried) == len(best) and all(piece.width <= width for piece in tried):
                best, enough = tried, middle
            else:
                too_narrow = middle
    return best


def _filled(drawn: Diagram, bands: Sequence[Band], metrics: Metrics, width: float) -> Iterator[Piece]:
    """Pieces with as many words as fit, one after the other; a word that is too wide for a piece has its own."""
    first, count = 1, len(drawn.words)
    while first <= count:
        widths = np.cumsum([metrics.word_width(word) + metrics.word_gap for word in drawn.words[first - 1 :]])
        last = first + max(int(np.searchsorted(widths, width + metrics.word_gap, side="right")) - 1, 0)
        piece = arrange(drawn, bands, metrics, first, last)
        while piece.width > width and last > first:
            last -= 1
            piece = arrange(drawn, bands, metrics, first, last)
        yield piece
        first = last + 1


def shortened(drawn: Diagram, metrics: Metrics, width: float) -> Diagram:
    """The diagram with words and labels cut short where one word with its label is wider than a piece."""
    room = width - 2 * metrics.edge - metrics.clearance - metrics.shoulder - metrics.line
    words, labels = list(drawn.words), [arc.label for arc in drawn.arcs]
    for number, arc in enumerate(drawn.arcs):
        word, label = words[arc.dependent - 1], arc.label
        if max(metrics.word_width(word), metrics.slots_width) + metrics.label_width(label) > room:
            word_room = max(metrics.slots_width, room / 2, room - metrics.label_width(label))
            word = shorten(word, word_room, metrics.word_width)
            label_room = room - max(metrics.slots_width, metrics.word_width(word))
            words[arc.dependent - 1] = word
            labels[number] = shorten(label, label_room, metrics.label_width)
    for index, word in enumerate(words):
        words[index] = shorten(word, room, metrics.word_width)
    return with_texts(drawn, words, labels)
