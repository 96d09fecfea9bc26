"""``multiplane warm``: compile kernels before they are needed, for containers and read-only installations."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from multiplane.cli.shared.tables import print_tables
from multiplane.tables import FigureTable


class Job(StrEnum):
    """What kernels are compiled for."""

    analyze = "analyze"
    eval = "eval"
    parse = "parse"
    train = "train"
    trace = "trace"


def warm(
    jobs: Annotated[list[Job] | None, typer.Argument(help="What to compile for; everything by default.")] = None,
    system: Annotated[
        list[str] | None, typer.Option("--system", help="Transition system to train and trace with (repeatable).")
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option("-m", "--model", help="Model to parse with (repeatable); the embedded one by default."),
    ] = None,
) -> None:
    """Compile the kernels of some commands now, and keep them in the cache.

    Their machine code lies beside the package, or in the user's cache folder where that is read-only, or in the folder
    that NUMBA_CACHE_DIR names.
    """
    from multiplane.kernels.interpret import kernels

    rows = []
    with tempfile.TemporaryDirectory() as folder, kernels("compiled"):
        for job in jobs or list(Job):
            began = time.perf_counter()
            WORK[job](system or ["arc-eager"], model or [""], Path(folder))
            rows.append([job.value, f"{time.perf_counter() - began:.1f}"])
    print_tables([FigureTable("", ["compiled for", "seconds"], rows)])


def _analyze(systems: list[str], models: list[str], folder: Path) -> None:
    from multiplane.structure.survey import survey
    from multiplane.treebank import read

    survey(read("sample:"))


def _evaluate(systems: list[str], models: list[str], folder: Path) -> None:
    from multiplane.evaluate import evaluate
    from multiplane.treebank import read

    evaluate(read("sample:english"), read("sample:english"))


def _parse(systems: list[str], models: list[str], folder: Path) -> None:
    from multiplane.learn import Parser
    from multiplane.learn.model.parser import embedded_model
    from multiplane.treebank import read, write

    for model in models:
        path = model or embedded_model()
        if path is not None:
            write(Parser.load(path).parse(read("sample:english")), folder / "parsed.conllu")


def _train(systems: list[str], models: list[str], folder: Path) -> None:
    from multiplane.learn import train

    for system in systems:
        train("sample:dutch", "sample:german", system=system, epochs=1, output=folder / "trained.model")
    for trees in ("projective", "all"):
        train("sample:dutch", "sample:german", model="arc-factored", trees=trees, epochs=1)


def _trace(systems: list[str], models: list[str], folder: Path) -> None:
    from multiplane.transition import get
    from multiplane.treebank import read

    tree = read("sample:english")[0].tree
    for system in systems:
        get(system).derive(tree)


WORK: dict[Job, Callable[[list[str], list[str], Path], None]] = {
    Job.analyze: _analyze,
    Job.eval: _evaluate,
    Job.parse: _parse,
    Job.train: _train,
    Job.trace: _trace,
}
