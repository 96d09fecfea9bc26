"""A derivation as an animated SVG: the tree or graph grows with each transition."""

from __future__ import annotations

import re
from html import escape

from multiplane.draw.formats.page import PAGE_WIDTH
from multiplane.draw.formats.svg import DARK_ENHANCED, DARK_PLANE_VARIABLES, Drawing, svg, theme_style
from multiplane.draw.layout.diagram import Diagram, diagram
from multiplane.transition.analysis.trace import Trace
from multiplane.treebank.tree import Tree

SECONDS_A_STEP = 1.2
STEPS_OF_REST = 3
PAUSE = "svg.derivation:is(:hover,:focus) *{animation-play-state:paused!important}"
STILL = "@media print,(prefers-reduced-motion:reduce){.derivation *{animation:none!important}}"
LINE, SIZE, MARGIN = 22, 15, 12
SHOWN = 6


def appearances(trace: Trace, drawn: Diagram) -> dict[tuple[int, int], int]:
    """The step at which each arc of the tree or graph is built; the last step for arcs never built.

    >>> from multiplane.transition import get
    >>> appearances(get("arc-eager").trace([2, 0, 2]), diagram([2, 0, 2]))
    {(2, 1): 2, (0, 2): 4, (2, 3): 4}
    """
    built = {arc.key: len(trace) for arc in drawn.arcs}
    for number, step in enumerate(trace.steps):
        for head, dependent, _ in step.arcs:
            arc = (dependent, head) if trace.undirected and (head, dependent) not in built else (head, dependent)
            if built.get(arc) == len(trace):
                built[arc] = number
    return built


def derivation_svg(trace: Trace, source: Tree | Diagram) -> Drawing:
    """An animated SVG that loops: the tree or graph built so far, and below it the configuration of each step.

    It begins with the whole of it and the last configuration, which is also what is seen without animation: on paper,
    in editors, and by people who want no motion. It pauses under the pointer and while it has the focus.
    """
    drawn = diagram(source)
    picture = str(svg(drawn, width=PAGE_WIDTH))
    width, height = (float(value) for value in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)[0])
    headings, *steps = trace.table(SHOWN)
    frames = [_frame(headings, row, f"{number}/{len(trace)}") for number, row in enumerate(steps)]
    lines = max(len(frame) for frame in frames)
    full_width = max([width, *(MARGIN * 2 + 0.58 * SIZE * len(line) for frame in frames for line in frame)])
    full_height = height + LINE * lines + MARGIN
    texts = []
    for number, frame in enumerate(frames):
        spans = "".join(
            f'<tspan x="{MARGIN}" dy="{0 if place == 0 else LINE}">{escape(line)}</tspan>'
            for place, line in enumerate(frame)
        )
        texts.append(f'<text class="frame frame-{number}" x="{MARGIN}" y="{height + LINE:.0f}">{spans}</text>')
    theme = theme_style("auto", "derivation", [*DARK_PLANE_VARIABLES, DARK_ENHANCED])
    return Drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="derivation" width="{full_width:.0f}" '
        f'height="{full_height:.0f}" viewBox="0 0 {full_width:.1f} {full_height:.1f}" tabindex="0">\n'
        f"<title>{escape(trace.system)}; it pauses under the pointer</title>\n"
        f"<style>{theme}{PAUSE}{STILL}{_timing(trace, drawn)}</style>\n{picture}{''.join(texts)}\n</svg>\n"
    )


def _frame(headings: list[str], row: list[str], step: str) -> list[str]:
    """A step as lines of text: its transition, stacks and buffer."""
    named = [f"{heading}: {cell}" for heading, cell in zip(headings[1:-1], row[1:-1], strict=True)]
    return [f"{step}  {row[0] or 'start'}", *named, row[-1]]


def _timing(trace: Trace, drawn: Diagram) -> str:
    """The animation as CSS; without animation every arc and the last frame are visible."""
    steps = len(trace.steps)
    whole = steps - 1 + STEPS_OF_REST
    timing = f"{whole * SECONDS_A_STEP:.1f}s {(1 - steps) * SECONDS_A_STEP:.1f}s step-end infinite"
    rules = [
        f".derivation .frame{{font:{SIZE}px 'DejaVu Sans Mono',Menlo,monospace;fill:currentColor;opacity:0}}",
        f".derivation .frame-{steps - 1}{{opacity:1}}",
    ]
    for number in range(steps):
        begin, end = 100 * number / whole, 100 * (number + 1 if number < steps - 1 else whole) / whole
        rules.append(
            f"@keyframes frame-{number}{{0%,{end:.3f}%,100%{{opacity:0}}{begin:.3f}%{{opacity:1}}}}"
            f".derivation .frame-{number}{{animation:frame-{number} {timing}}}"
        )
    for (head, dependent), number in appearances(trace, drawn).items():
        begin, name = 100 * number / whole, f"arc-{head}-{dependent}"
        arc = f'.arc[data-head="{head}"][data-dependent="{dependent}"]'
        rules.append(
            f"@keyframes {name}{{0%{{opacity:0}}{begin:.3f}%{{opacity:1}}100%{{opacity:1}}}}"
            f".derivation {arc}{{animation:{name} {timing}}}"
        )
    return "".join(rules)
