"""A paper's table filled with the figures of treebanks at hand, the printed ones beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, nan

from multiplane.evaluate.alignment import Alignment, align
from multiplane.evaluate.conventions import CONVENTIONS
from multiplane.evaluate.significance import compare_aligned
from multiplane.learn.experiments.papers import ARROW_SHARES, AccuracyTable, CoverageTable
from multiplane.learn.experiments.runs import CONVENTION, KeptRun
from multiplane.structure.classes import tree_class
from multiplane.structure.survey import Survey, survey
from multiplane.treebank.treebank import Treebank

ALL = "mean"


@dataclass(frozen=True, slots=True)
class FilledRow:
    """One row: ours, and the paper's where the treebank is the same; NaN where there is no figure.

    ``system`` is the one whose figures they are, empty in a table of coverage. The difference in LAS, this row minus
    the reference, and its two p-values are there for rows that are compared.
    """

    treebank: str
    name: str
    system: str
    ours: Mapping[str, float]
    printed: Mapping[str, float] = field(default_factory=dict)
    difference: float = nan
    shuffling_p: float = nan
    mcnemar_p: float = nan


def coverage_row(table: CoverageTable, name: str, treebank: Treebank, printed_as: str | None) -> FilledRow:
    """The row of a treebank in a table of coverage.

    >>> import multiplane
    >>> from multiplane.learn.experiments.papers import PAPERS
    >>> row = coverage_row(PAPERS["one-endpoint-crossing"][0], "dutch", multiplane.read("sample:dutch"), None)
    >>> round(row.ours["projective"], 1)
    16.7
    """
    classes = {
        found.name: found
        for meaning in table.columns.values()
        if "=" not in meaning and meaning not in ("sentences", "strongly-ill-nested") and not table.of_arcs
        for found in [tree_class(meaning.removeprefix("not "))]
    }
    found = survey(treebank, table.root_arcs, classes=classes)
    ours = {heading: share(found, meaning) for heading, meaning in table.columns.items()}
    printed = table.printed.get(printed_as or "", ())
    return FilledRow(name, "", "", ours, dict(zip(table.columns, printed, strict=False)))


def share(found: Survey, meaning: str) -> float:
    """A share of the sentences, or of the arcs for a direction, in per cent; or the number of sentences."""
    if meaning == "sentences":
        return found.sentences
    if meaning in ARROW_SHARES.values():
        return 100 * found.arcs[meaning] / max(1, found.arcs["left"] + found.arcs["right"])
    if meaning == "strongly-ill-nested":
        count = found.strongly_ill_nested
    elif meaning.startswith("gap-degree="):
        count = found.gap_degrees[int(meaning.partition("=")[2])]
    elif meaning.startswith("not "):
        count = found.sentences - found.classes[tree_class(meaning.removeprefix("not ")).name]
    else:
        count = found.classes[tree_class(meaning).name]
    return 100 * count / max(1, found.sentences)


def accuracy_rows(
    table: AccuracyTable, name: str, runs: Mapping[str, KeptRun], gold: Treebank, printed_as: str | None
) -> list[FilledRow]:
    """The rows of a treebank in a table of scores, each but the reference compared with the reference."""
    best = {
        row: max((runs[system] for system in systems), key=lambda run: run.las) for row, systems in table.rows.items()
    }
    printed = table.printed.get(printed_as or "", {})
    reference = None if table.reference is None else _aligned(gold, best[table.reference])
    rows = []
    for row, run in best.items():
        figures = [nan if figure is None else figure for figure in printed.get(row, ())]
        ours = {heading: run.figures.get(figure, nan) for heading, figure in table.columns.items()}
        filled = FilledRow(name, row, run.system, ours, dict(zip(table.columns, figures, strict=False)))
        if reference is not None and row != table.reference:
            found = compare_aligned(_aligned(gold, run), reference).las
            filled = FilledRow(
                *(name, row, run.system, ours, filled.printed),
                *(found.difference, found.shuffling_p, found.mcnemar_p),
            )
        rows.append(filled)
    return rows


def _aligned(gold: Treebank, run: KeptRun) -> Alignment:
    return align(gold, run.read(), CONVENTIONS[CONVENTION])


def mean_rows(rows: Sequence[FilledRow]) -> list[FilledRow]:
    """The means over all treebanks, row by row; treebanks where a figure is undefined are left out of its mean.

    >>> one, other = (FilledRow(name, "NE", "arc-eager", {"PP": value}) for name, value in (("a", 80.0), ("b", 82.0)))
    >>> mean_rows([one, other])[0].ours
    {'PP': 81.0}
    """
    means = []
    for name in dict.fromkeys(row.name for row in rows):
        same = [row for row in rows if row.name == name]
        columns = {heading: [row.ours[heading] for row in same] for heading in same[0].ours}
        defined = {heading: [value for value in values if not isnan(value)] for heading, values in columns.items()}
        ours = {heading: sum(values) / len(values) if values else nan for heading, values in defined.items()}
        systems = " or ".join(dict.fromkeys(row.system for row in same))
        means.append(FilledRow(ALL, name, systems, ours))
    return means
