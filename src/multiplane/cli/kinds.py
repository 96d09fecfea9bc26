"""``multiplane kinds``: the kinds of models that can be trained, the options of each, and what was called otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Annotated, Any

import typer

from multiplane.cli.shared.command import WrongUsage, flag_of
from multiplane.cli.shared.tables import JsonOption, print_json
from multiplane.learn.kinds import KINDS, OLD_KINDS, kind_as_data, kind_named, old_options
from multiplane.learn.options import OptionError

WIDTH, INDENT = 100, 30


def kinds(
    name: Annotated[str | None, typer.Argument(metavar="KIND", help="One kind, such as neural.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List the kinds of models that can be trained, with the options of each, and old names that are still accepted."""
    try:
        found = [kind_as_data(kind_named(each)) for each in ([name] if name is not None else KINDS)]
    except OptionError as error:
        raise WrongUsage(str(error)) from None
    old = old_names() if name is None else {}
    if as_json:
        print_json({"kinds": found, "old names": old})
    else:
        for line in in_markdown(found, old) if markdown else in_text(found, old):
            print(line)


def in_text(kinds: list[dict[str, Any]], old: Mapping[str, str]) -> Iterator[str]:
    """The kinds for a terminal."""
    for kind in kinds:
        yield f"--model {kind['kind']}"
        yield from wrap(kind["description"], WIDTH, initial_indent="  ", subsequent_indent="  ")
        for option in kind["options"]:
            yield f"    {typed(option):{INDENT - 6}}  {option['help']}"
        yield ""
    for name, new in old.items():
        yield f"{name} is now {new}"


def in_markdown(kinds: list[dict[str, Any]], old: Mapping[str, str]) -> Iterator[str]:
    """The kinds as sections with tables."""
    for kind in kinds:
        yield f"## `--model {kind['kind']}`\n\n{kind['description']}\n\n| option | |\n|---|---|"
        for option in kind["options"]:
            cell = typed(option).replace("|", r"\|")
            yield f"| `{cell}` | {option['help']} |"
        yield ""
    if old:
        yield "## Old names\n\nThey are still accepted, with a notice.\n\n| old | new |\n|---|---|"
        for name, new in old.items():
            yield f"| `{name}` | `{new}` |"


def typed(option: Mapping[str, Any]) -> str:
    """An option as it is typed, with what stands for its value."""
    return f"{flag_of(option['name'])} {option['value']}"


def old_names() -> dict[str, str]:
    """Names of kinds and options that are still accepted, with the new ones, as they are typed.

    >>> old_names()["--decoder"]
    '--trees'
    """
    kinds = {f"--model {old}": f"--model {new}" for old, new in OLD_KINDS.items()}
    return kinds | {flag_of(old): flag_of(new) for old, new in old_options().items()}
