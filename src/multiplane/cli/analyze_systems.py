"""``multiplane analyze --systems``: the share of a treebank that each transition system can derive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.cli.shared.reading import stream_treebank
from multiplane.cli.shared.tables import percent, print_json, print_table

if TYPE_CHECKING:
    from multiplane.transition.oracles import Coverage


def print_coverage(
    paths: list[str], as_json: bool, format: str | None, skip_bad: bool, width: int | None = None
) -> None:
    """Print the sentences and arcs that each system can derive: a table per file, or a JSON list."""
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
            width=width,
        )


def as_object(found: Coverage) -> dict[str, object]:
    """The coverage of one system for JSON."""
    return {
        "system": found.system,
        "sentences": found.sentences,
        "derived_sentences": found.derived_sentences,
        "arcs": found.arcs,
        "derived_arcs": found.derived_arcs,
        "transitions": found.transitions,
    }
