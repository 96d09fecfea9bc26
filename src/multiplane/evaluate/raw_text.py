"""The scores of CoNLL 2018 for analyses of raw text, whose tokens and sentences may differ from the gold ones.

Each is the F1 of tokens, of sentences, or of words that match and have the same annotation (`tokenization`). Heads are
the same if they match. MLAS and BLEX are over words with content relations: MLAS compares tags, universal features and
the function words attached to them, BLEX the lemmas. Where the gold lemma is ``_``, every lemma is right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

from multiplane.characters import plural
from multiplane.evaluate.conventions import CONTENT_RELATIONS, main_relation
from multiplane.evaluate.groups import figure, share
from multiplane.evaluate.sources import Source, treebank_of
from multiplane.evaluate.tokenization import (
    NO_HEAD,
    ROOT,
    TokenizedText,
    TokenizedWord,
    check_same_text,
    matched_words,
    tokenized,
)
from multiplane.frames import frame_of_rows
from multiplane.results import Result
from multiplane.tables import FigureTable

# fmt: off
METRICS = (
    "Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX",
)
FUNCTION_RELATIONS = frozenset({"aux", "case", "cc", "clf", "cop", "det", "mark"})
UNIVERSAL_FEATURES = frozenset({
    "Abbr", "Animacy", "Aspect", "Case", "Definite", "Degree", "Evident", "Foreign", "Gender", "Mood", "NumType",
    "Number", "Person", "Polarity", "Polite", "Poss", "PronType", "Reflex", "Tense", "VerbForm", "Voice",
})
# fmt: on
OF_TREES = ("UAS", "LAS", "CLAS", "MLAS", "BLEX")
UNMATCHED = -3

Key = Callable[[TokenizedWord, TokenizedWord], Hashable]
"""What is compared of a word, given the word and the gold word that it matches."""


@dataclass(frozen=True, slots=True)
class Matches:
    """How many of something the gold standard has, how many the prediction, and how many are right; None: unknown.

    >>> found = Matches(gold=10, predicted=6, right=4)
    >>> found.precision, found.recall, found.f1
    (66.66666666666667, 40.0, 50.0)
    """

    gold: int
    predicted: int
    right: int | None

    @property
    def precision(self) -> float:
        """Of those predicted, the share that is right."""
        return nan if self.right is None else share(self.right, self.predicted)

    @property
    def recall(self) -> float:
        """Of the gold ones, the share that is predicted."""
        return nan if self.right is None else share(self.right, self.gold)

    @property
    def f1(self) -> float:
        """Twice the right ones, by all of both sides."""
        return nan if self.right is None else share(2 * self.right, self.gold + self.predicted)


@dataclass(frozen=True, slots=True)
class RawTextScores(Result):
    """The scores by name, in the order of `METRICS`; those of trees are NaN where the prediction has no heads.

    >>> import multiplane
    >>> german = multiplane.read("sample:german")
    >>> scores = evaluate_text(german, german)
    >>> scores["Words"].f1, scores["MLAS"].f1
    (100.0, 100.0)
    """

    metrics: dict[str, Matches]

    def __getitem__(self, name: str) -> Matches:
        return self.metrics[name]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name} {self.metrics[name].f1:.2f}" for name in ("Tokens", "Sentences", "Words", "LAS"))
        return f"<RawTextScores: {shown}>"

    def tables(self) -> list[FigureTable]:
        """Precision, recall and F1, a row for each score."""
        return [self.both_sides("CoNLL 2018, raw text")]

    @staticmethod
    def side_by_side(files: Sequence[str], scores: Sequence[RawTextScores], gold: str = "") -> list[FigureTable]:
        """F1 of several predictions of one gold treebank, a row each; then precision and recall of each."""
        metrics = scores[0].metrics
        counts = zip(("sentence", "token", "word"), ("Sentences", "Tokens", "Words"), strict=True)
        size = ", ".join(plural(metrics[name].gold, noun) for noun, name in counts)
        pairs = list(zip(files, scores, strict=True))
        rows = [(file, *(found.f1 for found in one.metrics.values())) for file, one in pairs]
        return [
            FigureTable(gold, ["", *metrics], rows, f"{size}; CoNLL 2018, raw text: by aligned words, F1"),
            *(one.both_sides(f"{file}: precision and recall") for file, one in pairs),
        ]

    def both_sides(self, title: str) -> FigureTable:
        """A row for each score, with precision, recall and F1."""
        rows = [(name, found.precision, found.recall, found.f1) for name, found in self.metrics.items()]
        return FigureTable(title, ["", "precision", "recall", "F1"], rows)

    def as_data(self) -> dict[str, Any]:
        """All figures as an object that JSON can hold. The keys are stable."""
        return {
            name: {
                "gold": found.gold,
                "predicted": found.predicted,
                **{side: figure(getattr(found, side)) for side in ("precision", "recall", "f1")},
            }
            for name, found in self.metrics.items()
        }

    def to_frame(self) -> Any:
        """A data frame of pandas, a row for each score."""
        rows = [(name, found.precision, found.recall, found.f1) for name, found in self.metrics.items()]
        return frame_of_rows(["metric", "precision", "recall", "f1"], rows)


def evaluate_text(gold: Source, predicted: Source) -> RawTextScores:
    """The scores of CoNLL 2018 of a prediction over the same text, whatever its tokens and sentences.

    >>> from multiplane import Treebank
    >>> def read(*rows):
    ...     return Treebank.from_text("\\n".join(rows).replace(" ", "\\t"), heads_required=False)
    >>> gold = read("1 Go _ VERB _ _ 0 root _ _", "2 on _ ADP _ _ 1 compound _ _", "3 ! _ PUNCT _ _ 1 punct _ _")
    >>> scores = evaluate_text(gold, read("1 Go _ VERB _ _ 0 root _ _", "2 on! _ ADP _ _ 1 compound _ _"))
    >>> scores["Words"].f1, scores["LAS"].precision, scores["Sentences"].f1
    (40.0, 50.0, 100.0)
    """
    return score_text(tokenized(treebank_of(gold)), tokenized(treebank_of(predicted)))


def score_text(gold: TokenizedText, system: TokenizedText) -> RawTextScores:
    """The same for texts that are laid out already."""
    check_same_text(gold, system)
    matched = matched_words(gold.words, system.words)
    has_heads = all(word.head != NO_HEAD for text in (gold, system) for word in text.words)
    comparison = _Comparison(gold.words, system.words, matched)
    scores = {
        "Tokens": _same_places(gold.tokens, system.tokens),
        "Sentences": _same_places(gold.sentences, system.sentences),
        "Words": Matches(len(gold.words), len(system.words), len(matched)),
        "UPOS": comparison.of_words(lambda word, _: word.upos),
        "XPOS": comparison.of_words(lambda word, _: word.xpos),
        "UFeats": comparison.of_words(lambda word, _: universal_features(word.feats)),
        "AllTags": comparison.of_words(lambda word, _: (word.upos, word.xpos, universal_features(word.feats))),
        "Lemmas": comparison.of_words(_lemma),
    }
    trees = comparison.of_trees() if has_heads else dict.fromkeys(OF_TREES, Matches(0, 0, None))
    return RawTextScores(scores | trees)


def universal_features(feats: str) -> str:
    """The features of FEATS that all of Universal Dependencies share, in the order of their names.

    >>> universal_features("Number=Sing|Case=Nom|Style=Arch")
    'Case=Nom|Number=Sing'
    """
    return "|".join(sorted(one for one in feats.split("|") if one.partition("=")[0] in UNIVERSAL_FEATURES))


def _lemma(word: TokenizedWord, gold: TokenizedWord) -> str:
    return word.lemma if gold.lemma != "_" else "_"


def _same_places(gold: Sequence[tuple[int, int]], system: Sequence[tuple[int, int]]) -> Matches:
    return Matches(len(gold), len(system), len({*gold} & {*system}))


class _Comparison:
    """The words of both sides, and what matches what."""

    def __init__(self, gold: Sequence[TokenizedWord], system: Sequence[TokenizedWord], matched: dict[int, int]) -> None:
        self.gold = gold
        self.system = system
        self.matched = matched

    def of_words(self, key: Key) -> Matches:
        """Words that match and have the same key."""
        right = sum(
            key(self.gold[here], self.gold[here]) == key(self.system[there], self.gold[here])
            for there, here in self.matched.items()
        )
        return Matches(len(self.gold), len(self.system), right)

    def of_trees(self) -> dict[str, Matches]:
        """The scores that need heads."""
        names = {number: number for number in range(len(self.gold))}
        gold_arcs, system_arcs = _arcs(self.gold, names), _arcs(self.system, self.matched)
        function_words = _function_words(self.gold, names), _function_words(self.system, self.matched)
        is_content = [
            [main_relation(word.deprel) in CONTENT_RELATIONS for word in words] for words in (self.gold, self.system)
        ]
        right = dict.fromkeys(OF_TREES, 0)
        for there, here in self.matched.items():
            word, gold = self.system[there], self.gold[here]
            same_head = gold_arcs[here][0] == system_arcs[there][0]
            same_arc = gold_arcs[here] == system_arcs[there]
            right["UAS"] += same_head
            right["LAS"] += same_arc
            if same_arc and is_content[0][here]:
                right["CLAS"] += 1
                right["BLEX"] += _lemma(gold, gold) == _lemma(word, gold)
                same_tags = _tags(gold) == _tags(word)
                right["MLAS"] += same_tags and function_words[0][here] == function_words[1][there]
        gold_content, content = (sum(side) for side in is_content)
        return {
            name: Matches(len(self.gold), len(self.system), right[name])
            if name in ("UAS", "LAS")
            else Matches(gold_content, content, right[name])
            for name in OF_TREES
        }


def _tags(word: TokenizedWord) -> tuple[str, str]:
    return word.upos, universal_features(word.feats)


def _arcs(words: Sequence[TokenizedWord], names: dict[int, int]) -> list[tuple[int, str]]:
    """For each word the name of its head, and its main relation."""
    return [
        (ROOT if word.head == ROOT else names.get(word.head, UNMATCHED), main_relation(word.deprel)) for word in words
    ]


def _function_words(words: Sequence[TokenizedWord], names: dict[int, int]) -> dict[int, list[tuple[Hashable, ...]]]:
    """The function words attached to each word: names, main relations, tags and universal features."""
    attached: dict[int, list[tuple[Hashable, ...]]] = defaultdict(list)
    for number, word in enumerate(words):
        relation = main_relation(word.deprel)
        if relation in FUNCTION_RELATIONS:
            attached[word.head].append((names.get(number, UNMATCHED), relation, *_tags(word)))
    return attached
