"""Scores are those of the official evaluation of Universal Dependencies, where udtools is installed."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.evaluate.retokenized import retokenized

import multiplane
from multiplane.evaluate import evaluate, evaluate_graphs, evaluate_text
from multiplane.evaluate.raw_text import METRICS
from multiplane.generate.random_trees import random_any_tree
from multiplane.treebank import Treebank
from multiplane.treebank.deps import GraphArcs, read_deps, with_deps

udeval = pytest.importorskip("udtools.udeval")


def official(gold: Treebank, predicted: Treebank, names: tuple[str, ...] = ("UAS", "LAS", "CLAS")) -> dict[str, str]:
    """The figures of the official evaluation with two decimals."""
    both = [
        udeval.load_conllu(io.StringIO(bytes(side).decode("utf-8")), side.source, {"multiple_roots_okay": True})
        for side in (gold, predicted)
    ]
    return {name: f"{100 * udeval.evaluate(*both)[name].f1:.2f}" for name in names}


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


def disturbed_graphs(gold: Treebank, seed: int) -> Treebank:
    """A prediction of graphs: a tenth of the arcs is gone, a tenth has another label, some lose their subtype."""
    rng = np.random.default_rng(seed)
    arcs = read_deps(gold)
    labels = np.where(rng.random(len(arcs.labels)) < 0.1, rng.permutation(arcs.labels), arcs.labels)
    main = {name.partition(":")[0]: number for number, name in enumerate(arcs.vocabulary)}
    stripped = np.array([main[name.partition(":")[0]] for name in arcs.vocabulary], np.int32)[labels]
    labels = np.where(rng.random(len(labels)) < 0.2, stripped, labels)
    kept = rng.random(len(labels)) < 0.9
    starts = np.concatenate([[0], np.cumsum(kept)])[arcs.starts]
    parts = (part[kept] for part in (arcs.heads, arcs.dependents, labels.astype(np.int32)))
    return with_deps(gold, GraphArcs(starts, *parts, arcs.vocabulary))


def without_empty_nodes(treebank: Treebank) -> Treebank:
    """What the official evaluation expects: paths instead of empty nodes."""
    collapsed = bytes(with_deps(treebank, read_deps(treebank))).decode("utf-8").splitlines(keepends=True)
    kept = [line for line in collapsed if line.startswith("#") or "." not in line.partition("\t")[0]]
    return Treebank.from_text("".join(kept), "conllu")


@pytest.mark.parametrize("name", ["english-ewt", "czech-cac"])
def test_real_graphs(treebanks: Path, name: str) -> None:
    gold = multiplane.read(treebanks / name / "dev.conllu")
    predicted = disturbed_graphs(gold, 1)
    scores = evaluate_graphs(gold, predicted)
    ours = {"ELAS": f"{scores.elas:.2f}", "EULAS": f"{scores.eulas:.2f}"}
    assert ours == official(without_empty_nodes(gold), without_empty_nodes(predicted), ("ELAS", "EULAS"))


def check_text(gold: Treebank, predicted: Treebank) -> None:
    scores = evaluate_text(gold, predicted)
    ours = {name: f"{scores[name].f1:.2f}" for name in METRICS}
    assert ours == official(gold, predicted, METRICS)


@pytest.mark.parametrize("seed", range(20))
def test_other_tokens_in_the_sample(seed: int) -> None:
    gold = multiplane.read("sample:")
    check_text(gold, retokenized(gold, seed, change=0.05 * (1 + seed % 10)))
    check_text(retokenized(gold, seed + 100), retokenized(gold, seed, change=0.5))


@pytest.mark.parametrize("name", ["english-ewt", "latin-udante", "turkish-imst", "portuguese-bosque"])
def test_other_tokens_in_real_treebanks(treebanks: Path, name: str) -> None:
    gold = multiplane.read(treebanks / name / "dev.conllu")
    check_text(gold, disturbed(gold, 1))
    check_text(gold, retokenized(gold, 1))
    check_text(retokenized(gold, 2), retokenized(gold, 3))
