"""Counts over arrays are those of the evaluation of a treebank with the same trees."""

from __future__ import annotations

import numpy as np
import pytest

import multiplane
from multiplane.evaluate import evaluate
from multiplane.evaluate.arrays import attachment_of


@pytest.mark.parametrize("subtypes", [False, True])
@pytest.mark.parametrize("part", ["sample:german", "sample:czech", "sample:"])
def test_counts_are_those_of_the_evaluation(part: str, subtypes: bool) -> None:
    gold = multiplane.read(part)
    chance = np.random.default_rng(1)
    names = (*multiplane.read("sample:english").encode(["deprel"]).vocabularies["deprel"][1:], "nsubj:of-my-own")
    encoded = gold.encode(["deprel"], {"deprel": ("", *names)}).ids["deprel"] - 1
    labels = np.where((encoded >= 0) & (chance.random(gold.word_count) < 0.5), encoded, 0).astype(np.int32)
    chain = np.concatenate([np.arange(len(sentence)) for sentence in gold]).astype(np.int32)
    heads = np.where(np.repeat(chance.random(len(gold)) < 0.5, np.diff(gold.offsets)), chain, gold.heads)
    expected = evaluate(gold, gold.with_trees(heads, labels, names), "conll-2018", subtypes=subtypes).with_punctuation
    assert attachment_of(gold, heads, labels, names, subtypes=subtypes) == expected
    assert 0 < expected.arcs < expected.heads < expected.words
