"""An ensemble: its scores are the means of its members'; its file, damaged and hostile ones; no PyTorch."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.learn.neural.heads.arcs.tiny import tiny_model
from tests.learn.neural.older import older

import multiplane
from multiplane.decode import decode
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.model.file import load_model, save_model
from multiplane.learn.neural.heads.arcs.ensemble import NeuralEnsemble, ensemble_of
from multiplane.structure import is_projective

SAMPLE = multiplane.read("sample:german")
MEMBERS = [tiny_model(SAMPLE, seed=seed, hidden=hidden) for seed, hidden in enumerate((10, 12, 10))]


@pytest.fixture(scope="module")
def model() -> NeuralEnsemble:
    return ensemble_of(MEMBERS)


@pytest.fixture
def path(model: NeuralEnsemble, tmp_path: Path) -> Path:
    place = tmp_path / "tiny.model"
    Parser(model).save(place)
    return place


def logarithms(scores: Any, axis: int) -> Any:
    """Logarithms of probabilities, plainly: infinite scores have probability 0."""
    largest = scores.max(axis=axis, keepdims=True)
    return scores - largest - np.log(np.exp(scores - largest).sum(axis=axis, keepdims=True))


def test_scores_are_the_means_of_the_members(model: NeuralEnsemble) -> None:
    found = model.arc_scores(SAMPLE.layout)
    theirs = [member.arc_scores(SAMPLE.layout) for member in MEMBERS]
    for number, scores in enumerate(found):
        np.testing.assert_allclose(scores, np.mean([each[number] for each in theirs], axis=0), rtol=1e-12)
    labels = model.label_scores(SAMPLE.layout, SAMPLE.heads)
    theirs = [member.label_scores(SAMPLE.layout, SAMPLE.heads) for member in MEMBERS]
    for number, scores in enumerate(labels):
        np.testing.assert_allclose(scores, np.mean([each[number] for each in theirs], axis=0), rtol=1e-4, atol=1e-4)


def test_trees_are_those_of_the_mean_logarithms_of_probabilities(model: NeuralEnsemble) -> None:
    predicted = model.parse(SAMPLE.layout)
    parts = [member.arc_scores(SAMPLE.layout) for member in MEMBERS]
    labels = [member.label_scores(SAMPLE.layout, predicted.heads) for member in MEMBERS]
    for number in range(len(SAMPLE)):
        here = slice(SAMPLE.offsets[number], SAMPLE.offsets[number + 1])
        mean = np.full_like(parts[0][number], -np.inf)
        mean[:, 1:] = np.mean([logarithms(each[number][:, 1:], 0) for each in parts], axis=0)
        assert decode(mean, "all", single_root=model.single_root).heads.tolist() == predicted.heads[here].tolist()
        of_labels = np.mean([logarithms(each[number].astype(np.float64), 1) for each in labels], axis=0)
        assert of_labels.argmax(axis=1).tolist() == predicted.labels[here].tolist()


def test_a_file_holds_all_members_and_any_decoder_can_be_chosen(
    model: NeuralEnsemble, path: Path, tmp_path: Path
) -> None:
    loaded = Parser.load(path)
    assert loaded.model.kind == "neural-ensemble"
    assert bytes(loaded.parse(SAMPLE)) == bytes(Parser(model).parse(SAMPLE, workers=1))
    loaded.save(tmp_path / "again.model")
    assert (tmp_path / "again.model").read_bytes() == path.read_bytes()
    projective = loaded.with_decoder("projective")
    assert all(is_projective(sentence.tree) for sentence in projective.parse(SAMPLE))
    projective.save(tmp_path / "projective.model")
    assert "projective" in repr(Parser.load(tmp_path / "projective.model"))


def test_a_pipeline_holds_an_ensemble(model: NeuralEnsemble, tmp_path: Path) -> None:
    pipeline = multiplane.load("english-fast")
    assert isinstance(pipeline, multiplane.Pipeline)
    steps = [Parser(model) if step.name == "parser" else step for step in pipeline.steps]
    replace(pipeline, steps=steps).save(tmp_path / "a.model")
    loaded = multiplane.load(tmp_path / "a.model").with_decoder("projective")
    assert isinstance(loaded, multiplane.Pipeline) and loaded.parser.model.kind == "neural-ensemble"
    assert bytes(loaded.parser.parse(SAMPLE)) == bytes(Parser(model.with_decoder("projective")).parse(SAMPLE))


def test_empty_columns_are_named(model: NeuralEnsemble) -> None:
    words = multiplane.treebank.words.treebank_of_words([["a", "b", "c"] * 20])
    columns = {"form": 1.0, "lemma": 1.0, "upos": 1.0, "xpos": 1.0, "feats": 1.0}
    assert "UPOS" in Parser(model, {"columns": columns}).warning_about(words)


def test_members_of_several_treebanks_are_no_ensemble() -> None:
    with pytest.raises(MultiplaneError, match="found other labels or roots in member 2"):
        ensemble_of([MEMBERS[0], tiny_model(multiplane.read("sample:dutch"))])


def test_members_may_read_other_attributes_of_words() -> None:
    other = tiny_model(SAMPLE, groups=5)
    found, one, two = (
        model.arc_scores(SAMPLE.layout)[3] for model in (ensemble_of([MEMBERS[0], other]), MEMBERS[0], other)
    )
    np.testing.assert_allclose(found, (one + two) / 2, rtol=1e-12)


EDITS: list[tuple[tuple[str, ...], Any]] = [
    (("members",), 0),
    (("members",), 4),
    (("members",), 10**9),
    (("members",), True),
    (("decoder",), "nonsense"),
    (("decoder",), None),
    (("member 2",), {}),
    (("member 2",), []),
    (("member 2", "kind"), "neural-ensemble"),
    (("member 2", "kind"), "arc-factored"),
    (("member 2", "kind"), 3),
    (("member 2", "kind"), "a\nb"),
    (("member 2", "labels"), ["a"]),
    (("member 2", "single_root"), False),
    (("member 2", "encoder", "group_rows"), 51),
    (("member 2", "encoder", "sizes", "hidden"), 10),
]


@pytest.mark.parametrize(("keys", "value"), EDITS)
def test_a_header_that_does_not_fit_is_one_line(path: Path, keys: tuple[str, ...], value: Any) -> None:
    file = load_model(path)
    header = copy.deepcopy(dict(file.header))
    inner = header
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    save_model(path, file.kind, header, file.tensors)
    with pytest.raises(MultiplaneError) as raised:
        Parser.load(path)
    line = str(raised.value)
    assert line.count(str(path)) == 1 and line.startswith(str(path)) and "\n" not in line


def test_an_older_file_is_the_same_ensemble(model: NeuralEnsemble, path: Path) -> None:
    file = load_model(path)
    header, tensors = dict(file.header), {}
    for number in range(1, len(MEMBERS) + 1):
        name = f"member {number}"
        part = older(file.part(name))
        header[name] = {**part.header, "kind": part.kind}
        tensors |= {f"{name}.{key}": array for key, array in part.tensors.items()}
    save_model(path, file.kind, header, tensors)
    assert bytes(Parser.load(path).parse(SAMPLE)) == bytes(Parser(model).parse(SAMPLE))
