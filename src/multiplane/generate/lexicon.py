"""An invented language: words made of syllables, with genders, cases, valency frames and preferences.

It fixes the sounds, the endings, and the preferences of each verb and noun: the kinds of its subjects and objects and
the prepositions that attach to it. That is what can be learned from sentences of the language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from multiplane.generate.randomness import below, happens, pick, shuffled, zipf_sums

KINDS = 8
"""The number of kinds of nouns (people, tools, places, …); verbs and adjectives select nouns by kind."""

PREPOSITIONS = 12
PARTICLES = ("and", "that", "which", "who", "the", "a", "this")
GENDERS = ("Masc", "Fem", "Neut")
CASES = ("Nom", "Acc", "Dat", "Gen")
NUMBERS = ("Sing", "Plur")
TENSES = ("Past", "Pres")
SIZES = {"intransitive": 50, "transitive": 90, "ditransitive": 25, "clausal": 25, "control": 20, "causative": 20}
"""The number of verbs with each valency frame."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun; ``affinity`` is its preference for each preposition."""

    stem: str
    gender: str
    kind: int
    affinity: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb, the kinds of nouns it selects, and its preference for each preposition."""

    stem: str
    frame: str
    subjects: tuple[int, ...]
    objects: tuple[int, ...]
    affinity: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Language:
    """Everything that is fixed before a sentence is generated; lists are in the order of frequency."""

    nouns: tuple[tuple[Noun, ...], ...]
    verbs: Mapping[str, tuple[Verb, ...]]
    adjectives: tuple[tuple[str, ...], ...]
    adverbs: tuple[str, ...]
    prepositions: tuple[str, ...]
    governed_kinds: tuple[tuple[int, ...], ...]
    endings: Mapping[tuple[str, ...], str]
    particles: Mapping[str, str]
    frequencies: Mapping[int, Sequence[float]]

    def ending(self, *features: str) -> str:
        """The ending for these features of a noun, an adjective, a determiner or a verb."""
        return self.endings[features]


@cache
def invented_language() -> Language:
    """The language, the same at any time and place.

    >>> invented_language().prepositions[:3], invented_language().ending("VERB", "Inf")
    (('nan', 'gas', 'fus'), 'el')
    """
    rng = Random("language 0")
    words = _words(rng)
    leaning = [0.3 * rng.random() - 0.15 for _ in range(PREPOSITIONS)]
    nouns = [_noun(rng, next(words), [-lean for lean in leaning]) for _ in range(480)]
    verbs = {
        frame: tuple(_verb(rng, next(words), frame, leaning) for _ in range(size)) for frame, size in SIZES.items()
    }
    adjectives = tuple(tuple(next(words) for _ in range(30)) for _ in range(KINDS))
    by_kind = tuple(tuple(noun for noun in nouns if noun.kind == kind) for kind in range(KINDS))
    small_words = shuffled(rng, [a + b + c for a in "bdfgklmnprstvz" for b in "aeiou" for c in ("", "n", "s")])[
        : len(PARTICLES) + PREPOSITIONS
    ]
    lists: list[Sequence[object]] = [*by_kind, *verbs.values(), *adjectives]
    return Language(
        nouns=by_kind,
        verbs=verbs,
        adjectives=adjectives,
        adverbs=tuple(next(words) for _ in range(60)),
        prepositions=tuple(small_words[len(PARTICLES) :]),
        governed_kinds=tuple(_kinds(rng, 3) for _ in range(PREPOSITIONS)),
        endings=_endings(rng),
        particles=dict(zip(PARTICLES, small_words, strict=False)),
        frequencies={size: zipf_sums(size) for size in sorted({len(items) for items in lists} | {60})},
    )


def _noun(rng: Random, stem: str, leaning: Sequence[float]) -> Noun:
    return Noun(stem, pick(rng, GENDERS), below(rng, KINDS), _affinity(rng, leaning))


def _verb(rng: Random, stem: str, frame: str, leaning: Sequence[float]) -> Verb:
    return Verb(stem, frame, _kinds(rng, 2), _kinds(rng, 2), _affinity(rng, leaning))


def _kinds(rng: Random, count: int) -> tuple[int, ...]:
    return tuple(shuffled(rng, range(KINDS))[:count])


def _affinity(rng: Random, leaning: Sequence[float]) -> tuple[float, ...]:
    """Four favourite prepositions, the rest far behind; some prepositions lean to verbs, others to nouns."""
    favourites = shuffled(rng, range(PREPOSITIONS))[:4]
    return tuple(
        max(0.0, lean + (0.6 if number in favourites else 0.0) + 0.2 * rng.random())
        for number, lean in enumerate(leaning)
    )


def _endings(rng: Random) -> dict[tuple[str, ...], str]:
    """One ending for each cell of each paradigm, none twice in a paradigm; the citation form is a cell, too."""
    declined = [(gender, case, number) for gender in GENDERS for case in CASES for number in NUMBERS]
    nouns: list[tuple[str, ...]] = [("NOUN", *cell) for cell in declined]
    others: list[tuple[str, ...]] = [("ADJ", *cell) for cell in declined]
    verbs: list[tuple[str, ...]] = [("VERB", tense, number) for tense in TENSES for number in NUMBERS]
    found: dict[tuple[str, ...], str] = {}
    for cells in (nouns, others, [*verbs, ("VERB", "Inf")]):
        taken: set[str] = set()
        for cell in cells:
            ending = pick(rng, "aeiou") + pick(rng, ("", "n", "s", "r", "m", "l", "k", "t"))
            while ending in taken:
                ending = pick(rng, "aeiou") + pick(rng, ("n", "s", "r", "m", "l", "k", "t", "sh"))
            taken.add(ending)
            found[cell] = ending
    return found


def _words(rng: Random) -> Iterator[str]:
    """Stems without end, no two the same; frequent ones come first and are shorter."""
    seen: set[str] = set()
    while True:
        length = 1 + (len(seen) > 150) + happens(rng, 0.4)
        stem = "".join(_syllable(rng) for _ in range(length)) + pick(rng, "bdfgklmnprstvz")
        if stem not in seen:
            seen.add(stem)
            yield stem


def _syllable(rng: Random) -> str:
    return pick(rng, ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "sh", "tr")) + pick(
        rng, "aeiou"
    )
