"""Sentences from plain Python: lists of words, as forms, as tuples or as dictionaries, become a treebank without heads;
trees become one with heads, labels and forms.

A list is a sentence; what is in it are words: a form, a tuple (form, upos, xpos, feats, lemma) or the beginning of one,
a dictionary with the names of columns, or a `Token`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from multiplane.errors import MultiplaneError
from multiplane.treebank.conll.columns import COLUMNS
from multiplane.treebank.sentence import Token
from multiplane.treebank.tree import Tree
from multiplane.treebank.treebank import Treebank

Word: TypeAlias = "str | tuple[str | None, ...] | Mapping[str, object] | Token"
TUPLE = ("form", "upos", "xpos", "feats", "lemma")
KEYS = tuple(name for name in COLUMNS if name not in ("id", "head", "deprel"))
EMPTY = "_"


def is_word(value: object) -> bool:
    """Whether a value stands for one word.

    >>> is_word("hens"), is_word(("hens", "NOUN")), is_word(["hens", "lay"])
    (True, True, False)
    """
    return isinstance(value, str | tuple | Mapping | Token)


def treebank_of_words(
    sentences: Iterable[Iterable[Word]], source: str = "<words>", comments: Sequence[Sequence[str]] = ()
) -> Treebank:
    """A treebank of these sentences, in CoNLL-U, without heads; an error that names the word that is none.

    ``comments`` are the lines above each of them.

    >>> treebank = treebank_of_words([["Hens", "lay"], [("Eggs", "NOUN"), {"form": "hatch", "lemma": "hatch"}]])
    >>> len(treebank), treebank[0][1].form, treebank[1][1].upos, treebank[1][2].lemma
    (2, 'Hens', 'NOUN', 'hatch')
    """
    lines: list[str] = []
    for number, sentence in enumerate(sentences, 1):
        if comments:
            lines += comments[number - 1]
        before = len(lines)
        for place, word in enumerate(sentence, 1):
            cells = _cells(word, f"word {place} of sentence {number}")
            lines.append("\t".join((str(place), *(cells[name] for name in COLUMNS[1:]))))
        if len(lines) == before:
            raise MultiplaneError(f"sentence {number}: found no words; expected at least one")
        lines.append("")
    text = "\n".join(lines) + "\n" if lines else ""
    return Treebank.from_text(text, "conllu", source=source, heads_required=False)


def treebank_of_trees(trees: Iterable[Tree], source: str = "<trees>") -> Treebank:
    """A treebank of these trees, in CoNLL-U; an error that names the form or label that no column can hold.

    >>> treebank_of_trees([Tree([2, 0], ["nsubj", "root"], ["Hens", "lay"])])[0][1].deprel
    'nsubj'
    """
    chosen = list(trees)
    words = treebank_of_words(([{"form": form} for form in tree.forms] for tree in chosen), source)
    heads = [head for tree in chosen for head in tree.heads.tolist()]
    return words.with_trees(heads, [label or EMPTY for tree in chosen for label in tree.labels])


def _cells(word: Word, where: str) -> dict[str, str]:
    """The columns of a word by name."""
    if isinstance(word, Token):
        given: dict[str, object] = {name: getattr(word, name) for name in KEYS}
    elif isinstance(word, Mapping):
        unknown = [name for name in word if name not in COLUMNS]
        if unknown:
            raise MultiplaneError(f"{where}: found key {unknown[0]!r}; expected {', '.join(KEYS)}")
        given = {name: word[name] for name in KEYS if name in word}
    elif isinstance(word, tuple):
        if not 1 <= len(word) <= len(TUPLE):
            raise MultiplaneError(
                f"{where}: found a tuple of {len(word)}; expected ({', '.join(TUPLE)}) or its beginning"
            )
        given = dict(zip(TUPLE, word, strict=False))
    else:
        given = {"form": word}
    cells = {name: _cell(name, value, where) for name, value in given.items()}
    if cells.get("form", "") in ("", EMPTY) and given.get("form") != EMPTY:
        raise MultiplaneError(f"{where}: found no form; expected one")
    return dict.fromkeys(COLUMNS, EMPTY) | cells


def _cell(name: str, value: object, where: str) -> str:
    """A value as it stands in a column; None and the empty text are ``_``."""
    if name == "feats" and isinstance(value, Mapping):
        value = "|".join(f"{key}={value[key]}" for key in sorted(value, key=str.casefold))
    if value is None or value == "":
        return EMPTY
    if not isinstance(value, str):
        raise MultiplaneError(f"{where}: found {type(value).__name__} as {name}; expected a text")
    if any(character in "\t\n\r" for character in value):
        raise MultiplaneError(f"{where}: found a tab or a line end in {name}; expected none")
    return value
