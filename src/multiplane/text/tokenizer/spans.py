"""From decisions to tokens and sentences: where they start and end in the text."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Bool, Int8, Int64
from multiplane.kernels.jit import kernel
from multiplane.text.tokenizer.boundaries import GOES_ON, SENTENCE_END
from multiplane.text.tokenizer.characters import Characters
from multiplane.text.tokenizer.classes import PARAGRAPH, SPACE


class Spans(NamedTuple):
    """Token t is the characters ``starts[t]`` to ``ends[t]``; ``joined`` tells whether another follows without a space.

    Sentence s has tokens ``offsets[s]`` to ``offsets[s + 1]``; ``paragraphs`` tells whether one begins with it.
    """

    starts: Int64
    ends: Int64
    joined: Bool
    offsets: Int64
    paragraphs: Bool


@kernel(steps=lambda text, *_: 4 * len(text.classes))
def read_spans(text: Characters, decisions: Int8, begins_paragraph: bool) -> tuple[Int64, Int64, Bool, Int64, Bool]:
    """The tokens and sentences that decisions stand for; ``begins_paragraph`` is about the first sentence."""
    tokens, sentences = 0, 0
    for at in range(len(decisions)):
        tokens += decisions[at] != GOES_ON
        sentences += decisions[at] == SENTENCE_END
    starts, ends = np.empty(tokens, np.int64), np.empty(tokens, np.int64)
    joined, paragraphs = np.empty(tokens, np.bool_), np.empty(sentences, np.bool_)
    offsets = np.zeros(sentences + 1, np.int64)
    token, sentence = 0, 0
    inside, paragraph = False, begins_paragraph
    for at in range(len(decisions)):
        kind = text.classes[at]
        if kind <= SPACE:
            paragraph |= kind == PARAGRAPH
            continue
        if not inside:
            starts[token] = text.places[at]
            inside = True
            if token == offsets[sentence]:
                paragraphs[sentence] = paragraph
                paragraph = False
        if decisions[at] != GOES_ON:
            ends[token] = text.places[at] + 1
            joined[token] = text.classes[at + 1] > SPACE
            inside = False
            token += 1
            if decisions[at] == SENTENCE_END:
                sentence += 1
                offsets[sentence] = token
    return starts, ends, joined, offsets, paragraphs


def spans_of(text: Characters, decisions: Int8, begins_paragraph: bool = True) -> Spans:
    """The tokens and sentences of a text.

    >>> from multiplane.text.tokenizer.characters import characters_of, code_points
    >>> text = characters_of(code_points("Go on!  Run"))
    >>> found = spans_of(text, np.array([0, 1, 0, 0, 1, 2, 0, 0, 0, 2, 0], np.int8))
    >>> found.starts.tolist(), found.ends.tolist(), found.offsets.tolist()
    ([0, 3, 5, 8], [2, 5, 6, 11], [0, 3, 4])
    """
    return Spans(*read_spans(text, decisions, begins_paragraph))
