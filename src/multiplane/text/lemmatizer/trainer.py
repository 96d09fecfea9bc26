"""The training of a lemmatizer: the rule of every word, then the decisions that lead to it."""

from __future__ import annotations

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.text.lemmatizer.decisions import CONTEXTS, all_contexts, learn_decisions
from multiplane.text.lemmatizer.model import Lemmatizer
from multiplane.text.lemmatizer.rules import ALL, EditRule, find_rule
from multiplane.text.letters import small_letters
from multiplane.treebank.treebank import Treebank

MAX_RULES = 1 << 16
PRIORS = (0.9, 1.5)
"""One form can outweigh a more general rule, or it takes two."""


def choose_prior(train: Treebank) -> float:
    """The prior that makes more lemmas right on the last tenth of a treebank, after learning from the rest.

    >>> import multiplane
    >>> choose_prior(multiplane.read("sample:german")) in PRIORS
    True
    """
    cut = len(train) - len(train) // 10
    rest, held_out = train[:cut], train[cut:]
    if cut == len(train) or not has_lemmas(rest):
        return PRIORS[0]
    right = held_out.encode(["lemma"])

    def mistakes(prior: float) -> int:
        found = train_lemmatizer(rest, prior=prior).lemmatize(held_out, workers=1, overwrite=True)
        return int((found.encode(["lemma"], right.vocabularies).ids["lemma"] != right.ids["lemma"]).sum())

    return min(PRIORS, key=mistakes)


def has_lemmas(treebank: Treebank) -> bool:
    """Whether any word has a lemma.

    >>> import multiplane
    >>> has_lemmas(multiplane.read("sample:german"))
    True
    """
    ids = treebank.encode(["lemma"], {"lemma": ("", "_")}).ids["lemma"]
    return bool(np.any(ids == 0))


def train_lemmatizer(train: Treebank, *, prior: float | None = None) -> Lemmatizer:
    """A lemmatizer that has learned from the lemmas and tags of a treebank.

    ``prior`` is how many forms the rule of a more general context counts for; by default it is chosen.

    >>> import multiplane
    >>> train_lemmatizer(multiplane.read("sample:german"))
    <Lemmatizer: ... rules, ... decisions>
    """
    if prior is None:
        prior = choose_prior(train)
    encoded = train.encode(["form", "lemma"])
    forms, lemmas = encoded.vocabularies["form"], encoded.vocabularies["lemma"]
    if not has_lemmas(train):
        raise MultiplaneError(f"{train.source}: found no lemmas; expected words with lemmas to learn from")
    contexts = np.empty((train.word_count, CONTEXTS), np.int32)
    layout = train.layout
    all_contexts(layout.data, layout.spans, layout.offsets, layout.columns, small_letters(), contexts)
    pairs, inverse = np.unique(
        encoded.ids["form"].astype(np.int64) * len(lemmas) + encoded.ids["lemma"], return_inverse=True
    )
    numbers: dict[EditRule, int] = {}
    found = [find_rule(forms[pair // len(lemmas)], lemmas[pair % len(lemmas)]) for pair in pairs.tolist()]
    of_pairs = np.array([numbers.setdefault(rule, len(numbers)) for rule in found], np.int32)
    if len(numbers) > MAX_RULES:
        raise MultiplaneError(f"{train.source}: found {len(numbers):,} rules; expected at most {MAX_RULES:,}")
    rules = of_pairs[inverse]
    items = np.stack([contexts[:, 0].astype(np.int64), inverse, rules], axis=1)
    _, first, counts = np.unique(items, axis=0, return_index=True, return_counts=True)
    is_whole = np.array([rule.front == ALL for rule in numbers], np.bool_)
    keys, decided = learn_decisions(contexts[first], rules[first], counts.astype(np.int64), is_whole, prior)
    used, chosen = np.unique(decided, return_inverse=True)
    listed = list(numbers)
    return Lemmatizer(tuple(listed[rule] for rule in used), keys, chosen.astype(np.uint16))
