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
from multiplane.errors import MultiplaneError
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
    where: Annotated[bool, typer.Option("--where", help="Print the folder of the cache, and compile nothing.")] = False,
) -> None:
    """Compile the kernels of some commands now, and keep them in the cache.

    Their machine code lies beside the package, or in the user's cache folder where that is read-only, or in the folder
    that NUMBA_CACHE_DIR names. Exit code 1 if something was compiled that could not be kept.
    """
    from multiplane.kernels.folder import folders, writable_folder
    from multiplane.kernels.interpret import kernels

    usable = [folder for folder in folders() if folder == writable_folder() or folder.is_dir()]
    if not usable:
        tried = " or ".join(str(folder.parent) for folder in folders())
        raise MultiplaneError(f"found no folder to keep machine code in; expected {tried} to be writable")
    if where:
        print(usable[0])
        return
    from multiplane.kernels.progress import compilations

    rows = []
    with tempfile.TemporaryDirectory() as folder, kernels("compiled"):
        for job in jobs or list(Job):
            began = time.perf_counter()
            WORK[job](system or ["arc-eager"], model or [""], Path(folder))
            rows.append([job.value, f"{time.perf_counter() - began:.1f}"])
    if compilations.count and writable_folder() is None:
        found = f"found {usable[0]} read-only and incomplete"
        raise MultiplaneError(f"{found}: {compilations.count} functions were compiled and not kept; expected to write")
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
    from multiplane.text import load
    from multiplane.treebank import read, write

    for model in models:
        parser = load(model, warm=True) if model else load(warm=True)
        write(parser.parse(read("sample:english")), folder / "parsed.conllu")


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
