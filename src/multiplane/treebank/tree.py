"""A tree is an array: ``heads[i]`` is the head of word i+1, 0 the root; labels and forms are beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from multiplane.errors import TreeError
from multiplane.kernels.arrays import Int32
from multiplane.notebook import picture
from multiplane.treebank.typed import read_arcs, read_heads


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A dependency tree over words 1..n.

    >>> tree = Tree([2, 0, 2], labels=["det", "root", "obj"], forms=["the", "cat", "sleeps"])
    >>> tree.heads.tolist(), len(tree), tree.arcs()
    ([2, 0, 2], 3, [(2, 1), (0, 2), (2, 3)])
    >>> Tree([2, 0, 2])
    Tree([2, 0, 2])
    """

    heads: Int32
    labels: tuple[str, ...]
    forms: tuple[str, ...]

    def __init__(self, heads: Heads, labels: Sequence[str] | None = None, forms: Sequence[str] | None = None) -> None:
        checked = check_heads(heads, forms)
        n = len(checked)
        for name, values in (("labels", labels), ("forms", forms)):
            if values is not None and len(values) != n:
                raise TreeError(f"found {len(values)} {name} for {n} heads; expected as many")
        object.__setattr__(self, "heads", checked)
        object.__setattr__(self, "labels", tuple(labels) if labels is not None else ("_",) * n)
        object.__setattr__(self, "forms", tuple(forms) if forms is not None else ("_",) * n)

    @classmethod
    def from_arcs(cls, text: str) -> Tree:
        """The tree of arcs ``dependent>head:label`` with 0 for the root, its words in the order of these arcs.

        The second hen is ``hen.2``; what else there is to it is in `multiplane.treebank.typed`.

        >>> Tree.from_arcs("the>hen:det hen>laid:nsubj laid>0 an>egg:det egg>laid:obj").heads.tolist()
        [2, 3, 0, 5, 3]
        """
        return cls(*read_arcs(text))

    def __len__(self) -> int:
        return len(self.heads)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return (self.heads.tolist(), self.labels, self.forms) == (
            other.heads.tolist(),
            other.labels,
            other.forms,
        )

    def __hash__(self) -> int:
        return hash((self.heads.tobytes(), self.labels, self.forms))

    def __repr__(self) -> str:
        parts = [str(self.heads.tolist())]
        for name, values in (("labels", self.labels), ("forms", self.forms)):
            if any(value != "_" for value in values):
                parts.append(f"{name}={list(values)}")
        return f"Tree({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        return picture(self)

    def arcs(self) -> list[tuple[int, int]]:
        """(head, dependent) of every arc, in the order of the dependents."""
        return [(int(head), word) for word, head in enumerate(self.heads, 1)]


class HasHeads(Protocol):
    """A tree, or a sentence with one."""

    @property
    def heads(self) -> Int32: ...


Heads: TypeAlias = ArrayLike | HasHeads
"""What stands for a tree: a `Tree`, a sentence, a list of heads, or a text with them, such as ``"2 0 2"``."""


def check_heads(heads: Heads | Iterable[int], forms: Sequence[str] | None = None) -> Int32:
    """A read-only int32 copy of the heads; an error that says why they are not a tree, with forms if there are any.

    >>> check_heads("2 0 2").tolist()
    [2, 0, 2]
    >>> check_heads([2, 1])
    Traceback (most recent call last):
      ...
    multiplane.errors.TreeError: found a cycle through words 1, 2; expected a tree
    """
    if isinstance(heads, Tree):
        return heads.heads
    if isinstance(heads, str):
        heads = read_heads(heads)[0]
    heads = getattr(heads, "heads", heads)
    try:
        array = np.asarray(heads if isinstance(heads, np.ndarray) else list(heads))  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise TreeError(f"found heads {heads!r}; expected a sequence of integers") from error
    if array.ndim != 1 or (array.size and not np.issubdtype(array.dtype, np.integer)):
        raise TreeError(f"found heads of type {array.dtype} and shape {array.shape}; expected a sequence of integers")
    n = len(array)

    def name(word: int) -> str:
        return (
            f"{word}" if forms is None or len(forms) != n or forms[word - 1] == "_" else f"{word} ({forms[word - 1]})"
        )

    outside = np.flatnonzero((array < 0) | (array > n))
    if len(outside):
        word = int(outside[0]) + 1
        raise TreeError(f"found head {array[word - 1]} of word {name(word)}; expected 0 to {n}")
    own = np.flatnonzero(array == np.arange(1, n + 1))
    if len(own):
        raise TreeError(f"found word {name(int(own[0]) + 1)} as its own head; expected another word or 0")
    cycle = find_cycle(array.tolist())
    if cycle:
        raise TreeError(f"found a cycle through words {', '.join(map(name, cycle))}; expected a tree")
    checked = array.astype(np.int32)
    checked.setflags(write=False)
    return checked


def find_cycle(heads: Sequence[int]) -> list[int]:
    """The words of one cycle, lowest first; empty if there is none.

    >>> find_cycle([0, 3, 4, 2]), find_cycle([0, 1])
    ([2, 3, 4], [])
    """
    reached = [0] * (len(heads) + 1)
    for start in range(1, len(heads) + 1):
        node = start
        while node and not reached[node]:
            reached[node] = start
            node = heads[node - 1]
        if node and reached[node] == start:
            cycle = [node]
            while heads[cycle[-1] - 1] != node:
                cycle.append(heads[cycle[-1] - 1])
            turn = cycle.index(min(cycle))
            return cycle[turn:] + cycle[:turn]
    return []
