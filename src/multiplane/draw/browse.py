"""Sentences to browse on a page: filtered by class, label, length and figures, with links to file and line.

Every sentence is on the page once, as text; the script shows those that are wanted, and draws them when they are shown.
A link such as ``#outside=projective&label=obj`` anywhere on the page shows the sentences that it describes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from multiplane.characters import visible
from multiplane.draw.formats.page import PAGE_WIDTH, script_data
from multiplane.draw.formats.svg_data import DRAWING_SCRIPT, DRAWING_STYLE, svg_data
from multiplane.draw.layout.diagram import Source, name_of, text_of, words_of
from multiplane.draw.layout.measure import mostly_right_to_left, printable
from multiplane.treebank.sample import is_sample

if TYPE_CHECKING:
    from multiplane.treebank import Sentence

BROWSER_STYLE = (
    DRAWING_STYLE
    + """
#filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: .5rem 0 1rem; padding: .5rem 0;
  border-block: 1px solid #8883; }
#filters label { font-size: .85rem; display: flex; flex-direction: column; }
#filters :is(input, select, button) { font: inherit; height: 2rem; box-sizing: border-box; max-width: 100%; }
#filters input { width: 5rem; }
#browser nav { align-items: center; }
#browser figure p { margin: .15rem 0; }
#browser [dir=rtl] p { text-align: right; }
#browser .fix { font-weight: bold; }
#browser .about { opacity: .7; font-size: .85rem; }
#sentences figure { content-visibility: auto; contain-intrinsic-height: auto 5rem; }
a.count { color: inherit; text-decoration: underline dotted; }
@media (scripting: none) { #filters, #browser nav { display: none; } }
@media print { #filters { display: none; } #sentences figure { content-visibility: visible; } }
"""
)
BROWSER_SCRIPT = (
    DRAWING_SCRIPT
    + """
const controls = Object.fromEntries([...document.querySelectorAll("#filters [name]")].map(one => [one.name, one]));
const list = document.querySelector("#sentences"), count = document.querySelector("#count"), AT_ONCE = 25;
list.querySelectorAll("figure").forEach((figure, number) => sentences[number].figure = figure);
let first = 0, chosen = [];
function matches(one, wanted) {
  for (const [key, value] of wanted) {
    if (value === "" || key === "sort" || key === "page") continue;
    if (key === "outside" ? !one.outside.includes(value)
      : key === "inside" ? one.outside.includes(value)
      : key === "label" ? !one.labels.includes(value)
      : key === "kind" ? !(value === "any" ? one.kinds.length : one.kinds.includes(value))
      : key === "least" ? one.words < +value
      : key === "most" ? one.words > +value
      : key === "file" ? files[one.file] !== value
      : key === "has" ? !one.has.includes(value)
      : String(one.figures[key]) !== value) return false;
  }
  return true;
}
function described([key, value]) {
  if (key === "kind") return value === "any" ? "the shortest of each kind" : value;
  return `${key} ${value}`.replace("_", " ");
}
function figure(one) {
  if (one.drawing) {
    const drawing = document.createElement("div");
    drawing.className = "drawing";
    drawing.append(drawn(one.drawing));
    one.figure.append(drawing);
    one.drawing = null;
  }
  return one.figure;
}
function wantedNow() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  return wanted.size ? wanted : new URLSearchParams(start);
}
function refresh() {
  const wanted = wantedNow();
  for (const [name, control] of Object.entries(controls))
    control.value = wanted.get(name) || (name === "sort" ? "order" : "");
  chosen = sentences.filter(one => matches(one, wanted));
  if (wanted.get("sort") === "length") chosen.sort((one, two) => one.words - two.words);
  if (wanted.get("sort") === "place") chosen.sort((one, two) => one.file - two.file || one.line - two.line);
  first = (Math.max(1, +wanted.get("page") || 1) - 1) * AT_ONCE;
  const some = chosen.slice(first, first + AT_ONCE), number = value => value.toLocaleString("en");
  const others = [...wanted].filter(([key, value]) => value && key !== "page" && !(key in controls));
  const more = others.map(described).join(", ");
  count.textContent = `${number(chosen.length)} of ${number(sentences.length)} sentences` + (more && `: ${more}`)
    + (chosen.length > AT_ONCE ? `; these are ${first + 1} to ${first + some.length}` : "");
  list.replaceChildren(...some.map(figure));
  document.querySelectorAll("#browser .before").forEach(one => one.disabled = first === 0);
  document.querySelectorAll("#browser .after").forEach(one => one.disabled = first + AT_ONCE >= chosen.length);
}
function turn(pages) {
  const wanted = wantedNow();
  wanted.set("page", first / AT_ONCE + 1 + pages);
  location.hash = wanted;
}
for (const control of Object.values(controls)) control.onchange = () => {
  const wanted = wantedNow();
  wanted.delete("page");
  control.value ? wanted.set(control.name, control.value) : wanted.delete(control.name);
  location.hash = wanted.size ? wanted : "all=";
};
document.querySelector("#everything").onclick = () => location.hash = "all=";
document.querySelectorAll("#browser .before").forEach(one => one.onclick = () => turn(-1));
document.querySelectorAll("#browser .after").forEach(one => one.onclick = () => turn(1));
window.onhashchange = () => { refresh(); document.querySelector("#browser").scrollIntoView(); };
refresh();
if (location.hash) document.querySelector("#browser").scrollIntoView();
"""
)
TURN = '<nav><button class="before">‹ previous</button> <button class="after">next ›</button></nav>\n'


@dataclass(frozen=True, slots=True)
class BrowsedSentence:
    """A sentence on the page: where it is, the classes that it is outside of, its figures, and what is said of it.

    ``labels`` are those by which it is found, ``has`` what else is true of it, ``kinds`` what it is an example of.
    """

    file: str
    sentence: Sentence
    outside: tuple[str, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    fix: str = ""
    drawing: Sequence[Any] | None = None


def browser(
    sentences: Sequence[BrowsedSentence],
    classes: Iterable[str],
    page: str = "-",
    start: Mapping[str, str] | None = None,
    order: str = "place",
) -> str:
    """The filters and the sentences in their order; ``page`` is the file of the page, from which links lead to theirs.

    ``start`` is what is shown at first, ``order`` a name for the order of the sentences.
    """
    files = list(dict.fromkeys(one.file for one in sentences))
    places = {name: number for number, name in enumerate(files)}
    links = [link_to(name, page) for name in files]
    figures = "".join(_figure(one, links[places[one.file]]) for one in sentences)
    data = script_data(
        files=list(map(visible, files)), start=start or {}, sentences=[_as_object(one, places) for one in sentences]
    )
    names = list(classes)
    labels = sorted({visible(label) for one in sentences for label in one.labels})
    sortings = {"order": order, "length": "length"} | ({} if order == "place" else {"place": "place"})
    filters = [
        _select("outside", "outside", {"": "any class", **{name: name for name in names}}),
        _select("inside", "inside", {"": "any class", **{name: name for name in names}}),
        _select("label", "label of an arc", {"": "any label", **{label: label for label in labels}}),
        '<label>at least<input name="least" type="number" min="1" placeholder="words"></label>\n',
        '<label>at most<input name="most" type="number" min="1" placeholder="words"></label>\n',
        _select("sort", "sorted by", sortings),
        '<button id="everything">show all</button>\n',
    ]
    return (
        f'<div id="browser">\n<div id="filters">\n{"".join(filters)}</div>\n'
        f'<p id="count"></p>\n{TURN}<div id="sentences">\n{figures}</div>\n{TURN}</div>\n'
        f"<script>\n{data}{BROWSER_SCRIPT}</script>\n"
    )


def count_link(count: int, **wanted: object) -> str:
    """A number that leads to the sentences it counts.

    >>> count_link(1234, planes=2)
    '<a class="count" href="#planes=2">1,234</a>'
    """
    return f'<a class="count" href="{escape(hash_of(**wanted))}">{count:,}</a>'


def hash_of(**wanted: object) -> str:
    """The link that shows the sentences with these properties.

    >>> hash_of(outside="projective", label="obj")
    '#outside=projective&label=obj'
    """
    return "#" + urlencode({name: visible(str(value)) for name, value in wanted.items()})


def drawing_of(source: Source, root_arcs: bool, highlight: Iterable[int] = ()) -> Sequence[Any]:
    """The picture of a sentence or graph on such a page."""
    return svg_data(source, width=PAGE_WIDTH, root_arcs=root_arcs, highlight=set(highlight))


def link_to(file: str, page: str) -> str:
    """The address of a file as seen from a page; empty for what is no file.

    >>> link_to("data/a b.conllu", "report.html"), link_to("sample:dutch", "report.html")
    ('data/a%20b.conllu', '')
    """
    if file == "-" or is_sample(file):
        return ""
    folder = Path() if page == "-" else Path(page).parent
    try:
        return quote(Path(os.path.relpath(file, folder)).as_posix())
    except ValueError:
        return quote(Path(file).resolve().as_uri(), safe=":/")


def _figure(one: BrowsedSentence, link: str) -> str:
    """A sentence as text: where it is, and what is said of it."""
    place = escape(f"{printable(one.file)}:{one.sentence.line}")
    where = f'<a href="{link}#L{one.sentence.line}">{place}</a>' if link else f"<a>{place}</a>"
    name = f"<b>{escape(name_of(one.sentence, 0))}</b>" if one.sentence.sent_id else ""
    lines = {"about": [" · ".join((*one.kinds, *one.about))], "why": one.why, "fix": [one.fix]}
    told = (f'<p dir="ltr" class="{kind}">{escape(line)}</p>' for kind, some in lines.items() for line in some if line)
    direction = ' dir="rtl"' if mostly_right_to_left(words_of(one.sentence)) else ""
    return (
        f"<figure{direction}>"
        f"<figcaption>{where}{name}{escape(text_of(one.sentence))}</figcaption>{''.join(told)}</figure>\n"
    )


def _as_object(one: BrowsedSentence, places: Mapping[str, int]) -> dict[str, Any]:
    """What the script needs of a sentence: what it is found by, and its drawing."""
    return {
        "file": places[one.file],
        "line": one.sentence.line,
        "words": len(one.sentence),
        "outside": one.outside,
        "figures": one.figures,
        "labels": list(map(visible, one.labels)),
        "has": one.has,
        "kinds": one.kinds,
        "drawing": one.drawing,
    }


def _select(name: str, title: str, options: Mapping[str, str]) -> str:
    given = "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in options.items())
    return f'<label>{title}<select name="{name}">{given}</select></label>\n'
