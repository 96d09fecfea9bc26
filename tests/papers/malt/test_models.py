"""MaltParser's default feature models: for every algorithm, both learners, and a system that can use them."""

from __future__ import annotations

from hashlib import sha256

import pytest

from multiplane.errors import MultiplaneError
from multiplane.learn import read_features
from multiplane.learn.features.configurations import FeatureModel
from multiplane.papers import single_items
from multiplane.papers.malt.models import MALT_MODELS, malt_features
from multiplane.transition import get


@pytest.mark.parametrize("name", MALT_MODELS)
def test_every_model_compiles_and_fits_its_system(name: str) -> None:
    linear, kernel = malt_features(name, "liblinear"), malt_features(name, "libsvm")
    assert linear.compile() and kernel.compile()
    assert set(kernel.transition) < set(linear.transition)
    assert set(single_items(linear).transition) == set(single_items(kernel).transition)
    assert linear.transition == linear.label
    stacks = get(MALT_MODELS[name].system).stacks
    assert any(line.startswith("O") for line in kernel.transition) == (stacks == 2)
    assert read_features(name, "libsvm") == kernel and read_features(name) == linear


def test_the_sizes_of_the_models() -> None:
    sizes = {
        name: (len(model.features("libsvm").transition), len(model.features("liblinear").transition))
        for name, model in MALT_MODELS.items()
    }
    assert sizes == {
        "nivreeager": (14, 22),
        "nivrestandard": (14, 21),
        "stackproj": (13, 20),
        "planar": (16, 24),
        "2planar": (18, 27),
        "covproj": (14, 22),
        "covnonproj": (17, 26),
    }


def test_no_template_changes_unnoticed() -> None:
    """A digest of each model's templates; those of arc-eager for one learner in full."""
    digests = {
        name: sha256("\n".join(malt_features(name, "liblinear").transition).encode()).hexdigest()[:8]
        for name in MALT_MODELS
    }
    assert digests == {
        "nivreeager": "3375360a",
        "nivrestandard": "0693d96e",
        "stackproj": "8fd1ad21",
        "planar": "a50631a3",
        "2planar": "1eb00db7",
        "covproj": "3375360a",
        "covnonproj": "27539a7d",
    }
    eager = [
        *("S0.xpos", "S1.xpos", "B0.xpos", "B1.xpos", "B2.xpos", "B3.xpos"),
        *("S0.form", "B0.form", "B1.form", "S0.head.form"),
        *("S0.deprel", "S0.left1.deprel", "S0.right1.deprel", "B0.left1.deprel"),
    ]
    assert sorted(malt_features("nivreeager", "libsvm").transition) == sorted(eager)


def test_a_name_that_is_none() -> None:
    with pytest.raises(MultiplaneError, match="found features 'nivreager'; expected a file, or one of nivreeager"):
        read_features("nivreager")
    assert isinstance(malt_features("planar"), FeatureModel)
