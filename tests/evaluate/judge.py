"""The slow judge of scores: sets of arcs, read off the definitions; and treebanks made of plain lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from unicodedata import category

from hypothesis import strategies as st
from tests.enumeration import all_trees

from multiplane.treebank import Treebank

FUNCTION_WORDS = {"aux", "cop", "mark", "det", "clf", "case", "cc", "punct"}
LABELS = ("nsubj", "nsubj:pass", "obj", "det", "punct", "root", "conj", "obl:arg", "obl")
FORMS = ("cat", "dog", ",", "...", "$", "o'clock", "«")
TRANSITIONS = ("", "left", "right", "left-buffer-arc")


@dataclass(frozen=True)
class Word:
    """What both treebanks say of a word."""

    form: str
    gold: tuple[int, str]
    predicted: tuple[int, str]
    transition: str = ""


Sentences = Sequence[Sequence[Word]]
Arc = tuple[int, int, int, str]
"""Sentence, dependent, head, label."""


def treebank_of(
    sentences: Sentences, side: str, format: str = "conllu", source: str = "<text>", misc: bool = False
) -> Treebank:
    """One side of the sentences as a treebank."""
    text = ""
    for sentence in sentences:
        for number, word in enumerate(sentence, 1):
            head, label = getattr(word, side)
            last = f"Transition={word.transition}" if misc and word.transition else "_"
            text += f"{number}\t{word.form}\t_\t_\t_\t_\t{head}\t{label}\t_\t{last}\n"
        text += "\n"
    return Treebank.from_text(text, format, source=source)


@st.composite
def sentences(draw: st.DrawFn, labels: Sequence[str] = LABELS, min_size: int = 1) -> list[list[Word]]:
    """A few sentences of up to five words with any two trees."""

    def sentence() -> list[Word]:
        n = draw(st.integers(1, 5))
        trees = [draw(st.sampled_from(all_trees(n))) for _ in range(2)]
        if draw(st.booleans()):
            trees[1] = trees[0]
        chosen = st.sampled_from(labels)
        words = []
        for gold_head, head in zip(*trees, strict=True):
            label = draw(chosen)
            other = draw(chosen) if draw(st.booleans()) else label
            form, transition = draw(st.sampled_from(FORMS)), draw(st.sampled_from(TRANSITIONS))
            words.append(Word(form, (gold_head, label), (head, other), transition))
        return words

    return [sentence() for _ in range(draw(st.integers(min_size, 6)))]


def judged_arcs(sentences: Sentences, side: str, punctuation: bool, subtypes: bool) -> set[Arc]:
    """All arcs that count."""
    return {
        (s, d, getattr(word, side)[0], shortened(getattr(word, side)[1], subtypes))
        for s, sentence in enumerate(sentences)
        for d, word in enumerate(sentence, 1)
        if punctuation or not all(category(character).startswith("P") for character in word.form)
    }


def shortened(label: str, subtypes: bool) -> str:
    return label if subtypes else label.split(":")[0]


def unlabelled(arcs: Iterable[Arc]) -> set[tuple[int, int, int]]:
    return {(s, d, h) for s, d, h, _ in arcs}


def is_content(arc: Arc) -> bool:
    return arc[3].split(":")[0] not in FUNCTION_WORDS


def judged_group(
    gold: set[Arc], predicted: set[Arc], in_gold: Callable[[Arc], bool], in_predicted: Callable[[Arc], bool]
) -> tuple[int, ...]:
    """The six counts of a group."""
    gold_group = {arc for arc in gold if in_gold(arc)}
    predicted_group = {arc for arc in predicted if in_predicted(arc)}
    return (
        len(gold_group),
        len(predicted_group),
        len(unlabelled(gold_group) & unlabelled(predicted)),
        len(gold_group & predicted),
        len(unlabelled(predicted_group) & unlabelled(gold)),
        len(predicted_group & gold),
    )


def crosses(sentences: Sentences, side: str) -> Callable[[Arc], bool]:
    """Whether some word strictly inside the arc is not dominated by its head."""

    def test(arc: Arc) -> bool:
        s, d, h, _ = arc
        heads = [0, *(getattr(word, side)[0] for word in sentences[s])]

        def dominated(node: int) -> bool:
            while node and node != h:
                node = heads[node]
            return node == h

        return any(not dominated(j) for j in range(min(d, h) + 1, max(d, h)))

    return test


def exhaustive_p(gains: Sequence[int]) -> float:
    """The share of all ways to swap sentences whose total is at least as far from 0."""
    swaps = product((1, -1), repeat=len(gains))
    totals = [sum(gain * sign for gain, sign in zip(gains, signs, strict=True)) for signs in swaps]
    return sum(abs(total) >= abs(sum(gains)) for total in totals) / len(totals)
