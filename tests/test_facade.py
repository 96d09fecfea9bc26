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
