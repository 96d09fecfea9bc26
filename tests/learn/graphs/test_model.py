"""Models of graphs: what they build, and their files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.learn.graphs.made_graphs import made_graphs

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import GraphsTrainer, Parser
from multiplane.learn.graphs.model import GraphsModel
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.file import load_model
from multiplane.treebank import Treebank
from multiplane.treebank.deps import read_deps


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return Treebank.from_text(made_graphs(80, 3), "conllu")


@pytest.fixture(scope="module")
def parser(treebank: Treebank) -> Parser:
    return multiplane.train(treebank, treebank, model="graphs", epochs=4)


def test_what_was_learned_comes_back(parser: Parser, treebank: Treebank) -> None:
    gold, found = read_deps(treebank), parser.graphs(treebank)
    right = [set(gold.sentence(n)) == set(found.sentence(n)) for n in range(len(treebank))]
    assert sum(right) > 0.95 * len(right)
    assert parser.training["development"]["elas"] > 95
    assert bytes(parser.parse(treebank, workers=1)) == bytes(parser.parse(treebank, workers=3))


def test_files(parser: Parser, treebank: Treebank, tmp_path: Path) -> None:
    parser.save(tmp_path / "m")
    again = Parser.load(tmp_path / "m")
    assert again.builds_graphs and again.labels == parser.labels
    assert bytes(again.parse(treebank)) == bytes(parser.parse(treebank))
    again.save(tmp_path / "n")
    assert (tmp_path / "m").read_bytes() == (tmp_path / "n").read_bytes()
    assert "2-planar-graph" in repr(again)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("system", {}, ""),
        ("labels", ["a\tb"], "expected text for a column"),
        ("roots", {"label": "a|b", "single": True, "attached": True, "present": True}, "text for a column"),
        ("spelling", {"case": {"x": 7}}, "text for a column"),
        ("spelling", {"case": 7}, "expected an object"),
        ("bits", {"transition": 60, "label": 2}, "bits"),
    ],
)
def test_edited_files(parser: Parser, tmp_path: Path, key: str, value: object, message: str) -> None:
    parser.save(tmp_path / "m")
    file = load_model(tmp_path / "m")
    header = {**file.header, key: value}
    edited = ModelFile(file.path, file.kind, header, file.tensors)
    with pytest.raises(MultiplaneError) as caught:
        GraphsModel.from_file(edited)
    assert str(caught.value).startswith(file.path) and message in str(caught.value)


def test_a_model_of_trees_has_no_graphs(treebank: Treebank, parser: Parser) -> None:
    trees = multiplane.train(treebank, treebank, epochs=1)
    with pytest.raises(MultiplaneError, match="of trees; expected one of graphs"):
        trees.graphs(treebank)
    with pytest.raises(MultiplaneError, match="of graphs; expected one of trees"):
        parser.predict(treebank)


def test_every_word_has_a_head_whatever_the_weights(treebank: Treebank) -> None:
    rng = np.random.default_rng(1)
    for system in ("planar-graph", "2-planar-graph", "dag-arc-eager", "dag-arc-standard"):
        model = GraphsTrainer(treebank, system=system).model()
        model.weights[:] = rng.integers(-9, 9, model.weights.shape)
        model.label_weights[:] = rng.integers(-9, 9, model.label_weights.shape)
        arcs = model.parse_graphs(treebank)
        for number in range(len(treebank)):
            found = arcs.sentence(number)
            words = range(1, len(treebank[number]) + 1)
            assert {word for _, word, _ in found} == set(words)
            assert any(head == 0 for head, _, _ in found)
            assert len(found) == len(set(found)) and all(head != word for head, word, _ in found)


def test_resumed_training_is_the_same(treebank: Treebank) -> None:
    order = np.arange(len(treebank))
    one, other = GraphsTrainer(treebank), GraphsTrainer(treebank)
    for _ in range(3):
        one.step(order)
    other.step(order)
    third = GraphsTrainer(treebank)
    third.restore(other.state())
    third.step(order[:30])
    third.step(order[30:])
    third.step(order)
    assert np.array_equal(one.model().weights, third.model().weights)
    assert np.array_equal(one.model().label_weights, third.model().label_weights)
