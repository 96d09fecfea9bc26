"""``multiplane analyze --table``: several treebanks in one table (2P Table 1, 1EC Table 1, SCH Table 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from multiplane.cli.shared.tables import TableStyle, print_table_as

if TYPE_CHECKING:
    from multiplane.structure.survey import Survey

STRONGLY = "strongly ill-nested for its gap degree"
DEGREES = {
    "gap degree": "gap_degrees",
    "planes": "planes",
    "edge degree": "edge_degrees",
    "MH degree": "multi_headed_degrees",
}
ARCS = {
    "leftward arcs": "left",
    "rightward arcs": "right",
    "leftward arcs of length one": "left_adjacent",
    "rightward arcs of length one": "right_adjacent",
}


def print_surveys(
    surveys: list[tuple[str, Survey]], classes: Iterable[str], style: TableStyle, width: int | None = None
) -> None:
    """Print a column for each treebank: its size, then the share of each class, degree and direction with its count."""
    found = [survey for _, survey in surveys]
    sentences, words = [one.sentences for one in found], [one.words for one in found]
    arcs = [one.arcs["left"] + one.arcs["right"] for one in found]

    def row(name: str, parts: Iterable[int], wholes: list[int]) -> list[str]:
        return [name, *map(share, parts, wholes)]

    rows = [["sentences", *(f"{count:,}" for count in sentences)], ["words", *(f"{count:,}" for count in words)]]
    rows += [row(name, (one.classes[name] for one in found), sentences) for name in classes]
    rows.append(row(STRONGLY, (one.strongly_ill_nested for one in found), sentences))
    for title, attribute in DEGREES.items():
        counts: list[Counter[int]] = [getattr(one, attribute) for one in found]
        values = sorted(set[int]().union(*counts))
        rows += [row(f"{title} {value}", (count[value] for count in counts), sentences) for value in values]
    rows += [row(name, (one.arcs[kind] for one in found), arcs) for name, kind in ARCS.items()]
    rows.append(row("non-projective arcs", (one.non_projective_arcs for one in found), words))
    title = "root arcs count" if found[0].root_arcs else "root arcs do not count"
    print_table_as(style, [title, *column_names([path for path, _ in surveys])], rows, width=width)


def share(part: int, whole: int) -> str:
    """A share in per cent with its count, as the papers print it.

    >>> share(853, 5512), share(0, 0)
    ('15.48 (853)', '–')
    """
    return f"{100 * part / whole:.2f} ({part:,})" if whole else "–"


def column_names(paths: list[str]) -> list[str]:
    """Short names of files: of treebanks in folders of their own the folders, where these differ.

    >>> column_names(["ud/danish/train.conllu", "ud/dutch/train.conllu"])
    ['danish', 'dutch']
    >>> column_names(["one.conllu", "sample:"])
    ['one', 'sample:']
    """
    files = [Path(path) for path in paths]
    stems = [path if path.startswith("sample:") or path == "-" else Path(path).name.split(".")[0] for path in paths]
    folders = [file.parent.name for file in files]
    for names in (stems, folders):
        if all(names) and len(set(names)) == len(names):
            return names
    return paths
