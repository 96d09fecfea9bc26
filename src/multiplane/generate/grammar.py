"""A dependency grammar of the invented language: projective sentences with learnable attachments.

A clause is a verb with the arguments of its frame, the subject before it, and adverbs and prepositional phrases; a
noun phrase a noun with a determiner, adjectives, a possessor, prepositional phrases, relative clauses, conjuncts. A
prepositional phrase after an object belongs to the verb or to the noun, whichever prefers the preposition more, but for
some noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from multiplane.generate.lexicon import KINDS, NUMBERS, TENSES, Language, Noun, Verb
from multiplane.generate.randomness import by_sums, happens, pick, weighted

Item = TypeVar("Item")

RATES: Mapping[str, float] = {
    "intransitive": 0.2,
    "transitive": 0.45,
    "ditransitive": 0.1,
    "clausal": 0.1,
    "control": 0.08,
    "causative": 0.07,
    "adjective": 0.3,
    "second adjective": 0.1,
    "possessor": 0.08,
    "determiner": 0.8,
    "relative clause": 0.1,
    "prepositional phrase": 0.45,
    "adverb": 0.25,
    "coordination": 0.06,
    "full stop": 0.8,
    "attachment noise": 0.08,
    "selection noise": 0.1,
}
"""How often each frame and each modifier is used, and how often a preference is not followed."""

FRAMES = ("intransitive", "transitive", "ditransitive", "clausal", "control", "causative")
DEEPEST = 3


@dataclass(eq=False, slots=True)
class GeneratedWord:
    """A word of a sentence that is being made, with its dependents in the order of the projective sentence."""

    stem: str
    form: str
    lemma: str
    upos: str
    features: dict[str, str] = field(default_factory=dict)
    deprel: str = "root"
    head: GeneratedWord | None = None
    before: list[GeneratedWord] = field(default_factory=list)
    after: list[GeneratedWord] = field(default_factory=list)
    affinity: tuple[float, ...] = ()

    def take(self, dependent: GeneratedWord, deprel: str, first: bool) -> GeneratedWord:
        """Become the head of a word that stands before or after all that this one has so far."""
        dependent.head, dependent.deprel = self, deprel
        if first:
            self.before.append(dependent)
        else:
            self.after.append(dependent)
        return dependent


@dataclass(frozen=True, slots=True)
class Speaker:
    """What every rule needs: the language, the rates, the random number generator."""

    language: Language
    rates: Mapping[str, float]
    rng: Random

    def uses(self, name: str, depth: int = 0) -> bool:
        """Whether to use a modifier now; the deeper, the rarer."""
        return happens(self.rng, self.rates[name] / (1 + depth))

    def frequent(self, items: Sequence[Item]) -> Item:
        """One of the items by Zipf's law."""
        return items[by_sums(self.rng, self.language.frequencies[len(items)])]


def sentence(language: Language, rates: Mapping[str, float], rng: Random) -> GeneratedWord:
    """The main verb of a new sentence, its words below it.

    >>> from multiplane.generate.lexicon import invented_language
    >>> " ".join(word.form for word in in_order(sentence(invented_language(), RATES, Random(8))))
    'zusus zofar nashizesos vuim marares tus bugi .'
    """
    speaker = Speaker(language, rates, rng)
    root = clause(speaker, depth=0)
    if speaker.uses("full stop"):
        root.take(GeneratedWord(".", ".", ".", "PUNCT"), "punct", first=False)
    return root


def in_order(node: GeneratedWord) -> list[GeneratedWord]:
    """The words below a node, and itself, in the order of the projective sentence.

    >>> verb = GeneratedWord("go", "goes", "go", "VERB")
    >>> subject = verb.take(GeneratedWord("hen", "hen", "hen", "NOUN"), "nsubj", first=True)
    >>> [word.form for word in in_order(verb)]
    ['hen', 'goes']
    """
    words = [word for dependent in node.before for word in in_order(dependent)]
    return [*words, node, *(word for dependent in node.after for word in in_order(dependent))]


def clause(speaker: Speaker, depth: int, finite: bool = True, missing: str = "") -> GeneratedWord:
    """A verb with all it needs; ``missing`` (nsubj or obj) is left out, for a relative clause."""
    rng = speaker.rng
    choices = FRAMES if depth < DEEPEST else FRAMES[:2]
    frame = choices[weighted(rng, [speaker.rates[name] for name in choices])]
    if missing == "obj" and frame not in ("transitive", "ditransitive", "causative"):
        frame = "transitive"
    verb = speaker.frequent(speaker.language.verbs[frame])
    arguments: list[tuple[GeneratedWord, str]] = []
    number = pick(rng, NUMBERS)
    if finite and missing != "nsubj":
        subject = noun_phrase(speaker, verb.subjects, "Nom", depth)
        number = subject.features["Number"]
        arguments.append((subject, "nsubj"))
    if frame == "ditransitive":
        arguments.append((noun_phrase(speaker, verb.objects, "Dat", depth), "iobj"))
    if frame in ("transitive", "ditransitive", "causative") and missing != "obj":
        arguments.append((noun_phrase(speaker, verb.objects, "Acc", depth), "obj"))
    node = verb_node(speaker, verb, number if finite else None)
    if speaker.uses("prepositional phrase", depth):
        attach_prepositional_phrase(speaker, verb, arguments, depth)
    if speaker.uses("adverb", depth):
        form = speaker.frequent(speaker.language.adverbs)
        arguments.append((GeneratedWord(form, form, form, "ADV"), "advmod"))
    if frame in ("control", "causative"):
        arguments.append((clause(speaker, depth + 1, finite=False), "xcomp"))
    if frame == "clausal":
        arguments.append((complement(speaker, depth + 1), "ccomp"))
    for argument, deprel in arguments:
        node.take(argument, deprel, first=deprel == "nsubj")
    return node


def attach_prepositional_phrase(
    speaker: Speaker, verb: Verb, arguments: list[tuple[GeneratedWord, str]], depth: int
) -> None:
    """A prepositional phrase after the object, on the noun or on the verb by their preferences."""
    noun = next((node for node, deprel in arguments if deprel == "obj"), None)
    affinity = verb.affinity if noun is None else [*map(max, verb.affinity, noun.affinity)]
    preposition = weighted(speaker.rng, [value**3 for value in affinity])
    phrase = prepositional_phrase(speaker, preposition, depth + 1)
    if noun is not None and (noun.affinity[preposition] > verb.affinity[preposition]) != speaker.uses(
        "attachment noise"
    ):
        noun.take(phrase, "nmod", first=False)
    else:
        arguments.append((phrase, "obl"))


def prepositional_phrase(speaker: Speaker, preposition: int, depth: int) -> GeneratedWord:
    """A noun phrase in the dative after a preposition that selects its kinds."""
    phrase = noun_phrase(speaker, speaker.language.governed_kinds[preposition], "Dat", depth)
    form = speaker.language.prepositions[preposition]
    phrase.before.insert(0, GeneratedWord(form, form, form, "ADP", {}, "case", phrase))
    return phrase


def complement(speaker: Speaker, depth: int) -> GeneratedWord:
    """A finite clause after a complementiser."""
    verb = clause(speaker, depth)
    form = speaker.language.particles["that"]
    verb.before.insert(0, GeneratedWord(form, form, form, "SCONJ", {}, "mark", verb))
    return verb


def noun_phrase(speaker: Speaker, kinds: Sequence[int], case: str, depth: int) -> GeneratedWord:
    """A noun of one of the kinds with its modifiers."""
    language, rng = speaker.language, speaker.rng
    kind = int(KINDS * rng.random()) if speaker.uses("selection noise") else pick(rng, kinds)
    node = noun_node(speaker, speaker.frequent(language.nouns[kind]), case)
    if speaker.uses("determiner"):
        node.take(determiner(speaker, node), "det", first=True)
    for name in ("adjective", "second adjective"):
        if speaker.uses(name, depth):
            adjective = agreeing(language, speaker.frequent(language.adjectives[kind]), "ADJ", node)
            node.take(adjective, "amod", first=True)
    if depth < DEEPEST:
        if speaker.uses("possessor", depth):
            node.take(noun_phrase(speaker, range(KINDS), "Gen", depth + 1), "nmod", first=False)
        if speaker.uses("relative clause", depth):
            node.take(relative_clause(speaker, node, depth + 1), "acl:relcl", first=False)
        if speaker.uses("coordination", depth):
            conjunct = noun_phrase(speaker, kinds, case, depth + 1)
            form = language.particles["and"]
            conjunct.before.insert(0, GeneratedWord(form, form, form, "CCONJ", {}, "cc", conjunct))
            node.take(conjunct, "conj", first=False)
    return node


def relative_clause(speaker: Speaker, noun: GeneratedWord, depth: int) -> GeneratedWord:
    """A clause without subject or object, the relative pronoun in front."""
    missing = pick(speaker.rng, ("nsubj", "obj"))
    verb = clause(speaker, depth, missing=missing)
    pronoun = agreeing(speaker.language, speaker.language.particles["who"], "PRON", noun)
    pronoun.features |= {"Case": "Nom" if missing == "nsubj" else "Acc", "PronType": "Rel"}
    pronoun.head, pronoun.deprel = verb, missing
    inflect(speaker.language, pronoun)
    verb.before.insert(0, pronoun)
    if missing == "nsubj":
        verb.features["Number"] = noun.features["Number"]
        inflect(speaker.language, verb)
    return verb


def determiner(speaker: Speaker, noun: GeneratedWord) -> GeneratedWord:
    """A definite, indefinite or demonstrative determiner that agrees with its noun."""
    name = pick(speaker.rng, ("the", "the", "a", "a", "this"))
    node = agreeing(speaker.language, speaker.language.particles[name], "DET", noun)
    node.features |= {
        "the": {"Definite": "Def", "PronType": "Art"},
        "a": {"Definite": "Ind", "PronType": "Art"},
        "this": {"PronType": "Dem"},
    }[name]
    return node


def agreeing(language: Language, stem: str, upos: str, noun: GeneratedWord) -> GeneratedWord:
    """A word with the gender, case and number of its noun."""
    features = {name: noun.features[name] for name in ("Gender", "Case", "Number")}
    return inflect(language, GeneratedWord(stem, "", "", upos, features))


def noun_node(speaker: Speaker, noun: Noun, case: str) -> GeneratedWord:
    features = {"Gender": noun.gender, "Case": case, "Number": pick(speaker.rng, ("Sing", "Sing", "Plur"))}
    return inflect(speaker.language, GeneratedWord(noun.stem, "", "", "NOUN", features, affinity=noun.affinity))


def verb_node(speaker: Speaker, verb: Verb, number: str | None) -> GeneratedWord:
    features = {"VerbForm": "Inf"}
    if number is not None:
        features = {"Mood": "Ind", "Number": number, "Tense": pick(speaker.rng, TENSES), "VerbForm": "Fin"}
    return inflect(speaker.language, GeneratedWord(verb.stem, "", "", "VERB", features))


def inflect(language: Language, node: GeneratedWord) -> GeneratedWord:
    """Form and lemma by the features; the lemma is the nominative singular, or the infinitive."""
    if node.upos == "VERB":
        cell = (node.features["Tense"], node.features["Number"]) if "Tense" in node.features else ("Inf",)
        node.form = node.stem + language.ending("VERB", *cell)
        node.lemma = node.stem + language.ending("VERB", "Inf")
    else:
        paradigm, gender = ("NOUN" if node.upos == "NOUN" else "ADJ"), node.features["Gender"]
        citation = gender if node.upos == "NOUN" else "Masc"
        node.form = node.stem + language.ending(paradigm, gender, node.features["Case"], node.features["Number"])
        node.lemma = node.stem + language.ending(paradigm, citation, "Nom", "Sing")
    return node
