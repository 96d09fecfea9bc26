"""Small treebanks of the generator, and models trained on them once for all tests of a session."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.running import run


def made(path: Path, size: int, seed: int) -> Path:
    """A generated treebank in a file."""
    found = run("sample", "--size", str(size), "--seed", str(seed), "-o", path)
    assert found.returncode == 0, found.stderr
    return path


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``train.conllu`` and ``dev.conllu``, of one language."""
    place = tmp_path_factory.mktemp("trained")
    made(place / "train.conllu", 300, 1)
    made(place / "dev.conllu", 60, 2)
    return place


def training(folder: Path, *arguments: str | Path) -> list[str | Path]:
    """The arguments of a training on the small treebanks."""
    return ["train", "--train", folder / "train.conllu", "--dev", folder / "dev.conllu", "--epochs", "3", *arguments]


@pytest.fixture(scope="session")
def model(folder: Path) -> Path:
    """A transition model in a file."""
    place = folder / "arc-eager.model"
    if not place.exists():
        found = run(*training(folder, "-o", place))
        assert found.returncode == 0, found.stderr
    return place


@pytest.fixture(scope="session")
def graph_model(folder: Path) -> Path:
    """A graph model in a file."""
    place = folder / "graph.model"
    found = run(*training(folder, "--model", "graph", "-o", place))
    assert found.returncode == 0, found.stderr
    return place
