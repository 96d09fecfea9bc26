"""The names on the package itself: lazy, complete, typed, and at home in notebooks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import multiplane


def test_every_public_name_is_there() -> None:
    for name in multiplane.__all__:
        assert getattr(multiplane, name) is not None
    assert set(multiplane.__all__) <= set(dir(multiplane))
    with pytest.raises(AttributeError, match="no attribute 'parsley'"):
        multiplane.parsley  # noqa: B018


SHADOWED = """
import importlib, pkgutil, types, multiplane
seen = 0
for found in pkgutil.walk_packages(multiplane.__path__, "multiplane."):
    package = importlib.import_module(found.name) if found.ispkg else None
    for name in getattr(package, "__all__", ()):
        if name in {module.name for module in pkgutil.iter_modules(package.__path__)}:
            importlib.import_module(f"{package.__name__}.{name}")
            assert not isinstance(getattr(package, name), types.ModuleType), f"{package.__name__}.{name}"
            seen += 1
print(seen)
"""


def test_no_module_takes_the_place_of_a_name_that_a_package_offers() -> None:
    """Importing a.b sets the attribute b of a: a function of that name would be gone, unless a has it already."""
    found = subprocess.run([sys.executable, "-c", SHADOWED], capture_output=True, text=True, check=False)
    assert found.stderr == "" and int(found.stdout) > 0


def test_a_tree_is_given_as_heads_text_tree_or_sentence() -> None:
    sentence = multiplane.read("sample:dutch-2")[0]
    text = " ".join(str(word.head_id) for word in sentence)
    for given in (sentence, sentence.tree, sentence.heads.tolist(), text):
        assert multiplane.classify(given) == multiplane.classify(sentence.heads)
        assert multiplane.planes(given).count == 2 and multiplane.explain(given, "projective") is not None
    with pytest.raises(multiplane.TreeError, match="found head 'x' of word 2"):
        multiplane.classify("2 x")


def test_sentences_outside_a_class() -> None:
    sample = multiplane.read("sample:")
    outside = sample.outside("well-nested")
    expected = [one.id for one in sample if not multiplane.classify(one).well_nested]
    assert [one.id for one in outside] == expected and 0 < len(expected) < len(sample)
    assert len(sample.outside("all")) == 0
    with pytest.raises(multiplane.MultiplaneError, match="no class 'planarr'"):
        sample.outside("planarr")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, multiplane; print([name for name in ('numpy', 'numba', 'rich') if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_sentences_and_trees_are_pictures_in_notebooks() -> None:
    sentence = multiplane.read("sample:dutch-2")[0]
    for shown in (sentence, sentence.tree):
        assert "<svg" in shown._repr_svg_() and "schuur" in shown._repr_svg_()


def test_types_are_shipped() -> None:
    assert (Path(multiplane.__file__).parent / "py.typed").exists()
