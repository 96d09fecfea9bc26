"""Training on graphs: what is learned, and features of several heads."""

from __future__ import annotations

import numpy as np
import pytest
from tests.learn.graphs.made_graphs import made_graphs

from multiplane.errors import MultiplaneError
from multiplane.evaluate.graphs import score_arcs
from multiplane.learn import FeatureModel, GraphsTrainer
from multiplane.treebank import Treebank
from multiplane.treebank.deps import read_deps


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return Treebank.from_text(made_graphs(80, 4), "conllu")


def elas_after(trainer: GraphsTrainer, treebank: Treebank, epochs: int = 4) -> float:
    for epoch in range(epochs):
        trainer.step(np.random.default_rng(epoch).permutation(len(treebank)))
    return score_arcs(treebank, read_deps(treebank), trainer.model().parse_graphs(treebank)).elas


def test_what_is_seen_is_learned(treebank: Treebank) -> None:
    trainer = GraphsTrainer(treebank)
    assert elas_after(trainer, treebank) > 97
    assert any("<case>" in label for label in trainer.arc_labels)


def test_features_of_several_heads(treebank: Treebank) -> None:
    lines = ("S0.upos B0.upos arcs(S0,B0)", "S0.head-count B0.head-count", "S0.last-deprel S0.last-head.upos B0.upos")
    trainer = GraphsTrainer(treebank, features=FeatureModel(lines, ("H.upos D.upos arcs(H,D)",)))
    assert elas_after(trainer, treebank) > 60


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ("arc-eager", "it builds trees"),
        ("undirected-planar", "it builds trees"),
    ],
)
def test_systems_that_build_no_graphs(treebank: Treebank, system: str, message: str) -> None:
    with pytest.raises(MultiplaneError, match=message):
        GraphsTrainer(treebank, system=system)
