"""Trees as text, SVG, TikZ or HTML: planes above and below the words, crossings marked.

``layout/`` is shared by all formats; ``formats/`` has one file for each. ``derivation`` draws how a transition system
builds a tree or graph, ``graph`` graphs, where words have several heads, ``linkage`` the links of a link grammar,
``report`` the structures in a treebank.

>>> from multiplane import draw
>>> print(draw.text([2, 0, 2]))
    root
╭───╮ │ ╭───╮
▼   │ ▼ │   ▼
1     2     3
"""

from multiplane.draw.formats.html import html
from multiplane.draw.formats.svg import Drawing, svg
from multiplane.draw.formats.text import text
from multiplane.draw.formats.tikz import tikz
from multiplane.draw.formats.tikz_dependency import tikz_dependency
from multiplane.draw.graph import graph_diagram
from multiplane.draw.linkage import linkage_diagram

__all__ = ["Drawing", "graph_diagram", "html", "linkage_diagram", "svg", "text", "tikz", "tikz_dependency"]
