"""Constructions that make arcs cross: each moves words of a projective sentence, and no arc.

Extraposition, scrambling, topicalisation, wh-fronting, hyperbaton (simple, interlocking, double) and cross-serial
verbs. Each gives the words in a new order in which the words below some node have a gap, or nothing where the
sentence has no place for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from multiplane.generate.grammar import GeneratedWord, inflect
from multiplane.generate.lexicon import Language
from multiplane.generate.randomness import pick

Order = list[GeneratedWord]


@dataclass(frozen=True, slots=True)
class Construction:
    """A way to reorder words; with its ``rates`` the grammar tends to generate what it can be applied to."""

    name: str
    rates: Mapping[str, float]
    apply: Callable[[Order, Language, Random], Order | None]


def words_below(node: GeneratedWord, order: Iterable[GeneratedWord]) -> Order:
    """The node and all words under it, in order.

    >>> verb = GeneratedWord("go", "go", "go", "VERB")
    >>> [word.form for word in words_below(verb, [GeneratedWord("I", "I", "I", "PRON", head=verb), verb])]
    ['I', 'go']
    """

    def is_below(word: GeneratedWord | None) -> bool:
        while word is not None and word is not node:
            word = word.head
        return word is node

    return [word for word in order if is_below(word)]


def gap_count(node: GeneratedWord, order: Sequence[GeneratedWord]) -> int:
    """In how many places other words stand between the words under a node.

    >>> noun, verb = GeneratedWord("news", "news", "news", "NOUN"), GeneratedWord("come", "came", "come", "VERB")
    >>> adjective = GeneratedWord("good", "good", "good", "ADJ", head=noun)
    >>> gap_count(noun, [adjective, noun, verb]), gap_count(noun, [noun, verb, adjective])
    (0, 1)
    """
    inside = set(map(id, words_below(node, order)))
    pieces, before = 0, False
    for word in order:
        now = id(word) in inside
        pieces += now and not before
        before = now
    return pieces - 1


def _dependents(node: GeneratedWord, order: Order, *deprels: str) -> Order:
    return [word for word in order if word.head is node and word.deprel in deprels]


def _moved(words: Sequence[GeneratedWord], order: Order, before: GeneratedWord | None) -> Order:
    """The order with some words put before another one, or at the end; as it was if that is one of them."""
    chosen = set(map(id, words))
    if before is not None and id(before) in chosen:
        return order
    rest = [word for word in order if id(word) not in chosen]
    place = rest.index(before) if before is not None else len(rest)
    return [*rest[:place], *words, *rest[place:]]


def _verb_above(node: GeneratedWord) -> GeneratedWord | None:
    above = node.head
    while above is not None and above.upos != "VERB":
        above = above.head
    return above


def _opens(word: GeneratedWord) -> bool:
    """Complementisers and relative pronouns stay in front of their clause."""
    return word.deprel == "mark" or word.features.get("PronType") == "Rel"


def _clause_start(verb: GeneratedWord, order: Order) -> GeneratedWord:
    return next(word for word in words_below(verb, order) if not _opens(word))


def _after_clause(verb: GeneratedWord, order: Order) -> GeneratedWord | None:
    """The word that follows a clause; for the main clause, its full stop."""
    place = order.index([word for word in words_below(verb, order) if word.upos != "PUNCT"][-1]) + 1
    return order[place] if place < len(order) else None


def _one_with_gap(rng: Random, candidates: Iterable[tuple[GeneratedWord, Order]], gaps: int = 1) -> Order | None:
    """One of the orders in which the node given with it has at least that many gaps."""
    found = [order for node, order in candidates if gap_count(node, order) >= gaps]
    return pick(rng, found) if found else None


def extraposition(order: Order, language: Language, rng: Random) -> Order | None:
    """A relative clause or prepositional phrase moves from its noun to the end of the clause."""
    candidates = []
    for word in order:
        verb = _verb_above(word)
        if word.deprel in ("acl:relcl", "nmod") and word.head is not None and verb is not None:
            candidates.append((word.head, _moved(words_below(word, order), order, _after_clause(verb, order))))
    return _one_with_gap(rng, candidates)


def scrambling(order: Order, language: Language, rng: Random) -> Order | None:
    """An argument of an infinitive moves to the front of the clause above."""
    candidates = []
    for word in order:
        infinitive, above = word.head, _verb_above(word.head) if word.head else None
        if word.deprel in ("obj", "iobj", "obl") and infinitive and infinitive.deprel == "xcomp" and above:
            candidates.append((infinitive, _moved(words_below(word, order), order, _clause_start(above, order))))
    return _one_with_gap(rng, candidates)


def _fronted_arguments(order: Order) -> list[tuple[GeneratedWord, GeneratedWord, Order]]:
    """Each argument of a finite complement, its verb, and the order with the argument in front of the sentence."""
    return [
        (word, word.head, _moved(words_below(word, order), order, order[0]))
        for word in order
        if word.deprel in ("nsubj", "obj", "iobj", "obl") and word.head and word.head.deprel == "ccomp"
    ]


def topicalisation(order: Order, language: Language, rng: Random) -> Order | None:
    """An argument of a finite complement moves to the front of the sentence."""
    return _one_with_gap(rng, ((verb, front) for _, verb, front in _fronted_arguments(order)))


def wh_fronting(order: Order, language: Language, rng: Random) -> Order | None:
    """As topicalisation, and the determiner of what moves becomes interrogative."""
    with_determiner = [
        (determiner, front)
        for word, verb, front in _fronted_arguments(order)
        for determiner in _dependents(word, order, "det")
        if gap_count(verb, front)
    ]
    if not with_determiner:
        return None
    determiner, front = pick(rng, with_determiner)
    determiner.stem = language.particles["which"]
    kept = {name: determiner.features[name] for name in ("Gender", "Case", "Number")}
    determiner.features = {**kept, "PronType": "Int"}
    inflect(language, determiner)
    if front[-1].upos == "PUNCT":
        front[-1].form = front[-1].lemma = "?"
    return front


def hyperbaton(order: Order, language: Language, rng: Random) -> Order | None:
    """An adjective or possessor moves away from its noun, to the front of the clause."""
    candidates = []
    for word in order:
        verb = _verb_above(word)
        if word.deprel in ("amod", "nmod") and word.head and verb:
            candidates.append((word.head, _moved(words_below(word, order), order, _clause_start(verb, order))))
    return _one_with_gap(rng, candidates)


def interlocking_hyperbaton(order: Order, language: Language, rng: Random) -> Order | None:
    """The adjectives of two nouns stand together in front of the clause, the nouns after them."""
    candidates = []
    for verb in (word for word in order if word.upos == "VERB"):
        nouns = _dependents(verb, order, "nsubj", "obj", "iobj", "obl")
        adjectives = [adjective for noun in nouns for adjective in _dependents(noun, order, "amod")[:1]]
        if len(adjectives) > 1:
            rest = [word for word in order if word not in adjectives[:2]]
            front = _moved(adjectives[:2], order, _clause_start(verb, rest))
            candidates += [(noun, front) for noun in nouns if gap_count(noun, front)]
    return _one_with_gap(rng, candidates)


def double_hyperbaton(order: Order, language: Language, rng: Random) -> Order | None:
    """An adjective moves to the front of the clause and another modifier of its noun to the end: two gaps."""
    candidates = []
    for noun in (word for word in order if word.upos == "NOUN"):
        verb, adjectives = _verb_above(noun), _dependents(noun, order, "amod")
        others = _dependents(noun, order, "acl:relcl", "nmod", "conj") + adjectives[1:]
        if verb and adjectives and others:
            split = _moved(adjectives[:1], order, _clause_start(verb, order))
            last = words_below(pick(rng, others), split)
            candidates.append((noun, _moved(last, split, _after_clause(verb, split))))
    return _one_with_gap(rng, candidates, gaps=2)


def cross_serial_verbs(order: Order, language: Language, rng: Random) -> Order | None:
    """The arguments of a chain of verbs come first, then the verbs, both in the order of the chain."""
    candidates = []
    for verb in order:
        if verb.upos == "VERB" and verb.deprel != "xcomp":
            chain = [verb]
            while infinitive := _dependents(chain[-1], order, "xcomp"):
                chain += infinitive
            candidates += [(other, _in_series(chain, order)) for other in chain[1:]]
    return _one_with_gap(rng, candidates)


def _in_series(chain: Order, order: Order) -> Order:
    """The clause of the first verb anew: what opens it, all arguments, all verbs, complements and full stop."""
    opening: Order = []
    arguments: Order = []
    complements: Order = []
    stop: Order = []
    for verb in chain:
        for word in (word for word in order if word.head is verb and word not in chain):
            place = {"ccomp": complements, "punct": stop}.get(word.deprel, arguments)
            (opening if _opens(word) else place).extend(words_below(word, order))
    words = [*opening, *arguments, *chain, *complements, *stop]
    clause = set(map(id, words))
    start = next(place for place, word in enumerate(order) if id(word) in clause)
    rest = [word for word in order if id(word) not in clause]
    return [*rest[:start], *words, *rest[start:]]


CONSTRUCTIONS = (
    Construction("extraposition", {"relative clause": 0.6, "prepositional phrase": 0.7, "adverb": 0.5}, extraposition),
    Construction("scrambling", {"control": 1.5, "causative": 0.6}, scrambling),
    Construction("topicalisation", {"clausal": 1.5}, topicalisation),
    Construction("wh-fronting", {"clausal": 1.5, "determiner": 1.0}, wh_fronting),
    Construction("hyperbaton", {"adjective": 0.8}, hyperbaton),
    Construction("interlocking hyperbaton", {"adjective": 0.9, "transitive": 1.5}, interlocking_hyperbaton),
    Construction("double hyperbaton", {"adjective": 0.9, "second adjective": 0.6, "adverb": 0.6}, double_hyperbaton),
    Construction("cross-serial verbs", {"causative": 1.5}, cross_serial_verbs),
)
