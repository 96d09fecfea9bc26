"""Models trained on small generated treebanks, once for all tests of a session."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.running import output
from tests.cli.trained import made, training


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``train.conllu`` and ``dev.conllu``, of one language."""
    place = tmp_path_factory.mktemp("trained")
    made(place / "train.conllu", 300, 1)
    made(place / "dev.conllu", 60, 2)
    return place


@pytest.fixture(scope="session")
def model(folder: Path) -> Path:
    """A transition model in a file."""
    place = folder / "arc-eager.model"
    output(*training(folder, "-o", place))
    return place


@pytest.fixture(scope="session")
def graph_model(folder: Path) -> Path:
    """An arc-factored model in a file."""
    place = folder / "graph.model"
    output(*training(folder, "--model", "arc-factored", "-o", place))
    return place
