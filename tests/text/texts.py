"""Texts for tests: made-up English with its tokens, as a treebank that a tokenizer can learn from in a moment."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
from hypothesis import strategies as st

from multiplane.text import Tokenizer, train_tokenizer
from multiplane.treebank import Treebank

NAMES = ("Ann", "Mr. Cox", "Dr. Bell", "Zoe")
VERBS = ("saw", "isn't", "fed", "can't", "heard")
THINGS = ("hens", "3.5 eggs", "a fox", "the mill", "www.hens.org", "no-one", "ann@hens.org")
ENDS = (".", ".", "!", "?", "...")
ABBREVIATIONS = ("Mr.", "Dr.")


def made_up_treebank(sentences: int = 300, seed: int = 1) -> Treebank:
    """Sentences of names, verbs and things, in paragraphs; ``isn't`` and ``can't`` are multiword tokens."""
    rng = Random(seed)
    lines: list[str] = []
    for number in range(sentences):
        words = f"{rng.choice(NAMES)} {rng.choice(VERBS)} {rng.choice(THINGS)}"
        if rng.random() < 0.3:
            words += f", {rng.choice(THINGS)} ({rng.choice(THINGS)})"
        tokens = _tokens(words + rng.choice(ENDS))
        if rng.random() < 0.2 or number == 0:
            lines.append("# newpar")
        id = 0
        for form, space in tokens:
            misc = "_" if space else "SpaceAfter=No"
            parts = [form[:-3], form[-3:]] if form.endswith("n't") else []
            if parts:
                lines.append("\t".join([f"{id + 1}-{id + 2}", form, *"_" * 7, misc]))
            for part in parts or [form]:
                id += 1
                head, relation = ("0", "root") if id == 1 else ("1", "dep")
                lines.append("\t".join([str(id), part, *"_" * 4, head, relation, "_", "_" if parts else misc]))
        lines.append("")
    return Treebank.from_text("\n".join(lines) + "\n", "conllu", source="made up")


def _tokens(text: str) -> list[tuple[str, bool]]:
    tokens: list[tuple[str, bool]] = []
    for chunk in text.split(" "):
        pieces = [chunk]
        if chunk not in ABBREVIATIONS:
            while len(pieces[0]) > 1 and pieces[0][-1] in ".,!?)" and pieces[0] != "...":
                cut = -3 if pieces[0].endswith("...") else -1
                pieces[:1] = [pieces[0][:cut], pieces[0][cut:]]
            if pieces[0].startswith("("):
                pieces[:1] = ["(", pieces[0][1:]]
        tokens += [(piece, number == len(pieces) - 1) for number, piece in enumerate(pieces)]
    return tokens


@cache
def made_up_tokenizer() -> Tokenizer:
    """A tokenizer that has learnt from these sentences."""
    return train_tokenizer(made_up_treebank(), bits=14)


@cache
def random_tokenizer(seed: int = 0, splits_letters: bool = True, joins_words: bool = True) -> Tokenizer:
    """A tokenizer whose weights are random, so that everything it looks at counts."""
    weights = np.random.default_rng(seed).integers(-50, 50, (1 << 10, 4)).astype(np.int8)
    return Tokenizer(weights, made_up_tokenizer().lexicon, splits_letters, joins_words, bias=-150)


@cache
def ends_everywhere(decision: int) -> Tokenizer:
    """A tokenizer that takes this decision wherever it may."""
    weights = np.zeros((2, 4), np.int8)
    weights[:, decision] = 1
    return Tokenizer(weights, made_up_tokenizer().lexicon)


SPACES = st.text(st.sampled_from(" \t\n\r\0\x0b\u00a0\u2028\u2029\x85\ufeff"), max_size=4)
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)
ODD = (",", "(", ")", '"', "…", "日本語", "👩\u200d👧", "e\u0301")
PIECES = st.sampled_from((*NAMES, *VERBS, *THINGS, *ENDS, *ODD))
ENGLISH = st.lists(st.one_of(PIECES, SPACES), max_size=60).map(" ".join)
LONG = ("unquestionably", "counterproductive", "notwithstanding", "Zoe", "hens.", "a")
LONG_WORDS = st.lists(st.sampled_from(LONG), min_size=5, max_size=40).map(" ".join)
APART_PIECES = st.sampled_from((*THINGS, *THINGS, "notwithstanding", '"hens"-s', "etc.", ",", ",", ".", ".", "\n\n"))
SLIPS = st.sampled_from(("eggs,", "fox.", "a fox, the"))
APART = st.lists(APART_PIECES, max_size=120).flatmap(
    lambda pieces: st.lists(SLIPS, max_size=2).map(lambda slips: " ".join([*pieces, *slips, *pieces[:40]]))
)
"""Spaces between all tokens, but for a few slips."""
TEXTS = st.one_of(ANY_TEXT, ENGLISH, st.lists(st.one_of(ANY_TEXT, SPACES, ENGLISH), max_size=6).map("".join))
