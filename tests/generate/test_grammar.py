"""The grammar of the invented language: agreement, inflection, and preferences that can be learned."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable

import pytest
from tests.generate.samples import generated

from multiplane.generate.grammar import FRAMES, RATES
from multiplane.generate.lexicon import invented_language
from multiplane.generate.sentences import generate_sentences
from multiplane.treebank import Treebank


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return generated(6000, seed=1, crossing_rate=0.0)


@pytest.mark.slow
def test_agreement(treebank: Treebank) -> None:
    for one in treebank:
        for word in one:
            if word.deprel in ("det", "amod"):
                noun = one[word.head_id or 0].features
                assert {name: word.features[name] for name in noun} == noun
            if word.deprel == "nsubj":
                assert word.features["Number"] == one[word.head_id or 0].features["Number"]
                assert word.features["Case"] == "Nom"


def test_words_are_many_and_inflected(treebank: Treebank) -> None:
    forms = Counter(word.form for one in treebank for word in one)
    lemmas = Counter((word.upos, word.lemma) for one in treebank for word in one)
    assert len(forms) > 4000
    assert len(forms) > 3 * len(lemmas)
    most, *_ = (count for (upos, _), count in lemmas.most_common() if upos == "NOUN")
    assert most > 20 * lemmas.total() / len(lemmas) / 10


def prepositional_phrases(found: Treebank) -> list[tuple[str, str, str, bool]]:
    """(verb, object, preposition, whether it is on the object) where the phrase follows the object at once."""
    cases = []
    for one in found:
        for word in one:
            if word.deprel != "case":
                continue
            phrase = one[word.head_id or 0]
            above = one[phrase.head_id or 0]
            on_noun = phrase.deprel == "nmod" and above.deprel == "obj"
            noun = (
                above
                if on_noun
                else next((other for other in one if other.head_id == above.id and other.deprel == "obj"), None)
            )
            if noun is not None and phrase.deprel in ("nmod", "obl"):
                cases.append((one[noun.head_id or 0].lemma, noun.lemma, word.form, on_noun))
    return cases


def test_attachment_can_be_learned(treebank: Treebank) -> None:
    """Votes of preposition, verb and noun, counted on one half, tell the attachment on the other."""
    cases = prepositional_phrases(treebank)
    train, test = cases[: len(cases) // 2], cases[len(cases) // 2 :]
    votes: Counter[tuple[str, str]] = Counter()
    seen: Counter[tuple[str, str]] = Counter()
    for verb, noun, preposition, on_noun in train:
        for key in (("", preposition), (verb, preposition), (noun, preposition)):
            votes[key] += on_noun
            seen[key] += 1

    def odds(word: str, preposition: str, prior: float) -> float:
        return (votes[word, preposition] + 2 * prior) / (seen[word, preposition] + 2)

    def on_noun_by_votes(verb: str, noun: str, preposition: str) -> bool:
        prior = odds("", preposition, 0.5)
        return odds(verb, preposition, prior) + odds(noun, preposition, prior) > 1

    def accuracy(guess: Callable[[str, str, str], bool]) -> float:
        return sum(guess(*case[:3]) == case[3] for case in test) / len(test)

    majority = max(accuracy(lambda *_: True), accuracy(lambda *_: False))
    by_preposition = accuracy(lambda verb, noun, preposition: odds("", preposition, 0.5) > 0.5)
    by_words = accuracy(on_noun_by_votes)
    assert len(test) > 500
    assert by_preposition > majority + 0.08
    assert by_words > by_preposition + 0.03
    assert by_words < 1 - RATES["attachment noise"] / 2


def test_verbs_choose_their_objects(treebank: Treebank) -> None:
    """The objects of one half are more often those that the verb had in the other than those that others had."""
    kind = {noun.stem: noun.kind for nouns in invented_language().nouns for noun in nouns}
    endings = {ending for cell, ending in invented_language().endings.items() if cell[0] == "NOUN"}
    kinds_of: dict[str, Counter[int]] = defaultdict(Counter)
    for one in treebank:
        for word in one:
            if word.deprel == "obj" and word.upos == "NOUN":
                stem = next(word.lemma.removesuffix(e) for e in endings if word.lemma.removesuffix(e) in kind and e)
                kinds_of[one[word.head_id or 0].lemma][kind[stem]] += 1
    frequent = [kinds for kinds in kinds_of.values() if kinds.total() >= 20]
    assert len(frequent) > 20
    assert all(sum(count for _, count in kinds.most_common(2)) > 0.6 * kinds.total() for kinds in frequent)


def test_every_frame_has_verbs() -> None:
    assert set(invented_language().verbs) == set(FRAMES)


def test_noise_can_be_turned_off() -> None:
    quiet = {**RATES, "attachment noise": 0.0}
    certain = prepositional_phrases(
        Treebank.from_text("".join(generate_sentences(1500, 1, crossing_rate=0.0, rates=quiet)))
    )
    sides: dict[tuple[str, str, str], set[bool]] = defaultdict(set)
    for verb, noun, preposition, on_noun in certain:
        sides[verb, noun, preposition].add(on_noun)
    assert all(len(found) == 1 for found in sides.values())
