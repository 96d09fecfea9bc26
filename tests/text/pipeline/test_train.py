"""What ``train_pipeline`` makes the parts of, and what the parser learns from: seen without training the parser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.learn.fake import FakeModel

import multiplane
from multiplane.learn import Options, Parser, TrainingStopped
from multiplane.learn.kinds import KINDS
from multiplane.text import Pipeline, jackknife, load, train_pipeline, train_tagger, train_tokenizer
from multiplane.text.pipeline import train as training
from multiplane.text.pipeline.train import MIN_WEIGHT
from multiplane.treebank import Treebank

PARSER = Parser(FakeModel(0, 99), {"development": {"las": 50.0, "sentences": 1}})


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the parser would have been trained with."""
    found: dict[str, Any] = {}

    def train(treebank: Treebank, development: Treebank, options: Options, **others: Any) -> Parser:
        found.update(others, options=options, training=treebank, development=development)
        return PARSER

    monkeypatch.setattr(training, "train_parser", train)
    monkeypatch.setitem(KINDS, "fake", "tests.learn.fake:Fake")
    return found


def plain(part: Any) -> dict[str, bytes]:
    return {name: tensor.tobytes() for name, tensor in part.tensors().items()}


def test_the_seed_reaches_every_part(given: dict[str, Any]) -> None:
    german = multiplane.read("sample:german")
    pipeline = train_pipeline(german, "sample:dutch", model="transition", seed=3)
    tagger, other = (train_tagger(german, seed=seed) for seed in (3, 0))
    assert plain(pipeline.tagger) == plain(tagger.pruned(MIN_WEIGHT)) != plain(other.pruned(MIN_WEIGHT))
    tokenizer, other_tokenizer = (train_tokenizer(german, seed=seed) for seed in (3, 0))
    assert plain(pipeline.tokenizer) == plain(tokenizer) != plain(other_tokenizer)
    crossed, otherwise = (jackknife(german, seed=seed) for seed in (3, 0))
    assert given["training"] == german + crossed != german + otherwise and given["trial"] == crossed
    assert given["options"].seed == 3


def test_small_weights_of_the_tagger_are_left_out(given: dict[str, Any]) -> None:
    german = multiplane.read("sample:german")
    pipeline = train_pipeline(german, german, model="transition")
    whole, pruned = (abs(tagger.weights) for tagger in (train_tagger(german), pipeline.tagger))
    assert whole[whole > 0].min() < MIN_WEIGHT <= pruned[pruned > 0].min()


def test_the_seed_decides_what_is_held_out(given: dict[str, Any]) -> None:
    held_out = []
    for seed in (3, 0):
        train_pipeline("sample:german", model="transition", gold_tags=True, seed=seed)
        held_out.append([sentence.sent_id for sentence in given["development"]])
    assert held_out[0] != held_out[1]


def test_the_development_set_has_the_tags_and_lemmas_that_are_predicted(given: dict[str, Any]) -> None:
    dutch = multiplane.read("sample:dutch")
    pipeline = train_pipeline("sample:german", dutch, model="transition")
    predicted = pipeline.overwriting(["tags", "lemmas"]).annotate(dutch)
    assert given["development"] == predicted
    for layer in ("upos", "lemma"):
        one, other = ([getattr(word, layer) for sentence in some for word in sentence] for some in (predicted, dutch))
        assert one != other
    train_pipeline("sample:german", dutch, model="transition", gold_tags=True)
    assert given["development"] == dutch


def test_what_is_said_of_the_data_reaches_the_parser(given: dict[str, Any]) -> None:
    said = {"licence": "CC0", "source": "a corpus", "language": "Elvish"}
    train_pipeline("sample:german", "sample:german", model="transition", gold_tags=True, **said)
    assert {name: given[name] for name in said} == said


@pytest.mark.parametrize("best", [PARSER, None])
def test_ctrl_c_saves_a_pipeline_if_a_pass_was_complete(
    given: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, best: Parser | None
) -> None:
    def stopped(*sources: Any, **options: Any) -> Parser:
        raise TrainingStopped(best)

    monkeypatch.setattr(training, "train_parser", stopped)
    with pytest.raises(TrainingStopped) as caught:
        train_pipeline("sample:german", "sample:german", model="transition", output=tmp_path / "a.model")
    assert caught.value.parser is best and (tmp_path / "a.model").exists() == (best is not None)
    if best is not None:
        found = load(tmp_path / "a.model")
        assert isinstance(found, Pipeline) and found.training == best.training
        assert [word.form for word in found("Der Hund bellt.")[0]] == ["Der", "Hund", "bellt", "."]
