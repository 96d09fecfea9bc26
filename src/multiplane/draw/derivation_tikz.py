"""Derivations as slides of LaTeX (Beamer): the tree or graph grows over the stacks and the buffer, a click a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from multiplane.draw.derivation import SHOWN, appearances
from multiplane.draw.derivation_page import derivation_diagram, derived_diagram
from multiplane.draw.formats.tikz import DOCUMENT_CLOSING, escaped, tikz_picture
from multiplane.draw.layout.diagram import Diagram
from multiplane.draw.layout.scene import scene
from multiplane.transition.analysis.trace import Trace

SLIDES_OPENING = r"""\documentclass[10pt]{beamer}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\else\usepackage{fontspec}\fi
\usepackage{tikz, adjustbox}
\usefonttheme{serif}
\setbeamertemplate{navigation symbols}{}
\begin{document}
"""


def derivation_tikz(traces: Trace | Sequence[Trace]) -> str:
    r"""A document with a frame for each derivation, whose overlays are its steps.

    Every arc appears at its step, over the stacks, the buffer and the transition; arcs that a best effort does not
    build are left out.

    >>> from multiplane.transition import get
    >>> slides = derivation_tikz(get("arc-eager").trace([2, 0, 2]))
    >>> [line for line in slides.splitlines() if "uncover" in line]
    ['\\uncover<3->{%', '\\uncover<5->{%', '\\uncover<5->{%']
    """
    chosen = [traces] if isinstance(traces, Trace) else traces
    return SLIDES_OPENING + "".join(map(_frame, chosen)) + DOCUMENT_CLOSING


def _frame(trace: Trace) -> str:
    """The frame of one derivation; its first overlay is the start."""
    drawn = _built(trace, derivation_diagram(trace, derived_diagram(trace)))
    steps = {arc: step + 1 for arc, step in appearances(trace, drawn).items()}
    headings, *rows = trace.table(SHOWN)
    states = "".join(
        f"\\only<{number + 1}>{{{_state(headings, row, number, len(trace))}}}\n" for number, row in enumerate(rows)
    )
    return (
        f"\\begin{{frame}}{{{escaped(trace.system)}}}\n\\centering\n"
        "\\begin{adjustbox}{max width=\\textwidth, max height=.55\\textheight}\n"
        f"{tikz_picture(scene(drawn), steps)}\\end{{adjustbox}}\n\\par\\bigskip\n"
        f"\\begin{{overlayarea}}{{\\textwidth}}{{{len(headings) + 1}\\baselineskip}}\n{states}\\end{{overlayarea}}\n"
        "\\end{frame}\n"
    )


def _built(trace: Trace, drawn: Diagram) -> Diagram:
    """The diagram without the arcs that the derivation does not build."""
    lost = set(trace.lost(arc.key for arc in drawn.arcs))
    return replace(drawn, arcs=tuple(arc for arc in drawn.arcs if arc.key not in lost))


def _state(headings: Sequence[str], row: Sequence[str], number: int, steps: int) -> str:
    """A step as a table: its transition, the stacks, the buffer and the new arcs."""
    cells = {"transition": f"{row[0] or 'start'} ({number}/{steps})", **dict(zip(headings[1:], row[1:], strict=True))}
    lines = (f"{escaped(name)} & {_with_arrows(escaped(text))} \\\\" for name, text in cells.items())
    return f"\\begin{{tabular}}{{@{{}}l@{{\\quad}}l@{{}}}}\n{chr(10).join(lines)}\n\\end{{tabular}}"


def _with_arrows(text: str) -> str:
    return text.replace("→", "$\\rightarrow$")
