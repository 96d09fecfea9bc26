"""The structures in a treebank as a self-contained HTML page: figures, plots and a drawn example of each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from multiplane.draw.formats.html import PAGE_CLOSING, PAGE_WIDTH, page_opening
from multiplane.draw.formats.svg import svg
from multiplane.structure import CLASSES
from multiplane.structure.survey import Survey
from multiplane.treebank import Sentence

LABELS_SHOWN = 15
ROW, BAR_LEFT, BAR_WIDTH, FIGURES = 24, 165, 250, 125
REPORT_STYLE = """
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: .25rem 0 .75rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem .2rem 0; text-align: right; border-bottom: 1px solid #8883; }
th:first-child, td:first-child { text-align: left; }
.plots { display: flex; flex-wrap: wrap; gap: 0 2.5rem; }
.plot text { font: 13px "Helvetica Neue", Helvetica, Arial, "Noto Sans", sans-serif; fill: currentColor; }
.plot rect { fill: #1c7ed6; }
.plot .ground { fill: currentColor; opacity: .08; }
"""


def report(surveys: Sequence[tuple[str, Survey]], examples: Mapping[str, Sentence]) -> str:
    """The page: a section for each file, one for all files if there are several, and the examples.

    >>> from multiplane.structure.survey import survey
    >>> import multiplane
    >>> page = report([("sample:dutch", survey(multiplane.read("sample:dutch")))], {})
    >>> page.startswith("<!DOCTYPE html>"), "http" in page.replace("http://www.w3.org", "")
    (True, False)
    """
    sections = [_section(name, found) for name, found in surveys]
    if len(surveys) > 1:
        total = sum((found for _, found in surveys), Survey(surveys[0][1].root_arcs))
        sections.insert(0, _section("all files", total))
    title = "Tree structures in " + ", ".join(name for name, _ in surveys)
    root_arcs = surveys[0][1].root_arcs
    figures = [_figure(kind, sentence, root_arcs) for kind, sentence in examples.items()]
    drawn = "<h2>The shortest sentence of each kind</h2>\n" + "".join(figures) if figures else ""
    return page_opening(title, REPORT_STYLE) + "".join(sections) + drawn + PAGE_CLOSING


def _section(name: str, found: Survey) -> str:
    counted = "arcs from the root count" if found.root_arcs else "arcs from the root do not count"
    words = f"{found.sentences:,} sentences, {found.words:,} words; {found.crossings:,} crossings; {counted}."
    if found.bounded:
        words += f" {found.bounded:,} sentences are too entangled for exact planes or gap degrees."
    classes = [(key, found.classes[key], found.sentences) for key in CLASSES]
    labels = sorted(found.non_projective_labels.items(), key=lambda item: (-item[1], item[0]))[:LABELS_SHOWN]
    arcs = found.arcs.total() - found.arcs["left_adjacent"] - found.arcs["right_adjacent"]
    directions = [
        ("leftward", found.arcs["left"], arcs),
        ("leftward, length one", found.arcs["left_adjacent"], arcs),
        ("rightward", found.arcs["right"], arcs),
        ("rightward, length one", found.arcs["right_adjacent"], arcs),
    ]
    plots = [
        _plot("Sentences per class", classes),
        _plot("Gap degree", [(str(k), v, found.sentences) for k, v in sorted(found.gap_degrees.items())]),
        _plot("Planes", [(str(k), v, found.sentences) for k, v in sorted(found.planes.items())]),
        _plot("Arc directions", directions),
    ]
    if labels:
        rows = [(label, count, found.labels[label]) for label, count in labels]
        plots.append(_plot("Non-projective arcs, of all with that label", rows))
    return f"<h2>{escape(name)}</h2>\n<p>{words}</p>\n<div class='plots'>\n{''.join(plots)}</div>\n"


def _plot(title: str, rows: Sequence[tuple[str, int, int]]) -> str:
    """A horizontal bar for each row's share of its whole, with the count and the share beside it."""
    width, height = BAR_LEFT + BAR_WIDTH + FIGURES, ROW * len(rows)
    bars = []
    for place, (name, count, whole) in enumerate(rows):
        share = count / whole if whole else 0.0
        top = ROW * place
        bars.append(
            f'<text x="{BAR_LEFT - 8}" y="{top + 16}" text-anchor="end">{escape(name)}</text>'
            f'<rect class="ground" x="{BAR_LEFT}" y="{top + 4}" width="{BAR_WIDTH}" height="{ROW - 8}"/>'
            f'<rect x="{BAR_LEFT}" y="{top + 4}" width="{share * BAR_WIDTH:.1f}" height="{ROW - 8}"/>'
            f'<text x="{BAR_LEFT + BAR_WIDTH + 8}" y="{top + 16}">{count:,} ({100 * share:.2f} %)</text>'
        )
    return (
        f'<div><h3>{escape(title)}</h3>\n<svg class="plot" role="img" aria-label="{escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f"{''.join(bars)}</svg></div>\n"
    )


def _figure(kind: str, sentence: Sentence, root_arcs: bool) -> str:
    where = sentence.sent_id or f"line {sentence.line}"
    drawing = svg(sentence, width=PAGE_WIDTH, root_arcs=root_arcs)
    return (
        f"<figure><figcaption><b>{escape(kind)}</b> — {escape(where)}</figcaption>\n"
        f'<div class="drawing">\n{drawing}</div>\n</figure>\n'
    )
