"""Files of support vectors: what does not fit together is refused before a kernel could read beyond an array."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.model.file import load_model, save_model
from multiplane.papers import SvmTrainer
from multiplane.papers.svm import libsvm

Edit = Callable[[NDArray[np.int64]], NDArray[np.int64]]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small parser in several parts."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed: the extra svm")
    treebank, path = multiplane.read("sample:german"), tmp_path_factory.mktemp("svm") / "a.model"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(libsvm, "MIN_PART", 40)
        trainer = SvmTrainer(treebank, learner="libsvm")
        trainer.step(np.arange(len(treebank)))
    Parser(trainer.model()).save(path)
    assert len(load_model(path).tensors["transition_keys"]) > 1
    return path


def put(place: int, value: int) -> Edit:
    """A copy with another value in this place."""

    def edited(values: NDArray[np.int64]) -> NDArray[np.int64]:
        values = values.copy()
        values[place] = value
        return values

    return edited


@pytest.mark.parametrize(
    ("tensor", "edit", "found"),
    [
        ("class_starts", put(1, 0), "found parts of transitions without classes, or with too many; expected 1 to 4"),
        ("class_starts", put(0, 1), "found tensor 'transition_class_starts' out of order"),
        ("class_starts", lambda values: values[:0], "found tensor 'transition_class_starts' out of order"),
        ("vector_starts", put(1, 10**9), "found tensor 'transition_vector_starts' out of order"),
        ("vector_starts", put(-1, 10**9), "found coefficients of transitions that do not fit their vectors"),
        ("coefficient_starts", put(-1, 10**9), "found coefficients of transitions that do not fit their vectors"),
        ("intercept_starts", put(-1, 10**9), "found intercepts of transitions that do not fit their classes"),
        ("keys", lambda values: values[::-1].copy(), "found keys of transitions out of order"),
        ("keys", lambda values: np.arange(99, dtype=values.dtype), "found keys of transitions out of order"),
        ("classes", put(0, 4), "found 4 in tensor 'transition_classes'; expected at most 3"),
        ("vectors", lambda values: values[:, 1:].copy(), "tensor 'transition_vectors'"),
        ("coefficients", lambda values: values[1:], "tensor 'transition_coefficients'"),
        ("intercepts", lambda values: values[1:], "tensor 'transition_intercepts'"),
    ],
)
def test_what_does_not_fit_is_refused(place: Path, tmp_path: Path, tensor: str, edit: Edit, found: str) -> None:
    file, name = load_model(place), f"transition_{tensor}"
    tensors = {**file.tensors, name: edit(file.tensors[name])}
    save_model(tmp_path / "b.model", file.kind, file.header, tensors)
    with pytest.raises(MultiplaneError) as refused:
        Parser.load(tmp_path / "b.model")
    assert found in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize("number", [-1, 10**6])
def test_a_part_for_all_others_that_is_not_there(place: Path, tmp_path: Path, number: int) -> None:
    file = load_model(place)
    save_model(
        tmp_path / "b.model", file.kind, {**file.header, "other": {"transition": number, "label": 0}}, file.tensors
    )
    with pytest.raises(MultiplaneError, match=f"found {number} as 'other.transition' in its header"):
        Parser.load(tmp_path / "b.model")
