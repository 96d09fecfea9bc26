"""Multiword tokens: tokens that are several words, as ``no`` in Portuguese is ``em`` and ``o``, get rows for these.

What a token is, is looked up: first by its whole form, then by the longest ending, then by the longest beginning that
the training data tell something about. Tokens are compared in small letters.

A split takes letters away from the end of the token, adds others to what is left, which is the first word, and gives
the words that follow: ``vendê-la`` is ``vend`` with ``er``, and ``la``. At the beginning of a token it is the same from
right to left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from multiplane.learn.model.contents import ModelFile, fits_column
from multiplane.text.multiword.write import with_words
from multiplane.treebank.treebank import Treebank

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
    """The length of the common prefix."""
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


@dataclass(frozen=True, slots=True, eq=False)
class WordSplitter:
    """Which tokens are several words: by whole forms (no words: the token is one), by endings, by beginnings.

    >>> splitter = WordSplitter({"no": ("em", "o")}, {"n't": Split(3, "", ("n't",))})
    >>> splitter.words_of("No"), splitter.words_of("isn't"), splitter.words_of("hen")
    (('Em', 'o'), ('is', "n't"), ())
    """

    forms: Mapping[str, Words] = field(default_factory=dict)
    endings: Mapping[str, Split] = field(default_factory=dict)
    beginnings: Mapping[str, Split] = field(default_factory=dict)
    _longest: tuple[int, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        longest = tuple(max(map(len, table), default=0) for table in (self.endings, self.beginnings))
        object.__setattr__(self, "_longest", longest)

    def words_of(self, token: str) -> Words:
        """The words of a token; none if it is a word itself."""
        small = token.lower()
        words = self.forms.get(small)
        if words is None:
            words = self._by_affix(small)
        return with_case(token, words) if words else ()

    def _by_affix(self, token: str) -> Words:
        size = len(token)
        for length in range(min(size - 1, self._longest[0]), 0, -1):
            split = self.endings.get(token[size - length :])
            if split is not None:
                if split.others and split.removed < size:
                    return at_end(token, split)
                break
        for length in range(min(size - 1, self._longest[1]), 0, -1):
            split = self.beginnings.get(token[:length])
            if split is not None:
                return at_beginning(token, split) if split.others and split.removed < size else ()
        return ()

    def split(self, treebank: Treebank) -> Treebank:
        """A treebank without heads, with the words of its multiword tokens in rows of their own.

        >>> hens = Treebank.from_text("1\\tisn't\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\n\\n", heads_required=False)
        >>> split = WordSplitter({}, {"n't": Split(3, "", ("n't",))}).split(hens)
        >>> [(row.id, row.form) for row in split[0].rows]
        [('1-2', "isn't"), (1, 'is'), (2, "n't")]
        """
        if not (self.forms or self.endings or self.beginnings) or not treebank.word_count:
            return treebank
        encoded = treebank.encode(["form"])
        words = [self.words_of(form) if form else () for form in encoded.vocabularies["form"]]
        if not any(words):
            return treebank
        return with_words(treebank, encoded.ids["form"], words)

    def header(self) -> dict[str, Any]:
        """The tables, for a model file."""
        return {
            "forms": {form: list(words) for form, words in self.forms.items()},
            "endings": {affix: _as_data(split) for affix, split in self.endings.items()},
            "beginnings": {affix: _as_data(split) for affix, split in self.beginnings.items()},
        }

    @classmethod
    def from_file(cls, file: ModelFile, *keys: str) -> WordSplitter:
        """Read the tables under these keys of a file's header; raise if one is damaged."""
        forms = {form: _words(file, words) for form, words in file.entries(*keys, "forms").items()}
        tables = [
            {affix: _split(file, affix, split) for affix, split in file.entries(*keys, name).items()}
            for name in ("endings", "beginnings")
        ]
        return cls(forms, *tables)


def _as_data(split: Split) -> list[Any]:
    return [split.removed, split.added, *split.others]


def _words(file: ModelFile, value: Any) -> Words:
    if not isinstance(value, list) or not all(isinstance(word, str) and fits_column(word) for word in value):
        raise file.fault("words of a multiword token that no column can hold", "a list of texts")
    if len(value) == 1:
        raise file.fault("a multiword token of one word", "two or more")
    return tuple(value)


def _split(file: ModelFile, affix: str, value: Any) -> Split:
    match value:
        case [int(removed), str(added), *others] if 0 <= removed <= len(affix) and not isinstance(removed, bool):
            texts = [*others, added or "_"]
            if all(isinstance(text, str) and fits_column(text) for text in texts):
                return Split(removed, added, tuple(others))
    raise file.fault(f"a damaged split of {affix!r}", "a number and texts")
