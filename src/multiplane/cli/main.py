"""The command ``multiplane``: one file per command, errors as one line, exit codes 0 good, 1 bad input, 2 bad usage."""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import Annotated

import typer

from multiplane.cli.analyze import analyze
from multiplane.cli.convert import convert
from multiplane.cli.evaluate import evaluate
from multiplane.cli.features import features
from multiplane.cli.link import link
from multiplane.cli.parse import parse
from multiplane.cli.replicate import replicate
from multiplane.cli.sample import sample
from multiplane.cli.schema import schema
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.show import show
from multiplane.cli.systems import systems
from multiplane.cli.trace import trace
from multiplane.cli.train import train
from multiplane.cli.verify import verify
from multiplane.cli.warm import warm
from multiplane.errors import MultiplaneError
from multiplane.notices import QUIET, send_notices_to
from multiplane.version import __version__

app = typer.Typer(
    name="multiplane",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (analyze, show, convert, sample, train, parse, features, systems, verify, trace):
    app.command()(command)
app.command("eval")(evaluate)
app.command()(replicate)
app.command()(link)
app.command()(warm)
app.add_typer(schema)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"multiplane {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Dependency parsing beyond projectivity: train, parse and study trees with crossing arcs."""


def complain(text: str) -> None:
    """Print one line on standard error, after the name of the command."""
    print(f"multiplane: {' '.join(text.splitlines())}", file=sys.stderr)


def main() -> None:
    """Run the command line; print every expected error as one line on standard error.

    Output is always UTF-8, like treebanks. SIGTERM raises SystemExit, so that no half-written file is left.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if QUIET not in os.environ:
        line = ProgressLine(patience=0)
        send_notices_to(complain, lambda text: line.show(text) if text else line.clear())
    try:
        app()
    except BrokenPipeError:
        quiet_exit()
    except MultiplaneError as error:
        complain(str(error))
        sys.exit(1)
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        sys.exit(1)


def quiet_exit() -> None:
    """Exit after a broken pipe: discard the remaining output, so that the last flush does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)


if __name__ == "__main__":
    main()
