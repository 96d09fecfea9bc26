"""``multiplane train``: from a treebank to a parser, or to a pipeline from text to trees, in a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from multiplane.characters import plural, visible
from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.helper import offer_helper
from multiplane.cli.shared.messages import is_quiet
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.streams import OutputClosed

if TYPE_CHECKING:
    from multiplane.learn import Parser, Progress
    from multiplane.text import Pipeline

ModelKind = StrEnum("ModelKind", ["transition", "arc-factored", "neural", "liblinear", "libsvm"])
GOES_WITH = {
    "--system": ("transition", "neural", "liblinear", "libsvm"),
    "--features": ("transition", "arc-factored", "liblinear", "libsvm"),
    "--beam": ("transition",),
    "--clusters": ("transition",),
    "--oracle": ("transition", "neural"),
    "--buffer-arcs": ("transition", "neural"),
    "--decoder": ("arc-factored", "neural"),
    "--budget": ("neural",),
    "--vectors": ("neural",),
    "--ensemble": ("neural",),
    "--units": ("neural",),
}
Oracle = StrEnum("Oracle", ["dynamic", "static"])
BufferArcs = StrEnum("BufferArcs", ["short", "any"])
BAR = 24


def train(
    context: typer.Context,
    training: Annotated[list[str], typer.Option("--train", metavar="FILE", help="Training treebank; may be repeated.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="MODEL", help="Model file to write.")],
    development: Annotated[
        list[str] | None,
        typer.Option(
            "--dev",
            metavar="FILE",
            help="Development treebank, to choose the best epoch; by default a tenth is held out.",
        ),
    ] = None,
    pipeline: Annotated[
        bool,
        typer.Option("--pipeline", help="Train a tokenizer, a tagger and a lemmatizer as well, for text."),
    ] = False,
    gold_tags: Annotated[
        bool,
        typer.Option("--gold-tags", help="With --pipeline: the parser learns from the treebank's tags alone."),
    ] = False,
    model: Annotated[
        ModelKind | None,
        typer.Option(
            "--model",
            help="Transition-based, graph-based, a neural network (graph-based, or with --system), or support vectors; "
            "by default the treebank decides, in a short trial.",
        ),
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="The fastest parser, arc-eager, without a trial.")] = False,
    system: Annotated[
        str | None,
        typer.Option(
            "--system",
            help="Transition system, without a trial: of transition models arc-eager by default, of --deps "
            "2-planar-graph.",
        ),
    ] = None,
    deps: Annotated[
        bool,
        typer.Option("--deps", help="Learn the graphs in DEPS, with several heads a word, not the trees."),
    ] = False,
    decoder: Annotated[
        str | None,
        typer.Option("--decoder", help="Class of trees or schema:NAME, for a graph or neural model."),
    ] = None,
    beam: Annotated[int | None, typer.Option("--beam", min=1, help="Beam width; greedy by default.")] = None,
    features: Annotated[
        str | None,
        typer.Option(
            "--features",
            metavar="FILE|NAME",
            help="Feature file (TOML, or MaltParser's XML) or MaltParser's default for nivreeager, planar, 2planar ….",
        ),
    ] = None,
    clusters: Annotated[
        str | None,
        typer.Option(
            "--clusters", metavar="FILE", help="Word clusters, with --pipeline for the tagger too: WORD, tab, CLUSTER."
        ),
    ] = None,
    vectors: Annotated[
        str | None,
        typer.Option("--vectors", metavar="FILE", help="Word vectors: word2vec, fastText .vec, or .npy beside .txt."),
    ] = None,
    ensemble: Annotated[
        int | None,
        typer.Option(
            "--ensemble",
            min=1,
            max=32,
            metavar="N",
            help="Train N neural models at a time and average their scores: 1 by default, or what suits the budget.",
        ),
    ] = None,
    units: Annotated[
        int | None,
        typer.Option(
            "--units",
            min=32,
            max=512,
            metavar="N",
            help="Units in the layers of a neural model, a multiple of 32: 192, or what suits the budget.",
        ),
    ] = None,
    oracle: Annotated[
        Oracle | None,
        typer.Option("--oracle", help="Learn from the dynamic oracle (default) or from the static one only."),
    ] = None,
    buffer_arcs: Annotated[
        BufferArcs | None,
        typer.Option("--buffer-arcs", help="Gold arcs that LBA and RBA are to build: of length one (short) or any."),
    ] = None,
    epochs: Annotated[
        int | None,
        typer.Option(
            "--epochs", min=1, help="Maximum number of epochs: 20, with --pipeline 10; neural: by the treebank's size."
        ),
    ] = None,
    patience: Annotated[
        int | None,
        typer.Option("--patience", min=1, help="Stop after this many epochs without improvement: 4, if not neural."),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            metavar="TIME",
            help="A neural model with the units, networks and epochs that suit 90s, 5m or 1h.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Random seed for shuffling.")] = 0,
    licence: Annotated[str | None, typer.Option("--licence", help="Licence of the data, stored in the model.")] = None,
    source: Annotated[str | None, typer.Option("--source", help="Source of the data, stored in the model.")] = None,
    language: Annotated[
        str | None, typer.Option("--language", help="Language of the data, stored in the model: warnings name it.")
    ] = None,
    checkpoint_every: Annotated[
        float, typer.Option("--checkpoint-every", min=0, metavar="SECONDS", help="Seconds between checkpoints.")
    ] = 15,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an interrupted training.")] = False,
) -> None:
    """Train a parser, or a pipeline, on a treebank; Ctrl-C keeps the best model so far, --resume continues."""
    options = {
        "--system": system,
        "--features": features,
        "--beam": beam,
        "--clusters": None if pipeline else clusters,
        "--vectors": vectors,
        "--decoder": decoder,
        "--oracle": oracle,
        "--buffer-arcs": buffer_arcs,
        "--budget": budget,
        "--ensemble": ensemble,
        "--units": units,
    }
    check_options(model, options, output, deps, fast)
    if pipeline and deps:
        raise WrongUsage("--pipeline cannot be combined with --deps")
    if gold_tags and not pipeline:
        raise WrongUsage("--gold-tags requires --pipeline")
    if ensemble is not None and system not in (None, "auto"):
        raise WrongUsage("--ensemble cannot be combined with --system")
    seconds = None if budget is None else seconds_in(budget)
    from multiplane.learn import TrainingStopped

    checkpoint = Path(f"{output}.checkpoint")
    started, report = monotonic(), TrainingReport()
    if checkpoint.exists() and not resume:
        report.line(f"Starting again: {checkpoint}, left by an earlier training, is ignored (--resume continues it)")
    few = [part for number in range(1, 5) for part in ("--train", f"sample:latin-{number}")]
    job = ["train", *few, "--dev", "sample:latin-5", "--epochs", "1"]
    offer_helper(context, job, ("training", "development", "output", "epochs", "budget", "resume"))
    try:
        parser = trainer_of(pipeline, gold_tags)(
            training,
            development,
            model="graphs" if deps else model and model.value,
            fast=fast,
            system=system,
            decoder=decoder,
            beam=beam,
            features=features,
            clusters=clusters,
            vectors=vectors,
            oracle=oracle and oracle.value,
            buffer_arcs=buffer_arcs and buffer_arcs.value,
            ensemble=ensemble,
            units=units,
            epochs=epochs,
            patience=patience,
            budget=seconds,
            seed=seed,
            licence=licence,
            source=source,
            language=language,
            progress=report.progress,
            announce=report.line,
            output=output,
            checkpoint=checkpoint,
            checkpoint_every=checkpoint_every,
            resume=resume,
        )
    except TrainingStopped as stopped:
        kept = (
            f"{output}: {summary(stopped.parser)}" if stopped.parser else "no epoch was complete: there is no model yet"
        )
        report.line(f"stopped; {kept}" + ("; --resume continues" if checkpoint.exists() else ""))
        raise typer.Exit(128 + stopped.number) from None
    report.line(f"{output}: {summary(parser)}, {monotonic() - started:.1f} s")


def trainer_of(pipeline: bool, gold_tags: bool) -> Callable[..., Parser | Pipeline]:
    """What trains a parser alone, or a pipeline."""
    if not pipeline:
        from multiplane.learn import train

        return train
    from multiplane.text import train_pipeline

    return partial(train_pipeline, gold_tags=gold_tags)


def check_options(model: ModelKind | None, options: Mapping[str, object], output: str, deps: bool, fast: bool) -> None:
    """Options of other models, and a model on standard output, are bad usage."""
    is_auto = options["--system"] == "auto"
    if deps:
        of_trees = (
            ["--model"] * (model not in (None, ModelKind.transition)) + ["--fast"] * fast + ["--system"] * is_auto
        )
        of_trees += [name for name in ("--beam", "--oracle", "--buffer-arcs") if options[name] is not None]
        if of_trees:
            raise WrongUsage(f"{of_trees[0]} cannot be combined with --deps, which trains a greedy transition parser")
    if output == "-":
        raise WrongUsage("--output must be a file: a model cannot be written to standard output")
    if fast and (model or options["--system"]):
        raise WrongUsage("--fast cannot be combined with --model or --system")
    if is_auto and model not in (None, ModelKind.transition):
        raise WrongUsage("--system auto cannot be combined with --model")
    given = [name for name, value in options.items() if value is not None and not (name == "--system" and is_auto)]
    takers = {kind.value for kind in ModelKind}.intersection(*(GOES_WITH[name] for name in given))
    is_named = deps or fast or (not is_auto and (model or options["--system"]))
    kind = (model or ModelKind.transition).value
    for name in given:
        if is_named and kind not in GOES_WITH[name]:
            raise WrongUsage(f"{name} requires --model {' or '.join(GOES_WITH[name])}")
    if not takers:
        raise WrongUsage(f"{' and '.join(given)} cannot be combined: no model takes all of them")


def seconds_in(text: str) -> float:
    """The seconds that a span of time has.

    >>> seconds_in("90s"), seconds_in("1.5m")
    (90.0, 90.0)
    """
    match = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)([smh])", text)
    if match is None or float(match[1]) == 0:
        raise typer.BadParameter(f"found {text!r}; expected a time such as 90s, 5m or 1h", param_hint="--budget")
    return float(match[1]) * {"s": 1, "m": 60, "h": 3600}[match[2]]


def summary(parser: Parser | Pipeline) -> str:
    """A parser's scores and where they come from, in a few words."""
    figures = parser.training
    development = figures["development"]
    names = ("elas", "eulas") if "elas" in development else ("las", "uas")
    scores = ", ".join(f"{name.upper()} {development[name]:.2f}" for name in names)
    sentences = plural(development["sentences"], "sentence")
    return f"{scores} on {sentences}, epoch {figures['best_epoch']} of {figures['epochs']}"


class TrainingReport:
    """Lines on standard output, one for each epoch; on a terminal, the progress of the current one below them."""

    def __init__(self) -> None:
        self.below = ProgressLine(patience=0.0)

    def line(self, text: str) -> None:
        """A line that stays."""
        self.below.clear()
        if not is_quiet():
            with suppress(OutputClosed):
                print(visible(text), flush=True)

    def progress(self, now: Progress) -> None:
        """The progress of a pass, and a line at its end."""
        figures = f"epoch {now.epoch:2}  loss {now.loss:5.2f} %  {now.words_per_second:9,.0f} words/s"
        if now.scores is not None:
            best = "  best so far" if now.is_best else ""
            self.line(f"{figures}  {now.scores.text}{best}")
        else:
            filled = BAR * now.done // max(1, now.sentences)
            self.below.show(f"{figures}  {'━' * filled}{'┄' * (BAR - filled)}")
