"""The command ``multiplane``: one file per command, errors as one line, exit codes 0 good, 1 bad input, 2 bad usage."""

from __future__ import annotations

import os
import signal
import sys
from typing import Annotated

import typer

from multiplane.cli.analyze import analyze
from multiplane.cli.convert import convert
from multiplane.cli.evaluate import evaluate
from multiplane.cli.features import features
from multiplane.cli.kinds import kinds
from multiplane.cli.link import link
from multiplane.cli.parse import parse
from multiplane.cli.replicate import replicate
from multiplane.cli.sample import sample
from multiplane.cli.schema import schema
from multiplane.cli.serve import serve
from multiplane.cli.shared.command import CommandGroup, QuietOption, as_command, silence
from multiplane.cli.shared.messages import be_quiet, complain
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.streams import PipeBroken, end_as_a_broken_pipe, flush_or_discard, prepare_streams
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
    cls=CommandGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (analyze, show, convert, sample, train, kinds, parse, features, systems, verify, trace):
    app.command()(as_command(command))
app.command("eval")(as_command(evaluate))
app.command()(as_command(replicate))
app.command()(as_command(link))
app.command()(as_command(warm))
app.command()(as_command(serve))
for each in schema.registered_commands:
    each.callback = as_command(each.callback) if each.callback else None
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
    quiet: QuietOption = False,
) -> None:
    """Dependency parsing beyond projectivity: train, parse and study trees with crossing arcs."""
    if quiet:
        silence()


def main() -> None:
    """Run the command line; print every expected error as one line on standard error.

    Output is always UTF-8, like treebanks. SIGTERM raises SystemExit, so that no half-written file is left.
    """
    prepare_streams()
    be_quiet(False)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if QUIET not in os.environ:
        line = ProgressLine(patience=0)
        send_notices_to(complain, lambda text: line.show(text) if text else line.clear())
    try:
        app()
    except PipeBroken:
        end_as_a_broken_pipe()
    except MultiplaneError as error:
        flush_or_discard()
        complain(str(error))
        sys.exit(1)
    except OSError as error:
        flush_or_discard()
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        sys.exit(1)
    except MemoryError:
        complain("out of memory")
        sys.exit(1)


if __name__ == "__main__":
    main()
