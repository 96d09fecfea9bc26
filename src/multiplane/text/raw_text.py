"""The text of a treebank, with the places of its tokens: what a tokenizer learns from and is scored on.

Inside a sentence, its ``# text`` tells the spaces where the tokens can be found in it one after the other; else
``SpaceAfter=No`` does. Sentences are separated by a space unless the last token has ``SpaceAfter=No``, and by a blank
line before ``# newpar`` and ``# newdoc``. In CoNLL-X, which has no spaces in forms, underscores stand for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Bool, Int64
from multiplane.treebank.treebank import Treebank

NO_SPACE = "SpaceAfter=No"
CLOSING = frozenset(".,;:!?%)]}»”’…") | {"...", "..", "?!", "!!", "!!!"}
OPENING = frozenset("([{«“„¿¡")
_BREAK = re.compile(r"#\s*new(doc|par)")
_TEXT = re.compile(r"#\s*text\s*=\s*(.*)")


class GoldToken(NamedTuple):
    """A token, whether a space follows, and its words if it is a multiword token."""

    form: str
    space: bool
    words: tuple[str, ...] = ()


class GoldSentence(NamedTuple):
    """The tokens of a sentence, its text if given, and whether a paragraph or document begins with it."""

    tokens: list[GoldToken]
    text: str | None
    begins_paragraph: bool


class RawText(NamedTuple):
    """A text, where in it its tokens start and end, and which of them are the last of their sentences."""

    text: str
    starts: Int64
    ends: Int64
    last: Bool


def gold_sentences(treebank: Treebank) -> Iterator[GoldSentence]:
    """The sentences of a treebank as sequences of tokens.

    >>> import multiplane
    >>> next(gold_sentences(multiplane.read("sample:german"))).tokens[0]
    GoldToken(form='Der', space=True, words=())
    """
    lines: list[str] = []
    for line in bytes(treebank).decode("utf-8").removeprefix("\ufeff").split("\n"):
        line = line.removesuffix("\r")
        if line:
            lines.append(line)
        elif lines:
            yield _sentence(lines, treebank.format == "conllx")
            lines = []
    if lines:
        yield _sentence(lines, treebank.format == "conllx")


def _sentence(lines: list[str], underscores: bool) -> GoldSentence:
    tokens: list[GoldToken] = []
    text, begins, number, covered = None, False, 0, 0
    words: list[str] = []
    for line in lines:
        if line[0] == "#" and not underscores:
            begins = begins or _BREAK.match(line) is not None
            if found := _TEXT.match(line):
                text = found[1]
            continue
        id, form, *_, misc = line.split("\t")
        if underscores:
            form = form.replace("_", " ").strip() or form
        if id.isdecimal():
            number += 1
            if number > covered:
                tokens.append(GoldToken(form, NO_SPACE not in misc.split("|")))
            else:
                words.append(form)
                if number == covered:
                    tokens[-1] = tokens[-1]._replace(words=tuple(words))
        elif "-" in id:
            covered, words = int(id.partition("-")[2]), []
            tokens.append(GoldToken(form, NO_SPACE not in misc.split("|")))
    return GoldSentence(tokens, text, begins)


def text_of(treebank: Treebank) -> str:
    """The text of a treebank.

    >>> import multiplane
    >>> text_of(multiplane.read("sample:english"))[:60]
    'The old lighthouse keeper wrote long letters to his sister. '
    """
    return raw_text(gold_sentences(treebank)).text


def tells_spaces(sentences: Iterable[GoldSentence]) -> bool:
    """Whether anything in the sentences tells where there are spaces between tokens.

    >>> hens = [GoldToken("Hens", True), GoldToken(".", True)]
    >>> tells_spaces([GoldSentence(hens, None, False)]), tells_spaces([GoldSentence(hens, "Hens.", False)])
    (False, True)
    """
    return any(found.text is not None or not all(token.space for token in found.tokens) for found in sentences)


def with_typographic_spaces(sentence: GoldSentence) -> GoldSentence:
    """The sentence with the usual spaces: none before most punctuation, none after opening brackets and quotes.

    >>> tokens = [GoldToken(form, True) for form in ("(", "Hens", "lay", ")", ".")]
    >>> raw_text([with_typographic_spaces(GoldSentence(tokens, None, False))]).text
    '(Hens lay).'
    """
    forms = [token.form for token in sentence.tokens]
    joined = [False] * (len(forms) + 1)
    quoted = False
    for place, form in enumerate(forms):
        if form in CLOSING or (form == '"' and quoted):
            joined[place] = True
        if form in OPENING or (form == '"' and not quoted):
            joined[place + 1] = True
        quoted ^= form == '"'
    joined[-1] = False
    tokens = [token._replace(space=not after) for token, after in zip(sentence.tokens, joined[1:], strict=True)]
    return sentence._replace(tokens=tokens)


def raw_text(sentences: Iterable[GoldSentence]) -> RawText:
    r"""The text of sentences and the places of their tokens.

    >>> one = GoldSentence([GoldToken("Go", False), GoldToken("!", True)], None, False)
    >>> two = GoldSentence([GoldToken("Run", True)], None, True)
    >>> found = raw_text([one, one, two])
    >>> found.text, found.ends.tolist(), found.last.tolist()
    ('Go! Go!\n\nRun', [2, 3, 6, 7, 12], [False, True, False, True, True])
    """
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    last: list[bool] = []
    base, space = 0, True
    for sentence in sentences:
        if pieces:
            separator = "\n\n" if sentence.begins_paragraph else " " if space else ""
            pieces.append(separator)
            base += len(separator)
        text, places = _placed(sentence)
        pieces.append(text)
        starts += [base + start for start, _ in places]
        ends += [base + end for _, end in places]
        last += [False] * (len(places) - 1) + [True]
        base += len(text)
        space = sentence.tokens[-1].space
    return RawText("".join(pieces), np.array(starts, np.int64), np.array(ends, np.int64), np.array(last, np.bool_))


def _placed(sentence: GoldSentence) -> tuple[str, list[tuple[int, int]]]:
    """The text of a sentence and the places of its tokens in it."""
    if sentence.text is not None:
        places = places_in(sentence.text, [token.form for token in sentence.tokens])
        if places is not None:
            return sentence.text, places
    pieces: list[str] = []
    found: list[tuple[int, int]] = []
    position = 0
    for token in sentence.tokens:
        found.append((position, position + len(token.form)))
        piece = token.form + (" " if token.space else "")
        pieces.append(piece)
        position += len(piece)
    return "".join(pieces).rstrip(" "), found


def places_in(text: str, forms: Sequence[str]) -> list[tuple[int, int]] | None:
    """Where these forms stand one after the other in a text, with nothing but white space around them, if they do.

    >>> places_in("Hens lay.", ["Hens", "lay", "."]), places_in("Hens lay.", ["Hens", "."])
    ([(0, 4), (5, 8), (8, 9)], None)
    """
    places: list[tuple[int, int]] = []
    position = 0
    for form in forms:
        while position < len(text) and text[position].isspace():
            position += 1
        if not text.startswith(form, position):
            return None
        places.append((position, position + len(form)))
        position += len(form)
    return None if text[position:].strip() else places
