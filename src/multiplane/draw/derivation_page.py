"""Derivations as an HTML page to step through: the tree or graph grows beside the stacks and the buffer.

Two systems that derive the same sentence stand side by side, and go step by step together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any

from multiplane.characters import visible
from multiplane.draw.derivation import appearances, derivation_svg
from multiplane.draw.formats.page import PAGE_CLOSING, page_opening, script_data
from multiplane.draw.formats.svg import Drawing, svg
from multiplane.draw.graph import graph_diagram
from multiplane.draw.layout.diagram import Diagram, diagram
from multiplane.errors import MultiplaneError
from multiplane.transition.analysis.trace import Trace
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import Tree

WIDTHS = {1: 660.0, 2: 470.0}
SHOWN_IN_ROWS = 4
LOST = -1
PAGE_STYLE = """
body { max-width: 1400px; padding-top: .5rem; }
h1 { font-size: 1.2rem; margin: 0 0 .5rem; }
h2 { font-size: 1rem; margin: 0 0 .25rem; }
#controls { position: sticky; top: 0; z-index: 1; background: inherit; padding: .4rem 0; display: flex; gap: .75rem;
  align-items: center; border-bottom: 1px solid #8883; }
body, #controls { background-color: Canvas; }
#controls input { flex: 1 1 12rem; max-width: 30rem; }
#controls output { font-variant-numeric: tabular-nums; }
button { font: inherit; padding: .2rem .8rem; }
#systems { display: grid; gap: 1.5rem; margin-top: .75rem; }
#systems.two { grid-template-columns: repeat(2, minmax(0, 1fr)); }
section { min-width: 0; }
.now-done { font-weight: bold; min-height: 1.5em; margin: 0; }
.state { display: grid; gap: 1rem; }
#systems.one .state { grid-template-columns: minmax(0, max-content) 17rem; }
#systems.two .lists { order: -1; }
#systems.two .steps { max-height: 26vh; }
.arc.later { visibility: hidden; }
.arc.new { color: #2b8a3e !important; stroke-width: 3; }
.arc.lost { opacity: .35; stroke-dasharray: 2 4; }
.list { margin: 0 0 .6rem; }
.list b { display: block; font-size: .8rem; font-weight: normal; opacity: .7; }
.list.active b { opacity: 1; font-weight: bold; }
.boxes { display: flex; flex-wrap: wrap; gap: .25rem; min-height: 1.9em; }
.boxes span { border: 1px solid #8888; border-radius: .25rem; padding: 0 .4rem; }
.boxes .next { border-color: currentColor; background: #1c7ed633; }
.steps { overflow: auto; max-height: 34vh; margin-top: .75rem; border-top: 1px solid #8883; position: sticky; bottom: 0;
  background-color: Canvas; }
.steps table { border-collapse: collapse; font-size: .85rem; }
.steps th { position: sticky; top: 0; background-color: Canvas; }
.steps th, .steps td { text-align: left; padding: .15rem .8rem .15rem 0; border-bottom: 1px solid #8883;
  white-space: nowrap; }
.steps tbody tr { cursor: pointer; }
tr.now { background: #1c7ed633; }
tr.later { display: none; }
@media (max-width: 44rem) {
  #controls { flex-wrap: wrap; }
  #systems.one .state, #systems.two { grid-template-columns: minmax(0, 1fr); }
  .steps { position: static; }
}
"""
PAGE_SCRIPT = """
const slider = document.querySelector("input"), shown = document.querySelector("output"), MOST = 14;
const longest = Math.max(...derivations.map(one => one.steps.length)) - 1;
function boxes(title, words, next, active) {
  const list = document.createElement("div"), row = document.createElement("div");
  list.className = active ? "list active" : "list";
  row.className = "boxes";
  const name = document.createElement("b");
  name.textContent = title + (words.length ? "" : " (empty)");
  const cut = words.length > MOST, some = !cut ? words : next === "last" ? words.slice(-MOST) : words.slice(0, MOST);
  some.forEach((word, place) => {
    const box = document.createElement("span");
    box.textContent = word;
    if (place === (next === "last" ? some.length - 1 : 0)) box.className = "next";
    row.append(box);
  });
  if (cut) next === "last" ? row.prepend("…") : row.append("…");
  list.append(name, row);
  return list;
}
function bringIntoView(drawing, arc) {
  if (!arc?.getBoundingClientRect) return;
  const box = arc.getBoundingClientRect(), frame = drawing.getBoundingClientRect();
  if (box.left < frame.left || box.right > frame.right) drawing.scrollLeft += box.left - frame.left - 16;
}
function show(section, one, step) {
  const now = one.steps[Math.min(step, one.steps.length - 1)], word = node => node ? one.words[node - 1] : "root";
  const last = Math.min(step, one.steps.length - 1), done = now.transition || "start";
  section.querySelector(".now-done").textContent = `${last}/${one.steps.length - 1}  ${done}`;
  section.querySelectorAll(".arc").forEach(arc => {
    const built = one.built[`${arc.dataset.head}-${arc.dataset.dependent}`];
    arc.classList.toggle("later", built > last);
    arc.classList.toggle("new", built === last && last > 0);
    arc.classList.toggle("lost", built < 0);
  });
  bringIntoView(section.querySelector(".drawing"), section.querySelector(".arc.new"));
  const several = one.stacks > 1, title = number => several ? `stack ${number + 1}` : "stack";
  const lists = now.stacks.map((stack, number) => boxes(
    title(number), stack.map(word), "last", several && number === now.active));
  if (one.lists) lists.push(boxes("list 2", now.skipped.map(word), "first"));
  lists.push(boxes("buffer", now.buffer.map(word), "first"));
  section.querySelector(".lists").replaceChildren(...lists);
  const rows = section.querySelectorAll("tbody tr"), table = section.querySelector(".steps");
  rows.forEach((row, number) => {
    row.classList.toggle("now", number === last);
    row.classList.toggle("later", number > last);
  });
  table.scrollTop = rows[last].offsetTop + rows[last].offsetHeight - table.clientHeight;
}
function go(step) {
  step = Math.max(0, Math.min(longest, step));
  slider.value = step;
  shown.textContent = `step ${step} of ${longest}`;
  document.querySelectorAll("section").forEach((section, number) => show(section, derivations[number], step));
}
slider.oninput = () => go(+slider.value);
document.querySelectorAll("section").forEach(section => section.querySelectorAll("tbody tr").forEach(
  (row, number) => row.onclick = () => go(number)));
document.querySelector("#back").onclick = () => go(+slider.value - 1);
document.querySelector("#on").onclick = () => go(+slider.value + 1);
document.onkeydown = event => {
  if (event.target === slider) return;
  if (event.key === "ArrowRight") go(+slider.value + 1);
  if (event.key === "ArrowLeft") go(+slider.value - 1);
};
go(+location.hash.slice(1) || 0);
"""


def derivation_html(traces: Trace | Sequence[Trace], source: Tree | Diagram | None = None) -> str:
    """A self-contained page for one derivation of a tree or graph, or for two by different systems, side by side.

    ``source`` is what is drawn, by default what was to be derived.

    Arcs and rows appear when their step comes; arcs that a best effort does not build are dashed. Arrow keys step
    forward and back; ``page.html#7`` opens at step 7.

    >>> from multiplane.transition import get
    >>> derivation_html(get("arc-eager").trace([2, 0, 2])).count("<tr")
    6
    """
    chosen = [traces] if isinstance(traces, Trace) else list(traces)
    if len(chosen) not in WIDTHS:
        raise MultiplaneError(f"found {len(chosen)} derivations; expected one or two")
    drawn = derived_diagram(chosen[0]) if source is None else diagram(source)
    both = [(one, derivation_diagram(one, drawn)) for one in chosen]
    title = f"{' and '.join(one.system for one in chosen)}: {' '.join(chosen[0].tokens)}"
    sections = "".join(_section(one, own, WIDTHS[len(chosen)]) for one, own in both)
    data = script_data(derivations=[_data(one, own) for one, own in both])
    longest = max(map(len, chosen))
    return (
        page_opening(title, PAGE_STYLE) + '<div id="controls"><button id="back">back</button>'
        f'<input type="range" min="0" max="{longest}" value="0" aria-label="step">'
        '<button id="on">next</button><output></output></div>\n'
        f'<div id="systems" class="{"one" if len(chosen) == 1 else "two"}">\n{sections}</div>\n'
        f"<script>\n{data}{PAGE_SCRIPT}</script>\n" + PAGE_CLOSING
    )


def derived_diagram(trace: Trace) -> Diagram:
    """The diagram of the tree or graph that was to be derived."""
    if isinstance(trace.source, Graph):
        return graph_diagram(trace.source, trace.tokens)
    return diagram(trace.source)


def derivation_picture(trace: Trace) -> Drawing:
    """An animated SVG of the derivation, in which arcs that are not in the tree or graph are drawn, too."""
    return derivation_svg(trace, derivation_diagram(trace, derived_diagram(trace)))


def derivation_diagram(trace: Trace, drawn: Diagram) -> Diagram:
    """The diagram, with the arcs that the derivation builds and that are not in it.

    >>> from multiplane.transition import get
    >>> tree = Tree([3, 4, 0, 3])
    >>> steps = get("arc-eager").trace(tree, best_effort=True)
    >>> [arc.key for arc in derivation_diagram(steps, diagram(tree)).arcs]
    [(3, 1), (3, 2), (4, 2), (0, 3), (3, 4)]
    """
    known = {arc.key: arc.label for arc in drawn.arcs}
    turned = {(dependent, head) for head, dependent in known} if trace.undirected else set()
    added = {arc[:2]: arc[2] for arc in trace.arcs if arc[:2] not in known and arc[:2] not in turned}
    if not added:
        return drawn
    every = known | added
    graph = Graph.from_arcs(len(drawn.words), every, [label or "_" for label in every.values()])
    found = graph_diagram(graph, drawn.words)
    return replace(found, right_to_left=drawn.right_to_left)


def _data(trace: Trace, drawn: Diagram) -> dict[str, Any]:
    """What the script needs of a derivation."""
    lost = set(trace.lost(arc.key for arc in drawn.arcs))
    built = {ends: LOST if ends in lost else step for ends, step in appearances(trace, drawn).items()}
    return {
        "words": trace.tokens,
        "stacks": len(trace.steps[0].stacks),
        "lists": any(step.skipped for step in trace.steps),
        "built": {f"{head}-{dependent}": step for (head, dependent), step in built.items()},
        "steps": [
            {
                "transition": visible(step.transition),
                "stacks": step.stacks,
                "active": step.active,
                "skipped": step.skipped,
                "buffer": step.buffer,
            }
            for step in trace.steps
        ],
    }


def _section(trace: Trace, drawn: Diagram, width: float) -> str:
    headings, *rows = trace.table(SHOWN_IN_ROWS)
    head = "".join(f"<th>{escape(cell)}</th>" for cell in ("step", *headings))
    body = "".join(
        f"<tr><td>{number}</td>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n"
        for number, row in enumerate(rows)
    )
    return (
        f"<section><h2>{escape(trace.system)}</h2>\n<p class='now-done'></p>\n"
        f"<div class='state'><div class='drawing'>\n{svg(drawn, width=width)}</div><div class='lists'></div></div>\n"
        f'<div class="steps"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div></section>\n'
    )
