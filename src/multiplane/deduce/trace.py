"""A run of a schema to follow: every inference in order as text, and a page that fills the chart step by step.

>>> from multiplane.deduce import deduce, problem, schema
>>> chart = deduce(schema("yamada-matsumoto-2003"), problem(heads=[0]), trace=True)
>>> print(trace_text(chart))
  1  hypothesis  ⊢ [0,0,0]
  2  hypothesis  ⊢ [1,1,1]
  3  hypothesis  ⊢ [2,2,2]
  4  INITTER     [0,0,0] (1), [1,1,1] (2) ⊢ [0,1]
  5  INITTER     [1,1,1] (2), [2,2,2] (3) ⊢ [1,2]
  6  L-LINK      [0,1] (4), [1,2] (5) ⊢ [0,2]  1 → 0
  7  final       [0,2] (6) ⊢ goal
"""

from __future__ import annotations

from html import escape
from typing import Any

from multiplane.deduce.chart import Chart, Derivation, Inference, Node
from multiplane.deduce.notation import latex
from multiplane.deduce.parse import best_derivation, derived_tree

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 "Helvetica Neue", Helvetica, Arial, sans-serif; margin: 0 auto; padding: 2rem 1rem;
  max-width: 70rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
table { border-collapse: collapse; }
td { padding: .1rem .8rem .1rem 0; vertical-align: top; font-variant-numeric: tabular-nums; }
.items { display: flex; flex-wrap: wrap; gap: .3rem; }
.items span { padding: 0 .4rem; border: 1px solid #8886; border-radius: .3rem; }
.items .later { visibility: hidden; } .used { background: #f5c54288; } .new { background: #4caf5088; }
ul.derivation, ul.derivation ul { list-style: none; border-left: 1px solid #8886; padding-left: 1rem; }
input[type=range] { width: 100%; }
"""
SCRIPT = """
const steps = document.querySelectorAll("#trace tr"), items = document.querySelectorAll(".items span");
const slider = document.querySelector("input"), text = document.querySelector("output");
function show() {
  const at = Number(slider.value), used = (steps[at].dataset.used || "").split(" ");
  text.textContent = steps[at].textContent;
  steps.forEach((row, i) => { row.style.opacity = i > at ? .35 : 1; row.className = i === at ? "new" : ""; });
  items.forEach(item => {
    const first = Number(item.dataset.first);
    item.className = first > at ? "later" : item.dataset.item === steps[at].dataset.gives ? "new"
      : used.includes(item.dataset.item) ? "used" : "";
  });
}
slider.addEventListener("input", show);
document.onkeydown = event => {
  if (event.target === slider) return;
  if (event.key === "ArrowRight") slider.stepUp();
  if (event.key === "ArrowLeft") slider.stepDown();
  show();
};
show();
"""


def trace_text(chart: Chart) -> str:
    """Every inference in the order in which it was made; numbers in brackets say where an item was first derived."""
    first = first_derived(chart)
    width = max((len(inference.step) for inference, _ in chart.trace), default=0)
    lines = []
    for number, (inference, given) in enumerate(chart.trace, 1):
        before = [f"({chart.show(node)} ({first[node]}))" for node in given]
        before += [f"{chart.show(node)} ({first[node]})" for node in inference.antecedents]
        arcs = ", ".join(map(show_built, inference.arcs))
        made = f"{', '.join(before)}{' ' if before else ''}⊢ {chart.show(inference.gives)}"
        lines.append(f"{number:3}  {inference.step:{width}}  {made}" + (f"  {arcs}" if arcs else ""))
    return "\n".join(lines)


def show_built(built: tuple[Any, ...]) -> str:
    """What an inference built: an arc, or in Link Grammar a disjunct of a word or a link with its connectors.

    >>> show_built((1, 2)), show_built((1, 3, "Ss", "S")), show_built((2, 0, "cat"))
    ('1 → 2', '1 —Ss— 3', '2: cat')
    """
    if len(built) == 2:
        return f"{built[0]} → {built[1]}"
    return f"{built[0]} —{built[2]}— {built[1]}" if len(built) == 4 else f"{built[0]}: {built[2]}"


def derivation_text(chart: Chart, derivation: Derivation, indent: str = "") -> str:
    """A derivation as an indented tree, the goal first."""
    inference = derivation.inference
    arcs = "".join(f"  {show_built(each)}" for each in inference.arcs)
    lines = [f"{indent}{chart.show(inference.gives)}  {inference.step}{arcs}"]
    lines += [derivation_text(chart, part, indent + "  ") for part in derivation.parts]
    return "\n".join(lines)


def derivation_latex(chart: Chart, derivation: Derivation) -> str:
    """A derivation as a proof tree of nested fractions."""
    below = latex(chart.show(derivation.inference.gives))
    if not derivation.parts:
        return below
    above = r" \quad ".join(derivation_latex(chart, part) for part in derivation.parts)
    return rf"\frac{{{above}}}{{{below}}}"


def first_derived(chart: Chart) -> dict[Node, int]:
    """The number of the inference that first gave each item."""
    first: dict[Node, int] = {}
    for number, (inference, _) in enumerate(chart.trace, 1):
        first.setdefault(inference.gives, number)
    return first


def trace_page(chart: Chart) -> str:
    """A self-contained page: a slider over the inferences, the chart as it fills, and one derivation of the goal."""
    first = first_derived(chart)
    number = {node: at for at, node in enumerate(first)}
    rows = "\n".join(_row(chart, at, inference, number) for at, (inference, _) in enumerate(chart.trace, 1))
    items = "\n".join(
        f'<span data-item="{number[node]}" data-first="{at - 1}">{escape(chart.show(node))}</span>'
        for node, at in first.items()
    )
    words = " ".join(chart.problem.words) or f"{chart.problem.n} words"
    title = f"{chart.schema.name}: {words}"
    if chart.accepted:
        derivation = best_derivation(chart)
        arcs = all(len(built) == 2 for step in derivation.inferences() for built in step.arcs)
        heads = " ".join(map(str, derived_tree(derivation, chart.problem.n))) if arcs else ""
        goal = f'<p>{"Heads " if arcs else ""}{heads}</p>\n<ul class="derivation">{_branch(chart, derivation)}</ul>'
    else:
        goal = "<p>No final item was derived.</p>"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f'<input type="range" min="0" max="{max(len(chart.trace) - 1, 0)}" value="{max(len(chart.trace) - 1, 0)}" '
        'aria-label="inference"><p><output></output></p>\n'
        f'<h2>Chart</h2>\n<div class="items">{items}</div>\n<h2>A derivation</h2>\n{goal}\n'
        f'<h2>Inferences</h2>\n<table id="trace">{rows}</table>\n<script>{SCRIPT}</script>\n</body>\n</html>\n'
    )


def _row(chart: Chart, at: int, inference: Inference, number: dict[Node, int]) -> str:
    used = " ".join(str(number[node]) for node in inference.antecedents)
    before = ", ".join(chart.show(node) for node in inference.antecedents)
    arcs = ", ".join(map(show_built, inference.arcs))
    cells = [str(at), inference.step, f"{before} ⊢ {chart.show(inference.gives)}", arcs]
    content = "".join(f"<td>{escape(cell)} </td>" for cell in cells)
    return f'<tr data-used="{used}" data-gives="{number[inference.gives]}">{content}</tr>'


def _branch(chart: Chart, derivation: Derivation) -> str:
    inference = derivation.inference
    arcs = "".join(f" · {show_built(each)}" for each in inference.arcs)
    parts = "".join(_branch(chart, part) for part in derivation.parts)
    text = escape(f"{chart.show(inference.gives)}  {inference.step}{arcs}")
    return f"<li>{text}{'<ul>' + parts + '</ul>' if parts else ''}</li>"
