"""A tree as text, SVG, TikZ or HTML: planes above and below the sentence, crossings marked.

>>> from multiplane import draw
>>> print(draw.text([2, 0, 2]))
    root
╭───╮ │ ╭───╮
▼   │ ▼ │   ▼
1     2     3
"""

from multiplane.draw.latex import tikz
from multiplane.draw.notebook import show_in_notebooks
from multiplane.draw.page import html
from multiplane.draw.picture import Drawing, svg
from multiplane.draw.terminal import text

__all__ = ["Drawing", "html", "show_in_notebooks", "svg", "text", "tikz"]
