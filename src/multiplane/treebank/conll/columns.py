"""The two formats and their ten columns, under one set of names; four have other titles in CoNLL-X."""

from __future__ import annotations

from typing import Literal, get_args

from multiplane.errors import MultiplaneError

Format = Literal["conllu", "conllx"]

FORMATS: tuple[Format, ...] = get_args(Format)
TITLES: dict[Format, str] = {"conllu": "CoNLL-U", "conllx": "CoNLL-X"}

COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
HEAD = COLUMNS.index("head")
DEPREL = COLUMNS.index("deprel")

_CONLLX_TITLES = {"upos": "CPOSTAG", "xpos": "POSTAG", "deps": "PHEAD", "misc": "PDEPREL"}


def column_number(name: str) -> int:
    """The number of a column, counted from 0.

    >>> column_number("form")
    1
    """
    if name not in COLUMNS:
        raise MultiplaneError(f"found column {name!r}; expected one of {', '.join(COLUMNS)}")
    return COLUMNS.index(name)


def column_title(number: int, format: Format) -> str:
    """The title of a column in a format, for messages.

    >>> column_title(3, "conllu"), column_title(3, "conllx")
    ('UPOS', 'CPOSTAG')
    """
    name = COLUMNS[number]
    return _CONLLX_TITLES.get(name, name.upper()) if format == "conllx" else name.upper()


def check_format(format: str) -> Format:
    """The name of a format, or an error that lists the formats.

    >>> check_format("conll09")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found format 'conll09'; expected one of conllu, conllx
    """
    for known in FORMATS:
        if format == known:
            return known
    raise MultiplaneError(f"found format {format!r}; expected one of {', '.join(FORMATS)}")
