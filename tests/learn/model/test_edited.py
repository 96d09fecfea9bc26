"""Models edited on purpose, their checksums right: each is refused in one line, or parses soundly."""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.graphs.made_graphs import made_graphs
from tests.learn.neural.heads.arcs.tiny import tiny_model
from tests.learn.neural.heads.transitions.tiny import tiny_model as tiny_transition_model

import multiplane
from multiplane import Pipeline
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.arc_factored.linear.trainer import ArcFactoredTrainer
from multiplane.learn.features.clusters import clusters_of
from multiplane.learn.graphs.trainer import GraphsTrainer
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.neural.heads.arcs.ensemble import NeuralEnsemble, ensemble_of
from multiplane.learn.transition.linear import trainer as transition_trainer
from multiplane.learn.transition.linear.trainer import TransitionTrainer
from multiplane.transition import get

TEXT = "Der Hund bellt. Zum Glück schläft die Katze,\nund 鶏 auch!"
Tensors = dict[str, NDArray[Any]]
SYSTEMS = [
    "swap",
    "2-planar",
    "64-planar",
    "arc-eager+lba",
    "attardi-3",
    "attardi-64",
    "undirected-2-planar",
    "covington",
]
SYSTEMS += ["arc-standard+pp:head+path", "arc-eager+root", "undirected-planar+naive", "easy-first", "dag-arc-eager"]
DECODERS = ["projective", "spanning-tree", "one-endpoint-crossing", "well-nested", "gap-minding", "2-planar"]
TEXTS = ["", "x", "a\tb", "a\nb", "\0", "↑", "x↑y↓", "↓", "^l", "obj^r", "dæg", "two words", "y" * 5000]
TEMPLATES = [
    "S0.form",
    "H.upos D.upos",
    "O0.cluster4",
    "S0" + ".head" * 3000 + ".form",
    "B9.suffix9",
    "history4",
    "cluster",
]
NUMBERS = [0, -1, 1, 3, 16, 27, 4095, 4097, 2**31, 2**63, 10**30, 10**400, 0.0, -0.5, 1e-300, 5e-324, 1e300, 1e-8]
OTHERS = [None, True, False, [], {}, [[]], [0], {"a": 1}]
TYPES = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.float32, np.bool_]


def edited(value: Any, chance: random.Random) -> Any:
    """JSON with one value of it, anywhere, dropped, doubled, added or replaced."""
    if isinstance(value, dict | list) and value and chance.random() < 0.9:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = chance.choice(keys)
        match chance.randrange(8):
            case 0:
                del value[key]
            case 1 if isinstance(value, list):
                value[:] = value * chance.choice([2, 20, 5000 // len(value) + 1])
            case 2 if isinstance(value, list):
                value.append(chance.choice(TEXTS + TEMPLATES))
            case _:
                value[key] = edited(value[key], chance)
        return value
    if isinstance(value, str):
        return chance.choice(TEXTS + TEMPLATES + SYSTEMS + DECODERS)
    return copy.deepcopy(chance.choice(OTHERS if chance.random() < 0.2 else NUMBERS))


def damaged(tensors: Tensors, chance: random.Random) -> None:
    """Some values of one tensor replaced, or its length, shape, type or name."""
    name = chance.choice(list(tensors))
    tensor = tensors[name].copy()
    match chance.randrange(9):
        case 0:
            del tensors[name]
            return
        case 1:
            tensor = tensor.astype(chance.choice(TYPES))
        case 2:
            tensor = tensor[: chance.randrange(len(tensor) + 1)]
        case 3:
            tensor = tensor.reshape(chance.choice([(1, -1), (-1, 1)]))
        case 4:
            tensor = tensors[chance.choice(list(tensors))]
        case 5:
            tensor = np.concatenate([tensor, tensor[: chance.randrange(3)]])
        case _ if tensor.size:
            raw = tensor.reshape(-1).view(np.uint8)
            for _ in range(chance.choice([1, 5, 1000])):
                raw[chance.randrange(len(raw))] = chance.choice([0, 1, 127, 128, 255, chance.randrange(256)])
    tensors[name] = tensor


def edits(header: dict[str, Any], tensors: Tensors, count: int, seed: int) -> Iterator[tuple[dict[str, Any], Tensors]]:
    """This many variants of a model, each with one to three changes."""
    chance = random.Random(seed)
    for _ in range(count):
        new_header, new_tensors = copy.deepcopy(header), dict(tensors)
        for _ in range(chance.choice([1, 1, 2, 3])):
            if chance.random() < 0.6 and new_header:
                key = chance.choice(list(new_header))
                new_header[key] = edited(new_header[key], chance)
                if key in ("system", "decoder") and chance.random() < 0.5:
                    system = get(chance.choice(SYSTEMS)).as_data()
                    new_header[key] = system if key == "system" else chance.choice(DECODERS)
            elif new_tensors:
                damaged(new_tensors, chance)
        yield new_header, new_tensors


def transition_parser(beam: int) -> Parser:
    treebank = multiplane.read("sample:german")
    words = (word for sentence in treebank for word in sentence.words)
    clusters = clusters_of({word.form: word.upos for word in words}.items())
    trainer = TransitionTrainer(treebank, clusters=clusters)
    trainer.step(np.arange(len(treebank)))
    return Parser(trainer.model().with_beam(beam), {"held_out": True, "development": {"las": 50.0, "sentences": 2}})


def graph_parser() -> Parser:
    treebank = multiplane.read("sample:german")
    trainer = ArcFactoredTrainer(treebank, arc_bits=12, label_bits=8)
    trainer.step(np.arange(len(treebank)))
    return Parser(trainer.model(), {"development": {"las": 50.0, "sentences": 2}})


def svm_parser(learner: str) -> Parser:
    pytest.importorskip("sklearn")
    return multiplane.train("sample:german", model=learner)


def deps_parser() -> Parser:
    trainer = GraphsTrainer(multiplane.Treebank.from_text(made_graphs(12, 1), "conllu"), system="2-planar-graph")
    trainer.step(np.arange(12))
    return Parser(trainer.model(), {"development": {"elas": 50.0, "sentences": 2}})


def tiny_ensemble() -> NeuralEnsemble:
    treebank = multiplane.read("sample:german")
    return ensemble_of([tiny_model(treebank, seed=seed) for seed in range(2)])


def pipeline() -> Pipeline:
    return multiplane.train_pipeline("sample:german", "sample:german", epochs=1)


MAKERS: dict[str, Callable[[], Parser | Pipeline]] = {
    "greedy": lambda: transition_parser(1),
    "beam": lambda: transition_parser(3),
    "arc-factored": graph_parser,
    "liblinear": lambda: svm_parser("liblinear"),
    "libsvm": lambda: svm_parser("libsvm"),
    "graphs": deps_parser,
    "neural": lambda: Parser(tiny_model(multiplane.read("sample:german")), {}),
    "neural ensemble": lambda: Parser(tiny_ensemble(), {}),
    "neural transition": lambda: Parser(tiny_transition_model(multiplane.read("sample:german")), {}),
    "pipeline": pipeline,
}
KINDS = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
pytestmark = pytest.mark.filterwarnings("ignore::multiplane.learn.columns.EmptyColumnsWarning")


@pytest.mark.slow
@KINDS
def test_hundreds_of_edited_models(
    make: Callable[[], Parser | Pipeline], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    see_edited_models(make, 40, 1, tmp_path, monkeypatch)


@pytest.mark.long
@KINDS
def test_thousands_of_edited_models(
    make: Callable[[], Parser | Pipeline], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    see_edited_models(make, 2000, 2, tmp_path, monkeypatch)


def see_edited_models(
    make: Callable[[], Parser | Pipeline], count: int, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small tables, so that every row of them counts and a variant takes milliseconds."""
    monkeypatch.setattr(transition_trainer, "MAX_BITS", 9)
    monkeypatch.setattr(os, "fsync", lambda number: None)
    place = tmp_path / "a.model"
    make().save(place)
    file = load_model(place)
    treebank = multiplane.read("sample:dutch")[:6]
    parsed = 0
    for header, tensors in edits(dict(file.header), dict(file.tensors), count, seed):
        try:
            save_model(place, file.kind, header, tensors)
        except MultiplaneError:
            continue
        try:
            parser = multiplane.load(place)
            assert repr(parser)
            result = parser.parse(treebank, workers=1)
            if isinstance(parser, Pipeline):
                assert parser(TEXT, workers=1).word_count > 0
        except MultiplaneError as error:
            assert str(error).startswith(f"{place}: ") and "\n" not in str(error)
            continue
        again = multiplane.Treebank.from_text(result.layout.data.tobytes().decode("utf-8"), "conllu")
        assert again.heads.tolist() == result.heads.tolist() and again.word_count == treebank.word_count
        parsed += 1
    assert count / 20 <= parsed < count * 9 / 10


LIMITS: list[tuple[dict[str, Any], str]] = [
    ({"beam": 4097}, "found 4097 as 'beam' in its header; expected an integer from 1 to 4096"),
    ({"scale": 0}, "found 0.0 as 'scale' in its header; expected a number from 0 to 1000000000"),
    ({"scale": 1e-300}, "found 1e-300 as 'scale' in its header; expected a number from 0 to 1000000000"),
    ({"labels": []}, "found 0 labels; expected 1 to 4094"),
    ({"labels": ["a"] * 4095}, "found 4095 labels; expected 1 to 4094"),
    ({"labels": ["a\tb"]}, "found 'a\\tb' in 'labels' in its header; expected text for a column"),
    ({"roots": {"label": "root", "dependent": "", "single": True}}, "found the label ''; expected text for a column"),
    ({"features": {"transition": ["S0.form"] * 257, "label": []}}, "found 257 templates; expected 256 at most"),
    (
        {"bits": {"transition": 27, "label": 9}},
        "found 27 as 'bits.transition' in its header; expected an integer from 0",
    ),
    ({"system": get("attardi-64").as_data()}, "system attardi-64: found 129 transitions; expected at most 32"),
    ({"system": "arc-eager"}, "found 'arc-eager' as 'system' in its header; expected an object"),
    (
        {"system": get("undirected-planar").as_data(), "labels": ["^l"] * 25},
        "found the label ''; expected text for a column",
    ),
    (
        {"system": get("arc-eager+pp:head").as_data(), "labels": ["↑x"] * 25},
        "found the label ''; expected text for a column",
    ),
    ({"clusters": []}, "in tensor 'cluster_numbers'; expected at most -1"),
]


@pytest.fixture(scope="module")
def header_and_tensors(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Tensors]:
    place = tmp_path_factory.mktemp("edited") / "a.model"
    transition_parser(1).save(place)
    file = load_model(place)
    return dict(file.header), dict(file.tensors)


@pytest.mark.parametrize(("change", "message"), LIMITS, ids=[message for _, message in LIMITS])
def test_absurd_values_are_refused(
    change: dict[str, Any], message: str, header_and_tensors: tuple[dict[str, Any], Tensors], tmp_path: Path
) -> None:
    header, tensors = header_and_tensors
    save_model(tmp_path / "a.model", "transition", {**header, **change}, tensors)
    with pytest.raises(MultiplaneError) as found:
        Parser.load(tmp_path / "a.model")
    assert str(found.value).startswith(f"{tmp_path / 'a.model'}: ") and message in str(found.value)


def test_clusters_are_there_and_in_order(header_and_tensors: tuple[dict[str, Any], Tensors], tmp_path: Path) -> None:
    header, tensors = header_and_tensors
    place = tmp_path / "a.model"
    save_model(place, "transition", header, {**tensors, "cluster_words": tensors["cluster_words"][::-1]})
    with pytest.raises(MultiplaneError, match="found words out of order in tensor 'cluster_words'; expected ascending"):
        Parser.load(place)
    save_model(place, "transition", {key: header[key] for key in header if key != "clusters"}, tensors)
    with pytest.raises(MultiplaneError, match="found attribute 'cluster' and no word clusters; expected a file"):
        Parser.load(place)


@pytest.mark.parametrize("las", [10**400, -1, True, "50", None, [50]])
def test_figures_of_training_may_be_anything(
    las: Any, header_and_tensors: tuple[dict[str, Any], Tensors], tmp_path: Path
) -> None:
    header, tensors = header_and_tensors
    header = {**header, "training": {"development": {"las": las}}}
    save_model(tmp_path / "a.model", "transition", header, tensors)
    assert repr(Parser.load(tmp_path / "a.model")).startswith("<Parser transition, arc-eager: ")
