"""How a token is split into words: by its whole form, or by its ending or beginning.

A split takes letters away from the end of the token, adds others to what is left, which is the first word, and gives
the words that follow: ``vendê-la`` is ``vend`` with ``er``, and ``la``. At the beginning of a token it is the same from
right to left.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Words: TypeAlias = tuple[str, ...]


class Split(NamedTuple):
    """Letters to take away, letters to add to the rest, and the other words.

    >>> at_end("vendê-la", Split(4, "er", ("la",)))
    ('vender', 'la')
    >>> at_beginning("l'heure", Split(2, "", ("le",)))
    ('le', 'heure')
    """

    removed: int
    added: str
    others: Words


NO_SPLIT = Split(0, "", ())


def at_end(token: str, split: Split) -> Words:
    """The words of a token that is split at its end."""
    return (token[: len(token) - split.removed] + split.added, *split.others)


def at_beginning(token: str, split: Split) -> Words:
    """The words of a token that is split at its beginning."""
    return (*split.others, split.added + token[split.removed :])


def end_split(token: str, words: Words) -> Split:
    """The split at the end that makes these words of a token, with as much of the token left as can be.

    >>> end_split("don't", ("do", "n't"))
    Split(removed=3, added='', others=("n't",))
    """
    kept = _common(token, words[0])
    return Split(len(token) - kept, words[0][kept:], words[1:])


def beginning_split(token: str, words: Words) -> Split:
    """The split at the beginning that makes these words of a token.

    >>> beginning_split("l'heure", ("le", "heure"))
    Split(removed=2, added='', others=('le',))
    """
    kept = _common(token[::-1], words[-1][::-1])
    return Split(len(token) - kept, words[-1][: len(words[-1]) - kept], words[:-1])


def _common(one: str, other: str) -> int:
    """The number of letters with which both begin."""
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count


def with_case(token: str, words: Words) -> Words:
    """Words in small letters with the capitals of the token: letter by letter where they are its parts.

    >>> with_case("DON'T", ("do", "n't")), with_case("No", ("em", "o")), with_case("NAS", ("em", "as"))
    (('DO', "N'T"), ('Em', 'o'), ('EM', 'AS'))
    """
    if token.islower():
        return words
    if "".join(words) == token.lower() and len(token.lower()) == len(token):
        ends = [sum(map(len, words[: number + 1])) for number in range(len(words))]
        return tuple(token[end - len(word) : end] for end, word in zip(ends, words, strict=True))
    if token.isupper() and len(token) > 1:
        return tuple(word.upper() for word in words)
    if token[:1].isupper():
        return (words[0][:1].upper() + words[0][1:], *words[1:])
    return words
