"""Whether a text has spaces between all tokens, told by the commas and full stops near: these then stand apart.

Where a treebank tells nothing about spaces, a tokenizer learns from two texts, with spaces between all tokens and with
usual typography. What it reads later is of one of these kinds. Where `MIN_APART` commas or full stops near have a
space on both sides, and no comma follows a character, it is the first, and a token ends only where a space follows. One
or two may be slips. A full stop after a character tells nothing, since the word may be an abbreviation.
"""

from __future__ import annotations

from multiplane.kernels.jit import kernel
from multiplane.text.tokenizer.characters import Characters
from multiplane.text.tokenizer.classes import COMMA, PARAGRAPH, PERIOD, SPACE

REACH = 300
MIN_APART = 3


@kernel
def has_spaces_everywhere(text: Characters, at: int, sentence_start: int) -> bool:
    """Whether the text around an entry seems to have spaces between all tokens.

    The look back ends where the sentence begins, the look ahead with the paragraph, and both after `REACH` entries.
    """
    apart = 0
    for place in range(max(sentence_start, at - REACH), at + REACH):
        kind = text.classes[place]
        if kind == PARAGRAPH:
            break
        if kind in (COMMA, PERIOD) and text.classes[place + 1] <= SPACE:
            if place == sentence_start or text.classes[place - 1] <= SPACE:
                apart += 1
            elif kind == COMMA:
                return False
    return apart >= MIN_APART
