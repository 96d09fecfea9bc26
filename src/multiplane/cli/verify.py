"""``multiplane verify``: all sequences of a transition system on a few words, and the class of the derived graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.tables import percent, print_json, print_table

if TYPE_CHECKING:
    from multiplane.transition import Verification

HEADINGS = ["system", "n", "derived", "class", "verdict", "longest", "sequences each", "at most"]


def verify(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="A system, such as 2-planar+rba; all systems by default."),
    ] = None,
    words: Annotated[int, typer.Option("--n", min=1, max=7, metavar="N", help="Number of words.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table of all systems.")] = False,
) -> None:
    """Run all sequences of a system on N words: the graphs derived, their class, the lengths and the ambiguity."""
    from multiplane.transition import get, names
    from multiplane.transition import verify as verify_system
    from multiplane.transition.analysis.verify import feasible_words

    if markdown and (name is not None or as_json):
        raise WrongUsage("--markdown cannot be combined with NAME or --json")
    if name is not None:
        show_one(verify_system(get(name), words), as_json, get(name).warning)
        return
    systems = [get(each) for each in names()]
    found = (verify_system(system, feasible_words(system, words)) for system in systems)
    if as_json:
        print_json([as_object(each) for each in found])
    elif markdown:
        print("\n".join(markdown_lines([table_row(each) for each in found])))
    else:
        print_table(HEADINGS, [table_row(each) for each in found])


def markdown_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """The table in Markdown."""
    lines = [HEADINGS, ["---"] * len(HEADINGS), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def table_row(found: Verification) -> list[str]:
    """One system in a row: its own class, or the first one that it is correct or sound for."""
    order = sorted(found.classes, key=lambda each: (each.name != found.own_class, not each.correct, not each.sound))
    first = order[0]
    verdict = "correct" if first.correct else f"sound, {percent(first.derived, first.size)}"
    counted = bool(found.sequences)
    return [
        found.system,
        str(found.words),
        f"{len(found.graphs):,} {found.kind}",
        first.name,
        verdict,
        f"{found.longest} of {found.bound}" if counted else "–",
        f"{sum(found.sequences) / len(found.graphs):,.1f}" if counted else "–",
        f"{max(found.sequences):,}" if counted else "–",
    ]


def show_one(found: Verification, as_json: bool, warning: str) -> None:
    if as_json:
        print_json({**as_object(found), "warning": warning or None})
        return
    for line in summary(found):
        print(line)
    if warning:
        print(f"Warning: {warning}.")
    print()
    print_table(
        ["class", "graphs", "derived", "share", "sound", "complete"],
        [
            [
                each.name,
                f"{each.size:,}",
                f"{each.derived:,}",
                percent(each.derived, each.size),
                "yes" if each.sound else "no",
                "yes" if each.complete else "no",
            ]
            for each in found.classes
        ],
    )


def summary(found: Verification) -> list[str]:
    """The findings in words."""
    lines = [f"{found.system} on {found.words} words: {len(found.graphs):,} {found.kind} derived"]
    lines.append(f"correct for: {'; '.join(found.correct_for) or 'none of the classes below'}")
    stuck = "" if found.stuck is None else f", {found.stuck:,} of them stuck before the end"
    lines.append(f"configurations: {found.configurations:,}{stuck}")
    if found.endless:
        lines.append("some sequences never end")
    elif found.longest is None:
        lines.append("stacks merged: sequences are not counted")
    else:
        proved = "no bound is proved" if found.bound is None else f"at most {found.bound:,} are proved"
        lines.append(f"longest sequence: {found.longest:,} transitions; {proved}")
        total, most = sum(found.sequences), max(found.sequences)
        once = sum(count == 1 for count in found.sequences)
        lines.append(f"sequences: {total:,}; {most:,} for one graph at most; {once:,} graphs have one only")
    return lines


def as_object(found: Verification) -> dict[str, Any]:
    return {
        "system": found.system,
        "words": found.words,
        "kind": found.kind,
        "graphs": len(found.graphs),
        "configurations": found.configurations,
        "stuck": found.stuck,
        "endless": found.endless,
        "longest": found.longest,
        "bound": found.bound,
        "sequences": sum(found.sequences) if found.sequences else None,
        "most_sequences_of_a_graph": max(found.sequences) if found.sequences else None,
        "correct_for": list(found.correct_for),
        "classes": [
            {
                "name": each.name,
                "size": each.size,
                "derived": each.derived,
                "sound": each.sound,
                "complete": each.complete,
                "correct": each.correct,
            }
            for each in found.classes
        ],
    }
