"""Trees and sentences as pictures in notebooks."""

from __future__ import annotations

from multiplane.draw.formats.svg import svg
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.tree import Tree

NOTEBOOK_WIDTH = 960.0


def show_in_notebooks() -> None:
    """Give ``Tree`` and ``Sentence`` a ``_repr_svg_``, so that notebooks show them as pictures.

    >>> show_in_notebooks()
    >>> Tree([0, 1])._repr_svg_()[:4]
    '<svg'
    """
    for kind in (Tree, Sentence):
        setattr(kind, "_repr_svg_", _repr_svg_)  # noqa: B010


def _repr_svg_(source: Tree | Sentence) -> str:
    return str(svg(source, width=NOTEBOOK_WIDTH))
