"""A paper's table filled with the figures of treebanks at hand, the printed ones beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, nan
from pathlib import Path
from typing import Any

from multiplane.characters import plural
from multiplane.evaluate.alignment import Alignment, align
from multiplane.evaluate.conventions import CONVENTIONS
from multiplane.evaluate.significance import compare_aligned, probability, signed
from multiplane.papers.printed import ARROW_SHARES, PAPERS, AccuracyTable, CoverageTable, Table, systems_of
from multiplane.papers.runs import CONVENTION, KeptRun, RunSettings, kept_run
from multiplane.papers.treebanks import TreebankFiles, find_treebanks
from multiplane.results import Result
from multiplane.structure.classes import tree_class
from multiplane.structure.survey import Survey, survey
from multiplane.tables import FigureTable
from multiplane.treebank.conll.read import read
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

    def as_data(self) -> dict[str, Any]:
        """The row as JSON can hold it, None where there is no figure."""

        def figure(value: float) -> float | None:
            return None if isnan(value) else value

        return {
            "treebank": self.treebank,
            "name": self.name,
            "system": self.system,
            "ours": {name: figure(value) for name, value in self.ours.items()},
            "paper": {name: figure(value) for name, value in self.printed.items()},
            "difference": figure(self.difference),
            "shuffling_p": figure(self.shuffling_p),
            "mcnemar_p": figure(self.mcnemar_p),
        }


@dataclass(frozen=True, slots=True)
class FilledTable(Result):
    """A table of a paper with the rows of the treebanks at hand.

    >>> (table,) = replicate("one-endpoint-crossing", ["sample:dutch"])
    >>> table
    <FilledTable one-endpoint-crossing, Table 1: 1 row>
    >>> table.as_data()["rows"][0]["ours"]["sentences"]
    18
    """

    paper: str
    table: Table
    rows: list[FilledRow]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.paper}, {self.table.title}: {plural(len(self.rows), 'row')}>"

    @property
    def title(self) -> str:
        """The number of the table and what it says."""
        reference = self.table.reference if isinstance(self.table, AccuracyTable) else None
        compared = "" if reference is None else f"; difference in LAS from {reference}"
        return f"{self.table.title}: {self.table.meaning}{compared}"

    def tables(self) -> list[FigureTable]:
        """The table; the paper's figures stand in a row below ours, or in columns beside the scores."""
        if isinstance(self.table, CoverageTable):
            return [FigureTable(self.title, *coverage_cells(self.table, self.rows))]
        return [FigureTable(self.title, *accuracy_cells(self.table, self.rows))]

    def as_data(self) -> dict[str, Any]:
        """The table as JSON can hold it, which has no NaN."""
        return {
            "paper": self.paper,
            "table": self.table.title,
            "meaning": self.table.meaning,
            "rows": [row.as_data() for row in self.rows],
        }


def replicate(
    paper: str,
    treebanks: Iterable[str],
    output: str | Path = "replicated",
    settings: RunSettings | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> list[FilledTable]:
    """A paper's tables for these treebanks: folders, files or samples, as `find_treebanks` finds them.

    Models, parses and figures are kept in the folder ``output``, so that a run that was stopped goes on where it was.
    """
    tables = PAPERS[paper]
    filled = fill_tables(tables, find_treebanks(treebanks), Path(output), settings or RunSettings(), progress)
    return [FilledTable(paper, table, rows) for table, rows in zip(tables, filled, strict=True)]


def fill_tables(
    tables: tuple[Table, ...],
    treebanks: Iterable[TreebankFiles],
    output: Path,
    settings: RunSettings,
    progress: Callable[[str], None],
) -> list[list[FilledRow]]:
    """The rows of every table, treebank after treebank."""
    filled: list[list[FilledRow]] = [[] for _ in tables]
    systems = systems_of(tables)
    for files in treebanks:
        whole = read(files.train)
        printed_as = files.printed_as(whole)
        runs = {}
        if systems:
            train, development = files.read(settings.words)
            for system in systems:
                progress(f"{files.name}, {system}")
                folder = output / files.name.replace(":", "_")
                runs[system] = kept_run(folder, system, train, development, settings)
        for table, rows in zip(tables, filled, strict=True):
            if isinstance(table, CoverageTable):
                rows.append(coverage_row(table, files.name, whole, printed_as))
            else:
                rows += accuracy_rows(table, files.name, runs, development, printed_as)
    return [
        mean_rows(rows) if isinstance(table, AccuracyTable) and table.is_mean else rows
        for table, rows in zip(tables, filled, strict=True)
    ]


def coverage_row(table: CoverageTable, name: str, treebank: Treebank, printed_as: str | None) -> FilledRow:
    """The row of a treebank in a table of coverage.

    >>> import multiplane
    >>> from multiplane.papers.printed import PAPERS
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


def coverage_cells(table: CoverageTable, rows: list[FilledRow]) -> tuple[list[str], list[list[str]]]:
    """A row for each treebank, and one below it for the paper's figures where there are any."""
    cells = []
    for row in rows:
        cells.append([row.treebank, *(shown(row.ours[name], name) for name in table.columns)])
        if row.printed:
            cells.append(["as printed", *(shown(row.printed[name], name) for name in table.columns)])
    return ["treebank", *table.columns], cells


def accuracy_cells(table: AccuracyTable, rows: list[FilledRow]) -> tuple[list[str], list[list[str]]]:
    """A row for each treebank and parser: ours, the paper's where there are any, and the difference from one parser."""
    printed = [name for name in table.columns if any(row.printed for row in rows)]
    compared = [] if table.reference is None else ["difference", "p (shuffling)", "p (McNemar)"]
    cells = []
    for row in rows:
        found = [row.treebank, row.name, row.system, *(shown(row.ours[name]) for name in table.columns)]
        found += [shown(row.printed.get(name, float("nan"))) for name in printed]
        if compared:
            differs = [signed(row.difference), probability(row.shuffling_p), probability(row.mcnemar_p)]
            found += [""] * 3 if isnan(row.difference) else differs
        cells.append(found)
    names = ["treebank", "parser", "system", *table.columns]
    return [*names, *(f"printed: {name}" for name in printed), *compared], cells


def shown(figure: float, heading: str = "") -> str:
    """A figure with two decimals; a number of sentences with none.

    >>> shown(84.9), shown(float("nan")), shown(5190, "sentences")
    ('84.90', '–', '5,190')
    """
    return "–" if isnan(figure) else f"{figure:,.0f}" if heading == "sentences" else f"{figure:.2f}"
