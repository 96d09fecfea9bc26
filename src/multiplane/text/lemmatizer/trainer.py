"""The training of a lemmatizer: the rule of every word, then the decisions that lead to it."""

from __future__ import annotations

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.text.lemmatizer.decisions import CONTEXTS, all_contexts, learn_decisions
from multiplane.text.lemmatizer.model import Lemmatizer
from multiplane.text.lemmatizer.rules import ALL, EditRule, find_rule
from multiplane.text.letters import small_letters
from multiplane.treebank.treebank import Treebank

MOST_RULES = 1 << 16


def train_lemmatizer(train: Treebank) -> Lemmatizer:
    """A lemmatizer that has learned from the lemmas and tags of a treebank.

    >>> import multiplane
    >>> train_lemmatizer(multiplane.read("sample:german"))
    <Lemmatizer: ... rules, ... decisions>
    """
    encoded = train.encode(["form", "lemma"])
    forms, lemmas = encoded.vocabularies["form"], encoded.vocabularies["lemma"]
    if set(lemmas) <= {"", "_"}:
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
    if len(numbers) > MOST_RULES:
        raise MultiplaneError(f"{train.source}: found {len(numbers):,} rules; expected at most {MOST_RULES:,}")
    rules = of_pairs[inverse]
    items = np.stack([contexts[:, 0].astype(np.int64), inverse, rules], axis=1)
    _, first, counts = np.unique(items, axis=0, return_index=True, return_counts=True)
    is_whole = np.array([rule.front == ALL for rule in numbers], np.bool_)
    keys, decided = learn_decisions(contexts[first], rules[first], counts.astype(np.int64), is_whole)
    used, chosen = np.unique(decided, return_inverse=True)
    listed = list(numbers)
    return Lemmatizer(tuple(listed[rule] for rule in used), keys, chosen.astype(np.uint16))
