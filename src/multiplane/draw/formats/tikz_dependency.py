r"""A tree for the LaTeX package tikz-dependency, which lays it out itself: ``deptext`` with the words, an edge an arc.

Arcs of odd planes are below the words, as in the other pictures; arcs that cross another one have the colour of their
plane.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from multiplane.draw.formats.tikz import DOCUMENT_CLOSING, escaped
from multiplane.draw.layout.annotations import annotated_diagram
from multiplane.draw.layout.diagram import Arc, Diagram, Source
from multiplane.draw.layout.scene import PLANE_COLOURS

DEPENDENCY_OPENING = r"""\documentclass[multi=dependency, border=4pt]{standalone}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\else\usepackage{fontspec}\fi
\usepackage{tikz-dependency}
\begin{document}
"""


def tikz_dependency(
    source: Source,
    *,
    root_arcs: bool = True,
    planes: bool = True,
    highlight: Collection[int] = (),
    show: Collection[str] = (),
    document: bool = True,
) -> str:
    r"""A tree, a sentence or a sequence of heads for tikz-dependency.

    >>> print(tikz_dependency([2, 0], document=False), end="")
    \begin{dependency}
    \begin{deptext}[column sep=1em]
    1 \& 2 \\
    \end{deptext}
    \depedge{2}{1}{}
    \deproot[edge height=7ex]{2}{root}
    \end{dependency}
    """
    drawn = annotated_diagram(source, show=show, root_arcs=root_arcs, planes=planes, highlight=highlight)
    picture = "\n".join(_lines(drawn)) + "\n"
    return DEPENDENCY_OPENING + picture + DOCUMENT_CLOSING if document else picture


def _lines(drawn: Diagram) -> Iterator[str]:
    order = range(len(drawn.words), 0, -1) if drawn.right_to_left else range(1, len(drawn.words) + 1)
    column = {word: number for number, word in enumerate(order, 1)}
    yield r"\begin{dependency}"
    yield r"\begin{deptext}[column sep=1em]"
    yield _row(drawn.words[word - 1] for word in order)
    for number in range(drawn.note_lines):
        lines = (drawn.notes[word - 1] for word in order)
        yield _row((notes[number] if number < len(notes) else "" for notes in lines), r"\scriptsize ")
    yield r"\end{deptext}"
    for number, token in enumerate(drawn.multiword_tokens):
        first, last = sorted((column[token.first], column[token.last]))
        yield rf"\wordgroup{{1}}{{{first}}}{{{last}}}{{token{number}}} % {escaped(token.form)}"
    for arc in drawn.arcs:
        yield _edge(arc, column, _root_height(arc, drawn.arcs) if arc.from_root else 0)
    yield r"\end{dependency}"


def _row(cells: Iterable[str], style: str = "") -> str:
    return r" \& ".join(style + escaped(cell) if cell else "~" for cell in cells) + r" \\"


def _root_height(root: Arc, arcs: Iterable[Arc]) -> int:
    """The height in ex that an arc from the root needs: above all arcs over its word, 3 ex for each word they pass."""
    same_side = (arc for arc in arcs if not arc.from_root and arc.plane % 2 == root.plane % 2)
    over_it = (arc.right - arc.left for arc in same_side if arc.left <= root.dependent <= arc.right)
    return 3 * max(over_it, default=0) + 4


def _edge(arc: Arc, column: dict[int, int], height: int) -> str:
    """An arc, with its place and style where they are not the usual ones; of one from the root, with its height."""
    options = [f"edge height={height}ex"] if height else []
    if arc.plane % 2:
        options.append("edge below")
    if arc.crossing:
        red, green, blue = bytes.fromhex(PLANE_COLOURS[arc.plane % len(PLANE_COLOURS)].removeprefix("#"))
        options.append(f"edge style={{draw={{rgb,255:red,{red};green,{green};blue,{blue}}}}}")
    if arc.enhanced:
        options.append("edge style={dashed}")
    if arc.highlighted:
        options.append("edge style={very thick}")
    if not arc.directed:
        options.append("edge style={-}")
    given = f"[{', '.join(options)}]" if options else ""
    label = escaped(arc.label)
    if arc.from_root:
        return rf"\deproot{given}{{{column[arc.dependent]}}}{{{label}}}"
    return rf"\depedge{given}{{{column[arc.head]}}}{{{column[arc.dependent]}}}{{{label}}}"
