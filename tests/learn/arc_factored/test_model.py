"""A trained model: any decoder, any number of workers, to a file and back; what its scores and margins mean."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import multiplane
from multiplane.decode import NAMES, decode
from multiplane.decode.decoders import limits_of, search_of
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.arc_factored.linear.model import LinearArcFactoredModel
from multiplane.learn.arc_factored.linear.trainer import ArcFactoredTrainer
from multiplane.learn.arc_factored.model import ArcFactoredModel, chosen_scores
from multiplane.learn.arc_factored.search import training_search, tree_search
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.model.predicted import Predicted
from multiplane.structure import gap_degree, is_gap_minding, is_one_endpoint_crossing, is_well_nested
from multiplane.treebank import Treebank
from multiplane.treebank.conll.layout import Layout

SAMPLE = multiplane.read("sample:")
one_endpoint_crossing = import_module("multiplane.decode.endpoint.decoder")


@pytest.fixture(scope="module")
def model() -> LinearArcFactoredModel:
    trainer = ArcFactoredTrainer(SAMPLE[::2], decoder="all", arc_bits=16, label_bits=12)
    for _ in range(2):
        trainer.step(np.arange(len(SAMPLE[::2])))
    return trainer.model()


def as_bytes(predicted: Predicted) -> list[bytes]:
    return [array.tobytes() for array in predicted]


def test_the_number_of_workers_changes_nothing(model: LinearArcFactoredModel) -> None:
    alone = as_bytes(model.parse(SAMPLE.layout, workers=1))
    assert all(as_bytes(model.parse(SAMPLE.layout, workers=workers)) == alone for workers in (2, 3, 7, None))


def test_workers_share_all_of_the_work(model: LinearArcFactoredModel, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[int] = []
    in_context = type(model.scorer).in_context

    def noted(scorer: Any, layout: Layout) -> Any:
        encoded.append(len(layout.columns))
        return in_context(scorer, layout)

    monkeypatch.setattr(type(model.scorer), "in_context", noted)
    model.parse(SAMPLE.layout, workers=1)
    assert encoded == [SAMPLE.word_count]
    encoded.clear()
    model.parse(SAMPLE.layout, workers=2)
    assert sum(encoded) == SAMPLE.word_count
    assert len(encoded) > 2 and max(encoded) < SAMPLE.word_count / 4


def test_a_sentence_is_parsed_alike_alone_and_among_others(model: LinearArcFactoredModel) -> None:
    together = model.parse(SAMPLE.layout)
    for number in range(0, len(SAMPLE), 10):
        alone = model.parse(SAMPLE[number : number + 1].layout)
        here = slice(SAMPLE.offsets[number], SAMPLE.offsets[number + 1])
        assert as_bytes(alone) == as_bytes(Predicted(*(array[here] for array in together)))


def test_heads_of_the_input_are_not_looked_at(model: LinearArcFactoredModel) -> None:
    rows = [line.split("\t") for line in bytes(SAMPLE).decode().split("\n")]
    bare = "\n".join("\t".join([*row[:6], "_", "_", *row[8:]] if len(row) == 10 else row) for row in rows)
    headless = Treebank.from_text(bare, heads_required=False)
    assert (headless.heads == -1).all()
    assert as_bytes(model.parse(headless.layout)) == as_bytes(model.parse(SAMPLE.layout))


@pytest.mark.parametrize("decoder", NAMES)
def test_trees_are_the_best_of_the_class(model: LinearArcFactoredModel, decoder: str) -> None:
    predicted = model.with_decoder(decoder).parse(SAMPLE.layout)
    scores = Parser(model).arc_scores(SAMPLE)
    for number in range(0, len(SAMPLE), 5):
        here = slice(SAMPLE.offsets[number], SAMPLE.offsets[number + 1])
        assert predicted.heads[here].tolist() == decode(scores[number], decoder).heads.tolist()


def test_nothing_is_parsed_into_nothing(model: LinearArcFactoredModel) -> None:
    assert [len(array) for array in model.parse(SAMPLE[:0].layout)] == [0, 0, 0, 0, 0]


def test_margins_compare_with_the_best_other_head() -> None:
    scores = np.full((3, 3), -np.inf)
    scores[[0, 0, 1, 2], [1, 2, 2, 1]] = 5.0, 4.0, 6.0, 5.5
    chosen, margins = chosen_scores(scores, np.array([0, 1], np.int32))
    assert chosen.tolist() == [5.0, 6.0]
    assert margins.tolist() == [-0.5, 2.0]
    alone = np.array([[-np.inf, 3.0], [-np.inf, -np.inf]])
    assert [array.tolist() for array in chosen_scores(alone, np.array([0], np.int32))] == [[3.0], [3.0]]


def test_a_file_gives_the_same_model_back(model: LinearArcFactoredModel, tmp_path: Path) -> None:
    save_model(tmp_path / "m", model.kind, model.header(), model.tensors())
    loaded = LinearArcFactoredModel.from_file(load_model(tmp_path / "m"))
    assert loaded.header() == model.header()
    assert as_bytes(loaded.parse(SAMPLE.layout)) == as_bytes(model.parse(SAMPLE.layout))


def test_a_file_that_cannot_be_used_is_refused(model: LinearArcFactoredModel) -> None:
    def load(header: dict[str, Any], tensors: dict[str, Any]) -> LinearArcFactoredModel:
        header, tensors = {**model.header(), **header}, {**model.tensors(), **tensors}
        return LinearArcFactoredModel.from_file(ModelFile("m", "arc-factored", header, tensors))

    assert load({}, {}).labels == model.labels
    labels = len(model.labels)
    for header, tensors, message in (
        ({"decoder": "planar"}, {}, "m: found class 'planar', which has no decoder"),
        ({"decoder": "well-nested"}, {}, "m: found class 'well-nested', which has no decoder"),
        ({"features": {"arc": ["X.upos"], "label": []}}, {}, "m: template 'X.upos': found address 'X'"),
        ({"features": {"arc": [], "label": ["D.colour"]}}, {}, "m: template 'D.colour': found attribute 'colour'"),
        ({"features": {"arc": ["H.upos"]}}, {}, "m: found no 'features.label' in its header"),
        ({"scale": -1.0}, {}, "m: found -1.0 as 'scale' in its header"),
        ({"labels": ["obj"]}, {}, "m: found tensor 'label_weights'"),
        ({"labels": []}, {"label_weights": np.zeros((16, 0), np.int16)}, "m: found no labels"),
        ({}, {"arc_weights": np.zeros(100, np.int16)}, "m: found 100 rows of 'arc_weights'; expected a power of two"),
        ({}, {"label_weights": np.zeros((0, labels), np.int16)}, "m: found 0 rows of 'label_weights'"),
        ({}, {"arc_weights": np.zeros(1 << 16, np.float32)}, "m: found tensor 'arc_weights' of float32"),
    ):
        with pytest.raises(MultiplaneError, match=message):
            load(header, tensors)


class ChainScorer:
    """An arc scorer of one's own: every word wants the one before it, and a label by its number."""

    def in_context(self, layout: Layout) -> list[NDArray[Any]]:
        return [np.arange(length) for length in np.diff(layout.offsets)]

    def arc_scores(self, words: NDArray[Any]) -> NDArray[np.float64]:
        nodes = np.arange(len(words) + 1)
        scores = -np.abs(nodes[None, :] - nodes[:, None] - 1).astype(np.float64)
        scores[:, 0] = -np.inf
        np.fill_diagonal(scores, -np.inf)
        return scores

    def label_scores(self, words: NDArray[Any], heads: NDArray[np.int32]) -> NDArray[Any]:
        return (words[:, None] % 3 == np.arange(3)[None, :]) + 0.0


def test_any_arc_scorer_makes_a_parser() -> None:
    model = ArcFactoredModel(("a", "b", "c"), "projective", True, ChainScorer())
    predicted = model.parse(SAMPLE.layout, workers=2)
    lengths = np.diff(SAMPLE.offsets).tolist()
    assert predicted.heads.tolist() == [head for length in lengths for head in range(length)]
    assert predicted.labels.tolist() == [number % 3 for length in lengths for number in range(length)]
    assert model.with_decoder("all").parse(SAMPLE.layout).heads.tolist() == predicted.heads.tolist()
    assert [len(scores) for scores in model.arc_scores(SAMPLE.layout)] == [length + 1 for length in lengths]


def test_scores_of_labels_are_those_of_the_parser(model: LinearArcFactoredModel) -> None:
    parser = Parser(model)
    predicted = parser.predict(SAMPLE)
    found = np.concatenate(parser.label_scores(SAMPLE)).argmax(axis=1)
    assert found.tolist() == predicted.labels.tolist()
    one, here = SAMPLE[7], slice(SAMPLE.offsets[7], SAMPLE.offsets[8])
    assert parser.label_scores(one).argmax(axis=1).tolist() == predicted.labels[here].tolist()
    gold = parser.label_scores(SAMPLE, SAMPLE.heads)
    assert (gold[7] == parser.label_scores(one, one.heads)).all()
    assert parser.arc_scores(one).tolist() == parser.arc_scores(SAMPLE)[7].tolist()
    for heads in ([0], [0] * (len(one) + 1), [len(one) + 1] * len(one), [-1] * len(one)):
        with pytest.raises(MultiplaneError, match=r"found (heads of shape|a head that is no node)"):
            parser.label_scores(one, heads)


@pytest.mark.parametrize(
    ("decoder", "within", "holds"),
    [
        ("one-endpoint-crossing", "projective", is_one_endpoint_crossing),
        ("gap-minding", "projective", is_gap_minding),
        ("well-nested-gap-1", "gap-minding", lambda heads: is_well_nested(heads) and gap_degree(heads) <= 1),
    ],
)
def test_long_sentences_get_a_tree_of_the_class_without_its_chart(decoder: str, within: str, holds: Any) -> None:
    n = (limits_of(decoder)[0] or 0) + 1
    rng = np.random.default_rng(n)
    scores = rng.normal(size=(n + 1, n + 1))
    scores[:, 0] = -np.inf
    np.fill_diagonal(scores, -np.inf)
    assert not holds(search_of("all")(scores, True))
    heads = tree_search(decoder)(scores, True)
    assert holds(heads)
    assert heads.tolist() == search_of(within)(scores, True).tolist()
    in_class = rng.normal(size=(n + 1, n + 1))
    gold = np.array([3, 4, 0, *range(3, n)], np.int32)
    in_class[gold, np.arange(1, n + 1)] += 20
    assert tree_search(decoder)(in_class, True).tolist() == gold.tolist()
    assert training_search(decoder)(scores, True).tolist() == search_of("all")(scores, True).tolist()


def test_there_is_no_chart_where_the_spanning_tree_is_in_the_class(
    model: LinearArcFactoredModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    charted: list[int] = []
    chart = one_endpoint_crossing.endpoint_crossing_chart

    def counted(scores: Any, single_root: bool) -> Any:
        charted.append(len(scores))
        return chart(scores, single_root)

    monkeypatch.setattr(one_endpoint_crossing, "endpoint_crossing_chart", counted)
    best = model.with_decoder("all").parse(SAMPLE.layout).heads
    trees = [best[begin:end] for begin, end in pairwise(SAMPLE.offsets)]
    outside = [tree for tree in trees if not is_one_endpoint_crossing(tree)]
    assert 0 < len(outside) < len(trees) / 2
    model.with_decoder("one-endpoint-crossing").parse(SAMPLE.layout, workers=1)
    assert charted == [len(tree) + 1 for tree in outside]
