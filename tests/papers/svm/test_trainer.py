"""LIBLINEAR and LIBSVM learn every kind of system, the same bytes every time; files give the model back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.learn.shares import labelled_share

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.protocols import Model
from multiplane.learn.transition.linear.model import LinearModel
from multiplane.papers import LibsvmModel, SvmTrainer
from multiplane.papers.svm import libsvm

SYSTEMS = ["arc-eager", "swap", "2-planar", "arc-eager+pp:head", "undirected-planar", "covington"]
LEARNERS = ["liblinear", "libsvm"]
needs_scikit_learn = pytest.mark.usefixtures("scikit_learn")


@pytest.fixture
def scikit_learn() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed: the extra svm")


@pytest.fixture(scope="module")
def treebank() -> multiplane.Treebank:
    return multiplane.read("sample:")


def trained(treebank: multiplane.Treebank, learner: str, **options: Any) -> Model:
    trainer = SvmTrainer(treebank, learner=learner, **options)
    mistakes, decisions = trainer.step(np.arange(len(treebank)))
    assert 0 <= mistakes < decisions / 2
    return trainer.model()


@needs_scikit_learn
@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_kind_of_system_is_learned(treebank: multiplane.Treebank, system: str, learner: str) -> None:
    from multiplane.learn.transition.linear.trainer import TransitionTrainer

    perceptron = TransitionTrainer(treebank, system=system)
    for _ in range(8):
        perceptron.step(np.arange(len(treebank)))
    ours = labelled_share(perceptron.model(), treebank)
    assert labelled_share(trained(treebank, learner, system=system), treebank) > ours - 0.05


@needs_scikit_learn
def test_the_file_of_liblinear_is_a_transition_model(treebank: multiplane.Treebank, tmp_path: Path) -> None:
    parser = multiplane.train(treebank, treebank, model="liblinear", output=tmp_path / "a.model")
    loaded = Parser.load(tmp_path / "a.model")
    assert isinstance(loaded.model, LinearModel) and loaded.training["learner"] == "liblinear"
    assert (loaded.model.weights == parser.model.weights).all()  # type: ignore[attr-defined]
    assert loaded.with_beam(4).predict(treebank).heads.shape == treebank.heads.shape


@needs_scikit_learn
def test_libsvm_comes_back_from_its_file(treebank: multiplane.Treebank, tmp_path: Path) -> None:
    parser = multiplane.train(treebank, treebank, model="libsvm", output=tmp_path / "a.model")
    loaded = Parser.load(tmp_path / "a.model")
    assert isinstance(loaded.model, LibsvmModel)
    one, other = parser.predict(treebank, workers=1), loaded.predict(treebank, workers=3)
    assert all((a == b).all() for a, b in zip(one, other, strict=True))
    assert (one.margins[one.transitions >= 0] >= 0).all()
    assert "Transition=" in bytes(loaded.parse(treebank, transitions=True).layout.data).decode()


@needs_scikit_learn
@pytest.mark.parametrize("learner", LEARNERS)
def test_same_bytes_every_time_and_after_a_break(
    learner: str, treebank: multiplane.Treebank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libsvm, "MIN_PART", 60)
    paths = [tmp_path / name for name in ("a", "b")]
    for path in paths:
        Parser(trained(treebank, learner)).save(path)
    first, second = (SvmTrainer(treebank, learner=learner) for _ in range(2))
    first.step(np.arange(len(treebank) * 2 // 3))
    with pytest.raises(MultiplaneError, match="expected all"):
        first.model()
    second.restore(first.state())
    second.step(np.arange(len(treebank) * 2 // 3, len(treebank)))
    Parser(second.model()).save(tmp_path / "c")
    assert len({path.read_bytes() for path in (*paths, tmp_path / "c")}) == 1


@needs_scikit_learn
def test_parts_have_machines_of_their_own(treebank: multiplane.Treebank, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = trained(treebank, "libsvm")
    monkeypatch.setattr(libsvm, "MIN_PART", 60)
    split = trained(treebank, "libsvm")
    assert isinstance(whole, LibsvmModel) and isinstance(split, LibsvmModel)
    assert len(split.classifiers.keys) > 3 and len(split.label_classifiers.keys) > 1
    assert labelled_share(split, treebank) > labelled_share(whole, treebank) - 0.05


@needs_scikit_learn
def test_features_of_the_user_are_kept_behind_those_that_split(treebank: multiplane.Treebank) -> None:
    features = FeatureModel(("S0.upos", "S0.form B0.form"), ("H.upos", "D.upos", "D.form"))
    model = trained(treebank, "libsvm", features=features)
    assert isinstance(model, LibsvmModel)
    assert model.features.transition == ("B0.upos", "S0.upos", "S0.form B0.form")
    assert model.features.label == ("D.upos", "H.upos", "D.form")


@needs_scikit_learn
@pytest.mark.parametrize("learner", LEARNERS)
def test_what_would_take_too_long_is_refused(
    learner: str, treebank: multiplane.Treebank, monkeypatch: pytest.MonkeyPatch
) -> None:
    from multiplane.papers.svm import liblinear

    monkeypatch.setattr(libsvm, "MAX_PAIRS", 1000)
    monkeypatch.setattr(liblinear, "MAX_VALUES", 1000)
    with pytest.raises(MultiplaneError, match=r"expected .*fewer sentences"):
        multiplane.train(treebank, treebank, model=learner)


@needs_scikit_learn
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_treebank_without_decisions_is_refused(learner: str) -> None:
    alone = multiplane.Treebank.from_text("1\tja\tja\tINTJ\t_\t_\t0\troot\t_\t_\n\n")
    with pytest.raises(MultiplaneError, match="found no decisions"):
        SvmTrainer(alone, learner=learner)


@needs_scikit_learn
def test_a_beam_is_refused(treebank: multiplane.Treebank) -> None:
    with pytest.raises(MultiplaneError, match="model libsvm has no option 'beam'"):
        multiplane.train(treebank, treebank, model="libsvm", beam=2)


@pytest.mark.parametrize("learner", LEARNERS)
def test_without_scikit_learn_one_line_tells_what_to_install(
    learner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from multiplane.cli.main import main

    for name in [name for name in sys.modules if name.partition(".")[0] == "sklearn"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    output = tmp_path / "a.model"
    arguments = ["train", "--train", "sample:german", "--dev", "sample:dutch", "--model", learner, "-o", str(output)]
    monkeypatch.setattr(sys, "argv", ["multiplane", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    told = capsys.readouterr()
    assert stopped.value.code == 1
    assert "needs scikit-learn: install it with `pip install scikit-learn`" in told.err and told.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [["--beam", "2"], ["--trees", "projective"], ["--system", "auto"]])
def test_options_of_other_models_are_bad_usage(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from multiplane.cli.main import main

    arguments = ["train", "--train", "sample:german", "--model", "libsvm", "-o", str(tmp_path / "a.model"), *options]
    monkeypatch.setattr(sys, "argv", ["multiplane", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
