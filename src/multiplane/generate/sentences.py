"""Sentences of the invented language, any number of them, a given share of them with crossing constructions.

Sentence i of a seed depends on the seed and on i alone: a smaller sample is the beginning of a larger one. Whether it
has a crossing construction is decided first; then sentences are generated until one is accepted, so that the share of
crossing sentences does not depend on what is accepted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from random import Random

from multiplane.errors import MultiplaneError
from multiplane.generate.constructions import CONSTRUCTIONS, Order, gap_count
from multiplane.generate.grammar import RATES, GeneratedWord, in_order, sentence
from multiplane.generate.lexicon import Language, invented_language
from multiplane.generate.random_trees import Accept
from multiplane.generate.randomness import happens, pick

ATTEMPTS = 2000
"""The number of sentences generated for one that is accepted, before giving up."""

MAX_CONSTRUCTIONS = 4
MAX_BATCH = 1024


def generate_sentences(
    size: int,
    seed: int = 0,
    *,
    accept: Accept | None = None,
    crossing_rate: float = 0.3,
    typical: Collection[str] = (),
    rates: Mapping[str, float] = RATES,
    name: str = "accepted",
) -> Iterator[str]:
    """CoNLL-U sentences of the invented language; ``accept`` says which of a batch of trees are wanted.

    ``typical`` constructions are tried more often than others, and ``rates`` are those of the grammar. ``name`` is
    what the accepted sentences are called in a message.

    >>> print(next(generate_sentences(1, seed=4)).partition("\\n")[0])
    # sent_id = 4-1
    """
    make = partial(_attempt, invented_language(), seed, crossing_rate, typical, rates)
    for numbers in _batches(size):
        found: dict[int, str] = {}
        for attempt in range(ATTEMPTS):
            pending = [number for number in numbers if number not in found]
            if not pending:
                break
            made = [(number, *make(number, attempt)) for number in pending]
            complete = [entry for entry in made if entry[1]]
            trees = [heads_of(order) for _, order, _ in complete]
            accepted = accept(trees) if accept and trees else [True] * len(trees)
            for (number, order, names), heads, is_wanted in zip(complete, trees, accepted, strict=True):
                if is_wanted:
                    comments = {"sent_id": f"{seed}-{number}", "seed": str(seed)}
                    if names:
                        comments["constructions"] = ", ".join(names)
                    found[number] = to_conllu(order, heads, comments)
        if len(found) < len(numbers):
            raise MultiplaneError(f"found no {name} sentence in {ATTEMPTS} attempts; expected a wider class")
        yield from (found[number] for number in numbers)


def _batches(size: int) -> Iterator[range]:
    """Numbers 1 to size in batches that grow, so that what cannot be generated is soon given up."""
    first, length = 1, 1
    while first <= size:
        yield range(first, min(first + length, size + 1))
        first, length = first + length, min(4 * length, MAX_BATCH)


def _attempt(
    spoken: Language,
    seed: int,
    crossing_rate: float,
    typical: Collection[str],
    rates: Mapping[str, float],
    number: int,
    attempt: int,
) -> tuple[Order, Sequence[str]]:
    """The words of a new sentence and the names of its constructions; no words where they found no place."""
    rng = Random(f"{seed} {number} {attempt}")
    if not happens(Random(f"{seed} {number}"), crossing_rate):
        return in_order(sentence(spoken, rates, rng)), ()
    among = [construction for construction in CONSTRUCTIONS if construction.name in typical]
    if not among or happens(rng, 0.25):
        among = list(CONSTRUCTIONS)
    count = 1 + (attempt % MAX_CONSTRUCTIONS or happens(rng, 0.25))
    chosen = [pick(rng, among) for _ in range(count)]
    needed = dict(rates)
    for construction in chosen:
        needed |= construction.rates
    order: Order | None = in_order(sentence(spoken, needed, rng))
    for construction in chosen:
        order = construction.apply(order, spoken, rng) if order else None
    if not order or not any(gap_count(word, order) for word in order):
        return [], ()
    return order, [construction.name for construction in chosen]


def heads_of(order: Sequence[GeneratedWord]) -> list[int]:
    """The tree over words in their order.

    >>> verb = GeneratedWord("go", "go", "go", "VERB")
    >>> heads_of([GeneratedWord("I", "I", "I", "PRON", head=verb), verb])
    [2, 0]
    """
    places = {id(word): place for place, word in enumerate(order, 1)}
    return [places[id(word.head)] if word.head else 0 for word in order]


def to_conllu(order: Sequence[GeneratedWord], heads: Sequence[int], comments: Mapping[str, str]) -> str:
    """A sentence as CoNLL-U with its comments and its text, the first word with a capital.

    >>> print(to_conllu([GeneratedWord("go", "go", "go", "VERB")], [0], {"sent_id": "1"}).partition("1\\t")[0])
    # sent_id = 1
    # text = Go
    <BLANKLINE>
    """
    forms = [word.form for word in order]
    forms[0] = forms[0][:1].upper() + forms[0][1:]
    glued = [following.upos == "PUNCT" for following in order[1:]] + [False]
    text = "".join(form + ("" if glue else " ") for form, glue in zip(forms, glued, strict=True)).rstrip()
    lines = [f"# {name} = {value}" for name, value in {**comments, "text": text}.items()]
    for place, word in enumerate(order):
        features = "|".join(f"{name}={value}" for name, value in sorted(word.features.items())) or "_"
        misc = "SpaceAfter=No" if glued[place] else "_"
        head = str(heads[place])
        lines.append(
            "\t".join(
                [str(place + 1), forms[place], word.lemma, word.upos, "_", features, head, word.deprel, "_", misc]
            )
        )
    return "\n".join(lines) + "\n\n"


def placeholder_words(count: int) -> list[GeneratedWord]:
    """Words without grammar, for random trees.

    >>> [word.upos for word in placeholder_words(2)]
    ['X', 'X']
    """
    forms = invented_language().adverbs
    return [GeneratedWord(form, form, form, "X") for form in (forms[place % len(forms)] for place in range(count))]
