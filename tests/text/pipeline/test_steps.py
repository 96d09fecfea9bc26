"""A step of one's own, in a few lines, runs in a pipeline and goes through its file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from numpy.typing import NDArray

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.file import load_model, save_model
from multiplane.text import Pipeline, load, train_lemmatizer, train_tagger, train_tokenizer
from multiplane.text.pipeline import steps
from multiplane.treebank.treebank import Treebank

GERMAN = multiplane.read("sample:german")


@dataclass(frozen=True)
class Marker:
    """Marks words with a tag in MISC."""

    name: ClassVar[str] = "marker"
    kind: ClassVar[str] = "marker"
    needs: ClassVar[tuple[str, ...]] = ("tags",)
    gives: ClassVar[str] = "marks"

    mark: str

    def annotate(self, treebank: Treebank, workers: int | None = None, *, overwrite: bool = False) -> Treebank:
        rows = [word for sentence in treebank for word in sentence]
        return treebank.with_columns(
            {"misc": [f"{self.mark}={row.upos}" if overwrite or row.misc == "_" else row.misc for row in rows]}
        )

    def header(self) -> dict[str, Any]:
        return {"mark": self.mark}

    def tensors(self) -> dict[str, NDArray[Any]]:
        return {}

    @staticmethod
    def from_file(file: ModelFile) -> Marker:
        return Marker(file.text("mark"))


@pytest.fixture(scope="module")
def parts() -> tuple[Any, ...]:
    parser = multiplane.train(GERMAN, GERMAN, epochs=1, system="arc-eager")
    return train_tokenizer(GERMAN, epochs=1), train_tagger(GERMAN, epochs=1), train_lemmatizer(GERMAN), parser


def test_a_step_of_ones_own_runs_and_is_saved(
    parts: tuple[Any, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokenizer, tagger, _, parser = parts
    nlp = Pipeline((tokenizer, tagger, Marker("Tag"), parser))
    found = nlp("Der Hund bellt")
    assert [word.misc for word in found[0]] == [f"Tag={word.upos}" for word in found[0]]
    assert all(word.upos != "_" for word in found[0]) and len(found[0].tree) == 3
    nlp.save(tmp_path / "a.model")
    with pytest.raises(MultiplaneError, match="found a step 'marker'; expected one of tokenizer, tagger"):
        load(tmp_path / "a.model")
    monkeypatch.setitem(steps.READERS, "marker", Marker.from_file)
    again = load(tmp_path / "a.model")
    assert isinstance(again, Pipeline) and [step.name for step in again.steps] == [step.name for step in nlp.steps]
    assert bytes(again("Der Hund bellt")) == bytes(found)
    again.save(tmp_path / "b.model")
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()
    overwriting = again.overwriting(["marks"]).parse(found)
    assert bytes(overwriting) == bytes(found)
    with pytest.raises(MultiplaneError, match="expected tags or marks or lemmas"):
        again.overwriting(["trees"])


def test_the_usual_steps_are_not_listed_in_files(parts: tuple[Any, ...], tmp_path: Path) -> None:
    for kept in (parts, (*parts[:2], parts[3])):
        Pipeline(kept).save(tmp_path / "a.model")
        assert "steps" not in load_model(tmp_path / "a.model").header
        again = load(tmp_path / "a.model")
        assert isinstance(again, Pipeline) and len(again.steps) == len(kept)


def test_without_a_tokenizer_there_are_treebanks_but_no_texts(parts: tuple[Any, ...], tmp_path: Path) -> None:
    Pipeline(parts[1:]).save(tmp_path / "a.model")
    nlp = load(tmp_path / "a.model")
    assert isinstance(nlp, Pipeline) and nlp.parse(["Der", "Hund"])[0][1].upos != "_"
    with pytest.raises(MultiplaneError, match="found no tokenizer in the pipeline; expected one: it has tagger"):
        nlp("Der Hund")


def test_the_order_of_steps_is_checked(parts: tuple[Any, ...], tmp_path: Path) -> None:
    with pytest.raises(MultiplaneError, match="found two steps called tagger; expected one"):
        Pipeline((parts[1], parts[1]))
    with pytest.raises(MultiplaneError, match="found marker before tagger; expected it after, as it needs tags"):
        Pipeline((Marker("Tag"), *parts))
    Pipeline(parts).save(tmp_path / "a.model")
    file = load_model(tmp_path / "a.model")
    save_model(tmp_path / "b.model", file.kind, {**file.header, "steps": ["parser", "tagger"]}, file.tensors)
    with pytest.raises(MultiplaneError, match="found parser before tagger"):
        load(tmp_path / "b.model")
