"""The tables of the six papers as data: what each row and column is here, and the figures printed for Danish.

Of the papers' treebanks the Danish Dependency Treebank in CoNLL-X columns is the one that is free. Figures of other
treebanks have nothing here to be compared with. A table that our copy of a paper has lost has no figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

DANISH = "danish"
BOTH_SCORES = {"LAS": "las", "UAS": "uas"}
NON_PROJECTIVE = {"NPP": "non_projective_precision", "NPR": "non_projective_recall"}
WITH_PUNCTUATION = {
    "LAS": "las",
    "LAS(p)": "las_with_punctuation",
    "UAS": "uas",
    "UAS(p)": "uas_with_punctuation",
}
PRECISIONS = {
    "LA": "precision_of_left",
    "RA": "precision_of_right",
    "LBA": "precision_of_lba",
    "RBA": "precision_of_rba",
}
ARROW_SHARES = {"L%": "left", "R%": "right", "L1%": "left_adjacent", "R1%": "right_adjacent"}


@dataclass(frozen=True, slots=True)
class CoverageTable:
    """Shares of the sentences, or arcs, of each treebank.

    ``columns`` maps headings to ``sentences``, a class, ``not`` and a class, ``strongly-ill-nested``,
    ``gap-degree=k``, or a direction of arcs. ``printed`` has the paper's figures by treebank, in the order of the
    columns.
    """

    title: str
    meaning: str
    columns: Mapping[str, str]
    root_arcs: bool
    printed: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    of_arcs: bool = False


@dataclass(frozen=True, slots=True)
class AccuracyTable:
    """Scores of parsers on each treebank.

    ``rows`` maps the paper's names to systems; of several, the one with the best LAS stands in the row. ``columns``
    maps headings to figures of a `KeptRun`. The LAS of all other rows is compared with that of ``reference``,
    where there is one. With ``is_mean``, the figures are means over all treebanks.
    """

    title: str
    meaning: str
    rows: Mapping[str, tuple[str, ...]]
    columns: Mapping[str, str]
    reference: str | None
    printed: Mapping[str, Mapping[str, tuple[float | None, ...]]] = field(default_factory=dict)
    is_mean: bool = False


NE, PP = ("arc-eager",), ("arc-eager+pp:head",)
LBA, RBA, BOTH = ("arc-eager+lba",), ("arc-eager+rba",), ("arc-eager+lba+rba",)
LNBA, RNBA = ("arc-eager+lnba",), ("arc-eager+rnba",)

TWO_PLANAR = (
    CoverageTable(
        "Table 1",
        "trees outside each class, in per cent",
        {
            "sentences": "sentences",
            "non-projective": "not projective",
            "not planar": "not planar",
            "not 2-planar": "not 2-planar",
            "not 3-planar": "not 3-planar",
            "not 4-planar": "not 4-planar",
            "ill-nested": "not well-nested",
        },
        root_arcs=False,
        printed={DANISH: (5512, 15.48, 15.00, 0.02, 0.02, 0.00, 0.11)},
    ),
    AccuracyTable(
        "Table 2",
        "2-planar against arc-eager, projective and pseudo-projective",
        {"2-planar": ("2-planar",), "Malt P": NE, "Malt PP": PP},
        {**BOTH_SCORES, **NON_PROJECTIVE},
        "2-planar",
        {
            DANISH: {
                "2-planar": (83.81, 88.50, 66.7, 20.0),
                "Malt P": (83.31, 88.30, None, None),
                "Malt PP": (83.67, 88.52, 41.7, 25.0),
            }
        },
    ),
)
DIVISIBLE = (
    CoverageTable(
        "Table 1",
        "k-planar and well-nested trees, in per cent",
        {
            "sentences": "sentences",
            "projective": "projective",
            "planar": "planar",
            "2-planar": "2-planar",
            "3-planar": "3-planar",
            "well-nested": "well-nested",
        },
        root_arcs=False,
    ),
    AccuracyTable(
        "§5.2",
        "the planar systems against arc-eager, projective and pseudo-projective",
        {"2-planar": ("2-planar",), "1-planar": ("planar",), "arc-eager": NE, "pseudo-projective": PP},
        {"LAS": "las", "LP-NP": "non_projective_precision", "LR-NP": "non_projective_recall"},
        "2-planar",
    ),
)
BUFFER_TRANSITIONS = (
    AccuracyTable(
        "Table 1",
        "arc-eager with projective buffer transitions",
        {"NE": NE, "NE+LBA": LBA, "NE+RBA": RBA},
        BOTH_SCORES,
        "NE",
        {DANISH: {"NE": (84.91, 89.80), "NE+LBA": (85.21, 90.20), "NE+RBA": (82.53, 87.35)}},
    ),
    CoverageTable(
        "Table 2",
        "arcs to the left and right, and those of length one, in per cent",
        ARROW_SHARES,
        root_arcs=True,
        printed={DANISH: (17.1, 82.9, 10.9, 43.0)},
        of_arcs=True,
    ),
    AccuracyTable(
        "Table 3",
        "labelled precision of the arcs of each transition",
        {"NE": NE, "NE+LBA": LBA, "NE+RBA": RBA, "NE+LBA+RBA": BOTH},
        PRECISIONS,
        None,
        {
            DANISH: {
                "NE": (89.47, 83.92, None, None),
                "NE+LBA": (88.65, 84.16, 91.72, None),
                "NE+RBA": (86.27, 78.04, None, 92.30),
                "NE+LBA+RBA": (90.23, 77.52, 88.79, 92.10),
            }
        },
    ),
    AccuracyTable(
        "Table 4",
        "the better of the two against the pseudo-projective parser",
        {"NE+LBA/RBA": LBA + RBA, "NE+PP": PP},
        BOTH_SCORES,
        "NE+PP",
        {DANISH: {"NE+LBA/RBA": (85.21, 90.20), "NE+PP": (84.77, 89.80)}},
    ),
    AccuracyTable(
        "Table 6",
        "arc-eager with non-projective buffer transitions",
        {"NE": NE, "NE+LNBA": LNBA, "NE+RNBA": RNBA},
        BOTH_SCORES,
        "NE",
        {DANISH: {"NE": (84.91, 89.80), "NE+LNBA": (85.17, 90.10), "NE+RNBA": (84.25, 88.92)}},
    ),
    AccuracyTable(
        "Table 7",
        "the better of the two against the pseudo-projective parser",
        {"NE+LNBA/RNBA": LNBA + RNBA, "NE+PP": PP},
        BOTH_SCORES,
        "NE+PP",
        {DANISH: {"NE+LNBA/RNBA": (85.09, 89.98), "NE+PP": (84.77, 89.80)}},
    ),
    AccuracyTable(
        "Table 8",
        "precision and recall of projective and of non-projective arcs, means of all treebanks",
        {"NE": NE, "NE+LNBA/RNBA": LNBA + RNBA, "NE+PP": PP},
        {
            "PP": "projective_precision",
            "PR": "projective_recall",
            "NP": "non_projective_precision",
            "NR": "non_projective_recall",
        },
        None,
        is_mean=True,
    ),
)
UNDIRECTED = (
    AccuracyTable(
        "Table 1",
        "the undirected planar parser, naive (N) and label-based (L); (p): with punctuation",
        {
            "Planar": ("planar",),
            "UPlanarN": ("undirected-planar+naive",),
            "UPlanarL": ("undirected-planar",),
            "MaltP": NE,
        },
        WITH_PUNCTUATION,
        "Planar",
        {
            DANISH: {
                "Planar": (83.31, 82.60, 88.02, 86.64),
                "UPlanarN": (82.65, 82.45, 87.58, 86.67),
                "UPlanarL": (83.87, 83.83, 88.94, 88.17),
                "MaltP": (83.31, 82.64, 88.30, 86.91),
            }
        },
    ),
    AccuracyTable(
        "Table 2",
        "the undirected 2-planar parser",
        {
            "2Planar": ("2-planar",),
            "U2PlanarN": ("undirected-2-planar+naive",),
            "U2PlanarL": ("undirected-2-planar",),
            "MaltPP": PP,
        },
        WITH_PUNCTUATION,
        "2Planar",
        {
            DANISH: {
                "2Planar": (83.81, 83.61, 88.50, 87.63),
                "U2PlanarN": (82.00, 81.63, 86.87, 85.80),
                "U2PlanarL": (83.75, 83.65, 88.62, 87.82),
                "MaltPP": (83.67, 83.54, 88.52, 87.70),
            }
        },
    ),
    AccuracyTable(
        "Table 3",
        "the undirected parser after Covington",
        {
            "Covington": ("covington",),
            "UCovingtonN": ("undirected-covington+naive",),
            "UCovingtonL": ("undirected-covington",),
        },
        WITH_PUNCTUATION,
        "Covington",
        {
            DANISH: {
                "Covington": (83.63, 82.89, 88.50, 87.06),
                "UCovingtonN": (82.00, 81.61, 86.55, 85.51),
                "UCovingtonL": (84.27, 83.85, 88.82, 87.75),
            }
        },
    ),
)
ONE_ENDPOINT_CROSSING = (
    CoverageTable(
        "Table 1",
        "trees in each class, in per cent",
        {
            "sentences": "sentences",
            "1-Endpoint-Crossing": "one-endpoint-crossing",
            "well-nested, block degree 2": "well-nested-gap-1",
            "gap-minding": "gap-minding",
            "projective": "projective",
        },
        root_arcs=True,
        printed={DANISH: (5190, 99.1, 99.7, 96.1, 84.4)},
    ),
)
SCHEMATA = (
    CoverageTable(
        "Table 1",
        "trees by gap degree and nesting, in per cent",
        {
            "sentences": "sentences",
            "non-projective": "not projective",
            "gap degree 1": "gap-degree=1",
            "gap degree 2": "gap-degree=2",
            "gap degree 3": "gap-degree=3",
            "well-nested": "well-nested",
            "ill-nested": "not well-nested",
            "strongly ill-nested for its gap degree": "strongly-ill-nested",
        },
        root_arcs=True,
    ),
)

Table = CoverageTable | AccuracyTable
PAPERS: Mapping[str, tuple[Table, ...]] = {
    "two-planar": TWO_PLANAR,
    "divisible": DIVISIBLE,
    "buffer-transitions": BUFFER_TRANSITIONS,
    "undirected": UNDIRECTED,
    "one-endpoint-crossing": ONE_ENDPOINT_CROSSING,
    "schemata": SCHEMATA,
}


def systems_of(tables: tuple[Table, ...]) -> tuple[str, ...]:
    """The systems that some tables need, in the order of their first use.

    >>> systems_of(PAPERS["two-planar"])
    ('2-planar', 'arc-eager', 'arc-eager+pp:head')
    """
    needed = (table for table in tables if isinstance(table, AccuracyTable))
    return tuple(dict.fromkeys(system for table in needed for row in table.rows.values() for system in row))
