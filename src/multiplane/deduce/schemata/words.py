"""What many schemata share: the hypotheses [i,i,i], and trees [i,j,h] that cover words i to j under the head h."""

from __future__ import annotations

from multiplane.deduce.items import POSITION, Item
from multiplane.deduce.schema import Step, hypothesis
from multiplane.deduce.terms import Position, positions

Word = Item("Word", i=POSITION, show="[{i},{i},{i}]")
Tree = Item("Tree", i=POSITION, j=POSITION, h=POSITION)


def words(first: int, last: Position) -> Step:
    """The hypotheses [i,i,i] for all positions from the first to the last."""
    (i,) = positions("i")
    return hypothesis(Word[i], i >= first, i <= last)


def single_trees(first: int, last: Position) -> Step:
    """The hypotheses [i,i,i] as trees of one word."""
    (i,) = positions("i")
    return hypothesis(Tree[i, i, i], i >= first, i <= last)
