"""Trees and sentences as pictures in notebooks."""

from __future__ import annotations

from multiplane import draw
from multiplane.treebank import Treebank


def test_trees_and_sentences_are_pictures_in_notebooks() -> None:
    rows = "1\tHens\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tlay\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    draw.show_in_notebooks()
    sentence = Treebank.from_text(rows)[0]
    assert sentence._repr_svg_() == sentence.tree._repr_svg_() == str(draw.svg(sentence))  # type: ignore[attr-defined]
