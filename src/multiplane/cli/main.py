"""The command ``multiplane``: one file per command, errors as one line, exit codes 0 good, 1 bad input, 2 bad usage."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from multiplane import __version__
from multiplane.errors import MultiplaneError

app = typer.Typer(
    name="multiplane",
    help="Dependency parsing beyond projectivity: train, parse and study trees with crossing arcs.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"multiplane {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Dependency parsing beyond projectivity: train, parse and study trees with crossing arcs."""


def main() -> None:
    """Run the command line; turn every expected failure into one line on standard error."""
    try:
        if sys.stderr.isatty():
            os.environ.setdefault("MULTIPLANE_ANNOUNCE", "1")
        app()
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has stopped: point it elsewhere, so that the last flush at exit is quiet too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
    except MultiplaneError as error:
        print(f"multiplane: {error}", file=sys.stderr)
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"multiplane: {where}{error.strerror or error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("multiplane: stopped", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
