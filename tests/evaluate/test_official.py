"""UAS, LAS and CLAS are those of the official evaluation of Universal Dependencies, where udtools is installed."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

import multiplane
from multiplane.evaluate import evaluate
from multiplane.generate.random_trees import random_any_tree
from multiplane.treebank import Treebank

udeval = pytest.importorskip("udtools.udeval")


def official(gold: Treebank, predicted: Treebank) -> dict[str, str]:
    """The figures of the official evaluation with two decimals."""
    both = [
        udeval.load_conllu(io.StringIO(bytes(side).decode("utf-8")), side.source, {"multiple_roots_okay": True})
        for side in (gold, predicted)
    ]
    return {name: f"{100 * udeval.evaluate(*both)[name].f1:.2f}" for name in ("UAS", "LAS", "CLAS")}


def disturbed(gold: Treebank, seed: int) -> Treebank:
    """A prediction: every fourth sentence has a random tree, every fifth word another label, subtypes come and go."""
    rng = Random(seed)
    heads: list[int] = []
    labels: list[str] = []
    relations = sorted({word.deprel for sentence in gold for word in sentence})
    for sentence in gold:
        tree = sentence.heads.tolist()
        heads += random_any_tree(len(tree), rng, single_root=rng.random() < 0.5) if rng.random() < 0.25 else tree
        for word in sentence:
            chance = rng.random()
            label = word.deprel.partition(":")[0] if chance < 0.3 else word.deprel
            labels.append(rng.choice(relations) if chance > 0.8 else label)
    return gold.with_trees(heads, labels)


def check(gold: Treebank, seed: int) -> None:
    predicted = disturbed(gold, seed)
    scores = evaluate(gold, predicted)
    ours = {"UAS": scores.uas, "LAS": scores.las, "CLAS": scores.clas}
    assert {name: f"{value:.2f}" for name, value in ours.items()} == official(gold, predicted)


@pytest.mark.parametrize("seed", range(5))
def test_the_sample(seed: int) -> None:
    check(multiplane.read("sample:"), seed)


@pytest.mark.parametrize("name", ["english-ewt", "latin-udante", "turkish-imst", "portuguese-bosque"])
def test_real_treebanks(treebanks: Path, name: str) -> None:
    check(multiplane.read(treebanks / name / "dev.conllu"), 1)
