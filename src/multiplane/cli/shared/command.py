"""What every command has: --quiet, output that is flushed before the end, usage errors that are safe to show."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from multiplane.characters import visible
from multiplane.cli.shared.messages import be_quiet
from multiplane.cli.shared.streams import PipeBroken
from multiplane.errors import bounded
from multiplane.notices import send_notices_to

QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print only results and errors, without notes, warnings or progress.")
]

FileOption = Annotated[
    str,
    typer.Option("--output", "-o", metavar="OUT", help="Output file, compressed if its name ends in .gz, .bz2 or .xz."),
]


def as_command(function: Callable[..., None]) -> Callable[..., None]:
    """The function with an option --quiet; all of its output has been written when it returns."""
    own = inspect.signature(function, eval_str=True)

    @wraps(function)
    def command(*arguments: Any, quiet: bool = False, **options: Any) -> None:
        if quiet:
            silence()
        try:
            function(*arguments, **options)
            sys.stdout.flush()
        except BrokenPipeError as error:
            raise PipeBroken from error

    option = inspect.Parameter("quiet", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=QuietOption)
    command.__signature__ = own.replace(parameters=[*own.parameters.values(), option])  # type: ignore[attr-defined]
    command.__annotations__ = {**{name: one.annotation for name, one in own.parameters.items()}, "quiet": QuietOption}
    return command


def silence() -> None:
    """No notes, warnings or progress from now on."""
    be_quiet(True)
    send_notices_to(None)


def flag_of(name: str) -> str:
    """An option as it is typed.

    >>> flag_of("buffer_arcs")
    '--buffer-arcs'
    """
    return f"--{name.replace('_', '-')}"


class WrongUsage(typer.BadParameter):
    """Options that do not go together: the message is the whole sentence, and names them."""

    def format_message(self) -> str:
        return self.message


def not_with(option: str, others: Mapping[str, object]) -> None:
    """Raise if any other option is given that cannot be combined with this one."""
    for name, value in others.items():
        if value:
            raise WrongUsage(f"{name} cannot be combined with {option}")


def at_most_one(options: Mapping[str, object]) -> None:
    """Raise if several of these options are given."""
    if sum(map(bool, options.values())) > 1:
        *most, last = options
        raise WrongUsage(f"{', '.join(most)} and {last} cannot be combined")


class CommandGroup(TyperGroup):
    """Commands whose usage errors are short and show control characters of arguments as escapes."""

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        with _visible_errors():
            return super().make_context(*arguments, **options)

    def invoke(self, *arguments: Any, **options: Any) -> Any:
        with _visible_errors():
            return super().invoke(*arguments, **options)


@contextmanager
def _visible_errors() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        message = getattr(error, "message", None)
        if hasattr(error, "format_message") and isinstance(message, str):
            setattr(error, "message", visible(bounded(message)))  # noqa: B010
        raise
