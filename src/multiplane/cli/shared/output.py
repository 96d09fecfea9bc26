"""Where output goes: what is printed, to a file instead; the format, by the suffix of the file's name."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from multiplane.cli.shared.command import WrongUsage

COMPRESSIONS = (".gz", ".bz2", ".xz")


def format_of(path: str, formats: Sequence[str]) -> str:
    """The format that the suffix of a file's name stands for; an error for one that is not among these.

    >>> format_of("a/report.html", ("html", "json")), format_of("trees.json.gz", ("html", "json"))
    ('html', 'json')
    >>> format_of("report.doc", ("html", "json"))
    Traceback (most recent call last):
      ...
    multiplane.cli.shared.command.WrongUsage: --output report.doc: expected a name that ends in .html or .json
    """
    name = Path(path)
    if name.suffix.lower() in COMPRESSIONS:
        name = name.with_suffix("")
    found = name.suffix.lower().removeprefix(".")
    if found not in formats:
        *others, last = [f".{one}" for one in formats]
        expected = f"{', '.join(others)} or {last}" if others else last
        raise WrongUsage(f"--output {path}: expected a name that ends in {expected}")
    return found


@contextmanager
def printing_to(path: str | None) -> Iterator[None]:
    """What is printed goes to this file, all of it or nothing; without one, to standard output as it comes."""
    if path is None or path == "-":
        yield
        return
    from multiplane.output import write_text

    printed = io.StringIO()
    with redirect_stdout(printed):
        yield
    write_text(path, printed.getvalue())
