"""The structures in a treebank as a self-contained HTML page: figures, plots, and the sentences that each counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from multiplane.characters import visible
from multiplane.draw.browse import BROWSER_STYLE, BrowsedSentence, browser, count_link, hash_of
from multiplane.draw.formats.page import PAGE_CLOSING, page_opening
from multiplane.structure import CLASSES
from multiplane.structure.survey import Survey, most_frequent_first

LABELS_SHOWN = 15
REPORT_STYLE = (
    """
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
p { margin: .25rem 0 .75rem; }
.plots { display: flex; flex-wrap: wrap; gap: 0 2.5rem; align-items: flex-start; }
table { border-collapse: collapse; font-size: .85rem; flex: 0 1 33rem; margin: 1rem 0; }
caption { font-size: 1rem; font-weight: bold; text-align: start; }
th { font-weight: normal; text-align: end; overflow-wrap: anywhere; }
th, td { padding: .05rem .5rem .05rem 0; }
td:last-child { white-space: nowrap; }
.bar { width: 50%; }
.bar div { height: 1rem; background: #1c7ed6; print-color-adjust: exact; }
@media (max-width: 40rem) { .bar { width: 25%; } }
.bar { background: linear-gradient(#8882, #8882) content-box; }
"""
    + BROWSER_STYLE
)
Wanted = Mapping[str, str]


def report(
    surveys: Sequence[tuple[str, Survey]], sentences: Sequence[BrowsedSentence] = (), left_out: int = 0, page: str = "-"
) -> str:
    """The page: a section for each file, one for all files if there are several, then the sentences.

    Every number leads to the sentences that it counts; at first the shortest sentence of each kind is shown.
    ``left_out`` counts sentences that are not on the page.

    >>> from multiplane.structure.survey import survey
    >>> import multiplane
    >>> found = report([("sample:dutch", survey(multiplane.read("sample:dutch")))])
    >>> found.startswith("<!DOCTYPE html>"), "http" in found.replace("http://www.w3.org", "")
    (True, False)
    """
    sections = [_section(name, found, {"file": name} if len(surveys) > 1 else {}) for name, found in surveys]
    if len(surveys) > 1:
        total = sum((found for _, found in surveys), Survey(surveys[0][1].root_arcs))
        sections.insert(0, _section("all files", total, {}))
    title = "Tree structures in " + ", ".join(name for name, _ in surveys)
    absent = f"<p>{left_out:,} projective sentences are not listed: there are too many.</p>\n" if left_out else ""
    listed = f"<h2>Sentences</h2>\n{absent}" + browser(sentences, CLASSES, page, start={"kind": "any"})
    return page_opening(title, REPORT_STYLE) + "".join(sections) + listed + PAGE_CLOSING


def _section(name: str, found: Survey, file: Wanted) -> str:
    counted = "arcs from the root count" if found.root_arcs else "arcs from the root do not count"
    every, words_of_all = (count_link(count, **(file or {"all": ""})) for count in (found.sentences, found.words))
    crossing = count_link(found.crossings, **file, has="crossings")
    words = f"{every} sentences, {words_of_all} words; {crossing} crossings; {counted}."
    if found.bounded:
        bounded = count_link(found.bounded, **file, has="bounds")
        words += f" {bounded} sentences are too entangled for exact planes or gap degrees."
    arcs = found.arcs.total() - found.arcs["left_adjacent"] - found.arcs["right_adjacent"]
    directions = {
        "leftward": "left",
        "leftward, length one": "left_adjacent",
        "rightward": "right",
        "rightward, length one": "right_adjacent",
    }
    plots = [
        _plot(
            "Sentences per class",
            [(key, found.classes[key], found.sentences, {"inside": key}) for key in CLASSES],
            file,
        ),
        _plot("Gap degree", _rows(found.gap_degrees, found.sentences, "gap_degree"), file),
        _plot("Planes", _rows(found.planes, found.sentences, "planes"), file),
        _plot("Arc directions", [(k, found.arcs[v], arcs, {"has": f"{v} arcs"}) for k, v in directions.items()], file),
    ]
    labels = most_frequent_first(found.non_projective_labels)[:LABELS_SHOWN]
    if labels:
        rows = [(label, count, found.labels[label], {"label": label}) for label, count in labels]
        plots.append(_plot("Non-projective arcs, of all with that label", rows, file))
    return f"<h2>{escape(visible(name))}</h2>\n<p>{words}</p>\n<div class='plots'>\n{''.join(plots)}</div>\n"


def _rows(counts: Mapping[int, int], whole: int, name: str) -> list[tuple[str, int, int, Wanted]]:
    return [(str(value), count, whole, {name: str(value)}) for value, count in sorted(counts.items())]


def _plot(title: str, rows: Sequence[tuple[str, int, int, Wanted]], file: Wanted) -> str:
    """A horizontal bar for each row's share of its whole; the count and the share beside it lead to the sentences."""
    bars = []
    for name, count, whole, wanted in rows:
        share = 100 * count / whole if whole else 0.0
        bars.append(
            f'<tr><th>{escape(visible(name))}</th><td class="bar"><div style="width:{share:.2f}%"></div></td>'
            f'<td><a class="count" href="{escape(hash_of(**file, **wanted))}">{count:,} ({share:.2f} %)</a></td></tr>\n'
        )
    return f"<table><caption>{escape(title)}</caption>\n{''.join(bars)}</table>\n"
