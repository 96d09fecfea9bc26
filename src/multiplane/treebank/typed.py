r"""Trees typed by hand: arcs such as ``the>hen:det hen>laid:nsubj laid>0``, or heads such as ``2 3 0`` and the words.

An arc is ``dependent>head`` or ``dependent>head:label``; 0 is the root. Each word is the dependent of one arc, and the
words stand in the order of these arcs. A word that occurs again gets a number: ``hen.2`` is the second hen, ``hen`` the
first. ``3.5`` is a word where no other arc is about a 3, and a head ends at the last colon that makes it a word of the
sentence. After a backslash any character is a part of the word: ``\>``, ``\:``, ``\.``, a space, or ``\0`` for a zero.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from multiplane.errors import TreeError

UNSPECIFIED, ROOT, ROOT_LABEL = "_", "0", "root"
SPECIAL = ">:.0 \t"
_TAKEN_AS_IT_IS = 0xD800
_NUMBERED = re.compile(r"(.+)\.([1-9][0-9]{0,5})", re.DOTALL)


class TypedWord(NamedTuple):
    """A form, and which one of the words with this form."""

    form: str
    number: int = 1

    def __str__(self) -> str:
        return self.form if self.number == 1 else f"{self.form}.{self.number}"


def read_arcs(text: str) -> tuple[list[int], list[str], list[str]]:
    r"""The heads, labels and forms of a tree that is typed as arcs.

    >>> read_arcs("the>hen:det hen>laid:nsubj laid>0 an>egg:det egg>laid:obj")
    ([2, 3, 0, 5, 3], ['det', 'nsubj', 'root', 'det', 'obj'], ['the', 'hen', 'laid', 'an', 'egg'])
    >>> read_arcs("hen>saw saw>0 hen.2>saw at>3.5 3.5>saw:obl:at")
    ([2, 0, 2, 5, 2], ['_', 'root', '_', '_', 'obl:at'], ['hen', 'saw', 'hen', 'at', '3.5'])
    >>> read_arcs("hen>laid:nsubj")
    Traceback (most recent call last):
      ...
    multiplane.errors.TreeError: found no arc for laid, the head of hen; expected one, laid>0 if it is the root
    """
    arcs = [_halves(arc) for arc in _protected(text).split()]
    if not arcs:
        raise TreeError("found no arcs; expected some, as in the>hen:det hen>slept:nsubj slept>0")
    words = _words([dependent for dependent, _ in arcs])
    places: dict[TypedWord, int] = {}
    for place, word in enumerate(words, 1):
        if word in places:
            one, other = (_plain(arcs[arc - 1][1].partition(":")[0]) for arc in (places[word], place))
            again = f"{word.form}.{1 + max(each.number for each in words if each.form == word.form)}"
            raise TreeError(
                f"found two heads of {word}, {one} and {other}; expected one; another {word.form} is {again}"
            )
        places[word] = place
    heads, labels = zip(*(_head(word, end, places) for word, (_, end) in zip(words, arcs, strict=True)), strict=True)
    return list(heads), list(labels), [word.form for word in words]


def read_heads(heads: str, words: str | None = None) -> tuple[list[int], list[str] | None]:
    """The heads and forms of a tree that is typed as numbers, one for each word.

    >>> read_heads("2 3 0", "the hen slept")
    ([2, 3, 0], ['the', 'hen', 'slept'])
    >>> read_heads("2 zero")
    Traceback (most recent call last):
      ...
    multiplane.errors.TreeError: found head 'zero' of word 2; expected a number, 0 for the root
    """
    numbers, forms = heads.split(), None if words is None else words.split()
    if not numbers:
        raise TreeError("found no heads; expected a number for each word, 0 for the root")
    if forms is not None and len(forms) != len(numbers):
        raise TreeError(f"found {len(numbers)} heads; expected {len(forms)}, one for each of: {' '.join(forms)}")
    for place, number in enumerate(numbers):
        if not re.fullmatch("[0-9]{1,9}", number):
            word = f"word {place + 1}" if forms is None else f"word {place + 1} ({forms[place]})"
            raise TreeError(f"found head {number!r} of {word}; expected a number, 0 for the root")
    return list(map(int, numbers)), forms


def _protected(text: str) -> str:
    """The text without backslashes; a character that has a meaning, but stands after one, becomes a lone surrogate."""

    def protect(match: re.Match[str]) -> str:
        return chr(_TAKEN_AS_IT_IS + ord(match[1])) if match[1] in SPECIAL else match[1]

    return re.sub(r"\\(.)", protect, text, flags=re.DOTALL)


def _plain(text: str) -> str:
    """The text with these characters again."""
    return text.translate({_TAKEN_AS_IT_IS + ord(character): character for character in SPECIAL})


def _halves(arc: str) -> tuple[str, str]:
    """What stands before and after the ``>`` of an arc."""
    dependent, _, end = arc.partition(">")
    if not dependent or not end:
        raise TreeError(f"found {_plain(arc)!r}; expected dependent>head or dependent>head:label")
    if ">" in end:
        raise TreeError(rf"found two > in {_plain(arc)!r}; expected one, and \> for one in a word")
    return dependent, end


def _words(names: list[str]) -> list[TypedWord]:
    """The words with these names; a number after a full stop counts where other names have the form before it."""
    numbered = {
        name: TypedWord(_plain(match[1]), int(match[2])) for name in names if (match := _NUMBERED.fullmatch(name))
    }
    forms = Counter(numbered[name].form if name in numbered else _plain(name) for name in set(names))
    words = [
        numbered[name] if name in numbered and forms[numbered[name].form] > 1 else TypedWord(_plain(name))
        for name in names
    ]
    counts: Counter[str] = Counter()
    for word in dict.fromkeys(words):
        counts[word.form] += 1
        if word.number != counts[word.form]:
            literally = rf"{word.form}\.{word.number} for a word with a full stop"
            raise TreeError(
                f"found {word}; expected {TypedWord(word.form, counts[word.form])} before it, or {literally}"
            )
    return words


def _head(word: TypedWord, end: str, places: Mapping[TypedWord, int]) -> tuple[int, str]:
    """The head and the label that stand after the ``>`` of a word's arc."""
    cuts = [place for place, character in enumerate(end) if character == ":"]
    for cut in (len(end), *reversed(cuts)):
        name, label = end[:cut], _plain(end[cut + 1 :])
        if name == ROOT:
            return 0, label or ROOT_LABEL
        match = _NUMBERED.fullmatch(name)
        numbered = TypedWord(_plain(match[1]), int(match[2])) if match else None
        found = places.get(numbered or TypedWord(""), 0) or places.get(TypedWord(_plain(name)), 0)
        if found:
            return found, label or UNSPECIFIED
    name = _plain(end.partition(":")[0])
    if not name:
        raise TreeError(f"found no head of {word}; expected one, or 0, after >")
    raise TreeError(f"found no arc for {name}, the head of {word}; expected one, {name}>0 if it is the root")
