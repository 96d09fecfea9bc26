"""``multiplane analyze --systems``: how much of a treebank each transition system can derive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.cli.reading import stream_treebank
from multiplane.cli.tables import percent, print_json, print_table

if TYPE_CHECKING:
    from multiplane.transition.oracles import Coverage


def cover_files(paths: list[str], as_json: bool, format: str | None, skip_bad: bool) -> None:
    """A table per file, or one JSON list: for every system the sentences and the arcs that it can derive."""
    from multiplane.transition.oracles import coverage

    results: list[tuple[str, list[Coverage]]] = []
    for path in paths:
        total: list[Coverage] = []
        for block in stream_treebank(path, format, skip_bad=skip_bad):
            here = coverage(block)
            total = [one + other for one, other in zip(total, here, strict=True)] if total else here
        results.append((path, total))
    if as_json:
        print_json([{"file": path, "systems": [as_object(found) for found in total]} for path, total in results])
        return
    for path, total in results:
        print_table(
            ["system", "sentences", "share", "arcs", "share"],
            [
                [
                    found.system,
                    f"{found.derived_sentences:,}",
                    percent(found.derived_sentences, found.sentences),
                    f"{found.derived_arcs:,}",
                    percent(found.derived_arcs, found.arcs),
                ]
                for found in total
            ],
            title=path,
        )


def as_object(found: Coverage) -> dict[str, object]:
    """One system's coverage for a program."""
    return {
        "system": found.system,
        "sentences": found.sentences,
        "derived_sentences": found.derived_sentences,
        "arcs": found.arcs,
        "derived_arcs": found.derived_arcs,
        "transitions": found.transitions,
    }
