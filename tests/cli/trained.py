"""Small treebanks of the generator, and how to train on them."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import output


def made(path: Path, size: int, seed: int) -> Path:
    """A generated treebank in a file."""
    output("sample", "--size", str(size), "--seed", str(seed), "-o", path)
    return path


def training(folder: Path, *arguments: str | Path) -> list[str | Path]:
    """The arguments of a training on the small treebanks, without a trial."""
    fast = ["--fast"] * (not {"--model", "--system", "--deps"} & {*arguments})
    epochs = ["--epochs", "3"] * (not {"liblinear", "libsvm"} & {*arguments})
    files = ["--train", folder / "train.conllu", "--dev", folder / "dev.conllu"]
    return ["train", *files, *epochs, *fast, *arguments]
