"""Generated sentences: valid, the same again, with the crossing rate asked for, and with something to learn."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from random import Random

import pytest

from multiplane.errors import MultiplaneError
from multiplane.generate.constructions import CONSTRUCTIONS, Construction, gap_count
from multiplane.generate.grammar import FRAMES, RATES, in_order, sentence
from multiplane.generate.lexicon import language
from multiplane.generate.sentences import generate_sentences, heads_of
from multiplane.treebank import Sentence, Treebank


def generated(size: int, seed: int = 0, **options: float) -> Treebank:
    return Treebank.from_text("".join(generate_sentences(size, seed, **options)))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return generated(6000, seed=1, crossing_rate=0.0)


@pytest.mark.parametrize("dialect", range(6))
def test_sentences_are_valid(dialect: int) -> None:
    found = generated(300, seed=2, dialect=dialect)
    assert len(found) == 300
    assert not found.warnings
    for one in found:
        assert len(one) == len(one.tree)
        written = "".join(word.form + ("" if word.misc == "SpaceAfter=No" else " ") for word in one)
        assert written.rstrip() == one.metadata["text"]
        assert all(list(word.features) == sorted(word.features) for word in one)
        assert [word.id for word in one if word.upos == "PUNCT"] in ([], [len(one)])
        assert (one.metadata["seed"], one.sent_id) == (
            "2",
            f"{dialect}-2-{found.layout.lines.tolist().index(one.line) + 1}",
        )


def test_agreement(treebank: Treebank) -> None:
    for one in treebank:
        for word in one:
            if word.deprel in ("det", "amod"):
                noun = one[word.head or 0].features
                assert {name: word.features[name] for name in noun} == noun
            if word.deprel == "nsubj":
                assert word.features["Number"] == one[word.head or 0].features["Number"]
                assert word.features["Case"] == "Nom"


def test_words_are_many_and_inflected(treebank: Treebank) -> None:
    forms = Counter(word.form for one in treebank for word in one)
    lemmas = Counter((word.upos, word.lemma) for one in treebank for word in one)
    assert len(forms) > 4000
    assert len(forms) > 3 * len(lemmas)
    most, *_ = (count for (upos, _), count in lemmas.most_common() if upos == "NOUN")
    assert most > 20 * lemmas.total() / len(lemmas) / 10


def test_the_same_seed_gives_the_same_bytes() -> None:
    text = "".join(generate_sentences(60, seed=7))
    assert text == "".join(generate_sentences(60, seed=7))
    assert "".join(generate_sentences(900, seed=7)).startswith(text)
    assert text != "".join(generate_sentences(60, seed=8))


def test_other_processes_and_hash_seeds_give_the_same_bytes() -> None:
    code = (
        "import hashlib; from multiplane.generate.sentences import generate_sentences as g;"
        "print(hashlib.sha256(''.join(g(80, 3, crossing_rate=0.6)).encode()).hexdigest())"
    )
    here = hashlib.sha256("".join(generate_sentences(80, 3, crossing_rate=0.6)).encode()).hexdigest()
    for hash_seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
        assert found.stdout.decode().strip() == here


def has_gap(one: Sentence) -> bool:
    below: dict[int, set[int]] = defaultdict(set)
    for word in range(1, len(one) + 1):
        above = word
        while above:
            below[above].add(word)
            above = int(one.heads[above - 1])
    return any(max(words) - min(words) + 1 != len(words) for words in below.values())


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 1.0])
def test_crossing_rates_are_as_set(rate: float) -> None:
    found = generated(800, seed=3, crossing_rate=rate)
    share = sum(map(has_gap, found)) / len(found)
    assert share == sum("constructions" in one.metadata for one in found) / len(found)
    assert abs(share - rate) <= 4 * (rate * (1 - rate) / len(found)) ** 0.5


def test_what_is_accepted_does_not_change_the_crossing_rate() -> None:
    short = Treebank.from_text(
        "".join(generate_sentences(400, 3, crossing_rate=0.3, accept=lambda trees: [len(t) < 14 for t in trees]))
    )
    assert max(map(len, short)) < 14
    assert {one.sent_id for one in short if has_gap(one)} == {
        one.sent_id for one in generated(400, 3, crossing_rate=0.3) if has_gap(one)
    }


@pytest.mark.parametrize("dialect", range(4))
@pytest.mark.parametrize("construction", CONSTRUCTIONS, ids=lambda construction: construction.name)
def test_constructions_move_words_and_no_arcs(construction: Construction, dialect: int) -> None:
    applied = 0
    for seed in range(150):
        rng = Random(seed)
        order = in_order(sentence(language(dialect), {**RATES, **construction.rates}, rng))
        heads = [word.head for word in order]
        assert not any(gap_count(word, order) for word in order)
        changed = construction.apply(order, language(dialect), rng)
        if changed is not None:
            applied += 1
            assert any(gap_count(word, changed) for word in changed)
            assert sorted(map(id, changed)) == sorted(map(id, order))
            assert [word.head for word in order] == heads
            assert heads_of(changed).count(0) == 1
    assert applied >= 15


def test_all_constructions_are_used() -> None:
    found = Counter(
        name for one in generated(1500, 4, crossing_rate=1.0) for name in one.metadata["constructions"].split(", ")
    )
    assert set(found) == {construction.name for construction in CONSTRUCTIONS}
    assert min(found.values()) > 60


def test_cross_serial_verbs_stand_together_after_their_arguments() -> None:
    serial = [
        one for one in generated(900, 5, crossing_rate=1.0) if one.metadata["constructions"] == "cross-serial verbs"
    ]
    assert len(serial) > 40
    for one in serial:
        chains = [[word] for word in one if word.upos == "VERB" and word.deprel != "xcomp"]
        for chain in chains:
            while below := [word for word in one if word.head == chain[-1].id and word.deprel == "xcomp"]:
                chain += below
        assert any(
            len(chain) > 1
            and [word.id for word in chain] == list(range(int(chain[0].id), int(chain[0].id) + len(chain)))
            and all(
                int(word.id) < int(chain[0].id)
                for word in one
                if word.head in {verb.id for verb in chain} and word.deprel in ("nsubj", "obj", "iobj", "obl", "advmod")
            )
            for chain in chains
        )


def test_questions_end_with_a_question_mark() -> None:
    asked = [one for one in generated(800, 6, crossing_rate=1.0) if one.metadata["constructions"] == "wh-fronting"]
    assert asked
    for one in asked:
        assert any(word.features.get("PronType") == "Int" for word in one)
        assert one.words[-1].upos != "PUNCT" or one.words[-1].form == "?"


def prepositional_phrases(found: Treebank) -> list[tuple[str, str, str, bool]]:
    """(verb, object, preposition, whether it is on the object) where the phrase follows the object at once."""
    cases = []
    for one in found:
        for word in one:
            if word.deprel != "case":
                continue
            phrase = one[word.head or 0]
            above = one[phrase.head or 0]
            on_noun = phrase.deprel == "nmod" and above.deprel == "obj"
            noun = (
                above
                if on_noun
                else next((other for other in one if other.head == above.id and other.deprel == "obj"), None)
            )
            if noun is not None and phrase.deprel in ("nmod", "obl"):
                cases.append((one[noun.head or 0].lemma, noun.lemma, word.form, on_noun))
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
    kind = {noun.stem: noun.kind for nouns in language(0).nouns for noun in nouns}
    endings = {ending for cell, ending in language(0).endings.items() if cell[0] == "NOUN"}
    kinds_of: dict[str, Counter[int]] = defaultdict(Counter)
    for one in treebank:
        for word in one:
            if word.deprel == "obj" and word.upos == "NOUN":
                stem = next(word.lemma.removesuffix(e) for e in endings if word.lemma.removesuffix(e) in kind and e)
                kinds_of[one[word.head or 0].lemma][kind[stem]] += 1
    frequent = [kinds for kinds in kinds_of.values() if kinds.total() >= 20]
    assert len(frequent) > 20
    assert all(sum(count for _, count in kinds.most_common(2)) > 0.6 * kinds.total() for kinds in frequent)


def test_noise_can_be_turned_off() -> None:
    quiet = {**RATES, "attachment noise": 0.0}
    certain = prepositional_phrases(
        Treebank.from_text("".join(generate_sentences(1500, 1, crossing_rate=0.0, rates=quiet)))
    )
    sides: dict[tuple[str, str, str], set[bool]] = defaultdict(set)
    for verb, noun, preposition, on_noun in certain:
        sides[verb, noun, preposition].add(on_noun)
    assert all(len(found) == 1 for found in sides.values())


def test_every_frame_has_verbs() -> None:
    assert set(language(0).verbs) == set(FRAMES)


def test_what_cannot_be_made_is_given_up() -> None:
    with pytest.raises(MultiplaneError, match="found no tiny sentence in 2000 attempts; expected a wider class"):
        list(generate_sentences(5, accept=lambda trees: [False] * len(trees), name="tiny"))
