"""Two analyses of the same text, token by token and word by word: which words of one are which of the other.

Words are compared by the characters of the text that they are, white space left aside. Words that are tokens match if
their characters are the same. Where one side has a multiword token, the words of all tokens that overlap it, on both
sides, are matched by the longest common subsequence of their forms, in small letters: the rules of CoNLL 2018.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import category

from multiplane.errors import MultiplaneError
from multiplane.treebank import Treebank

ROOT, NO_HEAD = -1, -2
_CONTEXT = 20

Place = tuple[int, int]


class TokenizedWord(NamedTuple):
    """A word: the characters that it is, or those of its multiword token; its columns; the number of its head.

    Words are numbered through the treebank; `ROOT` and `NO_HEAD` stand for no word.
    """

    form: str
    place: Place
    multiword: bool
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str


class TokenizedText(NamedTuple):
    """All characters but white space, and the places of tokens, sentences and words among them."""

    source: str
    characters: str
    tokens: list[Place]
    sentences: list[Place]
    words: list[TokenizedWord]


def tokenized(treebank: Treebank) -> TokenizedText:
    """The tokens, sentences and words of a treebank.

    >>> rows = ["1-2 isn't _ _ _ _ _ _ _ _", "1 is _ _ _ _ 0 root _ _", "2 n't _ _ _ _ 1 advmod _ _"]
    >>> text = tokenized(Treebank.from_text("\\n".join(rows).replace(" ", "\\t")))
    >>> text.tokens, [(word.form, word.place, word.head) for word in text.words]
    ([(0, 5)], [('is', (0, 5), -1), ("n't", (0, 5), 0)])
    """
    pieces: list[str] = []
    tokens: list[Place] = []
    sentences: list[Place] = []
    words: list[TokenizedWord] = []
    position = 0
    for sentence in treebank:
        first, begin = len(words), position
        covered = 0
        for row in sentence.rows:
            is_word = isinstance(row.id, int)
            if not is_word and "-" not in str(row.id):
                continue
            form = without_spaces(_with_spaces(row.form) if treebank.format == "conllx" else row.form)
            if not (is_word and len(words) - first < covered):
                pieces.append(form)
                tokens.append((position, position + len(form)))
                position += len(form)
            if not is_word:
                covered = int(str(row.id).partition("-")[2])
                continue
            inside = len(words) - first < covered
            head = NO_HEAD if row.head_id is None else ROOT if row.head_id == 0 else first + row.head_id - 1
            columns = (row.lemma, row.upos, row.xpos, row.feats, head, row.deprel)
            words.append(TokenizedWord(form, tokens[-1], inside, *columns))
        sentences.append((begin, position))
    return TokenizedText(treebank.source, "".join(pieces), tokens, sentences, words)


def _with_spaces(form: str) -> str:
    """A form of CoNLL-X, in which underscores stand for spaces."""
    return form.replace("_", " ").strip() or form


def without_spaces(form: str) -> str:
    """A form without the spaces in it.

    >>> without_spaces("10 000")
    '10000'
    """
    return form if form.isascii() and " " not in form else "".join(c for c in form if category(c) != "Zs")


def check_same_text(gold: TokenizedText, system: TokenizedText) -> None:
    """An error that shows where the characters of two texts first differ.

    >>> one, other = (TokenizedText(name, text, [], [], []) for name, text in (("a", "Henslay"), ("b", "Henlay")))
    >>> check_same_text(one, other)
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: b: found 'lay' after 3 characters, where a has 'slay'; expected the same text
    """
    if gold.characters == system.characters:
        return
    pairs = zip(gold.characters, system.characters, strict=False)
    shorter = min(len(gold.characters), len(system.characters))
    place = next((place for place, (one, other) in enumerate(pairs) if one != other), shorter)
    shown = [repr(text.characters[place : place + _CONTEXT]) for text in (gold, system)]
    where = f"after {place:,} characters, where {gold.source} has {shown[0]}"
    raise MultiplaneError(f"{system.source}: found {shown[1]} {where}; expected the same text")


def matched_words(gold: Sequence[TokenizedWord], system: Sequence[TokenizedWord]) -> dict[int, int]:
    """The numbers of gold words by those of the system words that match them.

    Both sides are walked through from left to right, as the shared task does: words that have been passed are not
    matched any more.
    """
    matched: dict[int, int] = {}
    here = there = 0
    while here < len(gold) and there < len(system):
        one, other = gold[here], system[there]
        if one.multiword or other.multiword:
            here, there, ends = _region(gold, here, system, there)
            forms = [word.form.lower() for word in gold[here : ends[0]]]
            other_forms = [word.form.lower() for word in system[there : ends[1]]]
            matched |= {there + b: here + a for a, b in common_subsequence(forms, other_forms)}
            here, there = ends
        elif one.place == other.place:
            matched[there] = here
            here, there = here + 1, there + 1
        elif one.place[0] <= other.place[0]:
            here += 1
        else:
            there += 1
    return matched


def _region(
    gold: Sequence[TokenizedWord], here: int, system: Sequence[TokenizedWord], there: int
) -> tuple[int, int, tuple[int, int]]:
    """The words of a multiword token, here or there, and of all that it overlaps: where they begin and end.

    A word that begins before the token and is none of a multiword token is passed.
    """
    end = (gold[here] if gold[here].multiword else system[there]).place[1]
    if gold[here].multiword:
        there += not system[there].multiword and system[there].place[0] < gold[here].place[0]
    else:
        here += not gold[here].multiword and gold[here].place[0] < system[there].place[0]
    first = here, there
    while not (_is_beyond(gold, here, end) and _is_beyond(system, there, end)):
        if here < len(gold) and (there >= len(system) or gold[here].place[0] <= system[there].place[0]):
            word, here = gold[here], here + 1
        else:
            word, there = system[there], there + 1
        if word.multiword:
            end = max(end, word.place[1])
    return *first, (here, there)


def _is_beyond(words: Sequence[TokenizedWord], number: int, end: int) -> bool:
    """Whether a word is outside a stretch of text that ends here; one of a multiword token must begin outside."""
    if number >= len(words):
        return True
    start, stop = words[number].place
    return start >= end if words[number].multiword else stop > end


def common_subsequence(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence, in both sequences; of several, the one found from the left.

    >>> common_subsequence(["em", "o", "dia"], ["o", "dia", "em"])
    [(1, 0), (2, 1)]
    """
    lengths = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for here in range(len(one) - 1, -1, -1):
        for there in range(len(other) - 1, -1, -1):
            if one[here] == other[there]:
                lengths[here][there] = lengths[here + 1][there + 1] + 1
            else:
                lengths[here][there] = max(lengths[here + 1][there], lengths[here][there + 1])
    pairs: list[tuple[int, int]] = []
    here = there = 0
    while here < len(one) and there < len(other):
        if one[here] == other[there]:
            pairs.append((here, there))
            here, there = here + 1, there + 1
        elif lengths[here][there] == lengths[here + 1][there]:
            here += 1
        else:
            there += 1
    return pairs
