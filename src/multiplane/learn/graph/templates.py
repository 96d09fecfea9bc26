"""The features of arcs and of labels as data: templates that name words and their attributes.

A word is ``h`` (the head), ``d`` (the dependent) or one a few places from them (``h+1``, ``d-2``); ``h.upos d.form`` is
the tag of the head together with the form of the dependent. A template of arcs is taken once with the direction of the
arc and once with its length as well. ``b`` is any word between the two: the template counts for every value that occurs
there. Templates of labels may also name words around the arc in the tree, see `RELATIVES`, and its `CIRCUMSTANCES`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32

RELATIVES = {
    "h": "the head",
    "d": "the dependent",
    "g": "the head of the head",
    "l": "the nearest dependent of the same head on the left",
    "r": "the nearest dependent of the same head on the right",
    "c": "the first dependent of the dependent",
    "e": "the last dependent of the dependent",
    "f": "the first dependent of the head",
    "m": "the last dependent of the head",
}
ARC_WORDS = ("h", "d", "b")
HEAD, DEPENDENT, BETWEEN = range(3)
CIRCUMSTANCES = ("direction", "distance", "siblings", "children")
CIRCUMSTANCE = -1
MOST_TERMS = 8
REACH = 3

_TERM = re.compile(r"([a-z])([+-][1-9])?\.([A-Za-z0-9:]+)")


class Terms(NamedTuple):
    """Templates as numbers: ``rows[t]`` is (word, places to the right, attribute) for each term of template t."""

    rows: Int32
    counts: Int32


def attributes_of(templates: Sequence[str]) -> tuple[str, ...]:
    """The attributes that templates name, in the order of their first use.

    >>> attributes_of(["h.upos d.upos", "h.form d-1.upos direction"])
    ('upos', 'form')
    """
    found = (_TERM.fullmatch(term) for template in templates for term in template.split())
    return tuple(dict.fromkeys(match[3] for match in found if match))


def compile_terms(
    templates: Sequence[str], attributes: Sequence[str], words: Sequence[str], circumstances: Sequence[str] = ()
) -> Terms:
    """Templates as numbers, over these attributes, words and circumstances.

    >>> terms = compile_terms(["h.upos d+1.form", "direction"], ["form", "upos"], "hd", ["direction"])
    >>> terms.rows[0, :2].tolist(), terms.rows[1, 0].tolist(), terms.counts.tolist()
    ([[0, 0, 1], [1, 1, 0]], [-1, 0, 0], [2, 1])
    >>> compile_terms(["q.upos"], ["upos"], "h")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found 'q.upos' in a template; expected h with up to 3 places and an attribute
    """
    rows = np.zeros((len(templates), MOST_TERMS, 3), np.int32)
    counts = np.zeros(len(templates), np.int32)
    for t, template in enumerate(templates):
        terms = template.split()
        if not 0 < len(terms) <= MOST_TERMS:
            raise MultiplaneError(f"found {len(terms)} terms in template {template!r}; expected 1 to {MOST_TERMS}")
        counts[t] = len(terms)
        for k, term in enumerate(terms):
            rows[t, k] = _term(term, attributes, words, circumstances)
    return Terms(rows, counts)


def _term(
    term: str, attributes: Sequence[str], words: Sequence[str], circumstances: Sequence[str]
) -> tuple[int, int, int]:
    if term in circumstances:
        return CIRCUMSTANCE, 0, circumstances.index(term)
    match = _TERM.fullmatch(term)
    if match and match[1] in words and abs(int(match[2] or 0)) <= REACH and match[3] in attributes:
        return words.index(match[1]), int(match[2] or 0), attributes.index(match[3])
    known = f"{' or '.join(words)} with up to {REACH} places and an attribute"
    raise MultiplaneError(f"found {term!r} in a template; expected {', '.join([*circumstances, known])}")
