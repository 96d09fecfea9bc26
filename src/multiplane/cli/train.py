"""``multiplane train``: from a treebank to a parser, or to a pipeline from text to trees, in a file."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from multiplane.characters import plural, visible
from multiplane.cli.shared.command import WrongUsage, flag_of
from multiplane.cli.shared.helper import offer_helper
from multiplane.cli.shared.messages import is_quiet
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.streams import OutputClosed
from multiplane.learn.kinds import KINDS, kind_named, old_options
from multiplane.learn.options import TRAINING, About, OptionError, about, options_of

if TYPE_CHECKING:
    from multiplane.learn import Parser
    from multiplane.learn.training.run import Progress
    from multiplane.text import Pipeline

GRAPHS = "graphs"
DATA = "About the data, kept in the model"
ABOUT_DATA = ("licence", "source", "language")
BAR = 24


def option_of_kinds(name: str) -> tuple[type, About, str]:
    """The type of an option, what its first kind says about it, and a panel; other kinds that have it are named.

    >>> option_of_kinds("trees")[1].help
    'Class of trees, or schema:NAME, to search (projective). Also for neural.'
    """
    takers = [kind for kind in KINDS if name in options_of(kind_named(kind))]
    field = options_of(kind_named(takers[0]))[name]
    known = about(field)
    if known.panel is None:
        also = f" Also for {', '.join(takers[1:])}." if takers[1:] else ""
        known = known._replace(help=known.help + also, panel=f"For --model {takers[0]}")
    value: Any = Literal[known.choices] if known.choices else int if known.minimum is not None else str
    return value, known, flag_of(name)


def kind_options() -> Iterator[inspect.Parameter]:
    """The options of all kinds as parameters of a command; old names are hidden."""
    names = {name: None for kind in KINDS for name in options_of(kind_named(kind))}
    made = {name: option_of_kinds(name) for name in names}
    for name, (value, known, flag) in sorted(made.items(), key=lambda item: item[1][1].panel == TRAINING, reverse=True):
        bounds: dict[str, Any] = {"min": known.minimum, "max": known.maximum} if value is int else {}
        declared = typer.Option(flag, help=known.help, metavar=known.metavar, rich_help_panel=known.panel, **bounds)
        yield as_parameter(name, Annotated[value | None, declared])
    for old, new in old_options().items():
        hidden = typer.Option(f"--{old}", hidden=True, help=f"Old name of {made[new][2]}.")
        yield as_parameter(old, Annotated[made[new][0] | None, hidden])


def as_parameter(name: str, annotation: Any) -> inspect.Parameter:
    """A keyword that is None by default."""
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=annotation)


def with_kind_options(function: Callable[..., None]) -> Callable[..., None]:
    """A command whose last parameter, ``**options``, stands for the options of all kinds of models.

    In ``--help`` those of the data come last.
    """
    own = inspect.signature(function, eval_str=True)
    named = [one for name, one in own.parameters.items() if name not in (*ABOUT_DATA, "options")]
    data = [own.parameters[name] for name in ABOUT_DATA]
    function.__signature__ = own.replace(parameters=[*named, *kind_options(), *data])  # type: ignore[attr-defined]
    return function


def check_deps(model: str | None, system: str | None, *, fast: bool, pipeline: bool) -> None:
    """Raise for what trees alone can be learned with."""
    clashes = {"--pipeline": pipeline, "--fast": fast, "--system auto": system == "auto"}
    clashes["--model"] = model not in (None, GRAPHS)
    for name, is_given in clashes.items():
        if is_given:
            raise WrongUsage(f"{name} cannot be combined with --deps")


@contextmanager
def as_usage() -> Iterator[None]:
    """Options that do not fit are bad usage, and named as on the command line."""
    try:
        yield
    except OptionError as error:
        raise WrongUsage(re.sub(r"\{(\w+)\}", lambda name: flag_of(name[1]), error.usage)) from None


@with_kind_options
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
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="KIND", help=f"Kind of model: {', '.join(KINDS)}; by default a trial decides."),
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="The fastest parser, arc-eager, without a trial.")] = False,
    pipeline: Annotated[
        bool,
        typer.Option("--pipeline", help="Train a tokenizer, a tagger and a lemmatizer as well, for text."),
    ] = False,
    gold_tags: Annotated[
        bool,
        typer.Option("--gold-tags", help="With --pipeline: the parser learns from the treebank's tags alone."),
    ] = False,
    deps: Annotated[
        bool,
        typer.Option("--deps", help="Learn the graphs in DEPS, with several heads a word: --model graphs."),
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an interrupted training.")] = False,
    checkpoint_every: Annotated[
        float,
        typer.Option(
            "--checkpoint-every",
            min=0,
            metavar="SECONDS",
            help="Seconds between checkpoints.",
            rich_help_panel=TRAINING,
        ),
    ] = 15,
    licence: Annotated[str | None, typer.Option("--licence", help="Licence of the data.", rich_help_panel=DATA)] = None,
    source: Annotated[str | None, typer.Option("--source", help="Source of the data.", rich_help_panel=DATA)] = None,
    language: Annotated[
        str | None, typer.Option("--language", help="Language of the data, for warnings.", rich_help_panel=DATA)
    ] = None,
    **options: Any,
) -> None:
    """Train a parser, or a pipeline, on a treebank; Ctrl-C keeps the best model so far, --resume continues.

    `multiplane kinds` lists the kinds of models and the options of each.
    """
    if output == "-":
        raise WrongUsage("--output must be a file: a model cannot be written to standard output")
    if gold_tags and not pipeline:
        raise WrongUsage("--gold-tags requires --pipeline")
    if deps:
        check_deps(model, options["system"], fast=fast, pipeline=pipeline)
        model = GRAPHS
    from multiplane.learn.training.asked import asked_for
    from multiplane.learn.training.run import Run, TrainingStopped

    checkpoint = Path(f"{output}.checkpoint")
    started, report = monotonic(), TrainingReport()
    if checkpoint.exists() and not resume:
        report.line(f"Starting again: {checkpoint}, left by an earlier training, is ignored (--resume continues it)")
    few = [part for number in range(1, 5) for part in ("--train", f"sample:latin-{number}")]
    job = ["train", *few, "--dev", "sample:latin-5", "--epochs", "1"]
    offer_helper(context, job, ("training", "development", "output", "epochs", "budget", "resume"))
    given = {name: value for name, value in options.items() if value is not None}
    data: dict[str, Any] = {"licence": licence, "source": source, "language": language}
    if pipeline:
        data |= {"gold_tags": gold_tags, "clusters": given.pop("clusters", None)}
    with as_usage():
        asked = asked_for(model, fast, given, report.line)
    run = Run(
        output=output,
        checkpoint=checkpoint,
        checkpoint_every=checkpoint_every,
        resume=resume,
        progress=report.progress,
        announce=report.line,
    )
    try:
        parser = trainer_of(pipeline)(training, development, asked, run=run, **data)
    except TrainingStopped as stopped:
        kept = (
            f"{output}: {summary(stopped.parser)}" if stopped.parser else "no epoch was complete: there is no model yet"
        )
        report.line(f"stopped; {kept}" + ("; --resume continues" if checkpoint.exists() else ""))
        raise typer.Exit(128 + stopped.number) from None
    report.line(f"{output}: {summary(parser)}, {monotonic() - started:.1f} s")


def trainer_of(pipeline: bool) -> Callable[..., Parser | Pipeline]:
    """What trains a parser alone, or a pipeline."""
    if not pipeline:
        from multiplane.learn import train

        return train
    from multiplane.text import train_pipeline

    return train_pipeline


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
